/**
 * Computes what is usual for a person in one signal: a median and a deviation over the last 30 readings. The pillars
 * compare a day with it.
 */
import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import { populationOf, type Signal } from "./signals.ts";

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

/** Where a person's values usually are, and how far they usually vary, in the signal's unit or its logarithm. */
export type Baseline = { readonly center: number; readonly deviation: number; readonly confidence: number };

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
