import type { LocalTime, SourceDay } from "@waldo/contracts";
import { MINUTE_MS } from "@waldo/core/time";

const GRID_MINUTES = 15;

/**
 * When a person usually wakes and goes to bed, by their own clock: the medians over the nights of these days,
 * to the quarter hour. Undefined without nights that have clock times.
 */
export function usualTimes(days: readonly SourceDay[]): { wakeTime: LocalTime; sleepTime: LocalTime } | undefined {
  const nights = days.flatMap((day) => {
    const main = day.sleeps.filter((sleep) => !sleep.nap).sort((a, b) => b.end - b.start - (a.end - a.start))[0];
    return main ? [main] : [];
  });
  if (nights.length === 0) return undefined;
  const local = (at: number, offset: number) => Math.floor(at / MINUTE_MS) + offset;
  // Bedtimes straddle midnight; counted from noon they are one cluster.
  const wakes = nights.map((night) => mod(local(night.end, night.offsetMinutes)));
  const beds = nights.map((night) => mod(local(night.start, night.offsetMinutes) - 720));
  return { wakeTime: clock(median(wakes)), sleepTime: clock(median(beds) + 720) };
}

const mod = (minutes: number) => ((minutes % 1440) + 1440) % 1440;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function clock(minutes: number): LocalTime {
  const m = mod(Math.round(minutes / GRID_MINUTES) * GRID_MINUTES);
  return `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
}
