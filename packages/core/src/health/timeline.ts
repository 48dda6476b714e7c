/**
 * Indexes a person's source days, so that the pillars can look back from any day. crs.ts builds it once per history.
 */
import type { HealthDay, LocalDate, SleepEpisode, Source, SourceDay } from "@waldo/contracts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import type { Reading } from "./baseline.ts";
import { isDaySleep, isGap, RHYTHM } from "./day-sleep.ts";
import { mainSleep, reconcile } from "./reconcile.ts";
import { isLogSignal, SIGNALS, type Signal } from "./signals.ts";

/** Returns the days since the epoch, so yesterday is always one less. */
export function dayNumber(date: LocalDate): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

/**
 * One reconciled day. `night` is the main sleep that ended on this day. It has none where the only long sleep was by day,
 * and where only a piece of the night was recorded.
 */
export type DayRow = HealthDay & {
  readonly day: number;
  readonly night: SleepEpisode | undefined;
  readonly sleptByDay: boolean;
  readonly recordingGap: boolean;
};

/** A person's history, indexed once. A caller passes the day it asks about, and only data up to that day answers. */
export type Timeline = {
  /** In ascending order of day. */
  readonly days: readonly DayRow[];
  on(day: number): DayRow | undefined;
  /**
   * Readings of that source alone, reconciled or not, in ascending order of day. They are logarithms for `log` signals.
   */
  readings(source: Source, signal: Signal): readonly Reading[];
};

/**
 * Builds the timeline of a history. `daySleeps` are the dates before the last one that have a sleep and no night, where an
 * earlier computation with more days has found them.
 */
export function buildTimeline(history: readonly SourceDay[], daySleeps?: ReadonlySet<LocalDate>): Timeline {
  const dates = Map.groupBy(history, ({ date }) => date);
  const days: DayRow[] = [];
  const readings = new Map<string, Reading[]>();
  const mains: { readonly day: number; readonly sleep: SleepEpisode }[] = [];
  const ordered = [...dates.keys()].sort();
  for (const date of ordered) {
    const rows = dates.get(date) ?? [];
    const day = dayNumber(date);
    const reconciled = reconcile(rows);
    const main = reconciled.sleepSource === undefined ? undefined : mainSleep(reconciled.sleeps);
    const earlier = mains.slice(-RHYTHM.nights).flatMap((one) => (one.day < day - RHYTHM.days ? [] : [one.sleep]));
    const isKnown = daySleeps !== undefined && date !== ordered.at(-1);
    const sleptByDay = isKnown ? daySleeps.has(date) : main !== undefined && isDaySleep(main, earlier);
    const recordingGap = !isKnown && !sleptByDay && main !== undefined && isGap(main, earlier);
    days.push({ ...reconciled, day, night: sleptByDay || recordingGap ? undefined : main, sleptByDay, recordingGap });
    if (main !== undefined && !recordingGap) mains.push({ day, sleep: main });
    // A later row of the same source and date replaces the earlier one, here as in reconcile.
    for (const row of new Map(rows.map((one) => [one.source, one])).values()) {
      for (const signal of SIGNALS) {
        const value = signalValue(signal, row);
        if (value === undefined) continue;
        const key = `${row.source} ${signal}`;
        const list = readings.get(key);
        if (list === undefined) readings.set(key, [{ day, value }]);
        else list.push({ day, value });
      }
    }
  }
  const byDay = new Map(days.map((row) => [row.day, row]));
  return {
    days,
    on: (day) => byDay.get(day),
    readings: (source, signal) => readings.get(`${source} ${signal}`) ?? [],
  };
}

/** Returns a source's value of a signal on its day, in the form in which baselines compare it. */
function signalValue(signal: Signal, row: SourceDay): number | undefined {
  if (signal === "sleepEfficiency" || signal === "restorativeShare") {
    const night = mainSleep(row.sleeps);
    return night && nightSignal(signal, night);
  }
  return comparable(signal, row.metrics[signal]);
}

/** Returns the value in the form in which baselines compare it: a logarithm for heart rate variability. */
export function comparable(signal: Signal, value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  if (!isLogSignal(signal)) return value;
  return value > 0 ? Math.log(value) : undefined;
}

/**
 * Returns the share of the time in bed spent asleep, or the share of the sleep in deep and REM when the source has
 * stages.
 */
export function nightSignal(signal: "sleepEfficiency" | "restorativeShare", night: SleepEpisode): number | undefined {
  if (signal === "sleepEfficiency") return asleepShare(night);
  const { deepMinutes, remMinutes, asleepMinutes } = night;
  if (deepMinutes === undefined || remMinutes === undefined || asleepMinutes <= 0) return undefined;
  return Math.min(1, (deepMinutes + remMinutes) / asleepMinutes);
}

export function asleepShare(sleep: SleepEpisode): number {
  return Math.min(1, Math.max(0, (sleep.asleepMinutes * MINUTE_MS) / (sleep.end - sleep.start)));
}
