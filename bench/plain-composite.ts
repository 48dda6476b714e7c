/** The baseline that bench:health compares Recovery with. */

import type { SourceDay } from "@waldo/contracts";

const TERMS = [
  { weight: 0.4, read: (day: SourceDay) => day.metrics.hrvRmssdMs && Math.log(day.metrics.hrvRmssdMs) },
  { weight: -0.25, read: (day: SourceDay) => day.metrics.restingHrBpm },
  { weight: -0.1, read: (day: SourceDay) => day.metrics.respiratoryRateRpm },
  { weight: 0.25, read: asleepMinutes },
] as const;
const TRAILING_NIGHTS = 28;
const LEAST_NIGHTS = 7;

/**
 * The baseline that Recovery must beat: 0.40 z(ln RMSSD) − 0.25 z(resting HR) − 0.10 z(respiratory rate) + 0.25 z(time
 * asleep). Each z uses mean and deviation of the last 28 nights that had the value, at least 7, without the night
 * itself. A term that a set never has (Fitbit without HRV) is left out of the sum. A day that lacks a term which the
 * set has gets no value.
 */
export function plainComposite(days: readonly SourceDay[]): Map<string, number> {
  const ordered = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const terms = TERMS.filter(({ read }) => ordered.some((day) => read(day) !== undefined));
  const seen = terms.map((): number[] => []);
  const composite = new Map<string, number>();
  for (const day of ordered) {
    let sum: number | undefined = terms.length === 0 ? undefined : 0;
    for (const [index, { weight, read }] of terms.entries()) {
      const value = read(day);
      const before = seen[index]?.slice(-TRAILING_NIGHTS) ?? [];
      const z = value === undefined ? undefined : zScore(value, before);
      sum = sum === undefined || z === undefined ? undefined : sum + weight * z;
      if (value !== undefined) seen[index]?.push(value);
    }
    if (sum !== undefined) composite.set(day.date, sum);
  }
  return composite;
}

function zScore(value: number, before: readonly number[]): number | undefined {
  if (before.length < LEAST_NIGHTS) return undefined;
  const mean = before.reduce((sum, one) => sum + one, 0) / before.length;
  const deviation = Math.sqrt(before.reduce((sum, one) => sum + (one - mean) ** 2, 0) / before.length);
  return deviation < 1e-9 ? undefined : (value - mean) / deviation;
}

function asleepMinutes(day: SourceDay): number | undefined {
  const nights = day.sleeps.filter(({ nap }) => !nap).map((sleep) => sleep.asleepMinutes);
  return nights.length === 0 ? undefined : Math.max(...nights);
}
