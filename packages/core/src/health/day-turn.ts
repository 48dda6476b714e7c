/**
 * Says to which day of a person's life an instant belongs. A day has the name of the date on which its night ended. It
 * changes in the middle of the person's sleep and not at midnight. So for a person who goes to bed at 03:45, the hours
 * after midnight belong to the day before. sense.ts uses it for every wake, and a played day for its jobs.
 */
import type { EpochMs, LocalDate, SleepEpisode, SourceDay } from "@waldo/contracts";
import { addDays, DAY_MINUTES, instantAt, localDate, localTime, minuteOf, timeOf } from "../time.ts";
import { nightOf } from "./reconcile.ts";
import { circularStatistics, clockMinute } from "./statistics.ts";
import { isDaySleep, isGap, midpointMinute, RHYTHM, wallMinute } from "./timeline.ts";

/** The usual middle of sleep needs at least this many nights. */
const LEAST_NIGHTS = 3;
/** The nights of this many days are read, so that some may be missing. */
export const TURN_DAYS = RHYTHM.days;

/**
 * Returns the minute at which a person's day changes, counted from the midnight that begins the date, −720 to 1439. It
 * is the circular mean of the middles of their nights by the local clock. It is negative when the middle of sleep is
 * before midnight and its end after it. Returns 0, midnight, with fewer than three nights.
 */
export function turnOf(nights: readonly SleepEpisode[]): number {
  const recent = nights.slice(-RHYTHM.nights);
  if (recent.length < LEAST_NIGHTS) return 0;
  const middle = circularStatistics(recent.map(midpointMinute))?.mean;
  const wake = circularStatistics(recent.map((night) => wallMinute(night.end, night.offsetMinutes)))?.mean;
  if (middle === undefined || wake === undefined) return 0;
  // A night has the date on which it ends, so the minutes are counted back from its end.
  return Math.round(wake - clockMinute(wake - middle));
}

/** Returns the day to which a clock time of a date belongs. `turn` is the result of turnOf, in minutes after midnight. */
export function dayOfClock(date: LocalDate, minute: number, turn: number): LocalDate {
  if (turn >= 0) return minute < turn ? addDays(date, -1) : date;
  return minute >= DAY_MINUTES + turn ? addDays(date, 1) : date;
}

/** Returns the day of the person's life to which an instant belongs. */
export function dayLived(at: EpochMs, timeZone: string, turn: number): LocalDate {
  return dayOfClock(localDate(at, timeZone), minuteOf(localTime(at, timeZone)), turn);
}

/** Returns the instant at which a day ends and the next one begins. */
export function dayEnds(date: LocalDate, timeZone: string, turn: number): EpochMs {
  const on = turn < 0 ? date : addDays(date, 1);
  return instantAt(on, timeOf(turn), timeZone);
}

/** A day of a person, and the instant at which it began. */
export type PersonDay = { readonly date: LocalDate; readonly turn: number };

/**
 * Returns the person's day at `at`, from their source days. A night that has ended begins the day of its date, even
 * when the person woke before the usual middle of their sleep. A sleep during the day begins no day.
 */
export function personDay(days: readonly SourceDay[], at: EpochMs, timeZone: string): PersonDay {
  const today = localDate(at, timeZone);
  const nights = new Map([...Map.groupBy(days, ({ date }) => date)].map(([date, rows]) => [date, nightOf(rows)]));
  const known = [...nights.keys()].filter((date) => date < today && date >= addDays(today, -TURN_DAYS)).sort();
  const earlier = known.flatMap((date) => nights.get(date) ?? []);
  const turn = turnOf(earlier);
  const lived = dayLived(at, timeZone, turn);
  const night = nights.get(today);
  const isNight = night !== undefined && !isDaySleep(night, earlier) && !isGap(night, earlier);
  const woke = isNight ? night.end : Number.POSITIVE_INFINITY;
  return { date: lived < today && woke <= at ? today : lived, turn };
}
