import { DEFAULT_DESIGN, type EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../../time.ts";

/** Below this a memory is no longer loaded by itself. Ages are in days: one use 54.6 days ago has this activation. */
export const ACTIVATION_THRESHOLD = DEFAULT_DESIGN.activationThreshold;

/** Returns the age of each use of a memory in days, at least one minute each. */
export function agesInDays(uses: readonly EpochMs[], now: EpochMs): number[] {
  const least = 1 / (24 * 60);
  return uses.map((at) => Math.max((now - at) / DAY_MS, least));
}

/**
 * Returns the exact ACT-R base-level activation ln Σ t^−d over the ages of a memory's uses. The caller chooses the unit
 * of the ages. Another unit shifts the result by a constant. Waldo counts days, so e^activation of one use is 1 after a
 * day, 0.38 after 7, 0.18 after 30 and 0.10 after 90. No use gives −Infinity, and an age of 0 gives +Infinity.
 */
export function activation(ages: readonly number[], decay = DEFAULT_DESIGN.decay): number {
  return Math.log(ages.reduce((sum, age) => sum + age ** -decay, 0));
}
