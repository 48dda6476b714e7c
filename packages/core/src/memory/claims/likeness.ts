/** Decides from plain words whether two claims say the same. The inbox, the Scribe, the diary and the wiki use it. */
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as french } from "@orama/stopwords/french";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { foldLetters } from "../../safety/words.ts";

/**
 * Returns the words of a text in their order, folded. One-letter words stay, because they can change the meaning: "room
 * 4" and "room 5", "I do" and "I don't". `searchWords` of tools/matching.ts leaves them out.
 */
export function wordList(text: string): readonly string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns all different words of a text, folded. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordList(text));
}

/** Returns |A ∩ B| / |A ∪ B|, 0–1. Two empty sets give 1. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

/**
 * Words that do not change the meaning of a claim. Two claims that differ only in these words are the same claim. The
 * list is short on purpose.
 */
export const EMPTY: ReadonlySet<string> = new Set(
  "a an the is are am be of to that really very also der die das ein eine ist sind el la los las un una es le les une est sont".split(
    " ",
  ),
);

/** Small words of the common languages. They tell little about the subject of a text. */
const SMALL: ReadonlySet<string> = new Set([...english, ...german, ...spanish, ...french].map(foldLetters));

/** Small words that reverse the meaning of a claim. */
export const TURNS: ReadonlySet<string> = new Set(
  "not no nor never without don t doesn isn aren wasn weren won can cannot nicht kein keine keinen nie ohne sin nunca ne pas jamais non".split(
    " ",
  ),
);

/**
 * Returns whether two claims are the same: the same words in the same order, apart from words in `EMPTY`. It
 * deliberately does not recognise paraphrases: two rows with the same meaning cost little, but merging two different
 * claims loses a fact.
 */
export function sameClaim(a: string, b: string): boolean {
  return meantBy(a) === meantBy(b);
}

/**
 * Returns the key of a claim: its words that are not in `EMPTY`, or all its words if none remains. Two claims are the
 * same exactly when their keys are equal.
 */
export function meantBy(claim: string): string {
  const words = wordList(claim);
  return words.filter((word) => !EMPTY.has(word)).join(" ") || `${words.join(" ")} `;
}

/** The short forms after an apostrophe: "'s", "'m", "'re" and so on. */
const SHORTENED = /['’](?:s|m|d|re|ve|ll)(?!\p{L})/giu;

/** Returns the different words of a text that tell its subject, folded. */
export function meaningfulWords(text: string): readonly string[] {
  return [...wordSet(text.replaceAll(SHORTENED, ""))].filter((word) => !SMALL.has(word));
}

/**
 * True when a claim only repeats one sentence of a text: the sentence has every meaningful word of the claim and the
 * same negations.
 */
export function comesFrom(claim: string, text: string): boolean {
  const said = wordSet(claim);
  const meant = meaningfulWords(claim);
  if (meant.length === 0) return false;
  return text.split(/[.!?;\n]+/u).some((sentence) => {
    const words = wordSet(sentence);
    const turned = [...TURNS].every((word) => said.has(word) === words.has(word));
    return turned && meant.every((word) => words.has(word));
  });
}

/** Two forms of one word have this many first letters in common. */
const FORM_LETTERS = 5;

/** Returns how many of these words also occur among the others, in any form. */
export function sharedForms(words: readonly string[], others: readonly string[]): number {
  const same = (a: string, b: string) =>
    a === b ||
    a === `${b}s` ||
    b === `${a}s` ||
    (a.length >= FORM_LETTERS && b.length >= FORM_LETTERS && a.slice(0, FORM_LETTERS) === b.slice(0, FORM_LETTERS));
  return words.filter((word) => others.some((other) => same(word, other))).length;
}

/** True when a claim is about a subject: it contains every meaningful word of it, in any form. */
export function isAbout(claim: string, about: string): boolean {
  const asked = meaningfulWords(about);
  return asked.length > 0 && sharedForms(asked, wordList(claim)) === asked.length;
}

/** The share of a claim's meaningful words that an answer must contain to count as using the claim. */
const DRAWS_ON = 0.5;

/**
 * Returns whether an answer used a claim: it contains at least half of the claim's meaningful words, and at least two
 * of them when the claim has two. The result is only counted. A single result has no effect.
 */
export function drawsOn(answer: string, claim: string): boolean {
  const meant = meaningfulWords(claim);
  const said = wordSet(answer);
  const shared = meant.filter((word) => said.has(word)).length;
  return shared >= Math.min(2, meant.length) && shared > 0 && shared >= DRAWS_ON * meant.length;
}

/**
 * True when two questions ask nearly the same: each contains half of the other's meaningful words. It does not know
 * synonyms.
 */
export function asksAgain(one: string, other: string): boolean {
  return drawsOn(one, other) && drawsOn(other, one);
}
