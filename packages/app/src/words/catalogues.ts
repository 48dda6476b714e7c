/**
 * The languages that the page speaks. To add one: its texts in `data/page/`, a file beside en.ts with a value of the type
 * `Words`, and a line here that imports it only when it is chosen.
 */
import { en } from "./en.ts";

/** What a catalogue has: each text and each function of the English one, with any words. */
type Shape<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Shape<Said>
    : { readonly [Name in keyof T]: Shape<T[Name]> };

export type Words = Shape<typeof en>;

export type Catalogue = {
  /** What the language calls itself. */
  readonly name: string;
  readonly dir: "ltr" | "rtl";
  readonly load: () => Promise<Words>;
};

/** By their language tag (BCP 47). The first one is spoken to whom no other fits. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  en: { name: "English", dir: "ltr", load: async () => en },
};
