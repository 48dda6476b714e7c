/** Statistics that one odd night cannot move far. No function changes its input. */

/** Returns the median, or undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Makes the median absolute deviation estimate the standard deviation of normal data (Rousseeuw & Croux 1993). */
const MAD_TO_SD = 1.4826;

/**
 * Returns the standard deviation, estimated from the median absolute deviation around `center`. It is 0 for an empty
 * list.
 */
export function robustDeviation(values: readonly number[], center: number): number {
  return MAD_TO_SD * (median(values.map((value) => Math.abs(value - center))) ?? 0);
}

/**
 * Returns a deviation estimated from `count` values, drawn towards `prior` as if the prior had been seen `priorCount`
 * times (pooled variance). A few nights can be equal by chance or by rounding to integers. This keeps their spread
 * above zero.
 */
export function pooledDeviation(deviation: number, count: number, prior: number, priorCount: number): number {
  return Math.sqrt((count * deviation ** 2 + priorCount * prior ** 2) / (count + priorCount));
}
