/** When a row happens: the one place where the times of a schedule become instants, on days with a gap or a repeat too. */
import type { EpochMs, LocalDate, LocalTime, ScheduleRow } from "@waldo/contracts";
import { addDays, dayOfWeek, instantAt, localDate, localTime } from "../time.ts";
import { isWaking, minuteOf, timeOf } from "./waking.ts";

/** Five fields of cron: minute, hour, day of month, month, day of week by name. In the row's own zone. */
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
 * The instants of a row on a local date, in time order. A time that spring skips happens just as far behind the gap, a
 * time that autumn repeats at its first showing; a date that a zone left out (Apia, 2011-12-30) has none.
 */
export function occursOn(row: ScheduleRow, date: LocalDate): EpochMs[] {
  if (!isOn(row, date)) return [];
  // Two times may meet behind a gap: 02:15 and 03:15 are one instant there.
  return [...new Set(timesOf(row).map((time) => instantAt(date, time, row.zone)))].sort((a, b) => a - b);
}

/** The latest instant of a row that is not after `now`, with its date, on the two dates up to `today`, that of `now`. */
export function latestOf(
  row: ScheduleRow,
  now: EpochMs,
  today: LocalDate,
): { at: EpochMs; date: LocalDate } | undefined {
  // While autumn repeats an hour the wall runs behind times that have happened; they were somebody's before the repeat.
  const horizon = minuteOf(localTime(now, row.zone));
  for (const date of [today, addDays(today, -1)]) {
    if (!isOn(row, date)) continue;
    const times = timesOf(row);
    for (let i = times.length - 1; i >= 0; i--) {
      const time = times[i] as LocalTime;
      if (date === today && minuteOf(time) > horizon) continue;
      const at = instantAt(date, time, row.zone);
      if (at <= now) return { at, date };
    }
  }
  return undefined;
}

/** The first instant after `after` at which any of the rows happens. Undefined if none does within nine days. */
export function nextOf(rows: readonly ScheduleRow[], after: EpochMs): EpochMs | undefined {
  let next: EpochMs | undefined;
  for (const row of rows) {
    const today = localDate(after, row.zone);
    for (let ahead = 0; ahead <= 8; ahead++) {
      const at = occursOn(row, addDays(today, ahead)).find((instant) => instant > after);
      if (at === undefined) continue;
      if (next === undefined || at < next) next = at;
      break;
    }
  }
  return next;
}

function isOn({ weekdays, zone }: ScheduleRow, date: LocalDate): boolean {
  if (weekdays && !weekdays.includes(dayOfWeek(date))) return false;
  return localDate(instantAt(date, "00:00", zone), zone) === date;
}

const cached = new WeakMap<ScheduleRow, readonly LocalTime[]>();

/** The row's times of day, in order. */
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
