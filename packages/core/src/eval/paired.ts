/** Two ways of doing the same cases, compared case by case. It is pure: the chance comes from a seed or from a port. */
import type { Random } from "../ports.ts";
import { seeded } from "../seeded.ts";
import { type Interval, quantileOfNormal } from "./normal.ts";

export type Resampling = {
  /** The same seed gives the same interval. */
  readonly seed?: number;
  /** Takes the place of the seed. */
  readonly random?: Random;
  /** How often the cases are drawn again. */
  readonly samples?: number;
  /** How sure the interval is, for example 0.95. */
  readonly level?: number;
};

/**
 * Returns the mean of the differences and its interval by a paired bootstrap. Each difference belongs to one case. The
 * percentile interval of few cases is too narrow, so it is widened as Student's t is wider than the normal distribution
 * (Hesterberg 2015, the expanded percentile interval). From fewer than two cases nothing is known: the interval is
 * endless, which JSON cannot hold.
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
 * Does the same where cases come in groups that are alike within themselves, as the questions of one conversation are:
 * it draws whole groups, so the interval is as wide as their number makes it. Every case weighs the same.
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
