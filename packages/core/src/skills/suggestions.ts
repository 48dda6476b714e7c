/**
 * The library of suggestions: which fit a day, what each says, and which of them a sentence is. The lines are in
 * data/suggestions.jsonl; `npm run words` turns them into suggestions.json.
 */
import type { LocalDate, LocalTime, NightFinding } from "@waldo/contracts";
import * as z from "zod";
import { NUMBERS, numberWord } from "../spoken.ts";
import { type Act, type Conditions, PLACES, Suggestion, type SuggestionCause } from "./suggestion.ts";
import lines from "./suggestions.json" with { type: "json" };

export const SUGGESTIONS: readonly Suggestion[] = z.array(Suggestion).parse(lines);

/** The day for which a suggestion is wanted. Times are on the person's clock. */
export type Asked = {
  readonly cause: SuggestionCause;
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly weekday: string;
  readonly zone: "low" | "normal" | "strong";
  /** The last night, if it is known. Lengths are in half hours. */
  readonly night?:
    | (Pick<NightFinding, "halfHoursAsleep" | "halfHoursLate" | "halfHoursOwed" | "halfHoursNeeded" | "woke"> & {
        readonly wokeEarly?: boolean;
      })
    | undefined;
  /** On which day in a row several signs are off. */
  readonly strainDay?: number | undefined;
  /** The events that are ahead: how many, when the first begins, and when the last ends. */
  readonly events: {
    readonly count: number;
    readonly first?: LocalTime | undefined;
    readonly last?: LocalTime | undefined;
    /** False when some events of the day have begun. Then the number of those ahead is not said. */
    readonly isWhole?: boolean;
  };
  readonly tomorrow?: { readonly first?: LocalTime | undefined } | undefined;
  readonly hasGoal: boolean;
  /** When the lights should go out tonight, in words. */
  readonly bed?: string | undefined;
};

type Place = (typeof PLACES)[number];

/** A larger number of events is not written as a word. */
const MOST_EVENTS = 10;

const IN_PLACE: Record<Place, (asked: Asked) => string | undefined> = {
  first: ({ events }) => events.first,
  last: ({ events }) => events.last,
  count: ({ events: { count, isWhole = true } }) =>
    isWhole && count > 0 && count <= MOST_EVENTS ? numberWord(count) : undefined,
  tomorrow: ({ tomorrow }) => tomorrow?.first,
  bed: ({ bed }) => bed,
};

function placesIn(sentence: string): Place[] {
  return PLACES.filter((place) => sentence.includes(`{${place}}`));
}

/** Hours of the clock. They mean nothing to somebody who did not wake in the morning. */
const OF_THE_CLOCK =
  /\b(?:mornings?|noon|lunch|afternoon|evenings?|tonight|tonight's|dinner|dark|nine|three this|Sunday's)\b/i;

/** True when the day has all that the suggestion asks, and nothing that forbids it. */
export function fits({ says, when, not }: Suggestion, asked: Asked): boolean {
  const isByClock = (asked.night?.woke ?? "morning") === "morning";
  return (
    says.every((sentence) => placesIn(sentence).every((place) => IN_PLACE[place](asked) !== undefined)) &&
    (isByClock || !says.some((sentence) => OF_THE_CLOCK.test(sentence))) &&
    held(when, asked).every(Boolean) &&
    !held(not ?? {}, asked).some(Boolean)
  );
}

/** Returns for each condition whether it holds. A condition on something that is unknown does not hold. */
export function held(
  { from, to, slept, events, weekdays, zone, ...rest }: Conditions,
  { time, weekday, night, ...asked }: Asked,
): boolean[] {
  const { owedFrom, lateFrom, wokeEarly, firstEventBefore, lastEventFrom, tomorrowBefore, hasGoal } = rest;
  const asleep = night?.halfHoursAsleep;
  const { count, first, last } = asked.events;
  const tomorrow = asked.tomorrow?.first;
  return [
    from === undefined && to === undefined ? undefined : isWithin(time, from ?? "00:00", to),
    weekdays?.includes(weekday),
    zone && zone === asked.zone,
    slept && asleep !== undefined && asleep >= (slept.from ?? 0) && asleep < (slept.below ?? Number.POSITIVE_INFINITY),
    owedFrom === undefined ? undefined : (night?.halfHoursOwed ?? 0) >= owedFrom,
    lateFrom === undefined ? undefined : (night?.halfHoursLate ?? 0) >= lateFrom,
    wokeEarly === undefined ? undefined : (night?.wokeEarly ?? false) === wokeEarly,
    events && count >= (events.from ?? 0) && count <= (events.to ?? Number.POSITIVE_INFINITY),
    firstEventBefore && first !== undefined && first < firstEventBefore,
    lastEventFrom && last !== undefined && last >= lastEventFrom,
    tomorrowBefore && tomorrow !== undefined && tomorrow < tomorrowBefore,
    hasGoal === undefined ? undefined : hasGoal === asked.hasGoal,
  ].flatMap((one) => (typeof one === "boolean" ? [one] : []));
}

/** True when a time is in a span of the day. Without an end the span lasts until four in the night. */
function isWithin(time: LocalTime, from: LocalTime, to: LocalTime = NIGHT_ENDS): boolean {
  return from < to ? time >= from && time < to : time >= from || time < to;
}

const NIGHT_ENDS = "04:00";

/** True when the suggestion looks at what this day holds: an event, a goal, the time for bed, or one or two weekdays. */
export function isOfThisDay({ says, when }: Suggestion): boolean {
  const { events, firstEventBefore, lastEventFrom, tomorrowBefore, hasGoal, weekdays } = when;
  return (
    [events, firstEventBefore, lastEventFrom, tomorrowBefore, hasGoal].some((one) => one !== undefined) ||
    (weekdays !== undefined && weekdays.length <= FEW_DAYS) ||
    says.some((sentence) => placesIn(sentence).length > 0)
  );
}

const FEW_DAYS = 2;

/** Returns the words of a suggestion. `turn` chooses between its two wordings. */
export function wordsOf({ says }: Suggestion, asked: Asked, turn: number): string {
  const sentence = says[turn % says.length] ?? "";
  return placesIn(sentence).reduce((text, place) => text.replace(`{${place}}`, IN_PLACE[place](asked) ?? ""), sentence);
}

const TIME = "\\d\\d:\\d\\d";
const PATTERN_OF: Record<Place, string> = {
  ...{ first: TIME, last: TIME, tomorrow: TIME },
  count: `(?:${NUMBERS.slice(1, MOST_EVENTS + 1).join("|")})`,
  bed: "(?:half past )?[a-z]{1,8}",
};

/** Sentences without a place, by their words; and those with a place, as a pattern. */
const BY_WORDS = new Map<string, Act>();
const BY_PATTERN: { readonly pattern: RegExp; readonly act: Act }[] = [];
for (const { says, act } of SUGGESTIONS)
  for (const sentence of says) {
    if (placesIn(sentence).length === 0) BY_WORDS.set(sentence, act);
    else
      BY_PATTERN.push({
        // bounded: a sentence of data/suggestions.jsonl, over one sentence of a Brief
        pattern: new RegExp(`^${PLACES.reduce((text, at) => text.replace(`{${at}}`, PATTERN_OF[at]), sentence)}$`),
        act,
      });
  }

/** Returns the act of a sentence of the library. Returns undefined for any other sentence. */
export function actOf(sentence: string): Act | undefined {
  return BY_WORDS.get(sentence) ?? BY_PATTERN.find(({ pattern }) => pattern.test(sentence))?.act;
}
