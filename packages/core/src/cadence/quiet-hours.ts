// Computes when a person is awake, when Waldo stays quiet, and until when a reminder that the person delayed must wait.
import { type EpochMs, keys, type LocalTime, type Profile, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { DAY_MINUTES, DAY_MS, localTime, minutesBetween } from "../time.ts";

type Hours = Pick<Profile, "wakeTime" | "sleepTime">;

/** Returns how many minutes a person is up. Equal wake and sleep times mean the whole day. */
export function wakingMinutes({ wakeTime, sleepTime }: Hours): number {
  return minutesBetween(wakeTime, sleepTime) || DAY_MINUTES;
}

/** Returns whether `time` is in the waking window: from wake (included) to sleep (excluded), also over midnight. */
export function isWaking(hours: Hours, time: LocalTime): boolean {
  return minutesBetween(hours.wakeTime, time) < wakingMinutes(hours);
}

type Quiet = Hours & Pick<Profile, "timeZone" | "quietUntil" | "coaching">;

/**
 * Returns whether an instant is in the quiet hours: the sleep window, the quiet hours of the person's goals, and the time
 * for which they asked to be left alone. In them nothing proactive is sent.
 */
export function inQuietHours(profile: Quiet, at: EpochMs): boolean {
  const time = localTime(at, profile.timeZone);
  return isLeftAlone(profile, at) || !isWaking(profile, time) || isNamedQuiet(profile, time);
}

/** Returns whether a time is in the quiet hours that the person's goals name. Equal ends are no span. */
export function isNamedQuiet({ coaching }: Pick<Profile, "coaching">, time: LocalTime): boolean {
  const { from, to } = coaching?.quietHours ?? {};
  return from !== undefined && to !== undefined && minutesBetween(from, time) < minutesBetween(from, to);
}

/** The longest time for which a person can ask to be left alone. */
export const MOST_QUIET_DAYS = 14;

/** Returns whether the person asked to be left alone. An end that lies further ahead was set by a wrong clock. */
export function isLeftAlone({ quietUntil }: Pick<Profile, "quietUntil">, at: EpochMs): boolean {
  return quietUntil !== undefined && at < quietUntil && quietUntil - at <= MOST_QUIET_DAYS * DAY_MS;
}

/** Returns the write of a delay. `at` is when it was said. */
export function snoozeWrite(userId: UserId, { at, until }: { readonly at: EpochMs; readonly until: EpochMs }): Write {
  return { op: "put", key: keys.last(userId, "snooze"), body: { at, until } };
}

/**
 * Returns until when a nudge waits, or undefined where the person asked for no delay. A delay of more than a day does
 * not count.
 */
export async function snoozedUntil(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  const { at, until } = (await store.get(keys.last(userId, "snooze")))?.body ?? {};
  return typeof at === "number" && typeof until === "number" && until > at && until - at <= DAY_MS ? until : undefined;
}
