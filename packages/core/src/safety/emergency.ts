/**
 * Crisis in what a person writes, found before any model is called (seed 000 §5, gate 1). Linear in the text. It errs
 * towards answering: the answer (emergency-answer.ts) is written to be kind also to someone who was misunderstood.
 */
import {
  CUE_THRESHOLD,
  CUE_WINDOW,
  CUES,
  FIRST_PERSON,
  OWN_SHARE,
  SHORT_MESSAGE,
  SIGNALS,
  TOPICS,
} from "./emergency-signals.ts";
import { phraseMatcher } from "./phrases.ts";
import { STOP, type Word, wordsOf } from "./words.ts";

export type Emergency = {
  readonly category: "self_harm";
  /** Which kind of phrase it was, or `cues`: for the log. Never the words themselves. */
  readonly signal: string;
};

const signalsIn = phraseMatcher(SIGNALS);
const topicsIn = phraseMatcher(TOPICS);

/** The first sign of a crisis in the text, or undefined. Never throws. */
export function detectEmergency(text: string): Emergency | undefined {
  const words = wordsOf(text);
  const [match] = signalsIn(words);
  if (match) return { category: "self_harm", signal: match.name };
  const [topic] = words.length <= SHORT_MESSAGE ? topicsIn(words) : [];
  if (topic) return { category: "self_harm", signal: topic.name };
  return cuesAddUp(words) ? { category: "self_harm", signal: "cues" } : undefined;
}

const CUE_BY_WORD = new Map(
  CUES.flatMap((cue) => cue.words.filter((word) => !word.endsWith("*")).map((word) => [word, cue])),
);
const CUE_PREFIXES = CUES.flatMap((cue) =>
  cue.words.filter((word) => word.endsWith("*")).map((word) => ({ prefix: word.slice(0, -1), cue })),
);

/** Half-overlapping windows, so that no stretch of half a window is ever split. */
function cuesAddUp(all: readonly Word[]): boolean {
  const words = all.filter((word) => word.text !== STOP).map((word) => word.text);
  for (let from = 0; from === 0 || from < words.length - CUE_WINDOW / 2; from += CUE_WINDOW / 2) {
    const stretch = words.slice(from, from + CUE_WINDOW);
    const own = stretch.filter((word) => FIRST_PERSON.has(word)).length / Math.max(stretch.length, 1);
    if (own === 0) continue;
    const found = [...new Set(stretch.flatMap((word) => cueOf(word) ?? []))];
    const weight = found.reduce((sum, cue) => sum + cue.weight, 0);
    if (weight >= CUE_THRESHOLD[own < OWN_SHARE ? "others" : found.some((cue) => cue.hurt) ? "hurt" : "despair"])
      return true;
  }
  return false;
}

function cueOf(word: string): (typeof CUES)[number] | undefined {
  return CUE_BY_WORD.get(word) ?? CUE_PREFIXES.find(({ prefix }) => word.startsWith(prefix))?.cue;
}
