/**
 * Learns when a person's nights arrive, from their own syncs. The morning Brief waits until then, and says when the
 * night usually arrives. sense.ts stores each arrival. This file stores no reading of the body.
 */
import type { Habits, LocalDate, LocalTime } from "@waldo/contracts";
import { minuteOf, timeOf } from "../time.ts";
import { clockDifference } from "./statistics.ts";

const KEPT = 14;
/** The usual time is unknown with fewer nights than this. */
const LEAST_NIGHTS = 5;

/**
 * Returns the arrivals, including the arrival of a date. For each date the first arrival counts. `time` is on the
 * person's clock.
 */
export function withArrival(arrivals: Habits["arrivals"], date: LocalDate, time: LocalTime): Habits["arrivals"] {
  if (arrivals.some((one) => one.date === date)) return arrivals;
  return [...arrivals, { date, minute: minuteOf(time) }].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-KEPT);
}

/**
 * Returns how many minutes after `wake` the nights usually arrive, −720 to 720. The value is the second latest of the
 * known nights, because one late sync is not usual. Returns undefined with fewer than five nights.
 */
export function usualArrivalAfter(wake: LocalTime, arrivals: Habits["arrivals"]): number | undefined {
  if (arrivals.length < LEAST_NIGHTS) return undefined;
  const after = arrivals.map(({ minute }) => clockDifference(minute, minuteOf(wake))).sort((a, b) => a - b);
  return after.at(-2);
}

const HALF_HOUR = 30;

/** Returns the usual arrival as a time of day, rounded up to a half hour, for words such as "by about eight". */
export function usualArrivalTime(wake: LocalTime, arrivals: Habits["arrivals"]): LocalTime | undefined {
  const after = usualArrivalAfter(wake, arrivals);
  return after === undefined ? undefined : timeOf(Math.ceil((minuteOf(wake) + after) / HALF_HOUR) * HALF_HOUR);
}
