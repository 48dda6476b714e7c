/**
 * Computes stress, 0–1, from intraday heart rate and HRV against the person's own rest, without readings taken while
 * moving (docs/sources.md, The Fetch). It is our own heuristic and not a clinical scale. It only decides whether a
 * moment is a candidate for the Fetch, which runs in shadow mode until it has proved itself.
 */
import type { IntradaySample, Live, SourceDay } from "@waldo/contracts";
import { MINUTE_MS } from "../time.ts";
import { median } from "./robust.ts";

/** Stress at or above this for {@link SUSTAINED_MINUTES} makes the moment a candidate (docs/sources.md, The Fetch). */
export const STRESS_HIGH = 0.6;
export const SUSTAINED_MINUTES = 10;
/**
 * Readings further apart than this belong to two stretches. A stretch whose last reading is older than this is over.
 */
const GAP_MS = 5 * MINUTE_MS;
/** The rise above resting heart rate, as a share of it, that counts as full stress. */
const FULL_RISE = 0.5;
/** Weight of the heart rate when HRV was measured too. */
const HEART_WEIGHT = 0.6;
/** A spike: a heart rate this far above rest, as a share of it, without movement, for {@link SPIKE_MINUTES}. */
const SPIKE_RISE = 0.6;
const SPIKE_MINUTES = 5;

export type Rest = { readonly heartRateBpm: number; readonly hrvRmssdMs?: number };

/** Returns the person's own rest: the medians of the given days. Undefined without a resting heart rate. */
export function restOf(days: readonly SourceDay[]): Rest | undefined {
  const values = (metric: "restingHrBpm" | "hrvRmssdMs") => days.flatMap(({ metrics }) => metrics[metric] ?? []);
  const heart = values("restingHrBpm");
  const hrv = values("hrvRmssdMs");
  const [heartRateBpm, hrvRmssdMs] = [median(heart), median(hrv)];
  if (heartRateBpm === undefined) return undefined;
  return { heartRateBpm, ...(hrvRmssdMs === undefined ? {} : { hrvRmssdMs }) };
}

/** Returns the stress of one reading, 0–1. */
export function stressOf({ heartRateBpm, hrvRmssdMs }: IntradaySample, rest: Rest): number {
  const heart = clamp((heartRateBpm / rest.heartRateBpm - 1) / FULL_RISE);
  if (hrvRmssdMs === undefined || rest.hrvRmssdMs === undefined) return heart;
  return HEART_WEIGHT * heart + (1 - HEART_WEIGHT) * clamp(1 - hrvRmssdMs / rest.hrvRmssdMs);
}

const clamp = (x: number) => Math.min(1, Math.max(0, x));

/**
 * Returns the level of the latest reading and for how long it was high. It returns nothing when there is no recent
 * reading. Movement ends a stretch, because what follows exercise is recovery.
 */
export function sniff(samples: readonly IntradaySample[], rest: Rest, now: number): Pick<Live, "stress" | "spike"> {
  const ordered = samples.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const last = ordered.at(-1);
  if (!last || now - last.at > GAP_MS) return {};
  if (last.moving) return { stress: { level: 0, minutes: 0 } };
  const level = Math.round(stressOf(last, rest) * 100) / 100;
  const minutes = heldFor(ordered, (sample) => stressOf(sample, rest) >= STRESS_HIGH);
  const raised = heldFor(ordered, ({ heartRateBpm }) => heartRateBpm >= rest.heartRateBpm * (1 + SPIKE_RISE));
  return { stress: { level, minutes }, ...(raised >= SPIKE_MINUTES ? { spike: true } : {}) };
}

/** Returns the minutes from the first to the last reading of the current stretch. */
function heldFor(ordered: readonly IntradaySample[], holds: (sample: IntradaySample) => boolean): number {
  const end = ordered.at(-1);
  if (!end) return 0;
  let start: number | undefined;
  let next = end.at;
  for (const sample of ordered.toReversed()) {
    if (sample.moving || !holds(sample) || next - sample.at > GAP_MS) break;
    start = sample.at;
    next = sample.at;
  }
  return start === undefined ? 0 : (end.at - start) / MINUTE_MS;
}
