/** The local clock at an instant, in minutes. */
import type { SleepEpisode } from "@waldo/contracts";
import { MINUTE_MS } from "../time.ts";

/** Returns the minutes of the local clock since local midnight, from 0 up to 1440. */
export function wallMinute(instant: number, offsetMinutes: number): number {
  const minutes = instant / MINUTE_MS + offsetMinutes;
  return minutes - Math.floor(minutes / 1440) * 1440;
}

/** Returns the clock time of the middle of a sleep. */
export function midpointMinute(night: SleepEpisode): number {
  return wallMinute((night.start + night.end) / 2, night.offsetMinutes);
}
