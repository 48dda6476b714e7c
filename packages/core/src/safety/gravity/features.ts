/**
 * What the scale (scale.ts) reads of a text: words, pairs of words and pieces of words. Pieces see through inflection,
 * missing accents and typing slips, and need no spaces between words, so one way serves all languages.
 */

/** A text is read up to here. What is grave in a longer one is found sentence by sentence. */
const MOST_CHARS = 400;
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}{1,3}/gu;
const WORD = /[\p{L}\p{M}\p{N}'’]{1,40}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PLAIN: Readonly<Record<string, string>> = { ı: "i", ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d" };

/** Returns the words of a text in lower case; Latin letters have no accents, a number is one sign. */
export function wordsIn(text: string): string[] {
  const folded = text
    .slice(0, MOST_CHARS)
    .normalize("NFKD")
    .replace(LATIN_MARKS, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ıßłøæœđ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’]/g, "")
    .replace(/(\p{L})\1{2,20}/gu, "$1$1");
  return (folded.match(WORD) ?? []).map((word) => word.replace(/\p{N}{1,40}/gu, "0"));
}

/** What each kind of feature counts. */
const COUNTS = { word: 1, pair: 0.8, apart: 0.45, piece: 0.42, edge: 0.5 } as const;
const PIECES = [3, 4, 5] as const;
const UNSPACED_PIECES = [1, 2, 3, 4] as const;

/** Returns the features of a text, each with its weight; together they have length one. */
export function featuresOf(text: string): Map<number, number> {
  const found = new Map<number, number>();
  const add = (name: string, weight: number) => {
    const id = hashOf(name);
    if (weight > (found.get(id) ?? 0)) found.set(id, weight);
  };
  const words = wordsIn(text);
  const framed = ["^", ...words, "$"];
  for (const word of words) {
    if (UNSPACED.test(word)) {
      for (const letters of UNSPACED_PIECES)
        for (let i = 0; i + letters <= word.length; i++)
          add(`u ${word.slice(i, i + letters)}`, letters === 1 ? COUNTS.piece : COUNTS.pair);
      continue;
    }
    add(`w ${word}`, COUNTS.word);
    const bounded = `<${word}>`;
    for (const letters of PIECES)
      for (let i = 0; i + letters <= bounded.length; i++) add(`c ${bounded.slice(i, i + letters)}`, COUNTS.piece);
  }
  for (let i = 1; i < framed.length; i++)
    add(`p ${framed[i - 1]} ${framed[i]}`, i === 1 || i === framed.length - 1 ? COUNTS.edge : COUNTS.pair);
  for (let i = 2; i < words.length; i++) add(`a ${words[i - 2]} ${words[i]}`, COUNTS.apart);
  const length = Math.hypot(...found.values()) || 1;
  for (const [id, weight] of found) found.set(id, weight / length);
  return found;
}

/** Features share places by this many bits of their hash. */
export const PLACE_BITS = 16;
const MASK = (1 << PLACE_BITS) - 1;

/** FNV-1a over UTF-16 units, folded to a place. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return ((hash >>> 16) ^ hash) & MASK;
}
