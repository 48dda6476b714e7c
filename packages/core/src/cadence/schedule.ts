/** A person's day as data. Not timers: EventBridge Scheduler, croner and the played day all read these rows. */
import type { BriefVariant, EpochMs, LocalDate, LocalTime, Profile, ScheduleName, ScheduleRow } from "@waldo/contracts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { jitterOf } from "./jitter.ts";
import { occursOn } from "./occurrences.ts";
import { DAY_MINUTES, isWaking, minuteOf, minutesBetween, timeOf, wakingMinutes } from "./waking.ts";

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

/** Briefs of one minute of the clock go out over this many minutes, never before their time. */
const BRIEF_SPREAD_MINUTES = 10;
const UPKEEP_SPREAD_MINUTES = 30;
/** The night's work ends before the sweep reads it. */
const UPKEEP_BEFORE_WAKE_MINUTES = SWEEP_BEFORE_WAKE_MINUTES + UPKEEP_SPREAD_MINUTES;
const BRIEFS_APART_MINUTES = 60;
const CLOSE_BEFORE_SLEEP_MINUTES = 120;
/** Friday, unless the person chose another day. */
const WEEKLY_REVIEW_DAY = 5;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

type Rhythm = Pick<Profile, "zone" | "wakeTime" | "sleepTime" | "weeklyReview">;

/** The rows of a person, each firing a little after its time by that person's jitter. */
export function scheduleOf(profile: Rhythm & Pick<Profile, "userId">): ScheduleRow[] {
  return rowsOf(profile, (name, below) => jitterOf(profile.userId, name, below));
}

/** The same without jitter, for a machine that serves one person: there is nobody to be spread from. */
export function unspreadSchedule(profile: Rhythm): ScheduleRow[] {
  return rowsOf(profile, () => 0);
}

function rowsOf(profile: Rhythm, jitter: (name: ScheduleName, below: number) => number): ScheduleRow[] {
  const { zone, wakeTime, sleepTime, weeklyReview = WEEKLY_REVIEW_DAY } = profile;
  const { midday, evening } = briefTimes(profile);
  const row = (
    name: ScheduleName,
    minute: number,
    jitterMinutes: number,
    rest: Omit<ScheduleRow, "name" | "zone" | "hours" | "minutes" | "jitterMinutes">,
  ): ScheduleRow => {
    // Jitter never carries an occurrence over midnight, into another date.
    const at = Math.min(minute + jitterMinutes, DAY_MINUTES - 1);
    const clock = { hours: [Math.floor(at / 60)], minutes: [at % 60] };
    return { name, zone, ...clock, jitterMinutes, ...rest };
  };
  const brief = (
    name: ScheduleName,
    variant: "morning" | "midday" | "evening",
    time: LocalTime,
    maxAgeMs: number,
    weekdays?: number[],
  ) =>
    row(name, minuteOf(time), jitter(variant, BRIEF_SPREAD_MINUTES), {
      job: "brief",
      variant,
      once: "date",
      coalesce: "briefs",
      catchUpMs: BRIEF_CATCH_UP_MS[variant],
      maxAgeMs,
      ...(weekdays ? { weekdays } : {}),
    });
  const morning = brief("morning", "morning", wakeTime, 12 * HOUR_MS);
  // Tied to the Brief it prepares: what is ready is ready half an hour before, whoever's jitter.
  const sweepAt = Math.max(0, minuteOf(wakeTime) - SWEEP_BEFORE_WAKE_MINUTES);
  return [
    row("upkeep", minuteOf(upkeepTime(profile)), jitter("upkeep", UPKEEP_SPREAD_MINUTES), {
      job: "upkeep",
      once: "date",
      coalesce: "row",
      // A night that was slept through switched off is made up for during the day, and not by the next night twice.
      catchUpMs: 20 * HOUR_MS,
      maxAgeMs: 22 * HOUR_MS,
    }),
    row("sweep", sweepAt, morning.jitterMinutes, {
      job: "sweep",
      once: "date",
      coalesce: "row",
      catchUpMs: SWEEP_BEFORE_WAKE_MINUTES * MINUTE_MS + BRIEF_CATCH_UP_MS.morning,
      maxAgeMs: 12 * HOUR_MS + SWEEP_BEFORE_WAKE_MINUTES * MINUTE_MS,
    }),
    morning,
    brief("midday", "midday", midday, 6 * HOUR_MS),
    brief(
      "evening",
      "evening",
      evening,
      5 * HOUR_MS,
      WEEK.filter((day) => day !== weeklyReview),
    ),
    brief("weekly", "evening", evening, 5 * HOUR_MS, [weeklyReview]),
    patrolRow({ zone, wakeTime, sleepTime }, jitter("patrol", PATROL_EVERY_MINUTES)),
  ];
}

