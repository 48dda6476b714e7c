/**
 * Wall clocks. A person lives in a zone; the system lives in epoch milliseconds; this is the only place that
 * goes between the two.
 */
import { type EpochMs, type LocalDate, type LocalTime, WaldoError } from "@waldo/contracts";
import { Temporal } from "temporal-polyfill";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Throws `InvalidInput` unless the runtime knows the zone. */
export function checkZone(zone: string): string {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return zone;
  } catch (cause) {
    throw new WaldoError("InvalidInput", `"${zone}" is not a time zone: use an IANA name such as Europe/London`, {
      cause,
    });
  }
}

function zoned(at: EpochMs, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** The date on the wall at `at`. */
export function localDate(at: EpochMs, zone: string): LocalDate {
  return zoned(at, zone).toPlainDate().toString();
}

/** The time on the wall at `at`, to the minute. */
export function localTime(at: EpochMs, zone: string): LocalTime {
  return zoned(at, zone).toPlainTime().toString({ smallestUnit: "minute" });
}

/**
 * The instant at which the wall shows `date` `time`. A time that spring skips becomes the instant just as far
 * behind the gap's start (02:30 in a one-hour gap is 03:30); a time that autumn repeats is its first showing.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): EpochMs {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
}

/** `date` moved by whole calendar days. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Minutes east of UTC in force at `at`. */
export function offsetMinutes(at: EpochMs, zone: string): number {
  return Math.round(zoned(at, zone).offsetNanoseconds / 60e9);
}

/** 1 is Monday, 7 is Sunday. */
export function dayOfWeek(date: LocalDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** `time` moved by `minutes`, wrapping at midnight. */
export function shiftTime(time: LocalTime, minutes: number): LocalTime {
  return Temporal.PlainTime.from(time).add({ minutes }).toString({ smallestUnit: "minute" });
}
