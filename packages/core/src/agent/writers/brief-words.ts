// The words of a morning. A list has sentences with the same meaning, and the date chooses one of them, so a date always
// gets the same words. More than two ways to say one thing are not more worth reading. The words of the later Briefs are
// in brief-words-later.ts, the suggestions in data/suggestions.jsonl.
import type { LocalDate } from "@waldo/contracts";
import { dayNumber } from "../../health/timeline.ts";

export * from "./brief-words-later.ts";

/** What a morning is about. brief-advice.ts names it as the library of suggestions does. */
export type Cause =
  | "sleepLow"
  | "sleepFine"
  | "heart"
  | "strain"
  | "strainDays"
  | "strainFar"
  | "after"
  | "timing"
  | "active"
  | "still"
  | "good"
  | "plain"
  | "low"
  | "first";

/** Returns the entry of a list for a date. With different `shift` values, two lists in one text do not move in step. */
export function ofDate<T>(list: readonly T[], date: LocalDate, shift = 0): T {
  return list[(dayNumber(date) + shift) % list.length] as T;
}

/** How much later the person went to bed. `%` is the time in words. */
export const WENT_LATE = ["You went to bed % later than usual.", "Your bedtime was % later than usual."] as const;

/** Said on the days after signs of strain. */
export const SIGNS_GONE = [
  "The signs of the last days are back to your usual.",
  "What was off in the last days has settled.",
] as const;

/** Said on the days after signs of strain, while one of them is still off. */
export const SIGNS_LEFT = [
  "Not all signs of the last days are back to your usual.",
  "The signs of the last days are smaller, and not all are gone.",
] as const;

/** The first event of the day. `%` is the event with its time. */
export const FIRST_EVENT = ["First today is %.", "Your day has % first."] as const;

/** A day without an event, where other days have some. `%` is the weekday. */
export const FREE_DAY = ["Your calendar is empty this %.", "There is nothing in your calendar this %."] as const;

/** Another time zone, in the first days. */
export const TRAVELLED = [
  "You have changed time zones: daylight in the morning helps most.",
  "After the change of time zone, live by the local clock from now on.",
  "Your clock has moved to another time zone, so eat at local times.",
  "You are in another time zone now; go outside early.",
] as const;

/** What is due. `%` is the person's own words for it. */
export const DUE = ["Due today: %.", "% is due today."] as const;

/** What was due on an earlier day. `%` is the person's own words for it. */
export const OVERDUE = ["Still open from before: %.", "% is still open."] as const;

/** A plan that the person told. `%` is their own words. */
export const FOCUS_DAY = ["First today: %.", "% comes first today."] as const;

export const FOCUS_WEEK = ["First this week: %.", "% comes first this week."] as const;

export const PLANNED = ["You told me about today: %.", "For today you said: %."] as const;

/** On a day of strain or in a low body zone, a plan should wait. */
export const PLAN_WAITS = [
  "I would let that wait for another day.",
  "I would do a smaller version of it, or none.",
] as const;

/** A good day for the person's goal. `%` is their own words. */
export const FOR_THE_GOAL = [
  "A good day to do something for this: %.",
  "Use some of it for what you want: %.",
] as const;

/** How the person answered the suggestion of the day before. */
export const ANSWERED = {
  followed: ["You did what we spoke of yesterday.", "Yesterday you went along with my suggestion."],
  dismissed: [
    "You left yesterday's suggestion, so here is another.",
    "Yesterday you said no, so here is something else.",
  ],
} as const;

export const PROVISIONAL = [
  "This may still move once your wearable has synced.",
  "It may still change when the rest of the night arrives.",
] as const;

/** Said while Waldo does not know the person's usual values yet. `%` is how many nights are missing. */
export const FIRST_NIGHTS = [
  "I need % more before I know what is usual for you.",
  "After % more I can compare you with yourself.",
] as const;

/** Said once, on the first day of a device that gives no heart rate variability. */
export const NO_HRV_DEVICE =
  "Your wearable does not measure your heart's recovery, so I go by your sleep and your resting heart rate.";

/** Sleep is missing, but the other data of the day has arrived. */
export const NO_SLEEP = [
  "No sleep arrived from your wearable, so this rests on your heart alone.",
  "Your sleep did not arrive, so I go by your heart alone.",
] as const;

/** The data has a sleep during the day and no night. */
export const ONLY_BY_DAY = ["No night came in, only a sleep by day.", "I have a sleep by day and no night."] as const;

/** Only a piece of the night was recorded. */
export const RECORDING_GAP = [
  "Only a piece of the night was recorded.",
  "Your wearable recorded only a part of the night.",
] as const;

/** A device that usually gives heart rate variability gave none. */
export const NO_HRV = [
  "Your heart's recovery did not arrive, so this rests on your sleep.",
  "Without your heart's recovery, which did not arrive, I go by your sleep.",
] as const;

/** Nothing has arrived, and it is the morning. */
export const NOT_YET = ["Your night has not arrived yet.", "Last night's sleep has not arrived yet."] as const;

/** What Waldo does next. It has one entry more than the list before, so the same two sentences seldom stand together. */
export const WILL_LOOK = ["I will look again when it syncs.", "There is no score until it does."] as const;

/** The time at which the night's data usually arrives, if it is known. `%` is a time of day in words. */
export const USUALLY_HERE = ["It is usually here by about %.", "Usually it is here by about %."] as const;

/** The day is over, and the data of the night never arrived. */
export const NEVER_CAME = [
  "Your night did not arrive today. Wear it tonight, and I will look again in the morning.",
  "No night came in today. If you wear it tonight, tomorrow has a score.",
] as const;
