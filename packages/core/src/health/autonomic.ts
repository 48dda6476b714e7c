/**
 * The three pillars of heart and breath: CASS, RHRTS and RRS. pillars.ts calls them. A day without the reading gives
 * undefined.
 */
import type { Metric } from "@waldo/contracts";
import { baselineBefore } from "./baseline.ts";
import { type Scored, scoreOfZ } from "./curve.ts";
import { SOURCE_CONFIDENCE } from "./reconcile.ts";
import type { Signal } from "./signals.ts";
import { comparable, type DayRow, type Timeline } from "./timeline.ts";

/**
 * CASS, the cardiac autonomic state: the logarithm of the night's RMSSD or SDNN against the baseline of the same
 * quantity from the same source (logarithms: Plews et al., Sports Med 2013;43:773). When a day has both, the more
 * trusted source decides. Between equal ones RMSSD decides, because it reflects vagal tone alone (Task Force of the
 * ESC/NASPE 1996).
 */
export function cassPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  const { hrvRmssdMs: rmssd, hrvSdnnMs: sdnn } = row.metrics;
  const preferSdnn =
    sdnn !== undefined && (rmssd === undefined || SOURCE_CONFIDENCE[sdnn.source] > SOURCE_CONFIDENCE[rmssd.source]);
  return againstBaseline(timeline, row, preferSdnn ? "hrvSdnnMs" : "hrvRmssdMs", 1);
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
