/**
 * Says to which day of a person's life an instant belongs. A day has the name of the date on which its night ended. It
 * turns at the middle of the person's sleep and not at midnight: the evening of someone who goes to bed at 03:45
 * belongs to the day that they lived. sense.ts asks it for every wake, and a played day for its jobs.
 */
import type { EpochMs, LocalDate, SleepEpisode, SourceDay } from "@waldo/contracts";
import { addDays, DAY_MINUTES, instantAt, localDate, localTime, minuteOf, timeOf } from "../time.ts";
import { nightOf } from "./reconcile.ts";
import { circularStatistics, clockMinute } from "./statistics.ts";
import { isDaySleep, isGap, midpointMinute, RHYTHM, wallMinute } from "./timeline.ts";

/** How many nights must be known before the usual middle of the sleep is known. */
const LEAST_NIGHTS = 3;
/** Nights of these days are looked at, so that some may be missing. */
export const TURN_DAYS = RHYTHM.days;

/**
 * Returns the minute at which a person's day turns, counted from the midnight that begins the date. It is the circular
 * mean of the middles of their nights by the local clock, −720 to 1439. A negative minute is in the evening before,
 * where the middle of the sleep is before midnight and its end after it. Midnight while fewer than three nights are
 * known.
 */
export function turnOf(nights: readonly SleepEpisode[]): number {
  const recent = nights.slice(-RHYTHM.nights);
  if (recent.length < LEAST_NIGHTS) return 0;
  const middle = circularStatistics(recent.map(midpointMinute))?.mean;
  const wake = circularStatistics(recent.map((night) => wallMinute(night.end, night.offsetMinutes)))?.mean;
  if (middle === undefined || wake === undefined) return 0;
  // The night has the name of the date on which it ends, so the minutes are counted back from there.
  return Math.round(wake - clockMinute(wake - middle));
}

/** Returns the day to which a clock time of a date belongs. `turn` is in minutes after midnight, as turnOf gives it. */
export function dayOfClock(date: LocalDate, minute: number, turn: number): LocalDate {
  if (turn >= 0) return minute < turn ? addDays(date, -1) : date;
  return minute >= DAY_MINUTES + turn ? addDays(date, 1) : date;
}

/** Returns the day that a person lives at an instant. */
export function dayLived(at: EpochMs, timeZone: string, turn: number): LocalDate {
  return dayOfClock(localDate(at, timeZone), minuteOf(localTime(at, timeZone)), turn);
}

/** Returns the instant at which a day ends: when the next one turns. */
export function dayEnds(date: LocalDate, timeZone: string, turn: number): EpochMs {
  const on = turn < 0 ? date : addDays(date, 1);
  return instantAt(on, timeOf(turn), timeZone);
}

/** A day of a person, and when it turned. */
export type PersonDay = { readonly date: LocalDate; readonly turn: number };

/**
 * Returns the day that a person lives at `at`, from their source days. A night that has ended begins the day of its
 * date, also when the person woke before the usual middle of their sleep. A sleep by day begins no day.
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
