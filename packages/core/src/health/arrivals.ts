/**
 * Learns when a person's nights arrive, from their own syncs. The morning Brief waits for that long, and says when the
 * night usually comes. sense.ts notes each arrival. No reading of the body is kept here.
 */
import type { Habits, LocalDate, LocalTime } from "@waldo/contracts";
import { minuteOf, timeOf } from "../time.ts";
import { clockDifference } from "./statistics.ts";

const KEPT = 14;
/** With fewer nights than this no usual time is known. */
const LEAST_NIGHTS = 5;

/** Returns the arrivals with that of a date. The first arrival of a date counts. `time` is on the person's clock. */
export function withArrival(arrivals: Habits["arrivals"], date: LocalDate, time: LocalTime): Habits["arrivals"] {
  if (arrivals.some((one) => one.date === date)) return arrivals;
  return [...arrivals, { date, minute: minuteOf(time) }].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-KEPT);
}

/**
 * Returns by how many minutes after `wake` the nights have usually arrived, −720 to 720. The latest of the known nights
 * is left out, because one late sync is not usual. Returns undefined while fewer than five are known.
 */
export function usualArrivalAfter(wake: LocalTime, arrivals: Habits["arrivals"]): number | undefined {
  if (arrivals.length < LEAST_NIGHTS) return undefined;
  const after = arrivals.map(({ minute }) => clockDifference(minute, minuteOf(wake))).sort((a, b) => a - b);
  return after.at(-2);
}

const HALF_HOUR = 30;

/** Returns the same as a time of day, on the next half hour, for words such as "by about eight". */
export function usualArrivalTime(wake: LocalTime, arrivals: Habits["arrivals"]): LocalTime | undefined {
  const after = usualArrivalAfter(wake, arrivals);
  return after === undefined ? undefined : timeOf(Math.ceil((minuteOf(wake) + after) / HALF_HOUR) * HALF_HOUR);
}
