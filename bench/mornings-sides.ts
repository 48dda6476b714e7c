/**
 * Counts whether a morning names the reading that stands at the edge of the person's month, good or bad, with code of
 * its own. It serves bench:mornings.
 */
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { median } from "@waldo/core/health/statistics";

type Reading = "sleep" | "hrv" | "pulse";
type Side = "good" | "bad";

/** A reading in the first or second place among the last 28 known values, and how far it is from their middle. */
export type Edge = { readonly reading: Reading; readonly side: Side; readonly off: number };

const MONTH = 28;
const PLACES = 2;

const READ: Record<Reading, (day: SourceDay) => number | undefined> = {
  sleep: ({ sleeps }) => {
    const nights = sleeps.filter(({ nap }) => !nap).map(({ asleepMinutes }) => asleepMinutes);
    return nights.length === 0 ? undefined : Math.max(...nights);
  },
  hrv: ({ metrics }) => metrics.hrvRmssdMs ?? metrics.hrvSdnnMs,
  pulse: ({ metrics }) => metrics.restingHrBpm,
};
const READINGS = Object.keys(READ) as Reading[];

/** Returns the edges of each date, the furthest first. */
export function edgesOf(days: readonly SourceDay[]): ReadonlyMap<LocalDate, readonly Edge[]> {
  const known: Record<Reading, number[]> = { sleep: [], hrv: [], pulse: [] };
  const edges = new Map<LocalDate, Edge[]>();
  for (const day of days) {
    const found = READINGS.flatMap((reading): Edge[] => {
      const value = READ[reading](day);
      if (value === undefined) return [];
      const last = known[reading].slice(1 - MONTH);
      known[reading].push(value);
      if (last.length < MONTH - 1) return [];
      const middle = median(last) ?? value;
      const spread = 1.4826 * (median(last.map((one) => Math.abs(one - middle))) ?? 0);
      const [above, below] = [last.filter((one) => one >= value).length, last.filter((one) => one <= value).length];
      const off = spread === 0 ? 0 : Math.abs(value - middle) / spread;
      if (above < PLACES) return [{ reading, side: reading === "pulse" ? "bad" : "good", off }];
      if (below < PLACES) return [{ reading, side: reading === "pulse" ? "good" : "bad", off }];
      return [];
    });
    if (found.length > 0)
      edges.set(
        day.date,
        [...(edges.get(day.date) ?? []), ...found].sort((a, b) => b.off - a.off),
      );
  }
  return edges;
}

const NAMED: Record<Reading, RegExp> = {
  sleep: /\byou slept\b|\bhours? of sleep\b|\brough night\b|\bshort night\b/i,
  hrv: /\bheart's recovery\b/i,
  pulse: /\bresting heart rate\b/i,
};

/** True when the text names the reading of this edge. */
export function names(text: string, { reading }: Edge): boolean {
  return NAMED[reading].test(text);
}

/** From this many deviations on a reading of the other side is to be named as well. */
export const CLEAR = 1.5;
