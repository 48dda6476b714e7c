/**
 * Finds rows by words: it counts how many of the given words a text contains. The memory engine does any further
 * ranking.
 */
import { meaningfulWords, sharedForms } from "../memory/claims/likeness.ts";
import { foldLetters } from "../safety/words.ts";

/**
 * Returns the words for a search, folded, each once. Signs and one-letter words are left out, because "I" or "a"
 * identifies nothing. A run of more than 40 letters is split into words of 40. `wordSet` of memory/claims/likeness.ts
 * keeps every word, because it compares claims.
 */
function searchWords(text: string): ReadonlySet<string> {
  return new Set(foldLetters(text).match(/[\p{L}\p{N}]{2,40}/gu) ?? []);
}

/** Returns the share of the given words that the text contains, 0–1. */
function overlap(asked: ReadonlySet<string>, text: string): number {
  if (asked.size === 0) return 0;
  const said = searchWords(text);
  let held = 0;
  for (const word of asked) if (said.has(word)) held++;
  return held / asked.size;
}

/**
 * Returns the best matches first; among equal matches, the later one first. A row that holds none of the words is not a
 * match.
 */
export function bestMatches<T>(
  query: string,
  rows: readonly T[],
  read: (row: T) => { readonly text: string; readonly at: number },
  limit: number,
): T[] {
  const asked = searchWords(query);
  return rows
    .map((row) => ({ row, at: read(row).at, score: overlap(asked, read(row).text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, limit)
    .map(({ row }) => row);
}

/**
 * Returns the text with the most words in common with the person's. Returns undefined when no text has one, or when two
 * are equal.
 */
export function bestNamed<T>(all: readonly T[], words: (one: T) => string, about: string): T | undefined {
  const said = meaningfulWords(about);
  const shared = (one: T) => sharedForms(meaningfulWords(words(one)), said);
  const [best, second] = all.toSorted((a, b) => shared(b) - shared(a));
  if (best === undefined || shared(best) === 0) return undefined;
  return second !== undefined && shared(second) === shared(best) ? undefined : best;
}
