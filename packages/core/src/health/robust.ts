/** Statistics that one odd night cannot move far. Inputs are never changed. */

/** The median, or undefined of nothing. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Makes the median absolute deviation estimate the standard deviation of normal data (Rousseeuw & Croux 1993). */
const MAD_TO_SD = 1.4826;

/** Standard deviation as estimated from the median absolute deviation around `center`; 0 of nothing. */
export function robustDeviation(values: readonly number[], center: number): number {
  return MAD_TO_SD * (median(values.map((value) => Math.abs(value - center))) ?? 0);
}

/**
 * A deviation estimated from `count` values, drawn towards `prior` as if the prior had been seen `priorCount` times
 * (pooled variance). A handful of nights can agree by chance, or to the integer; this keeps their spread from
 * coming out as nothing.
 */
export function pooledDeviation(deviation: number, count: number, prior: number, priorCount: number): number {
  return Math.sqrt((count * deviation ** 2 + priorCount * prior ** 2) / (count + priorCount));
}
