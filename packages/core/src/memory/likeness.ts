/** Whether two claims say the same, as far as plain words can tell. */
import { foldLetters } from "../safety/words.ts";

/** Share of words two claims must have in common to be one (Jaccard). */
export const SAME_CLAIM = 0.8;

/** Words of a text, folded, each once. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** |A ∩ B| / |A ∪ B|, 0–1; of two empty sets 1. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Words that turn a claim round: two claims that differ in one of them say opposite things. */
const TURNS = new Set("not no never nor without dont doesnt cannot cant wont isnt arent nicht kein keine nie sin nunca ne pas jamais non".split(" "));

/**
 * Whether two claims are one: nearly the same words, the same numbers, and no word that turns one round. Misses
 * paraphrases on purpose: two rows that say the same cost little, one row that swallowed another cannot be got back
 * by reading.
 */
export function sameClaim(a: string, b: string): boolean {
  const left = wordSet(a);
  const right = wordSet(b);
  if (jaccard(left, right) < SAME_CLAIM) return false;
  for (const word of [...left, ...right])
    if (left.has(word) !== right.has(word) && (TURNS.has(word) || /\p{N}/u.test(word))) return false;
  return true;
}
