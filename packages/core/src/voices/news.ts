/**
 * Whether midday and evening have something to tell. An unbroken row is no news, so without any the voice keeps quiet.
 * This file is the one place of that question: the facts of a day (core/day) may take its place.
 */
import type { CrsResult, DayState, EpochMs, LocalDate, Profile, SaidEntry } from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { debtTopic, isHeard } from "../channels/said.ts";
import { OWED_FROM } from "../day/facts.ts";
import { bodyZoneOf } from "../health/crs.ts";
import { SAME_WEEK_POINTS, weeksOf } from "../health/weeks.ts";
import type { Store } from "../ports.ts";
import { addDays, DAY_MS, dayOfWeek, instantAt } from "../time.ts";

/** In points. A smaller move of Form is not told, also when it crosses the edge of a zone. */
const MOVED_POINTS = 8;

export type Today = {
  readonly date: LocalDate;
  readonly score: CrsResult | undefined;
  /** What the person was told today. */
  readonly spoken: DayState["spoken"];
};

/** Returns what is new at midday in words for the log: another kind of day, clearly. Undefined otherwise. Pure. */
export function newsAtMidday({ score, spoken }: Today): string | undefined {
  const [told, now] = [spoken?.form, score?.form];
  if (told === undefined || now === undefined || bodyZoneOf(told) === bodyZoneOf(now)) return undefined;
  return Math.abs(now - told) >= MOVED_POINTS ? "the zone has changed since it was told" : undefined;
}

/** One thing that the evening has to tell: in words for the log, and as a part of the topic. */
export type EveningNews = { readonly why: string; readonly topic: string };

/**
 * Returns the news of an evening: tomorrow's first event, the week on its day, and sleep that is owed. A debt is news
 * again after a week, or when it has grown by a size. What the morning has told is no news.
 */
export async function newsOfEvening(
  store: Store,
  { userId, timeZone }: Pick<Profile, "userId" | "timeZone">,
  { date, score }: Pick<Today, "date" | "score">,
  { said, now }: { readonly said: readonly SaidEntry[]; readonly now: EpochMs },
): Promise<EveningNews[]> {
  const news: EveningNews[] = [];
  const [from, to] = [1, 2].map((days) => instantAt(addDays(date, days), "00:00", timeZone)) as [number, number];
  const busy = (await eventsBetween(store, userId, from, to)).some((event) => event.busy && !event.allDay);
  if (busy) news.push({ why: "tomorrow has an event", topic: "tomorrow" });
  if (dayOfWeek(date) === WEEK_DAY && isNewWeek({ date, score }))
    news.push({ why: "the week went another way than the one before", topic: "week" });
  const owed = score?.findings?.night?.halfHoursOwed ?? 0;
  const place = SIZES.findIndex((size) => owed >= OWED_FROM[size]);
  const told = said.filter((one) => one.voice === "evening" && isHeard(one) && now - one.at < DEBT_REST_MS);
  const wasTold = SIZES.slice(0, place + 1).some((size) => told.some(({ topic }) => topic.includes(debtTopic(size))));
  const size = SIZES[place];
  if (size !== undefined && !wasTold) news.push({ why: "sleep is owed", topic: debtTopic(size) });
  return news;
}

const SIZES = ["far", "clear", "slight"] as const;
/** A little less than a week, because no two evenings are at the same minute. */
const DEBT_REST_MS = 6.5 * DAY_MS;

/** True for a week that went another way than the one before, or that is the first one. */
function isNewWeek({ date, score }: Pick<Today, "date" | "score">): boolean {
  const { thisWeek, weekBefore } = weeksOf(score, date);
  if (thisWeek.form === null) return false;
  return weekBefore.form === null || Math.abs(thisWeek.form - weekBefore.form) >= SAME_WEEK_POINTS;
}

/** The recipe of the week speaks in the evening of this weekday (skills/weekly-review.md). */
const WEEK_DAY = 5;
