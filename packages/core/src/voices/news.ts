/**
 * Whether midday and evening have something to tell. An unbroken row is no news, so without any the voice keeps quiet.
 * This file is the one place of that question: the facts of a day (core/day) may take its place.
 */
import type { CrsResult, DayState, Profile } from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { OWED_FROM } from "../day/facts.ts";
import { bodyZoneOf } from "../health/crs.ts";
import type { Store } from "../ports.ts";
import { addDays, dayOfWeek, instantAt } from "../time.ts";

/** In points. A smaller move of Form within the same zone is not told. */
const MOVED_POINTS = 8;

export type Today = {
  readonly date: string;
  readonly score: CrsResult | undefined;
  /** What the person was told today. */
  readonly spoken: DayState["spoken"];
};

/** Returns what is new at midday in words for the log, or undefined when nothing is. Pure. */
export function newsAtMidday({ score, spoken }: Today): string | undefined {
  const [told, now] = [spoken?.form, score?.form];
  if (told === undefined || now === undefined) return undefined;
  if (bodyZoneOf(told) !== bodyZoneOf(now)) return "the zone has changed since it was told";
  return Math.abs(now - told) >= MOVED_POINTS ? "Form has moved since it was told" : undefined;
}

/**
 * Returns what the evening has to tell, in words for the log: tomorrow's first event, sleep that is owed, a strain that
 * goes on or has ended, a change since the morning, or the week on its day. Undefined when there is nothing.
 */
export async function newsOfEvening(
  store: Store,
  { userId, timeZone }: Pick<Profile, "userId" | "timeZone">,
  today: Today,
): Promise<string | undefined> {
  const { night, bodyStrain, afterBodyStrain, nightsKnown } = today.score?.findings ?? {};
  if (nightsKnown === 0) return "it is the first day with a score";
  if (bodyStrain !== undefined) return "several signs move together";
  if (afterBodyStrain !== undefined) return "a strain has ended";
  const moved = newsAtMidday(today);
  if (moved !== undefined) return moved;
  if ((night?.halfHoursOwed ?? 0) >= OWED_FROM.slight) return "sleep is owed";
  if (dayOfWeek(today.date) === WEEK_DAY) return "the week is told on this day";
  const [from, to] = [1, 2].map((days) => instantAt(addDays(today.date, days), "00:00", timeZone)) as [number, number];
  const busy = (await eventsBetween(store, userId, from, to)).some((event) => event.busy && !event.allDay);
  return busy ? "tomorrow has an event" : undefined;
}

/** The recipe of the week speaks in the evening of this weekday (skills/weekly-review.md). */
const WEEK_DAY = 5;
