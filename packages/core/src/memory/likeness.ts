/** Whether two claims say the same, as far as plain words can tell. */
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as french } from "@orama/stopwords/french";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as spanish } from "@orama/stopwords/spanish";
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

/** Words that carry no meaning of a claim: two claims that differ in nothing else are one. Few, and on purpose. */
const EMPTY: ReadonlySet<string> = new Set(
  "a an the is are am be was were of to that really very also just der die das ein eine ist sind el la los las un una es son le les une est sont".split(
    " ",
  ),
);

/** Small words of the languages people here write; they say little about what a text is about. */
const SMALL: ReadonlySet<string> = new Set([...english, ...german, ...spanish, ...french].map(foldLetters));

/** Small words that turn a claim round. */
const TURNS: ReadonlySet<string> = new Set(
  "not no nor never without don t doesn isn aren wasn weren won can cannot nicht kein keine keinen nie ohne sin nunca ne pas jamais non".split(
    " ",
  ),
);

/**
 * Whether two claims are one: nearly the same words, and no difference but in empty ones. Misses paraphrases on
 * purpose: two rows that say the same cost little, and a row that swallowed another is a fact lost.
 */
export function sameClaim(a: string, b: string): boolean {
  const left = wordSet(a);
  const right = wordSet(b);
  if (jaccard(left, right) < SAME_CLAIM) return false;
  return [...left, ...right].every((word) => left.has(word) === right.has(word) || EMPTY.has(word));
}

/** Whether a claim only repeats what one sentence of a text says: every word of meaning, and turned the same way. */
export function comesFrom(claim: string, text: string): boolean {
  const said = wordSet(claim);
  const meant = [...said].filter((word) => !SMALL.has(word));
  if (meant.length === 0) return false;
  return text.split(/[.!?;\n]+/u).some((sentence) => {
    const words = wordSet(sentence);
    const turned = [...TURNS].every((word) => said.has(word) === words.has(word));
    return turned && meant.every((word) => words.has(word));
  });
}

/** Share of a claim's words of meaning that an answer must hold to have drawn on it. */
const DRAWS_ON = 0.5;

/** Whether an answer drew on a claim: at least two of its words of meaning and half of them. Counted, never acted on. */
export function drawsOn(answer: string, claim: string): boolean {
  const meant = [...wordSet(claim)].filter((word) => !SMALL.has(word));
  const said = wordSet(answer);
  const shared = meant.filter((word) => said.has(word)).length;
  return shared >= Math.min(2, meant.length) && shared > 0 && shared >= DRAWS_ON * meant.length;
}
