// The statistics of the scores: clock times on a circle, where the mean of 23:00 and 01:00 is midnight and not noon
// (Mardia & Jupp 2000), robust values that one unusual night hardly changes, and a person's usual values in one signal.
// No function changes its input.
import { populationOf, type Signal } from "./signals.ts";

const DAY_MINUTES = 1440;

/** Returns `minutes` moved into 0 ≤ x < 1440. */
export function clockMinute(minutes: number): number {
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

/** Returns the shorter way round the clock from `from` to `to`, in minutes, −720 < x ≤ 720. */
export function clockDifference(to: number, from: number): number {
  const forward = clockMinute(to - from);
  return forward > DAY_MINUTES / 2 ? forward - DAY_MINUTES : forward;
}

/**
 * Returns the mean direction and the circular standard deviation √(−2 ln R) of clock times, both in minutes. Returns
 * undefined for an empty list, and when the times cancel each other so that no direction is left.
 */
export function circularStatistics(minutes: readonly number[]): { mean: number; deviation: number } | undefined {
  if (minutes.length === 0) return undefined;
  let east = 0;
  let north = 0;
  for (const minute of minutes) {
    const angle = (2 * Math.PI * minute) / DAY_MINUTES;
    east += Math.cos(angle);
    north += Math.sin(angle);
  }
  const resultant = Math.min(1, Math.hypot(east, north) / minutes.length);
  if (resultant < 1e-9) return undefined;
  const perRadian = DAY_MINUTES / (2 * Math.PI);
  return {
    mean: clockMinute(Math.atan2(north, east) * perRadian),
    deviation: Math.sqrt(-2 * Math.log(resultant)) * perRadian,
  };
}

/** A pillar's score, and how far it can be trusted. */
export type Scored = {
  readonly score: number;
  readonly confidence: number;
  /** Only for sleep: the sleep debt, in units of two weeks of six hours in bed. */
  readonly debt?: number;
};

/**
 * How fast a score leaves its baseline: ten points for the first deviation, as a T-score does (McCall 1922), and less
 * for each further one. With this value a z-score pillar varies from night to night about as much as Sleep does (10 to
 * 12 points over the development wearables, no device's score looked at). Only with equal variation do the weights of
 * the formula tell what each pillar contributes.
 */
const STEEPNESS = 0.4;

/**
 * Returns a z-score as 0–100 with the logistic curve. It never reaches 0 or 100, so two extreme nights still differ.
 * `usual` is the score of z = 0.
 */
export function scoreOfZ(z: number, usual = 50): number {
  return 100 / (1 + Math.exp(-STEEPNESS * z) * (100 / usual - 1));
}

/**
 * Returns 100 at no deviation and 50 at `half`. It falls like a bell curve, so small deviations cost almost nothing.
 */
export function scoreOfDeviation(deviation: number, half: number): number {
  return 100 * 2 ** -((deviation / half) ** 2);
}

/** Returns the median, or undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
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
 * times (pooled variance). A few nights can be equal by chance or by rounding; the prior keeps their spread above zero.
 */
export function pooledDeviation(deviation: number, count: number, prior: number, priorCount: number): number {
  return Math.sqrt((count * deviation ** 2 + priorCount * prior ** 2) / (count + priorCount));
}

/** One value of one signal from one source on one day. Values of `log` signals are already logarithms. */
export type Reading = { readonly day: number; readonly value: number };

/** How many days with a reading a baseline uses. */
export const BASELINE_DAYS = 30;
/**
 * "30 days" means 30 days with a reading, none older than this. A person who comes back after four weeks without the
 * device is still better described by their own older days than by the population. A person who seldom wears the device
 * still gets a full baseline.
 */
export const BASELINE_OLDEST_DAYS = 90;
/**
 * Nights before a baseline is the person's own. It is also the weight of the population's spread against the person's.
 */
export const WARM_UP_NIGHTS = 7;
/** The confidence of the population's baseline. An average of other people says little about one night. */
export const PRIOR_CONFIDENCE = 0.2;
/** The confidence of a baseline right after warm-up. It grows to 1 at 30 days. */
const WARM_CONFIDENCE = 0.6;

/** The person's usual value and usual spread, in the signal's unit or its logarithm. */
type Baseline = { readonly center: number; readonly deviation: number; readonly confidence: number };

/**
 * Returns the baseline of one signal from one source before `day` (exclusive). The centre is the median. The deviation
 * comes from the median absolute deviation, drawn towards the usual spread within people. With fewer than seven
 * readings it is the population's baseline at low confidence, or undefined when the signal has no population.
 */
export function baselineBefore(signal: Signal, readings: readonly Reading[], day: number): Baseline | undefined {
  const values = trailingValues(readings, day);
  const population = populationOf(signal);
  const center = median(values);
  if (values.length < WARM_UP_NIGHTS || center === undefined) {
    if (population === undefined) return undefined;
    return { center: population.center, deviation: population.between, confidence: PRIOR_CONFIDENCE };
  }
  const spread = robustDeviation(values, center);
  const deviation =
    population === undefined ? spread : pooledDeviation(spread, values.length, population.within, WARM_UP_NIGHTS);
  const grown = (values.length - WARM_UP_NIGHTS) / (BASELINE_DAYS - WARM_UP_NIGHTS);
  return { center, deviation, confidence: WARM_CONFIDENCE + (1 - WARM_CONFIDENCE) * grown };
}

/**
 * Returns the values of the last 30 readings before `day` that are not too old. `readings` are in ascending order of
 * day.
 */
function trailingValues(readings: readonly Reading[], day: number): number[] {
  const end = countBefore(readings, day);
  const start = Math.max(countBefore(readings, day - BASELINE_OLDEST_DAYS), end - BASELINE_DAYS);
  return readings.slice(start, end).map((reading) => reading.value);
}

/** Returns how many readings are before `day`. */
export function countBefore(readings: readonly Reading[], day: number): number {
  let low = 0;
  let high = readings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((readings[middle]?.day ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
