/** Days of a made-up person, for tests. */
import type { LocalDate, SleepEpisode, Source, SourceDay } from "@waldo/contracts";
import { addDays, HOUR_MS, MINUTE_MS } from "../../core/src/time.ts";

export const FIRST_DATE = "2026-09-01";

export type NightPlan = {
  /** Local hours. A bedtime of 23 is on the evening before the date. */
  readonly bed?: number;
  readonly hours?: number;
  readonly efficiency?: number;
  readonly offsetMinutes?: number;
  readonly stages?: { readonly deep: number; readonly rem: number };
};

/** A night that ends on `date`. */
export function madeUpNight(date: LocalDate, plan: NightPlan = {}): SleepEpisode {
  const { bed = 23, hours = 8, efficiency = 0.9, offsetMinutes = 0, stages } = plan;
  const midnight = Date.parse(date) - offsetMinutes * MINUTE_MS;
  const start = midnight + (bed >= 12 ? bed - 24 : bed) * HOUR_MS;
  const asleepMinutes = hours * 60 * efficiency;
  return {
    start,
    end: start + hours * HOUR_MS,
    offsetMinutes,
    asleepMinutes,
    ...(stages && { deepMinutes: stages.deep * asleepMinutes, remMinutes: stages.rem * asleepMinutes }),
    nap: false,
  };
}

export function madeUpNap(date: LocalDate, startHour: number, minutes: number): SleepEpisode {
  const start = Date.parse(date) + startHour * HOUR_MS;
  return { start, end: start + minutes * MINUTE_MS, offsetMinutes: 0, asleepMinutes: minutes, nap: true };
}

/** A small wave between −1 and 1, the same every week, so that baselines have a spread. */
function wave(index: number): number {
  return [0, 0.8, -0.5, 0.3, -1, 1, -0.6][index % 7] ?? 0;
}

export type DayPlan = {
  readonly source?: Source;
  readonly night?: NightPlan | "none";
  readonly metrics?: SourceDay["metrics"];
};

/** Returns `count` ordinary days from FIRST_DATE. `change` says what is different on one of them. */
export function madeUpDays(count: number, change: (index: number) => DayPlan = () => ({})): SourceDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(FIRST_DATE, index);
    const { source = "oura", night, metrics } = change(index);
    const usual = {
      hours: 7.5 + 0.4 * wave(index + 2),
      efficiency: 0.9 + 0.02 * wave(index + 4),
      stages: { deep: 0.18, rem: 0.22 },
    };
    return {
      date,
      source,
      metrics: {
        hrvRmssdMs: 45 * Math.exp(0.15 * wave(index)),
        restingHrBpm: 58 + 2 * wave(index + 3),
        respiratoryRateRpm: 14.5 + 0.4 * wave(index + 5),
        steps: 8000 + 2500 * wave(index + 1),
        ...metrics,
      },
      sleeps: night === "none" ? [] : [madeUpNight(date, { ...usual, ...night })],
    };
  });
}
