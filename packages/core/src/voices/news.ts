/**
 * Whether midday and evening have something to tell. An unbroken row is no news, so without any the voice keeps quiet.
 * This file is the one place of that question: the facts of a day (core/day) may take its place.
 */
import type { CrsResult, DayState, LocalDate, Profile } from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { OWED_FROM } from "../day/facts.ts";
import { bodyZoneOf } from "../health/crs.ts";
import { dayNumber } from "../health/timeline.ts";
import type { Store } from "../ports.ts";
import { addDays, dayOfWeek, instantAt } from "../time.ts";

/** In points. A smaller move of Form within the same zone is not told. */
const MOVED_POINTS = 8;

export type Today = {
  readonly date: LocalDate;
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

/** What the evening has to tell, in words for the log. What lasts has a topic, under which it is told once. */
export type EveningNews = { readonly why: string; readonly topic?: string };

/**
 * Returns the news of an evening, the most important first: a strain that goes on or has ended, a change since the
 * morning, sleep that is owed, the week on its day, and tomorrow's first event. A strain is told once for each step, and
 * a debt once a week for each size, so that no evening repeats the one before.
 */
export async function newsOfEvening(
  store: Store,
  { userId, timeZone }: Pick<Profile, "userId" | "timeZone">,
  today: Today,
): Promise<EveningNews[]> {
  const { night, bodyStrain, afterBodyStrain, nightsKnown } = today.score?.findings ?? {};
  const news: EveningNews[] = [];
  if (nightsKnown === 0) news.push({ why: "it is the first day with a score" });
  if (bodyStrain !== undefined) {
    const began = addDays(today.date, 1 - bodyStrain.days);
    news.push({ why: "several signs move together", topic: `strain-${bodyStrain.step}-${began}` });
  } else if (afterBodyStrain !== undefined)
    news.push({ why: "a strain has ended", topic: `strain-ended-${addDays(today.date, -afterBodyStrain)}` });
  const moved = newsAtMidday(today);
  if (moved !== undefined) news.push({ why: moved });
  const size = owedSize(night?.halfHoursOwed ?? 0);
  if (size !== undefined)
    news.push({ why: "sleep is owed", topic: `debt-${size}-${Math.floor(dayNumber(today.date) / WEEK_DAYS)}` });
  if (dayOfWeek(today.date) === WEEK_DAY) news.push({ why: "the week is told on this day" });
  const [from, to] = [1, 2].map((days) => instantAt(addDays(today.date, days), "00:00", timeZone)) as [number, number];
  const busy = (await eventsBetween(store, userId, from, to)).some((event) => event.busy && !event.allDay);
  if (busy) news.push({ why: "tomorrow has an event" });
  return news;
}

/** The recipe of the week speaks in the evening of this weekday (skills/weekly-review.md). */
const WEEK_DAY = 5;
const WEEK_DAYS = 7;

function owedSize(halfHours: number): keyof typeof OWED_FROM | undefined {
  return (["far", "clear", "slight"] as const).find((size) => halfHours >= OWED_FROM[size]);
}
