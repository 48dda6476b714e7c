/**
 * The shape of a suggestion, as a line of data/suggestions.jsonl holds it. A suggestion is one act that a person can do
 * now. It says for which cause it is, when it fits, when it must not be said, and on what it rests.
 */
import { LocalTime } from "@waldo/contracts";
import * as z from "zod";
import { WEEKDAYS } from "../time.ts";

/** The reason for a suggestion. */
export const CAUSES = [
  ...(["shortNight", "roughNight", "brokenNight", "lateBed", "earlyWake", "debt"] as const),
  ...(["heartLow", "pulseUp", "breathing", "together", "strainDays", "strainFar", "afterStrain"] as const),
  ...(["recoveryHigh", "goodNight", "plain", "low", "movedLittle", "movedMuch", "timing"] as const),
  ...(["firstNights", "noData", "earlyStart"] as const),
] as const;
export type SuggestionCause = (typeof CAUSES)[number];

/** Causes with several signs at once. Their suggestions always stand, and those of the last two name a professional. */
export const CAUSES_OF_STRAIN: readonly SuggestionCause[] = ["together", "strainDays", "strainFar"];

export const SUGGESTION_KINDS = [
  ...(["movement", "food and drink", "sleep", "pause", "light effort", "order of the day", "usual day"] as const),
] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** What a person does, by its kind. Two suggestions with the same act ask for the same thing in other words. */
const ACTS_OF = {
  movement: [
    ...(["walk", "long-walk", "evening-walk", "meal-walk", "walk-call", "errand", "stairs"] as const),
    ...(["move-breaks", "light", "train"] as const),
  ],
  "food and drink": ["caffeine", "alcohol", "water", "water-bed", "meal", "eat"],
  sleep: [
    ...(["bed-earlier", "bed-on-time", "same-time", "lights-out", "get-up", "no-sleep-in", "nap", "no-nap"] as const),
    ...(["dim-light", "dark", "air", "shower", "list", "clock", "evening-alarm", "alarm", "prepare"] as const),
  ],
  pause: ["break", "breathe", "gap", "evening-free", "end-early", "cancel", "rest-day", "feel"],
  "light effort": ["easy-training", "skip-training", "no-late-training", "hard-training", "stretch", "slow"],
  "order of the day": [
    ...(["first-thing", "one-thing", "next-hours", "protect-hour", "full-day", "move-work", "move-event"] as const),
    ...(["small-version", "check-twice", "no-decision", "decide", "put-off", "close-one", "work-end"] as const),
    ...(["talk", "learn", "goal-step", "ask-help", "tell-somebody", "home", "drive", "doctor"] as const),
  ],
  "usual day": ["keep-plan", "wear", "sync", "charge", "tell", "goal"],
} as const satisfies Record<SuggestionKind, readonly string[]>;

export type Act = (typeof ACTS_OF)[SuggestionKind][number];
export const Act = z.enum(Object.values(ACTS_OF).flat() as [Act, ...Act[]]);

const KIND_OF_ACT = new Map<Act, SuggestionKind>(
  SUGGESTION_KINDS.flatMap((kind) => ACTS_OF[kind].map((act) => [act, kind] as const)),
);

/** Returns the kind of an act. */
export function kindOfAct(act: Act): SuggestionKind {
  return KIND_OF_ACT.get(act) ?? "usual day";
}

const count = z.number().int().nonnegative();

/** What a suggestion asks of the day. `from` is included and `to` is not. Lengths are in half hours. */
export const Conditions = z.strictObject({
  from: LocalTime.optional(),
  to: LocalTime.optional(),
  weekdays: z.array(z.enum(WEEKDAYS)).min(1).optional(),
  zone: z.enum(["low", "normal", "strong"]).optional(),
  /** How long the person slept. */
  slept: z.strictObject({ from: count, below: count }).partial().optional(),
  /** How much sleep the week lacks, at least. */
  owedFrom: count.optional(),
  /** How much later than usual the person went to bed, at least. */
  lateFrom: count.optional(),
  wokeEarly: z.boolean().optional(),
  /** How many events are ahead. */
  events: z.strictObject({ from: count, to: count }).partial().optional(),
  firstEventBefore: LocalTime.optional(),
  /** The last event of the day ends at this time or later. */
  lastEventFrom: LocalTime.optional(),
  /** Tomorrow's first event begins before this time. */
  tomorrowBefore: LocalTime.optional(),
  hasGoal: z.boolean().optional(),
});
export type Conditions = z.infer<typeof Conditions>;

/** What a suggestion may name of the day: `{first}` stands for the time of the first event that is ahead. */
export const PLACES = ["first", "last", "count", "tomorrow", "bed"] as const;

export const Suggestion = z.strictObject({
  id: z.string().regex(/^[a-zA-Z]+-[a-z-]+$/),
  cause: z.enum(CAUSES),
  act: Act,
  /** One sentence, or two wordings of it. */
  says: z.array(z.string().min(1)).min(1).max(2),
  /** All of these must hold. */
  when: Conditions,
  /** None of these may hold. */
  not: Conditions.optional(),
  /** The evidence in a line. */
  because: z.string().min(1),
  /** Author, journal, year, volume and page; or an address; or `own` for a choice of ours without a source. */
  // bounded: a line of data/suggestions.jsonl, which is ours
  source: z.union([z.literal("own"), z.string().regex(/^(?:https:\/\/\S+|.+, .+ \d{4};\d+:\S+)$/)]),
});
export type Suggestion = z.infer<typeof Suggestion>;
