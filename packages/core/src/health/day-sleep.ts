/**
 * Tells a sleep by day from a night. Somebody who was up all night, or whose device was on the charger, may sleep around
 * noon. That sleep is no night: the lived day has not turned (day-turn.ts), and what it says of length and bedtime would
 * be wrong of the night. It counts as a nap does. timeline.ts and day-turn.ts ask it.
 */
import type { SleepEpisode } from "@waldo/contracts";
import { MINUTE_MS } from "../time.ts";
import { WARM_UP_NIGHTS } from "./baseline.ts";
import { circularStatistics, clockDifference, clockMinute } from "./circular.ts";
import { midpointMinute, wallMinute } from "./wall-clock.ts";

/** The nights that say when a person sleeps: so many of the last days. */
export const RHYTHM = { nights: 14, days: 28 } as const;
/** So long a sleep is a night at any hour: it is long enough for an adult. */
const NIGHT_MINUTES = 6 * 60;
/** Nobody who usually sleeps longer has so short a night in bed: the rest of it was not recorded. */
const GAP_MINUTES = 2 * 60;
/** Sleeps whose middles are so close are at the same hours. */
const SAME_HOURS_MINUTES = 4 * 60;

/**
 * Returns whether the longest sleep of a date is a sleep by day. `earlier` are the longest sleeps of the dates before,
 * oldest first. It is one when all of this holds:
 *
 *  - it began after the usual waking and ended before the usual bedtime, of at least seven earlier sleeps;
 *  - it was shorter than six hours asleep;
 *  - none of the earlier sleeps was at the same hours. So somebody who begins to work at night misses one night at most,
 *    and somebody whose hours change every week misses none.
 */
export function isDaySleep(sleep: SleepEpisode, earlier: readonly SleepEpisode[]): boolean {
  const known = earlier.slice(-RHYTHM.nights);
  if (known.length < WARM_UP_NIGHTS || sleep.asleepMinutes >= NIGHT_MINUTES) return false;
  const bed = circularStatistics(known.map((night) => wallMinute(night.start, night.offsetMinutes)))?.mean;
  const wake = circularStatistics(known.map((night) => wallMinute(night.end, night.offsetMinutes)))?.mean;
  if (bed === undefined || wake === undefined) return false;
  const up = clockMinute(wallMinute(sleep.start, sleep.offsetMinutes) - wake);
  const isByDay = up + (sleep.end - sleep.start) / MINUTE_MS <= clockMinute(bed - wake);
  const middle = midpointMinute(sleep);
  return (
    isByDay && known.every((night) => Math.abs(clockDifference(midpointMinute(night), middle)) > SAME_HOURS_MINUTES)
  );
}

/**
 * Returns whether only a piece of a night was recorded: the longest sleep of the date, at the hours of the night, is under
 * two hours from its start to its end, and none of at least seven earlier ones was. A device that was taken off, or had no
 * power, leaves such a piece. What it says of length and hours would be wrong of the night.
 */
export function isGap(sleep: SleepEpisode, earlier: readonly SleepEpisode[]): boolean {
  const known = earlier.slice(-RHYTHM.nights);
  const isShort = ({ start, end }: SleepEpisode) => end - start < GAP_MINUTES * MINUTE_MS;
  return known.length >= WARM_UP_NIGHTS && isShort(sleep) && !known.some(isShort);
}
