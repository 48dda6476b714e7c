/** Power-law forgetting: half a log unit of strength a log unit of age (Anderson & Schooler 1991; ACT-R's `:bll`). */
export const ACTIVATION_DECAY = 0.5;

/** Below this activation a memory is no longer loaded by itself (seed 000 §4g). Ages in days: one use 54.6 days ago. */
export const ACTIVATION_THRESHOLD = -2.0;

/**
 * ACT-R base-level activation ln Σ t^−d, exact, over the ages of a memory's uses. The unit of the ages is the
 * caller's and shifts the result by a constant; Waldo counts days, so that e^activation of one use is 1 after a day,
 * 0.38 after 7, 0.18 after 30 and 0.10 after 90. No use at all is −Infinity; an age of 0 is +Infinity.
 */
export function activation(ages: readonly number[], decay = ACTIVATION_DECAY): number {
  return Math.log(ages.reduce((sum, age) => sum + age ** -decay, 0));
}
