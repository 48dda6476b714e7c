/**
 * Turns WHOOP's cycles and sleeps into days. The importer of exports and the reader of WHOOP's cloud both use it, so a
 * night has the same date in both.
 *
 * A cycle begins when the person falls asleep and ends when they next do. HRV, resting heart rate, respiratory rate,
 * recovery and sleep belong to the local date of **wake onset**, in the cycle's own time zone. Strain belongs to the
 * local date of the middle of the cycle. If two scored sleeps end on one date, the longer one gives the values of the
 * date, and the shorter one is a nap.
 *
 * In newer exports a nap of the cycle replaces its night. The night is then only in the list of sleeps. Without that
 * list the night is missing, and the nap stays a nap.
 */
import type { Metric } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import type { SleepParts } from "./day-collector.ts";
import type { ImportContext } from "./import-context.ts";
import { type WallClock, wallDate } from "./local-time.ts";
import type { Place } from "./refuse.ts";

type Context = Pick<ImportContext, "days" | "notes">;

/** A sleep. Onset and wake are on the local clock. */
export type WhoopSleep = {
  readonly place: Place;
  readonly offset: number;
  readonly onset: WallClock;
  readonly wake: WallClock;
  readonly asleep: number;
  readonly parts: SleepParts;
};
/** A sleep from the list of all sleeps. It names its cycle by the start of the cycle. */
export type ListedSleep = WhoopSleep & { readonly nap: boolean; readonly cycleStart: number | undefined };
export type WhoopCycle = {
  readonly place: Place;
  readonly content: string;
  readonly start: number | undefined;
  /** The sleep in the row of the cycle. */
  readonly sleep: WhoopSleep | undefined;
  /** True when the list of sleeps also holds this sleep. */
  readonly isListed?: boolean;
  /** The minutes asleep. The cycle with the most of them gives the values of its date. */
  readonly asleep: number;
  /** Local date of wake onset. Undefined for a cycle without a sleep. */
  readonly wakeDate: string | undefined;
  readonly strainDate: string;
  readonly strain: number | undefined;
  readonly recovery: number | undefined;
  readonly metrics: readonly (readonly [Metric, number])[];
};

/** Adds all cycles and all listed sleeps to the days. */
export function addWhoop(cycles: readonly WhoopCycle[], listed: readonly ListedSleep[], context: Context): void {
  for (const sleep of listed) addSleep(sleep, sleep.nap, context);
  addCycles(withNights(cycles, listed), context);
}

/**
 * Returns the local date of the middle of a cycle. A cycle without an end belongs to the day on which the person woke.
 */
export function strainDateOf(began: WallClock, end: WallClock | undefined, wake: WallClock | undefined): string {
  return wallDate(end === undefined ? (wake ?? began) : (began + end) / 2);
}

/** Returns the cycles with the wake dates of their nights, taken from the listed sleeps. */
function withNights(cycles: readonly WhoopCycle[], listed: readonly ListedSleep[]): WhoopCycle[] {
  const times = ({ onset, wake }: WhoopSleep) => `${onset} ${wake}`;
  const known = new Set(listed.map(times));
  const ofCycle = Map.groupBy(
    listed.filter(({ nap }) => !nap).sort((a, b) => b.asleep - a.asleep),
    ({ cycleStart }) => cycleStart,
  );
  return cycles.map((cycle) => {
    const { start, sleep } = cycle;
    const isListed = sleep !== undefined && known.has(times(sleep));
    const night = start === undefined ? undefined : ofCycle.get(start)?.[0];
    if (night === undefined) return { ...cycle, isListed };
    return { ...cycle, isListed, asleep: night.asleep, wakeDate: wallDate(night.wake) };
  });
}

/**
 * A cycle begins with its night. A sleep shorter than `asleepMinutes` that begins more than `afterStartMs` after the
 * start of its cycle is a nap.
 */
const NAP = { asleepMinutes: 180, afterStartMs: 180 * MINUTE_MS } as const;

function isNap({ start, sleep }: WhoopCycle): boolean {
  if (start === undefined || sleep === undefined) return false;
  return sleep.asleep < NAP.asleepMinutes && sleep.onset - start >= NAP.afterStartMs;
}

function addCycles(cycles: readonly WhoopCycle[], context: Context): void {
  const seen = new Set<string>();
  const once = cycles.filter((cycle) => {
    const repeated = seen.has(cycle.content);
    seen.add(cycle.content);
    if (repeated) context.notes.add("duplicate", cycle.place, "this cycle is there twice; counted once");
    return !repeated;
  });
  const best = new Map<string, WhoopCycle>();
  for (const cycle of once) {
    if (cycle.wakeDate === undefined) {
      if (cycle.metrics.length === 0) continue;
      context.notes.add("ignored", cycle.place, "values without a wake onset belong to no date; left out");
      continue;
    }
    const rival = best.get(cycle.wakeDate);
    if (rival !== undefined) {
      const loser = cycle.asleep > rival.asleep ? rival : cycle;
      const message = `a second scored sleep ends on ${cycle.wakeDate}; the longer one gives the day's values`;
      context.notes.add("overlap", loser.place, message);
      if (loser === cycle) continue;
    }
    best.set(cycle.wakeDate, cycle);
  }
  for (const cycle of once) if (!cycle.isListed) addSleep(cycle.sleep, isNap(cycle), context);
  for (const [date, cycle] of best) {
    const day = { date, source: "whoop" } as const;
    for (const [metric, value] of cycle.metrics) context.days.metric(day, metric, value, cycle.place);
    if (cycle.recovery !== undefined) context.days.deviceScore(day, cycle.recovery, cycle.place);
  }
  addStrain(once, context);
}

/** Strain is logarithmic and cannot be added up. So of two cycles on one date the harder one counts. */
function addStrain(cycles: readonly WhoopCycle[], context: Context): void {
  const hardest = new Map<string, WhoopCycle>();
  for (const cycle of cycles) {
    if (cycle.strain === undefined) continue;
    const rival = hardest.get(cycle.strainDate);
    if (rival !== undefined) {
      context.notes.add("conflict", cycle.place, `a second cycle on ${cycle.strainDate}; the higher strain stands`);
    }
    if (rival?.strain === undefined || cycle.strain > rival.strain) hardest.set(cycle.strainDate, cycle);
  }
  for (const [date, { strain, place }] of hardest) {
    if (strain !== undefined) context.days.metric({ date, source: "whoop" }, "strain", strain, place);
  }
}

function addSleep(sleep: WhoopSleep | undefined, nap: boolean, context: Context): void {
  if (sleep === undefined) return;
  const { onset, wake, offset, asleep, parts, place } = sleep;
  const times = { start: onset - offset * MINUTE_MS, end: wake - offset * MINUTE_MS, offsetMinutes: offset };
  context.days.sleep("whoop", { ...times, ...parts, asleepMinutes: asleep, nap }, place);
}
