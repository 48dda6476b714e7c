/**
 * Computes the instants of a schedule row. This is the only place that turns schedule times into instants, also on days
 * when the clock skips or repeats an hour.
 */
import type { EpochMs, LocalDate, LocalTime, ScheduleRow } from "@waldo/contracts";
import { addDays, dayOfWeek, instantAt, localDate, localTime, minuteOf, timeOf } from "../time.ts";
import { isWaking } from "./quiet-hours.ts";

/**
 * Returns the five cron fields: minute, hour, day of month, month, and weekday by name. They are in the row's own time
 * zone.
 */
export function cronOf({ minutes, hours, weekdays }: ScheduleRow): string {
  const days = weekdays?.map((day) => ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"][day - 1]).join(",");
  return `${minutes.join(",")} ${ranges(hours)} * * ${days ?? "*"}`;
}

function ranges(hours: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    if (last && last[1] === hour - 1) last[1] = hour;
    else runs.push([hour, hour]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/**
 * Returns the instants of a row on a local date, in time order. A time that the spring change skips moves forward by
 * the length of the gap. When a time comes twice in autumn, the first one counts. A date that a time zone left out
 * (Apia, 2011-12-30) has no instants.
 */
export function occursOn(row: ScheduleRow, date: LocalDate): EpochMs[] {
  if (!isOn(row, date)) return [];
  // After a gap two times may be the same instant: 02:15 and 03:15.
  return [...new Set(timesOf(row).map((time) => instantAt(date, time, row.timeZone)))].sort((a, b) => a - b);
}

/**
 * Returns the latest instant of a row that is not after `now`, with its date. It looks at the date `today` of `now` and
 * the date before.
 */
export function latestOf(
  row: ScheduleRow,
  now: EpochMs,
  today: LocalDate,
): { at: EpochMs; date: LocalDate } | undefined {
  // While autumn repeats an hour, the local clock shows times that have already happened. They count for the first of
  // the two hours only.
  const horizon = minuteOf(localTime(now, row.timeZone));
  for (const date of [today, addDays(today, -1)]) {
    if (!isOn(row, date)) continue;
    const times = timesOf(row);
    for (let i = times.length - 1; i >= 0; i--) {
      const time = times[i] as LocalTime;
      if (date === today && minuteOf(time) > horizon) continue;
      const at = instantAt(date, time, row.timeZone);
      if (at <= now) return { at, date };
    }
  }
  return undefined;
}

/**
 * Returns the first instant after `after` at which any of the rows is due, or undefined when no row is due within nine
 * days.
 */
export function nextOf(rows: readonly ScheduleRow[], after: EpochMs): EpochMs | undefined {
  let next: EpochMs | undefined;
  for (const row of rows) {
    const today = localDate(after, row.timeZone);
    for (let ahead = 0; ahead <= 8; ahead++) {
      const at = occursOn(row, addDays(today, ahead)).find((instant) => instant > after);
      if (at === undefined) continue;
      if (next === undefined || at < next) next = at;
      break;
    }
  }
  return next;
}

function isOn({ weekdays, timeZone }: ScheduleRow, date: LocalDate): boolean {
  if (weekdays && !weekdays.includes(dayOfWeek(date))) return false;
  return localDate(instantAt(date, "00:00", timeZone), timeZone) === date;
}

const cached = new WeakMap<ScheduleRow, readonly LocalTime[]>();

/** Returns the row's times of day, in order. */
function timesOf(row: ScheduleRow): readonly LocalTime[] {
  const known = cached.get(row);
  if (known) return known;
  const { hours, minutes, window } = row;
  const within = window && { wakeTime: window.from, sleepTime: window.to };
  const times = hours
    .flatMap((hour) => minutes.map((minute) => timeOf(hour * 60 + minute)))
    .filter((time) => !within || isWaking(within, time))
    .sort();
  cached.set(row, times);
  return times;
}
