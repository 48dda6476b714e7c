// Computes when a person is awake, when Waldo stays quiet, and how long a reminder that the person postponed must wait.
import { type EpochMs, keys, type LocalTime, type Profile, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { DAY_MINUTES, DAY_MS, dayOfWeek, localDate, localTime, MINUTE_MS, minutesBetween } from "../time.ts";

/** For this long after the person said something, nothing proactive is sent, because they are talking. */
export const LIVE_CHAT_MS = 5 * MINUTE_MS;

type Hours = Pick<Profile, "wakeTime" | "sleepTime">;

/** Returns how many minutes of the day a person is awake. Equal wake and sleep times mean the whole day. */
export function wakingMinutes({ wakeTime, sleepTime }: Hours): number {
  return minutesBetween(wakeTime, sleepTime) || DAY_MINUTES;
}

/** True when `time` is in the waking window, from wake (included) to sleep (excluded). The window may cross midnight. */
export function isWaking(hours: Hours, time: LocalTime): boolean {
  return minutesBetween(hours.wakeTime, time) < wakingMinutes(hours);
}

type Quiet = Hours & Named & Pick<Profile, "quietUntil">;

/**
 * True when an instant is in the quiet hours: the sleep window, the quiet days or hours that the person set or that
 * their goals name, or the time for which they asked to be left alone. Waldo sends nothing proactive then.
 */
export function inQuietHours(profile: Quiet, at: EpochMs): boolean {
  const time = localTime(at, profile.timeZone);
  return isLeftAlone(profile, at) || !isWaking(profile, time) || isNamedQuiet(profile, at);
}

type Named = Pick<Profile, "timeZone" | "coaching" | "quietDays" | "quietHours">;

/** True when an instant is on a quiet day or in quiet hours that the person set, or in those of their goals. */
export function isNamedQuiet({ timeZone, coaching, quietDays, quietHours }: Named, at: EpochMs): boolean {
  const time = localTime(at, timeZone);
  const isQuietDay = quietDays?.includes(dayOfWeek(localDate(at, timeZone))) === true;
  return isQuietDay || isBetween(quietHours, time) || isBetween(coaching?.quietHours, time);
}

/** Returns the end of the quiet hours that the person set, for a time in them. Returns any other time unchanged. */
export function afterQuiet({ quietHours }: Pick<Profile, "quietHours">, time: LocalTime): LocalTime {
  return quietHours && isBetween(quietHours, time) ? quietHours.to : time;
}

/** If start and end are equal, no time is between them. */
function isBetween(hours: Profile["quietHours"], time: LocalTime): boolean {
  return hours !== undefined && minutesBetween(hours.from, time) < minutesBetween(hours.from, hours.to);
}

/** The longest time for which a person can ask to be left alone. */
export const MOST_QUIET_DAYS = 14;

/**
 * True when the person asked to be left alone. An end that is too far ahead was written by a wrong clock and is
 * ignored.
 */
export function isLeftAlone({ quietUntil }: Pick<Profile, "quietUntil">, at: EpochMs): boolean {
  return quietUntil !== undefined && at < quietUntil && quietUntil - at <= MOST_QUIET_DAYS * DAY_MS;
}

/** Returns the write of a postponement. `at` is the instant at which the person asked for it. */
export function snoozeWrite(userId: UserId, { at, until }: { readonly at: EpochMs; readonly until: EpochMs }): Write {
  return { op: "put", key: keys.last(userId, "snooze"), body: { at, until } };
}

/**
 * Returns until when a nudge waits, or undefined when the person postponed nothing. A postponement of more than a day
 * is ignored.
 */
export async function snoozedUntil(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  const { at, until } = (await store.get(keys.last(userId, "snooze")))?.body ?? {};
  return typeof at === "number" && typeof until === "number" && until > at && until - at <= DAY_MS ? until : undefined;
}
