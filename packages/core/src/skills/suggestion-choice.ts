// Chooses the suggestion at the end of a Brief from the library. It follows from the cause, the hour, the weekday, the
// calendar, what was suggested before, and what became of that.

import type { LocalDate } from "@waldo/contracts";
import * as z from "zod";
import { dayNumber } from "../health/timeline.ts";
import {
  Act,
  CAUSES_OF_STRAIN,
  kindOfAct,
  SUGGESTION_KINDS,
  type Suggestion,
  type SuggestionKind,
} from "./suggestion.ts";
import { type Asked, actOf, fits, isOfThisDay, SUGGESTIONS } from "./suggestions.ts";

/** Words for each kind of suggestion, for sentences that are not of the library. The first match counts. */
const KIND_WORDS: Record<SuggestionKind, RegExp> = {
  movement: /\b(?:walk(?:s|ing)?|outside|stairs|on foot|daylight|stand up|movement|go out|bright light)\b/i,
  "food and drink": /\b(?:eat|drink|caffeine|coffee|alcohol|meals?)\b/i,
  sleep: /\b(?:bed|bedtime|sleep|tonight|evenings?|night|nap|get up|lights? out)\b/i,
  pause: /\b(?:breaks?|pause|rest|eyes closed|breathing|minutes? free|room between|time between)\b/i,
  "light effort":
    /\b(?:train(?:ing)?|effort|exercise|legs|stretch|easy|gentle|quiet(?:er)?|lighter|slowly|careful|pace|as it comes)\b/i,
  "order of the day":
    /\b(?:hard(?:est)?|difficult|demanding|attention|patience|first|best hours|put off|ask more|leave|decide|carry|version|matters|one thing|good enough|afternoon|tomorrow|lost days)\b/i,
  "usual day": /\b(?:usual(?:ly)?|ordinary|nothing|no need|as it is|had in mind|as you|live as|each night)\b/i,
};

/** Returns the kind of a suggestion, or undefined when the words match none of the kinds. */
export function kindOf(sentence: string): SuggestionKind | undefined {
  const act = actOf(sentence);
  return act === undefined ? SUGGESTION_KINDS.find((kind) => KIND_WORDS[kind].test(sentence)) : kindOfAct(act);
}

export type Answer = "followed" | "dismissed";

/** A suggestion of an earlier Brief, and how it was answered. */
export type Suggested = { readonly date: LocalDate; readonly sentence: string; readonly answer?: Answer | undefined };

const Advised = z.object({
  act: Act,
  /** How many days ago it was last suggested. 0 is today. */
  ago: z.number().int().nonnegative(),
  /** How often the person followed it and turned it down. Absent: never. */
  followed: z.number().int().positive().optional(),
  dismissed: z.number().int().positive().optional(),
});
type Advised = z.infer<typeof Advised>;

/** The result of the answers in the last weeks. */
export const Learnt = z.object({
  helped: z.array(z.enum(SUGGESTION_KINDS)),
  leftOut: z.array(z.enum(SUGGESTION_KINDS)),
  /** The acts that Waldo suggested within {@link LEARN_DAYS}, and what became of them. */
  told: z.array(Advised),
  /** The kinds of suggestion that the person never wants to hear again. */
  unwanted: z.array(z.enum(SUGGESTION_KINDS)).optional(),
});
export type Learnt = z.infer<typeof Learnt>;
/** What a choice needs of it. */
export type Told = Pick<Learnt, "told" | "unwanted">;

