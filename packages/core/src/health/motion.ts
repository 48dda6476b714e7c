import type { EpochMs } from "@waldo/contracts";
import { HOUR_MS } from "../time.ts";
import { countBefore, type Reading, WARM_UP_NIGHTS } from "./baseline.ts";
import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import { type Scored, scoreOfDeviation } from "./score.ts";
import type { DayRow, Timeline } from "./timeline.ts";

/** The chronic load: four weeks (Gabbett, Br J Sports Med 2016;50:273). */
const LOAD_DAYS = 28;
/** What says most about load comes first: cardiac strain, then energy, then minutes, then steps. */
const LOADS = ["strain", "activeEnergyKcal", "activeMinutes", "steps"] as const;
/** Spread of one person's days beside their own middle day, before those days are known: about 40% (own wearables). */
const USUAL_SPREAD = 0.4;
/** Two deviations off, too little or too much, halve the score: the edge of what the person usually does. */
const HALF_DEVIATIONS = 2;
const WAKING_DAY_MS = 16 * HOUR_MS;

/**
 * The Motion pillar: yesterday's load, and today's, each against the 28 days before yesterday. Before the waking day
 * is over, today can already be too much but not yet too little, and on waking it says nothing. Undefined until one
 * kind of load has seven of those days, all of one source.
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
