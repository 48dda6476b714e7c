/** A person's day as a list of jobs. Data, not timers: whoever wakes the person reads it. */
import type { BriefVariant, EpochMs, LocalDate, Profile } from "@waldo/contracts";
import { HOUR_MS, instantAt, MINUTE_MS, shiftTime } from "../time.ts";

export const PATROL_EVERY_MINUTES = 15;
/** How long before wake the sweep prepares the Brief. */
export const SWEEP_BEFORE_WAKE_MINUTES = 30;
/** How long the morning Brief waits for the night to be synced before it speaks without it. */
export const MORNING_HOLD_MS = 90 * MINUTE_MS;

/** Later than this a Brief is not worth saying any more, and is logged as missed. */
export const BRIEF_CATCH_UP_MS: Record<BriefVariant, number> = {
  morning: 4 * HOUR_MS,
  midday: 2 * HOUR_MS,
  evening: 3 * HOUR_MS,
  event: HOUR_MS,
};

export type Job = {
  readonly name: "upkeep" | "sweep" | "brief" | "patrol";
  readonly variant?: BriefVariant;
  readonly at: EpochMs;
};

/** Every job of a local date, from the nightly upkeep to the sleep window, in time order. */
export function jobsOf(profile: Pick<Profile, "zone" | "wakeTime" | "sleepTime">, date: LocalDate): Job[] {
  const at = (time: string) => instantAt(date, time, profile.zone);
  const brief = (variant: BriefVariant, time: string): Job => ({ name: "brief", variant, at: at(time) });
  const jobs: Job[] = [
    { name: "upkeep", at: at("02:00") },
    { name: "sweep", at: at(shiftTime(profile.wakeTime, -SWEEP_BEFORE_WAKE_MINUTES)) },
    brief("morning", profile.wakeTime),
    brief("midday", "12:00"),
    brief("evening", "18:00"),
  ];
  const wakes = at(profile.wakeTime);
  const sleeps = at(profile.sleepTime);
  // A sleep time after midnight belongs to the next date; the patrol of this date then ends at midnight.
  const until = sleeps > wakes ? sleeps : instantAt(date, "23:59", profile.zone);
  const taken = new Set(jobs.map((job) => job.at));
  for (let t = wakes + PATROL_EVERY_MINUTES * MINUTE_MS; t < until; t += PATROL_EVERY_MINUTES * MINUTE_MS)
    if (!taken.has(t)) jobs.push({ name: "patrol", at: t });
  return jobs.sort((a, b) => a.at - b.at);
}

/** Whether the morning Brief should go now or wait for the night's sync. */
export function morningReady(
  score: { readonly status: "provisional" | "final" } | undefined,
  due: EpochMs,
  now: EpochMs,
): boolean {
  return score?.status === "final" || now >= due + MORNING_HOLD_MS;
}
