/** The Sleep Regularity Index, from published formulas. A test compares it with published values. */
import { DAY_MS, MINUTE_MS } from "../time.ts";

/** The minutes of a day asleep, as intervals [from, to). */
export type AsleepMinutes = readonly (readonly [from: number, to: number])[];

const DAY_MINUTES = 1440;

/**
 * Returns the share of the 1440 minutes in which two days have the same state, asleep or awake. Intervals of one day
 * must not overlap.
 */
export function sleepAgreement(a: AsleepMinutes, b: AsleepMinutes): number {
  const length = (day: AsleepMinutes) => day.reduce((sum, [from, to]) => sum + to - from, 0);
  let both = 0;
  for (const [from, to] of a) {
    for (const [otherFrom, otherTo] of b) both += Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
  }
  return 1 - (length(a) + length(b) - 2 * both) / DAY_MINUTES;
}

/**
 * Returns the Sleep Regularity Index, −100 to 100: the chance of being in the same state at two moments 24 hours apart,
 * scaled so that 0 is chance (Phillips et al., Sci Rep 2017;7:3216). A day runs from `dayStartsAt` minutes after local
 * midnight. Only neighbouring days that both have some sleep are compared, so a night without data is left out and does
 * not count as awake. Undefined without such a pair.
 */
export function sleepRegularityIndex(
  sleeps: readonly { start: number; end: number; offsetMinutes: number }[],
  dayStartsAt = 0,
): number | undefined {
  const days = new Map<number, [number, number][]>();
  for (const { start, end, offsetMinutes } of sleeps) {
    const shift = (offsetMinutes - dayStartsAt) * MINUTE_MS;
    for (let from = start + shift; from < end + shift; ) {
      const day = Math.floor(from / DAY_MS);
      const to = Math.min(end + shift, (day + 1) * DAY_MS);
      const list = days.get(day) ?? [];
      list.push([(from - day * DAY_MS) / MINUTE_MS, (to - day * DAY_MS) / MINUTE_MS]);
      days.set(day, list);
      from = to;
    }
  }
  const agreements = [...days].flatMap(([day, asleep]) => {
    const next = days.get(day + 1);
    return next === undefined ? [] : [sleepAgreement(asleep, next)];
  });
  if (agreements.length === 0) return undefined;
  return (200 * agreements.reduce((sum, one) => sum + one, 0)) / agreements.length - 100;
}
