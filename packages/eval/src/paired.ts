// Compares two methods on the same cases, with intervals of the difference and of a share. The code is pure: random
// numbers come from a seed or from a port.

import { seeded } from "@waldo/core/digest";
import type { Random } from "@waldo/core/ports";

/** Coefficients of Acklam's approximation of the normal quantile. Its relative error is under 1.2e-9. */
const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1];
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

const polynomial = (coefficients: readonly number[], x: number) => coefficients.reduce((sum, one) => sum * x + one, 0);

/** Returns the z below which the share `p` of a normal distribution lies. Throws unless 0 < p < 1. */
export function quantileOfNormal(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError("a quantile is asked for a share between 0 and 1");
  if (p > 1 - TAIL) return -quantileOfNormal(1 - p);
  if (p < TAIL) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, q) / polynomial(D, q);
  }
  const q = p - 0.5;
  return (polynomial(A, q * q) * q) / polynomial(B, q * q);
}

type Interval = { readonly low: number; readonly high: number };

/** Returns Wilson's interval of a share, from 0 to 1. `counted` is not 0. Weights may make the counts fractions. */
export function wilson(good: number, counted: number, level = 0.95): Interval {
  const z = quantileOfNormal(0.5 + level / 2);
  const share = good / counted;
  const spread = 1 + z ** 2 / counted;
  const middle = (share + z ** 2 / (2 * counted)) / spread;
  const half = (z / spread) * Math.sqrt((share * (1 - share)) / counted + (z / (2 * counted)) ** 2);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

type Resampling = {
  /** The same seed gives the same interval. */
  readonly seed?: number;
  /** Used instead of the seed. */
  readonly random?: Random;
  /** How often the cases are drawn again. */
  readonly samples?: number;
  /** The confidence of the interval, for example 0.95. */
  readonly level?: number;
};

/**
 * Returns the mean of the differences and its interval by a paired bootstrap. Each difference belongs to one case. For
 * few cases the percentile interval is too narrow, so it is widened by the ratio of Student's t to the normal
 * distribution (Hesterberg 2015, the expanded percentile interval). With fewer than two cases the interval is infinite,
 * which JSON cannot hold.
 */
export function pairedBootstrap(
  differences: readonly number[],
  options: Resampling = {},
): Interval & { readonly mean: number } {
  return clusteredBootstrap(
    differences.map((one) => [one]),
    options,
  );
}

/**
 * Does the same for cases in groups of similar ones, such as the questions of one conversation. It draws whole groups,
 * so the number of groups decides the width of the interval. Every case has the same weight.
 */
export function clusteredBootstrap(
  groups: readonly (readonly number[])[],
  { seed = 1, random, samples = 4000, level = 0.95 }: Resampling = {},
): Interval & { readonly mean: number } {
  const full = groups.filter((group) => group.length > 0);
  const sums = full.map((group) => ({ sum: group.reduce((sum, one) => sum + one, 0), count: group.length }));
  const [all, cases] = [sums.reduce((sum, one) => sum + one.sum, 0), sums.reduce((sum, one) => sum + one.count, 0)];
  const mean = cases === 0 ? 0 : all / cases;
  if (full.length < 2) return { mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const next = random ? () => random.next() : seeded(seed);
  const means = Array.from({ length: samples }, () => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < sums.length; i++) {
      const drawn = sums[Math.floor(next() * sums.length)];
      sum += drawn?.sum ?? 0;
      count += drawn?.count ?? 0;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  const wider = widening(full.length, level);
  return {
    mean,
    low: mean + (quantile(means, (1 - level) / 2) - mean) * wider,
    high: mean + (quantile(means, (1 + level) / 2) - mean) * wider,
  };
}

/** The n-1 of a standard error, and Student's t over the normal quantile (the first terms of Cornish and Fisher). */
function widening(n: number, level: number): number {
  const z = quantileOfNormal((1 + level) / 2);
  const free = n - 1;
  const t = z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2);
  return (t / z) * Math.sqrt(n / free);
}

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