const ASKS_NOT_TO =
  // bounded: at most 300 characters, see MOST_CHARS
  /\b(?:don['’]?t|do not|stop|never|no more|quit|enough)\b.{0,60}\b(?:suggest\w*|tell\w*|say\w*|recommend\w*|mention\w*|advis\w*|push\w*|nag\w*|with the|about)\b/i;

/** Returns the kind of suggestion that the person never wants to hear again, if their words say so. English only. */
export function unwantedIn(words: string): SuggestionKind | undefined {
  return ASKS_NOT_TO.test(words.slice(0, MOST_CHARS)) ? kindOf(words) : undefined;
}

const MOST_CHARS = 300;

/** How far back answers count, in days. An act that was turned down twice in this time rests. */
export const LEARN_DAYS = 21;

/** For how many days an act rests after it was suggested. */
const REST_DAYS = 7;
/** An act that was turned down so often within {@link LEARN_DAYS} is not suggested. */
const TURNED_DOWN = 2;

/** Silence tells little, so it counts a quarter of an answer. This weight is our own choice, without a source. */
const POINTS = { followed: 4, dismissed: -4, none: -1 } as const;

/**
 * The points from which a kind counts as helpful: followed once and ignored at most three times. And the points from
 * which it is left out: declined twice, or declined once and ignored twice, or ignored six times.
 */
const [HELPED_FROM, LEFT_OUT_FROM] = [1, -6];

/**
 * Returns the result of the answers to earlier suggestions. Returns undefined when nothing was suggested in the last
 * weeks. The silence of a person who never answers does not count. `advised` are suggestions that nobody was asked to
 * answer: those of later Briefs, and of today. They only rest.
 */
export function learntFrom(
  suggested: readonly Suggested[],
  date: LocalDate,
  advised: readonly Suggested[] = [],
): Learnt | undefined {
  const ago = (one: Suggested) => dayNumber(date) - dayNumber(one.date);
  const known = suggested.filter((one) => ago(one) > 0 && ago(one) <= LEARN_DAYS);
  const told = toldIn([...known, ...advised.filter((one) => ago(one) >= 0 && ago(one) <= LEARN_DAYS)], ago);
  if (known.length === 0 && told.length === 0) return undefined;
  const answers = known.some(({ answer }) => answer !== undefined);
  const points = new Map<SuggestionKind, number>();
  for (const { sentence, answer } of answers ? known : []) {
    const kind = kindOf(sentence);
    if (kind !== undefined) points.set(kind, (points.get(kind) ?? 0) + POINTS[answer ?? "none"]);
  }
  const kinds = (fits: (points: number) => boolean) => SUGGESTION_KINDS.filter((kind) => fits(points.get(kind) ?? 0));
  return { helped: kinds((of) => of >= HELPED_FROM), leftOut: kinds((of) => of <= LEFT_OUT_FROM), told };
}

/** Returns each act once, in the order of the library, whatever the order of the days. */
function toldIn(suggested: readonly Suggested[], ago: (one: Suggested) => number): Advised[] {
  const byAct = Map.groupBy(suggested, ({ sentence }) => actOf(sentence));
  return Act.options.flatMap((act): Advised[] => {
    const own = byAct.get(act) ?? [];
    if (own.length === 0) return [];
    const count = (answer: Answer) => own.filter((one) => one.answer === answer).length;
    const [followed, dismissed] = [count("followed"), count("dismissed")];
    return [
      {
        act,
        ago: Math.min(...own.map(ago)),
        ...(followed > 0 ? { followed } : {}),
        ...(dismissed > 0 ? { dismissed } : {}),
      },
    ];
  });
}

/**
 * Returns the suggestion for a day, or undefined when none fits. What was suggested within seven days rests, and what
 * was turned down twice rests for three weeks. What was followed comes first, then what looks at this very day, then what
 * was not suggested for longest. The date chooses among the rest, so the same day always gets the same suggestion.
 *
 * On a day of strain there is always a suggestion: what was said lately or is not wanted only comes last.
 */
export function suggest(asked: Asked, told?: Told): Suggestion | undefined {
  const isStrain = CAUSES_OF_STRAIN.includes(asked.cause);
  const of = (act: Act) => told?.told.find((one) => one.act === act);
  const isUnwanted = ({ act }: Suggestion) => told?.unwanted?.includes(kindOfAct(act)) ?? false;
  const isResting = ({ act }: Suggestion) => {
    const { ago, dismissed = 0 } = of(act) ?? { ago: Number.POSITIVE_INFINITY };
    return ago <= REST_DAYS || dismissed >= TURNED_DOWN;
  };
  const fitting = SUGGESTIONS.filter((one) => one.cause === asked.cause && fits(one, asked));
  const left = isStrain ? fitting : fitting.filter((one) => !isResting(one) && !isUnwanted(one));
  const start = dayNumber(asked.date) % Math.max(1, left.length);
  const ofDate = [...left.slice(start), ...left.slice(0, start)];
  const rank = (one: Suggestion) => {
    if (isStrain) return (isResting(one) ? 1 : 0) + (isUnwanted(one) ? 2 : 0);
    const { followed = 0, dismissed = 0 } = of(one.act) ?? {};
    if (followed > dismissed) return 0;
    return dismissed > 0 ? 3 : isOfThisDay(one) ? 1 : 2;
  };
  const since = ({ act }: Suggestion) => of(act)?.ago ?? LEARN_DAYS + 1;
  return ofDate.toSorted((a, b) => rank(a) - rank(b) || since(b) - since(a))[0];
}
