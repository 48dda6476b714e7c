/** When a person usually wakes and goes to bed, as their nights show it. */
import type { LocalTime, SleepEpisode, SourceDay, UsualTimes } from "@waldo/contracts";
import { DAY_MINUTES, MINUTE_MS, timeOf } from "../time.ts";
import { nightOf } from "./reconcile.ts";
import { median } from "./robust.ts";

/** Nights from which wake and sleep times are learnt. */
export const HABIT_DAYS = 28;
/** Usual times are told to the quarter hour. */
const GRID_MINUTES = 15;
const NOON = 12 * 60;

/** Returns the medians of these nights by the person's own clock, to the quarter hour. Undefined without nights. */
export function usualTimes(nights: readonly SleepEpisode[]): UsualTimes | undefined {
  if (nights.length === 0) return undefined;
  const local = (at: number, offset: number) => Math.floor(at / MINUTE_MS) + offset;
  // Bedtimes straddle midnight; counted from noon they are one cluster.
  const wakes = nights.map((night) => mod(local(night.end, night.offsetMinutes)));
  const beds = nights.map((night) => mod(local(night.start, night.offsetMinutes) - NOON));
  return { wakeTime: clock(median(wakes)), sleepTime: clock((median(beds) ?? 0) + NOON) };
}

/** Returns the nights of these days, the earliest first. */
export function nightsOf(days: readonly SourceDay[]): SleepEpisode[] {
  const dates = Map.groupBy(days, ({ date }) => date);
  return [...dates.values()].flatMap((rows) => nightOf(rows) ?? []).sort((a, b) => a.end - b.end);
}

const mod = (minutes: number) => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

function clock(minutes: number | undefined): LocalTime {
  return timeOf(Math.round((minutes ?? 0) / GRID_MINUTES) * GRID_MINUTES);
}
