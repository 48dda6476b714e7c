/** A person's day on the dial of a clock: when it is waking time and when it is quiet. */
import type { EpochMs, LocalTime, Profile } from "@waldo/contracts";
import { localTime } from "../time.ts";

export const DAY_MINUTES = 24 * 60;

type Hours = Pick<Profile, "wakeTime" | "sleepTime">;

/** Minutes after midnight. */
export function minuteOf(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The inverse of {@link minuteOf}, wrapping at midnight. */
export function timeOf(minute: number): LocalTime {
  const wrapped = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(wrapped / 60))}:${two(wrapped % 60)}`;
}

/** Minutes from one time to the next showing of another: 0 to 1,439. */
export function minutesBetween(from: LocalTime, to: LocalTime): number {
  return (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES;
}

/** How long a person is up: whole days for one whose wake and sleep times are the same. */
export function wakingMinutes({ wakeTime, sleepTime }: Hours): number {
  return minutesBetween(wakeTime, sleepTime) || DAY_MINUTES;
}

/** Whether `time` lies in the waking window: from wake (included) to sleep (excluded), also over midnight. */
export function isWaking(hours: Hours, time: LocalTime): boolean {
  return minutesBetween(hours.wakeTime, time) < wakingMinutes(hours);
}

/** Quiet hours are the sleep window: nothing is said of our own accord then. */
export function inQuietHours(profile: Hours & Pick<Profile, "zone">, at: EpochMs): boolean {
  return !isWaking(profile, localTime(at, profile.zone));
}
