/**
 * Wall clocks. A person lives in a time zone; the system counts in epoch milliseconds. Only this file converts between
 * wall clocks and milliseconds.
 */
import { type EpochMs, type LocalDate, type LocalTime, WaldoError } from "@waldo/contracts";
import { Temporal } from "temporal-polyfill";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The largest expected difference between the clocks of two machines. A stored instant further in the future is wrong.
 */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** True when a stored instant was written by a wrong clock, because it is in the future. */
export function isAhead(then: EpochMs, now: EpochMs): boolean {
  return then - now > CLOCK_SKEW_MS;
}

/**
 * Returns how long ago something was, in milliseconds. Returns Infinity for something that never was, and for an
 * instant of a wrong clock: a cooldown that began in the future must not last until then.
 */
export function elapsed(then: EpochMs | undefined, now: EpochMs): number {
  return then === undefined || isAhead(then, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - then);
}

/** Returns the time zone, or throws `InvalidInput` when the runtime does not know it. */
export function checkZone(timeZone: string): string {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return timeZone;
  } catch (cause) {
    throw new WaldoError("InvalidInput", `"${timeZone}" is not a time zone: use an IANA name such as Europe/London`, {
      cause,
    });
  }
}

function zoned(at: EpochMs, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}

/** Returns the local date at the instant `at`. */
export function localDate(at: EpochMs, timeZone: string): LocalDate {
  return dateOf(at + offsetMs(at, timeZone));
}

/** Returns the local time at the instant `at`, to the minute. */
export function localTime(at: EpochMs, timeZone: string): LocalTime {
  return new Date(at + offsetMs(at, timeZone)).toISOString().slice(11, 16);
}

/**
 * Remembers what was made last. Each wake asks for the same times of the same few dates. Its calls are marked as pure, so
 * that a bundle without times holds no Temporal.
 */
function kept<Of extends readonly (string | number)[], Made>(make: (...of: Of) => Made): (...of: Of) => Made {
  const known = new Map<string, Made>();
  return (...of) => {
    const name = of.join(" ");
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = make(...of);
    if (known.size >= KEPT) known.clear();
    known.set(name, made);
    return made;
  };
}
const KEPT = 10_000;

/** To ask a zone is slow. Since 2023 clocks change only where a quarter of an hour of UTC begins, as time.test.ts checks. */
function offsetMs(at: EpochMs, timeZone: string): number {
  return offsets(at < QUARTERS_SINCE ? at : at - (at % QUARTER_MS), timeZone);
}
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_SINCE = Date.UTC(2023, 0);

const offsets = /* @__PURE__ */ kept((at: EpochMs, timeZone: string) => zoned(at, timeZone).offsetNanoseconds / 1e6);

/**
 * Returns the instant at which a wall clock shows `date` `time`. A time that spring skips moves forward by the length
 * of the gap (02:30 in a one-hour gap is 03:30). A time that autumn repeats is its first occurrence.
 */
export const instantAt = /* @__PURE__ */ kept((date: LocalDate, plainTime: LocalTime, timeZone: string): EpochMs => {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
});

/** Returns `date` moved by whole calendar days. Throws `RangeError` for a text that is not a date. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(midnight(date) + days * DAY_MS);
}

/** Returns the minutes east of UTC at the instant `at`. */
export function offsetMinutes(at: EpochMs, timeZone: string): number {
  return Math.round(offsetMs(at, timeZone) / MINUTE_MS);
}

/** Returns the weekday: 1 is Monday, 7 is Sunday. */
export function dayOfWeek(date: LocalDate): number {
  return new Date(midnight(date)).getUTCDay() || 7;
}

/** Returns the date's midnight in UTC, where every day has 24 hours, so that days can be counted. */
const midnight = /* @__PURE__ */ kept((date: LocalDate): EpochMs => {
  const at = Date.parse(`${date}T00:00:00Z`);
  // Date.parse would turn 30 February into 2 March.
  if (dateOf(at) !== date) throw new RangeError(`${date} is not a date`);
  return at;
});

function dateOf(at: EpochMs): LocalDate {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns the name of the weekday, "Monday". */
export function weekdayOf(date: LocalDate): string {
  return WEEKDAYS[dayOfWeek(date) - 1] ?? "";
}

/** Monday first. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Returns an instant in words: "Friday 30 October at 07:00". */
export function spokenMoment(at: EpochMs, timeZone: string): string {
  const { dayOfWeek: weekday, day, month } = zoned(at, timeZone);
  return `${WEEKDAYS[weekday - 1]} ${day} ${MONTHS[month - 1]} at ${localTime(at, timeZone)}`;
}

/** Returns a date in words: "Friday 30 October". */
export function spokenDate(date: LocalDate): string {
  return `${weekdayOf(date)} ${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`;
}

export const DAY_MINUTES = 24 * 60;

/** Returns the minutes after midnight. */
export function minuteOf(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the time of day of a minute, the inverse of {@link minuteOf}. Minutes beyond a day start again at midnight. */
export function timeOf(minute: number): LocalTime {
  const wrapped = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(wrapped / 60))}:${two(wrapped % 60)}`;
}

/** Returns the minutes from one time to the next occurrence of another: 0 to 1,439. */
export function minutesBetween(from: LocalTime, to: LocalTime): number {
  return (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES;
}

/** Returns `time` moved by `minutes`. After 23:59 comes 00:00. */
export function shiftTime(time: LocalTime, minutes: number): LocalTime {
  return timeOf(minuteOf(time) + minutes);
}
