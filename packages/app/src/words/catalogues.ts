/**
 * The languages of the page. To add one, add its texts to `data/page/`, a file beside en.ts with a value of the type
 * `Words`, and a line here that imports the file only when the person chooses the language.
 */
import { en } from "./en.ts";

/** The shape of a catalogue: the same texts and functions as the English one, with any words. */
type Shape<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Shape<Said>
    : { readonly [Name in keyof T]: Shape<T[Name]> };

export type Words = Shape<typeof en>;

export type Catalogue = {
  /** The name of the language in the language itself. */
  readonly name: string;
  readonly dir: "ltr" | "rtl";
  readonly load: () => Promise<Words>;
};

/** The catalogues by language tag (BCP 47). The first is used when no other fits. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  en: { name: "English", dir: "ltr", load: async () => en },
};
