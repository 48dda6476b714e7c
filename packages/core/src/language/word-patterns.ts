/**
 * Makes patterns of the lists of words in data/words/language, and reads numbers in words.
 *
 * bounded: each file that uses them says how long a text it reads.
 */

import { NUMBERS } from "../spoken.ts";

/** Returns the number that a word or digits name, or NaN. */
export function numberOf(word: string): number {
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at < 0 ? Number(word) : at;
}

/** What small numbers are called in the four languages, with and without the dots of "fünf". */
export const COUNTS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, couple: 2, few: 3 },
  ...{ eine: 1, einer: 1, zwei: 2, drei: 3, vier: 4, funf: 5, fünf: 5, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5 },
  ...{ une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, anderthalb: 1.5 },
};

/** Returns the entries of the lines of a list. */
export const entriesOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" "));

/** Returns the two halves of an entry such as "renewed_renew". */
export const pairOf = (entry: string): [string, string] => entry.split("_") as [string, string];

/**
 * Returns the pattern of any entry of the lines. An underscore stands for a space, a star for letters. The longest entry
 * comes first.
 */
export function oneOf(...lines: readonly (readonly string[])[]): string {
  const longest = entriesOf(lines.flat()).sort((a, b) => b.length - a.length);
  return `(?:${longest.map((word) => word.replaceAll("_", " ").replaceAll("*", "[\\p{L}']{1,20}")).join("|")})`;
}

export const [BEFORE, AFTER] = ["(?<![\\p{L}\\p{N}'])", "(?![\\p{L}\\p{N}])"] as const;

/** Returns what finds the pattern as a word of its own. */
export const whole = (pattern: string, flags = "iu") => new RegExp(`${BEFORE}(?:${pattern})${AFTER}`, flags);

/** Returns what finds the pattern at the start of a text, with the space behind it. */
export const atStart = (pattern: string) => new RegExp(`^(?:${pattern})(?<=['’]|${AFTER})\\s*`, "iu");

/** Returns what finds a text that is nothing but these patterns, with signs and spaces between them. */
export const nothingBut = (pattern: string) => new RegExp(`^(?:${BEFORE}${pattern}${AFTER}[\\s,.!]*)+$`, "iu");
