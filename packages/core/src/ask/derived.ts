/**
 * Makes the rows that a message may speak of, from scores alone: lengths of sleep and clock times to half hours, scores,
 * and on which side of a person's usual a reading lay. They hold no reading (R7).
 */
import type { AskedDay, CrsResult, DayMetric, SignName } from "@waldo/contracts";
import { known, scoresOf } from "./metrics.ts";

const HALF_HOUR = 30;
/** The half hours of a night are counted from noon of the day before. In minutes. */
const NOON_BEFORE = 12 * 60;

/** Returns the rows of these days. A length and a clock time are at most a quarter of an hour off. In minutes. */
export function derivedDays(scores: readonly CrsResult[]): AskedDay[] {
  return scores.map((score) => {
    const { date, findings, sleepTimes } = score;
    const night = findings?.night;
    const clock = (halfHours: number | undefined) =>
      halfHours === undefined ? undefined : halfHours * HALF_HOUR - NOON_BEFORE;
    const values = {
      asleep: night === undefined ? undefined : night.halfHoursAsleep * HALF_HOUR,
      bedTime: clock(sleepTimes?.asleep),
      wakeTime: clock(sleepTimes?.awake),
      ...scoresOf(score),
    };
    return { date, values: known(values), tags: [] };
  });
}

/** The most that a length or a clock time of these rows can be off. In minutes. */
export const DERIVED_ROUNDING = HALF_HOUR / 2;

/** The readings of which only the side of the usual is known, with their sign. */
export const SIGN_OF: Readonly<Partial<Record<DayMetric, SignName>>> = {
  hrv: "hrv",
  restingHr: "restingHr",
  breathing: "breathing",
  awake: "sleepQuality",
};

/** A score that moves as a reading does, and whether it rises when the reading falls. */
export const SCORE_OF: Readonly<Partial<Record<DayMetric, { readonly score: DayMetric; readonly turned: boolean }>>> = {
  hrv: { score: "cassScore", turned: false },
  restingHr: { score: "rhrtsScore", turned: true },
};
