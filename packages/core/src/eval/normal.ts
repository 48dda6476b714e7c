/** The normal distribution, as far as intervals need it, and the interval of a share. */

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

export type Interval = { readonly low: number; readonly high: number };

/** Returns Wilson's interval of a share, from 0 to 1. `counted` is not 0. Weights may make the counts fractions. */
export function wilson(good: number, counted: number, level = 0.95): Interval {
  const z = quantileOfNormal(0.5 + level / 2);
  const share = good / counted;
  const spread = 1 + z ** 2 / counted;
  const middle = (share + z ** 2 / (2 * counted)) / spread;
  const half = (z / spread) * Math.sqrt((share * (1 - share)) / counted + (z / (2 * counted)) ** 2);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
