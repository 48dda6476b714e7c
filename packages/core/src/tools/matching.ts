/** Finding rows by words: how many of the asked words a text holds. Plain, and it says so; ranking is for the memory engine. */
import { foldLetters } from "../safety/words.ts";

/** Words of a text, folded, each once. Signs and one-letter words find nothing. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(foldLetters(text).match(/[\p{L}\p{N}]{2,40}/gu) ?? []);
}

/** Share of the asked words that the text holds, 0–1. */
export function overlap(asked: ReadonlySet<string>, text: string): number {
  if (asked.size === 0) return 0;
  const said = wordSet(text);
  let held = 0;
  for (const word of asked) if (said.has(word)) held++;
  return held / asked.size;
}

/** The best matches first; of equals, the later one. Rows that hold none of the words are no match. */
export function bestMatches<T>(
  query: string,
  rows: readonly T[],
  read: (row: T) => { readonly text: string; readonly at: number },
  limit: number,
): T[] {
  const asked = wordSet(query);
  return rows
    .map((row) => ({ row, at: read(row).at, score: overlap(asked, read(row).text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, limit)
    .map(({ row }) => row);
}
