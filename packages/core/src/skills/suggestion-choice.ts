// Chooses the suggestion at the end of a Brief. Suggestions that helped come more often, ignored ones less often.

import type { LocalDate } from "@waldo/contracts";
import * as z from "zod";
import { dayNumber } from "../health/timeline.ts";
import { type Cause, SUGGEST } from "./suggestions.ts";

/** Words for each kind of suggestion. The first match counts. */
const KIND_WORDS = {
  movement: /\b(?:walk(?:s|ing)?|outside|stairs|on foot|daylight|stand up|movement|go out|bright light)\b/i,
  "food and drink": /\b(?:eat|drink|caffeine|coffee|alcohol|meals?)\b/i,
  sleep: /\b(?:bed|bedtime|sleep|tonight|evenings?|night|nap|get up|lights? out)\b/i,
  pause: /\b(?:breaks?|pause|rest|eyes closed|breathing|minutes? free|room between|time between)\b/i,
  "light effort":
    /\b(?:train(?:ing)?|effort|exercise|legs|stretch|easy|gentle|quiet(?:er)?|lighter|slowly|careful|pace|as it comes)\b/i,
  "order of the day":
    /\b(?:hard(?:est)?|difficult|demanding|attention|patience|first|best hours|put off|ask more|leave|decide|carry|version|matters|one thing|good enough|afternoon|tomorrow|lost days)\b/i,
  "usual day": /\b(?:usual(?:ly)?|ordinary|nothing|no need|as it is|had in mind|as you|live as|each night)\b/i,
} as const;

export const SUGGESTION_KINDS = Object.keys(KIND_WORDS) as [SuggestionKind, ...SuggestionKind[]];

export type SuggestionKind = keyof typeof KIND_WORDS;

/** Returns the kind of a suggestion, or undefined when the words match none of the kinds. */
export function kindOf(sentence: string): SuggestionKind | undefined {
  return SUGGESTION_KINDS.find((kind) => KIND_WORDS[kind].test(sentence));
}

export type Answer = "followed" | "dismissed";

/** The suggestion of an earlier morning, and how it was answered. */
export type Suggested = { readonly date: LocalDate; readonly sentence: string; readonly answer?: Answer | undefined };

/** The result of the answers in the last weeks. */
export const Learnt = z.object({
  helped: z.array(z.enum(SUGGESTION_KINDS)),
  leftOut: z.array(z.enum(SUGGESTION_KINDS)),
  /** The sentences of {@link SUGGEST} that were said within a week. */
  lately: z.array(z.string()),
  /** The kinds of suggestion that the person never wants to hear again. */
  unwanted: z.array(z.enum(SUGGESTION_KINDS)).optional(),
});

export type Learnt = z.infer<typeof Learnt>;

const ASKS_NOT_TO =
  // bounded: at most 300 characters, see MOST_CHARS
  /\b(?:don['’]?t|do not|stop|never|no more|quit|enough)\b.{0,60}\b(?:suggest\w*|tell\w*|say\w*|recommend\w*|mention\w*|advis\w*|push\w*|nag\w*|with the|about)\b/i;

/** Returns the kind of suggestion that the person never wants to hear again, if their words say so. English only. */
export function unwantedIn(words: string): SuggestionKind | undefined {
  return ASKS_NOT_TO.test(words.slice(0, MOST_CHARS)) ? kindOf(words) : undefined;
}

const MOST_CHARS = 300;

/** How far back answers count, in days. */
export const LEARN_DAYS = 21;

/** For how many days a sentence is not repeated. */
const REST_DAYS = 7;

/** Silence tells little, so it counts a quarter of an answer. This weight is our own choice, without a source. */
const POINTS = { followed: 4, dismissed: -4, none: -1 } as const;

/**
 * The points from which a kind counts as helpful: followed once and ignored at most three times. And the points from
 * which it is left out: declined twice, or declined once and ignored twice, or ignored six times.
 */
const [HELPED_FROM, LEFT_OUT_FROM] = [1, -6];

const OWN: ReadonlySet<string> = new Set(Object.values(SUGGEST).flat());

/**
 * Returns the result of the answers to earlier suggestions. Returns undefined when nothing was suggested in the last
 * weeks. The silence of a person who never answers does not count.
 */
export function learntFrom(suggested: readonly Suggested[], date: LocalDate): Learnt | undefined {
  const ago = (one: Suggested) => dayNumber(date) - dayNumber(one.date);
  const known = suggested.filter((one) => ago(one) > 0 && ago(one) <= LEARN_DAYS);
  if (known.length === 0) return undefined;
  const answers = known.some(({ answer }) => answer !== undefined);
  const points = new Map<SuggestionKind, number>();
  for (const { sentence, answer } of answers ? known : []) {
    const kind = kindOf(sentence);
    if (kind !== undefined) points.set(kind, (points.get(kind) ?? 0) + POINTS[answer ?? "none"]);
  }
  const kinds = (fits: (points: number) => boolean) => SUGGESTION_KINDS.filter((kind) => fits(points.get(kind) ?? 0));
  return {
    helped: kinds((of) => of >= HELPED_FROM),
    leftOut: kinds((of) => of <= LEFT_OUT_FROM),
    lately: known.flatMap((one) => (ago(one) <= REST_DAYS && OWN.has(one.sentence) ? [one.sentence] : [])),
  };
}

/** Causes whose suggestions tell how serious a day is, or ask for patience. The person's answers do not change these. */
const FIXED: readonly Cause[] = ["strain", "strainDays", "strainFar", "first"];

/** Returns the suggestion of a date for a cause. */
export function suggestionFor(cause: Cause, date: LocalDate, learnt: Learnt | undefined): string {
  const isWanted = (sentence: string) => !learnt?.unwanted?.some((kind) => kind === kindOf(sentence));
  const wanted = SUGGEST[cause].filter(isWanted);
  // If a cause has no other suggestion left, one for a usual day is taken.
  const list = wanted.length > 0 ? wanted : SUGGEST.plain.filter(isWanted);
  const start = dayNumber(date) % Math.max(1, list.length);
  const ofDate = [...list.slice(start), ...list.slice(0, start)];
  if (learnt === undefined || FIXED.includes(cause)) return ofDate[0] ?? "";
  const rank = (sentence: string) => {
    const kind = kindOf(sentence);
    if (kind === undefined) return 1;
    return learnt.helped.includes(kind) ? 0 : learnt.leftOut.includes(kind) ? 2 : 1;
  };
  const rested = ofDate.filter((sentence) => !learnt.lately.includes(sentence));
  return (rested.length > 0 ? rested : ofDate).toSorted((a, b) => rank(a) - rank(b))[0] ?? "";
}
