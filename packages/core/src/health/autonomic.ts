/**
 * The three pillars of heart and breath: CASS, RHRTS and RRS. pillars.ts calls them. A day without the reading gives
 * undefined.
 */
import type { Metric, Source } from "@waldo/contracts";
import { baselineBefore, countBefore, WARM_UP_NIGHTS } from "./baseline.ts";
import { type Scored, scoreOfZ } from "./curve.ts";
import { SOURCE_CONFIDENCE } from "./reconcile.ts";
import type { Signal } from "./signals.ts";
import { comparable, type DayRow, type Timeline } from "./timeline.ts";

/**
 * CASS, the cardiac autonomic state: the logarithm of the night's RMSSD or SDNN against the baseline of the same
 * quantity from the same source (logarithms: Plews et al., Sports Med 2013;43:773).
 */
export function cassPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, hrvOf(timeline, row), 1);
}

/**
 * Returns which measure of HRV a day is judged by; the two are never mixed. When a day has both, the more trusted source
 * decides. Of one source RMSSD decides, because it reflects vagal tone alone (Task Force of the ESC/NASPE 1996), once its
 * baseline is warm: a watch that begins to give RMSSD has years of SDNN.
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
export function rhrtsPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, "restingHrBpm", -1);
}

/** RRS, the respiratory rate. A rate above the baseline is worse. */
export function rrsPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  return againstBaseline(timeline, row, "respiratoryRateRpm", -1);
}

function againstBaseline(timeline: Timeline, row: DayRow, metric: Metric & Signal, better: 1 | -1): Scored | undefined {
  const reading = row.metrics[metric];
  const value = comparable(metric, reading?.value);
  if (reading === undefined || value === undefined) return undefined;
  const baseline = baselineBefore(metric, timeline.readings(reading.source, metric), row.day);
  if (baseline === undefined) return undefined;
  const z = (better * (value - baseline.center)) / baseline.deviation;
  return { score: scoreOfZ(z), confidence: baseline.confidence };
}
