// Computes the pillars of one day, and holds their weights. crs.ts calls it. A pillar without enough data is absent.
import type { EpochMs, Metric, Pillar, Source } from "@waldo/contracts";
import { HOUR_MS } from "../time.ts";
import { SOURCE_CONFIDENCE } from "./reconcile.ts";
import type { Signal } from "./signals.ts";
import { sleepPillar } from "./sleep.ts";
import {
  baselineBefore,
  circularStatistics,
  clockDifference,
  countBefore,
  median,
  pooledDeviation,
  type Reading,
  robustDeviation,
  type Scored,
  scoreOfDeviation,
  scoreOfZ,
  WARM_UP_NIGHTS,
} from "./statistics.ts";
import { comparable, type DayRow, midpointMinute, type Timeline, wallMinute } from "./timeline.ts";

/** The locked formula (docs/sources.md, Form and Recovery). The weights of one score add up to 1. */
export const FORM_WEIGHTS = { sleep: 0.5, cass: 0.35, circadian: 0.075, motion: 0.075 } as const satisfies Partial<
  Record<Pillar, number>
>;
export const RECOVERY_WEIGHTS = { sleep: 0.5, cass: 0.25, rhrts: 0.15, rrs: 0.1 } as const satisfies Partial<
  Record<Pillar, number>
>;

/**
 * CASS, the cardiac autonomic state: the logarithm of the night's RMSSD or SDNN against the baseline of the same
 * quantity from the same source (logarithms: Plews et al., Sports Med 2013;43:773).
 */
function cassPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, hrvOf(timeline, row), 1);
}

/**
 * Returns the measure of HRV for a day; the two measures are never mixed. If a day has both, the more trusted source
 * decides. If one source has both, RMSSD is used, because it reflects vagal tone alone (Task Force of the ESC/NASPE
 * 1996), as soon as its baseline has enough nights: a watch that begins to give RMSSD has years of SDNN.
 */
export function hrvOf(timeline: Pick<Timeline, "readings">, row: DayRow): "hrvRmssdMs" | "hrvSdnnMs" {
  const { hrvRmssdMs: rmssd, hrvSdnnMs: sdnn } = row.metrics;
  if (sdnn === undefined) return "hrvRmssdMs";
  if (rmssd === undefined) return "hrvSdnnMs";
  const trust = SOURCE_CONFIDENCE[rmssd.source] - SOURCE_CONFIDENCE[sdnn.source];
  if (trust !== 0) return trust > 0 ? "hrvRmssdMs" : "hrvSdnnMs";
  const nights = (source: Source, metric: Metric) => countBefore(timeline.readings(source, metric), row.day);
  const isWarm = nights(rmssd.source, "hrvRmssdMs") >= WARM_UP_NIGHTS;
  return isWarm || nights(sdnn.source, "hrvSdnnMs") < WARM_UP_NIGHTS ? "hrvRmssdMs" : "hrvSdnnMs";
}

/** RHRTS, the resting heart rate trend. A rate below the baseline is better. */
function rhrtsPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, "restingHrBpm", -1);
}

/** RRS, the respiratory rate. A rate above the baseline is worse. */
function rrsPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, "respiratoryRateRpm", -1);
}

function againstBaseline(timeline: Timeline, row: DayRow, metric: Metric & Signal, better: 1 | -1): Scored | undefined {
  const reading = row.metrics[metric];
  const value = comparable(metric, reading?.value);
  if (reading === undefined || value === undefined) return undefined;
  const baseline = baselineBefore(metric, timeline.comparable(reading.source, metric, row.day), row.day);
  if (baseline === undefined) return undefined;
  const z = (better * (value - baseline.center)) / baseline.deviation;
  return { score: scoreOfZ(z), confidence: baseline.confidence };
}

const CIRCADIAN_DAYS = 14;
/** With fewer nights than this the rhythm is unknown and there is no score. */
const LEAST_NIGHTS = 3;
/**
 * The deviation that halves the score. Two hours off the person's own time is the social jet lag of the most misaligned
 * third (Roenneberg et al., Curr Biol 2012;22:939).
 */
