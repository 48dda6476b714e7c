/** Computes when a person's day is waking time and when it is quiet. */
import type { EpochMs, LocalTime, Profile } from "@waldo/contracts";
import { DAY_MINUTES, localTime, minutesBetween } from "../time.ts";

type Hours = Pick<Profile, "wakeTime" | "sleepTime">;

/** Returns how many minutes a person is up. Equal wake and sleep times mean the whole day. */
export function wakingMinutes({ wakeTime, sleepTime }: Hours): number {
  return minutesBetween(wakeTime, sleepTime) || DAY_MINUTES;
}

/** Returns whether `time` is in the waking window: from wake (included) to sleep (excluded), also over midnight. */
export function isWaking(hours: Hours, time: LocalTime): boolean {
  return minutesBetween(hours.wakeTime, time) < wakingMinutes(hours);
}

/** Returns whether an instant is in the quiet hours, which are the sleep window. In them nothing proactive is sent. */
export function inQuietHours(profile: Hours & Pick<Profile, "timeZone">, at: EpochMs): boolean {
  return !isWaking(profile, localTime(at, profile.timeZone));
}
