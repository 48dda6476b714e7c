/**
 * Two languages that nobody speaks, made of the English words, so that tests see what other languages do to the page: one
 * is longer than German, one is as long and reads from right to left. Only a build for tests holds them.
 */
import type { Catalogue, Words } from "../src/words/catalogues.ts";
import { en } from "../src/words/en.ts";

/** The syllables that make a text longer: one long word after the other, as in German. */
const SYLLABLES = {
  ltr: ["über", "sicht", "lich", "keits", "nach", "weis"],
  rtl: ["לאו", "רכה", "בנו", "סחא", "חרכ", "מאד"],
};
const WORD = 3;
export type Direction = keyof typeof SYLLABLES;

/** Returns a text that is 1.4 to 2 times as long; a short one grows most, as it does in translation. */
export function lengthened(text: string, dir: Direction = "ltr"): string {
  const wanted = Math.round(text.length * (text.length <= 12 ? 2 : 1.4));
  let longer = text;
  for (let i = 0; longer.length < wanted; i++) {
    const syllables = SYLLABLES[dir];
    longer += `${i % WORD === 0 ? " " : ""}${syllables[i % syllables.length]}`;
  }
  return longer;
}

function made(value: unknown, dir: Direction): unknown {
  if (typeof value === "string") return lengthened(value, dir);
  if (typeof value === "function") return (...given: unknown[]) => made(value(...given), dir);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, made(inner, dir)]));
}

const pseudo = (dir: Direction): Catalogue => ({
  name: `Pseudo ${dir}`,
  dir,
  load: async () => made(en, dir) as Words,
});

export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  en: { name: "English", dir: "ltr", load: async () => en },
  de: pseudo("ltr"),
  he: pseudo("rtl"),
};
