/** One part of the bench: what it measured, how to print it, and which targets it missed. */
export type Section = {
  readonly name: string;
  readonly result: unknown;
  readonly print: () => void;
  readonly missed: readonly string[];
};