/** One recurring row: the quarter hours of the waking window, on a grid that begins at wake. */
function patrolRow({ zone, wakeTime, sleepTime }: Rhythm, jitterMinutes: number): ScheduleRow {
  const first = (minuteOf(wakeTime) + jitterMinutes) % PATROL_EVERY_MINUTES;
  const minutes = Array.from({ length: 60 / PATROL_EVERY_MINUTES }, (_, i) => first + i * PATROL_EVERY_MINUTES);
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    minutes.some((minute) => isWaking({ wakeTime, sleepTime }, timeOf(hour * 60 + minute))),
  );
  return {
    name: "patrol",
    job: "patrol",
    zone,
    hours,
    minutes,
    window: { from: wakeTime, to: sleepTime },
    jitterMinutes,
    once: "firing",
    coalesce: "row",
    catchUpMs: PATROL_EVERY_MINUTES * MINUTE_MS,
    maxAgeMs: PATROL_EVERY_MINUTES * MINUTE_MS,
  };
}

/** 02:00 for whoever sleeps then and for an hour more; the middle of the sleep window for others. */
function upkeepTime(profile: Rhythm): LocalTime {
  const asleep = !isWaking(profile, "02:00");
  if (asleep && minutesBetween("02:00", profile.wakeTime) >= UPKEEP_BEFORE_WAKE_MINUTES) return "02:00";
  const sleep = DAY_MINUTES - wakingMinutes(profile);
  return sleep === 0 ? "02:00" : timeOf(minuteOf(profile.sleepTime) + Math.floor(sleep / 2));
}

/** 12:00 and 18:00 where they lie well inside the waking day; else a third of it in, and two hours before its end. */
function briefTimes(profile: Rhythm): { readonly midday: LocalTime; readonly evening: LocalTime } {
  const up = wakingMinutes(profile);
  const after = (time: LocalTime) => minutesBetween(profile.wakeTime, time);
  const noon = after("12:00");
  const latest = up - CLOSE_BEFORE_SLEEP_MINUTES - BRIEFS_APART_MINUTES;
  const midday = noon >= BRIEFS_APART_MINUTES && noon <= latest ? noon : Math.floor(up / 3);
  const six = after("18:00");
  const evening =
    six >= midday + BRIEFS_APART_MINUTES && six < up
      ? six
      : Math.max(midday + Math.min(BRIEFS_APART_MINUTES, Math.floor(up / 3)), up - CLOSE_BEFORE_SLEEP_MINUTES);
  const at = (minutes: number) => timeOf(minuteOf(profile.wakeTime) + minutes);
  return { midday: at(midday), evening: at(evening) };
}

export type Job = {
  readonly name: ScheduleRow["job"];
  readonly variant?: BriefVariant;
  readonly at: EpochMs;
};

/** Every job of a local date without jitter, in time order. A date the zone never had has none. */
export function jobsOf(profile: Rhythm, date: LocalDate): Job[] {
  const jobs: Job[] = [];
  const taken = new Set<EpochMs>();
  for (const row of unspreadSchedule(profile))
    for (const at of occursOn(row, date)) {
      // Whatever else wakes at that minute looks at what a patrol would look at.
      if (row.job === "patrol" && taken.has(at)) continue;
      taken.add(at);
      jobs.push({ name: row.job, at, ...(row.variant === undefined ? {} : { variant: row.variant }) });
    }
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