const PHASE_HALF_MINUTES = 120;
/**
 * The spread that halves the score. Sleep timing that varies by more has twice the cardiovascular risk (Huang, Mariani
 * & Redline, JACC 2020;75:991).
 */
const SPREAD_HALF_MINUTES = 90;

/**
 * Scores the Circadian pillar from two equal parts: how regular the middle of the night and the waking were over the
 * trailing 14 days, and how close last night was to their mean. Clock times are those of the local clock at waking, so
 * a traveller who keeps local hours keeps the score. Returns undefined without a night, or with fewer than three nights
 * before it. A night whose source gives no times does not count.
 */
function circadianPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  const { night } = row;
  if (night === undefined || night.timesAssumed) return undefined;
  const before = [];
  for (let day = row.day - CIRCADIAN_DAYS; day < row.day; day++) before.push(timeline.on(day)?.night);
  const nights = before.flatMap((one) => (one === undefined || one.timesAssumed ? [] : [one]));
  if (nights.length < LEAST_NIGHTS) return undefined;

  const scores = [midpointMinute, wakeMinute].flatMap((clockTime) => {
    const times = nights.map(clockTime);
    const usual = circularStatistics(times);
    const spread = circularStatistics([...times, clockTime(night)]);
    return [
      usual === undefined ? 0 : scoreOfDeviation(clockDifference(clockTime(night), usual.mean), PHASE_HALF_MINUTES),
      spread === undefined ? 0 : scoreOfDeviation(spread.deviation, SPREAD_HALF_MINUTES),
    ];
  });
  return {
    score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    confidence: nights.length / CIRCADIAN_DAYS,
  };
}

function wakeMinute(night: { end: number; offsetMinutes: number }): number {
  return wallMinute(night.end, night.offsetMinutes);
}

/** The chronic load covers four weeks (Gabbett, Br J Sports Med 2016;50:273). */
const LOAD_DAYS = 28;
/** The metrics of load, the most informative first: cardiac strain, then energy, then minutes, then steps. */
const LOADS = ["strain", "activeEnergyKcal", "activeMinutes", "steps"] as const;
/**
 * How far one person's days differ from their own middle day, before those days are known: about 40% (own wearables).
 */
const USUAL_SPREAD = 0.4;
/** Two deviations above or below the usual load halve the score. That is the edge of what the person usually does. */
const HALF_DEVIATIONS = 2;
const WAKING_DAY_MS = 16 * HOUR_MS;

/**
 * Scores the Motion pillar from yesterday's and today's load, each against the 28 days before yesterday. Before the
 * waking day is over, today's load can only be too high, not too low. At waking it does not count. Returns undefined
 * until one kind of load has seven of those days, all from one source.
 */
function motionPillar(timeline: Timeline, row: DayRow, at: EpochMs): Scored | undefined {
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
 * that are left out do not count for the usual load, but stay in `readings`. Returns undefined without a load, or when
 * fewer than seven of those days have one from the same source.
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

export type PillarScores = Partial<Record<Pillar, Scored>>;

/** Returns each pillar at `at` on the day of `row`. A pillar is absent when there is not enough data. */
const PILLAR_READINGS: Record<Pillar, (timeline: Timeline, row: DayRow, at: EpochMs) => Scored | undefined> = {
  sleep: sleepPillar,
  cass: cassPillar,
  rhrts: rhrtsPillar,
  rrs: rrsPillar,
  circadian: circadianPillar,
  motion: motionPillar,
};

export function scorePillars(timeline: Timeline, row: DayRow, at: EpochMs): PillarScores {
  const scores: PillarScores = {};
  for (const [pillar, read] of Object.entries(PILLAR_READINGS) as [Pillar, (typeof PILLAR_READINGS)[Pillar]][]) {
    const scored = read(timeline, row, at);
    if (scored !== undefined) scores[pillar] = scored;
  }
  return scores;
}
