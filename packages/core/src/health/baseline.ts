import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import { populationOf, type Signal } from "./signals.ts";

/** One value of one signal of one source on one day. `log` signals arrive as logarithms. */
export type Reading = { readonly day: number; readonly value: number };

/** Days with a reading that a baseline looks back on. */
export const BASELINE_DAYS = 30;
/**
 * "30 days" are 30 days with a reading, none older than this: a person back from four weeks without the device is
 * still better described by their own spring than by a stranger, and a sparse wearer still gets a full baseline.
 */
export const BASELINE_OLDEST_DAYS = 90;
/** Nights before a baseline is the person's own. Also the weight of the population's spread beside theirs. */
export const WARM_UP_NIGHTS = 7;
/** A stranger's average says little about one night. */
export const PRIOR_CONFIDENCE = 0.2;
/** A baseline fresh from warm-up; grows to 1 at 30 days. */
const WARM_CONFIDENCE = 0.6;

/** Where a person usually is, and how far they usually stray; in the signal's unit, or its logarithm. */
export type Baseline = { readonly center: number; readonly deviation: number; readonly confidence: number };

/**
 * The baseline of one signal of one source before `day` (exclusive): median, and deviation from the median absolute
 * deviation drawn towards the spread usual within people. With fewer than seven readings it is the population's, at
 * low confidence; undefined where the signal has no population.
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

/** The values of the last 30 readings before `day` that are not too old. `readings` ascend by day. */
function trailingValues(readings: readonly Reading[], day: number): number[] {
  const end = countBefore(readings, day);
  const start = Math.max(countBefore(readings, day - BASELINE_OLDEST_DAYS), end - BASELINE_DAYS);
  return readings.slice(start, end).map((reading) => reading.value);
}

/** How many readings lie before `day`. */
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
