/** The Motion pillar: how yesterday's and today's load compare with the usual load. */
import type { EpochMs } from "@waldo/contracts";
import { HOUR_MS } from "../time.ts";
import { countBefore, type Reading, WARM_UP_NIGHTS } from "./baseline.ts";
import { type Scored, scoreOfDeviation } from "./curve.ts";
import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import type { DayRow, Timeline } from "./timeline.ts";

/** The chronic load covers four weeks (Gabbett, Br J Sports Med 2016;50:273). */
const LOAD_DAYS = 28;
/** The metrics of load, the most informative first: cardiac strain, then energy, then minutes, then steps. */
const LOADS = ["strain", "activeEnergyKcal", "activeMinutes", "steps"] as const;
/**
 * How far one person's days differ from their own middle day, before those days are known: about 40% (own wearables).
 */
const USUAL_SPREAD = 0.4;
/** Two deviations, too little or too much, halve the score. That is the edge of what the person usually does. */
const HALF_DEVIATIONS = 2;
const WAKING_DAY_MS = 16 * HOUR_MS;

/**
 * Scores the Motion pillar from yesterday's and today's load, each against the 28 days before yesterday. Before the
 * waking day is over, today can be too much but not too little, and at waking it does not count. Undefined until one
 * kind of load has seven of those days, all from one source.
 */
export function motionPillar(timeline: Timeline, row: DayRow, at: EpochMs): Scored | undefined {
  const awakeMs = row.night === undefined ? 0 : at - row.night.end;
  const yesterday = timeline.on(row.day - 1);
  for (const load of LOADS) {
    const source = (yesterday?.metrics[load] ?? (awakeMs > 0 ? row.metrics[load] : undefined))?.source;
    if (source === undefined) continue;
    const readings = timeline.readings(source, load);
    const usual = usualLoad(readings, row.day - 1);
    if (usual === undefined) continue;
    const off = (day: number) => {
      const value = valueOn(readings, day);
      return value === undefined ? [] : [(value - usual.center) / usual.deviation];
    };
    const today = off(row.day).filter((deviation) => awakeMs >= WAKING_DAY_MS || (awakeMs > 0 && deviation > 0));
    const scores = [...off(row.day - 1), ...today].map((deviation) => scoreOfDeviation(deviation, HALF_DEVIATIONS));
    if (scores.length === 0) continue;
    return { score: scores.reduce((sum, score) => sum + score, 0) / scores.length, confidence: usual.confidence };
  }
  return undefined;
}

function usualLoad(readings: readonly Reading[], day: number) {
  const values = readings
    .slice(countBefore(readings, day - LOAD_DAYS), countBefore(readings, day))
    .map((reading) => reading.value);
  const center = median(values);
  if (center === undefined || values.length < WARM_UP_NIGHTS || center <= 0) return undefined;
  const spread = robustDeviation(values, center);
  return {
    center,
    deviation: pooledDeviation(spread, values.length, USUAL_SPREAD * center, WARM_UP_NIGHTS),
    confidence: values.length / LOAD_DAYS,
  };
}

function valueOn(readings: readonly Reading[], day: number): number | undefined {
  const reading = readings[countBefore(readings, day)];
  return reading?.day === day ? reading.value : undefined;
}

/**
 * Returns the load of a day beside the 28 days before it, in the most informative kind of load that the day has. Days
 * that are left out are no part of the usual load, and stay in `readings`. Undefined without a load, or when fewer than seven of those days have one from the same source.
 */
export function usualLoadBefore(timeline: Timeline, day: number, leftOut: ReadonlySet<number>) {
  const row = timeline.on(day);
  for (const load of LOADS) {
    const reading = row?.metrics[load];
    if (reading === undefined) continue;
    const all = timeline.readings(reading.source, load);
    const usual = usualLoad(
      all.filter((one) => !leftOut.has(one.day)),
      day,
    );
    if (usual === undefined) continue;
    return {
      ...usual,
      value: reading.value,
      readings: all.slice(countBefore(all, day - LOAD_DAYS), countBefore(all, day)),
    };
  }
  return undefined;
}
