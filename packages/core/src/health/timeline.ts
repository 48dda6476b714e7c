// Indexes a person's source days, so that the pillars can look back from any day. crs.ts builds it once per history. It
// also distinguishes a sleep during the day from a night. A person who was up all night, or whose device was charging,
// may sleep around noon. Such a sleep counts as a nap, because the person's day has not changed (day-turn.ts), and its
// length and bedtime are not those of a night.
import type { HealthDay, LocalDate, SleepEpisode, Source, SourceDay } from "@waldo/contracts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { type Break, breaksOf } from "./breaks.ts";
import { mainSleep, reconcile } from "./reconcile.ts";
import { isLogSignal, SIGNALS, type Signal } from "./signals.ts";
import {
  circularStatistics,
  clockDifference,
  clockMinute,
  countBefore,
  type Reading,
  WARM_UP_NIGHTS,
} from "./statistics.ts";

/** Returns the minutes of the local clock since local midnight, from 0 up to 1440. */
export function wallMinute(instant: number, offsetMinutes: number): number {
  const minutes = instant / MINUTE_MS + offsetMinutes;
  return minutes - Math.floor(minutes / 1440) * 1440;
}

/** Returns the clock time of the middle of a sleep. */
export function midpointMinute(night: SleepEpisode): number {
  return wallMinute((night.start + night.end) / 2, night.offsetMinutes);
}

/** The nights that tell when a person sleeps: at most `nights` of them, from the last `days` days. */
export const RHYTHM = { nights: 14, days: 28 } as const;
/** A sleep of at least this length, in minutes, counts as a night at any hour, because it is long enough for an adult. */
const NIGHT_MINUTES = 6 * 60;
/**
 * In minutes. If a person who always sleeps longer has a shorter night than this, the rest of the night was not
 * recorded.
 */
const GAP_MINUTES = 2 * 60;
/** Two sleeps are at the same hours when their middles are at most this far apart. */
const SAME_HOURS_MINUTES = 4 * 60;

/**
 * True when the longest sleep of a date is a sleep during the day. `earlier` are the longest sleeps of earlier dates,
 * oldest first. All of this must be true:
 *
 * - it began after the usual waking and ended before the usual bedtime, of at least seven earlier sleeps;
 * - it was shorter than six hours asleep;
 * - no earlier sleep was at the same hours. So a person who begins to work at night loses at most one night, and a
 *   person with other hours every week loses none.
 */
export function isDaySleep(sleep: SleepEpisode, earlier: readonly SleepEpisode[]): boolean {
  const known = earlier.slice(-RHYTHM.nights);
  if (known.length < WARM_UP_NIGHTS || sleep.asleepMinutes >= NIGHT_MINUTES) return false;
  const bed = circularStatistics(known.map((night) => wallMinute(night.start, night.offsetMinutes)))?.mean;
  const wake = circularStatistics(known.map((night) => wallMinute(night.end, night.offsetMinutes)))?.mean;
  if (bed === undefined || wake === undefined) return false;
  const up = clockMinute(wallMinute(sleep.start, sleep.offsetMinutes) - wake);
  const isByDay = up + (sleep.end - sleep.start) / MINUTE_MS <= clockMinute(bed - wake);
  const middle = midpointMinute(sleep);
  return (
    isByDay && known.every((night) => Math.abs(clockDifference(midpointMinute(night), middle)) > SAME_HOURS_MINUTES)
  );
}

/**
 * True when only a piece of a night was recorded. This is so when the longest sleep of the date is at the hours of the
 * night, lasts under two hours from start to end, and at least seven earlier sleeps were all longer. A device that was
 * taken off or had no power leaves such a piece. Its length and hours would give a wrong picture of the night.
 */
export function isGap(sleep: SleepEpisode, earlier: readonly SleepEpisode[]): boolean {
  const known = earlier.slice(-RHYTHM.nights);
  const isShort = ({ start, end }: SleepEpisode) => end - start < GAP_MINUTES * MINUTE_MS;
  return known.length >= WARM_UP_NIGHTS && isShort(sleep) && !known.some(isShort);
}

/** Returns the days since the epoch, so yesterday is always one less. */
export function dayNumber(date: LocalDate): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

/** Returns the date of a day number. */
export function dateOf(day: number): LocalDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10) as LocalDate;
}

/**
 * One reconciled day. `night` is the main sleep that ended on this day. It is absent when the only long sleep was
 * during the day, or when only a piece of the night was recorded.
 */
export type DayRow = HealthDay & {
  readonly day: number;
  readonly night: SleepEpisode | undefined;
  readonly sleptByDay: boolean;
  readonly recordingGap: boolean;
};

/** The indexed history of a person. The caller names a day, and only data up to that day is used. */
export type Timeline = {
  /** In ascending order of day. */
  readonly days: readonly DayRow[];
  on(day: number): DayRow | undefined;
  /**
   * Readings of that source alone, reconciled or not, in ascending order of day. They are logarithms for `log` signals.
   */
  readings(source: Source, signal: Signal): readonly Reading[];
  /** The same readings, but only those since the last break that was known on a day (breaks.ts). */
  comparable(source: Source, signal: Signal, day: number): readonly Reading[];
  /** The breaks, in the order in which they were found. */
  readonly breaks: readonly Break[];
};

/** What a computation with more days has found about the days before the last one. */
export type KnownBefore = {
  /** Earlier dates with a sleep but no night. */
  readonly daySleeps: ReadonlySet<LocalDate>;
  readonly breaks: readonly Break[];
};

/** Builds the timeline of a history. With `known`, only the last day is looked at for what `known` tells. */
export function buildTimeline(history: readonly SourceDay[], known?: KnownBefore): Timeline {
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
    const isKnown = known !== undefined && date !== ordered.at(-1);
    const sleptByDay = isKnown ? known.daySleeps.has(date) : main !== undefined && isDaySleep(main, earlier);
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
  const readingsOf = (source: Source, signal: Signal) => readings.get(`${source} ${signal}`) ?? [];
  const only = known && days.at(-1)?.day;
  const breaks = [...new Set(history.map(({ source }) => source))]
    .flatMap((source) =>
      breaksOf(source, (signal) => readingsOf(source, signal), known && { known: known.breaks, only }),
    )
    .sort((a, b) => a.found - b.found);
  return {
    days,
    on: (day) => byDay.get(day),
    readings: readingsOf,
    comparable(source, signal, day) {
      const all = readingsOf(source, signal);
      const last = breaks.findLast((one) => one.source === source && one.signal === signal && one.found <= day);
      return last === undefined ? all : all.slice(countBefore(all, last.day));
    },
    breaks,
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
