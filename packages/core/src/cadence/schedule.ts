// Turns a person's day into schedule rows. It sets no timers. EventBridge Scheduler, the timer of a single machine and
// the played day of the tests read these rows.
import type {
  EpochMs,
  LocalDate,
  LocalTime,
  Profile,
  ScheduledBrief,
  ScheduleName,
  ScheduleRow,
  UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { DAY_MINUTES, dayOfWeek, HOUR_MS, MINUTE_MS, minuteOf, minutesBetween, shiftTime, timeOf } from "../time.ts";
import { occursOn } from "./occurrences.ts";
import { afterQuiet, isWaking, wakingMinutes } from "./quiet-hours.ts";

/**
 * Returns a whole number of minutes from 0 up to `below` (excluded). It is always the same for one person and cadence,
 * and evenly spread over people. It spreads the messages, because a channel cannot send ten thousand Briefs in the
 * minute of 07:00 (Telegram allows a bot 30 messages a second).
 */
export function jitterOf(userId: UserId, name: ScheduleName | "calendars", below: number): number {
  return Number.parseInt(digest("jitter", userId, name).slice(0, 8), 16) % below;
}

export const PATROL_EVERY_MINUTES = 15;
/** How many minutes before wake the sweep prepares the Brief. */
const SWEEP_BEFORE_WAKE_MINUTES = 30;

/**
 * A Brief that is late by more than this is not sent, and is logged as missed. The morning Brief may be late by most of
 * a waking day, because the first message after waking is useful at any hour.
 */
export const BRIEF_CATCH_UP_MS: Record<ScheduledBrief, number> = {
  morning: 14 * HOUR_MS,
  midday: 2 * HOUR_MS,
  evening: 3 * HOUR_MS,
};

/** A review may begin this long after its time, because any time on the same day is early enough. */
const REVIEW_CATCH_UP_MS = 12 * HOUR_MS;

/** Briefs of the same minute are spread over this many minutes. A Brief never goes out before its time. */
const BRIEF_SPREAD_MINUTES = 10;
const UPKEEP_SPREAD_MINUTES = 30;
/** The night's work must end before the sweep reads its result. */
const UPKEEP_BEFORE_WAKE_MINUTES = SWEEP_BEFORE_WAKE_MINUTES + UPKEEP_SPREAD_MINUTES;
const BRIEFS_APART_MINUTES = 60;
const CLOSE_BEFORE_SLEEP_MINUTES = 120;
/** Friday, unless the person chose another day. */
const WEEKLY_REVIEW_DAY = 5;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

type Rhythm = Pick<
  Profile,
  "timeZone" | "wakeTime" | "sleepTime" | "weeklyReview" | "coaching" | "quietHours" | "briefs"
>;

/** Returns the rows of a person. Each row fires a few minutes after its time; the person's jitter decides how many. */
export function scheduleOf(profile: Rhythm & Pick<Profile, "userId">): ScheduleRow[] {
  return rowsOf(profile, (name, below) => jitterOf(profile.userId, name, below));
}

/** Returns the same rows without jitter, for a machine that serves only one person. */
export function unspreadSchedule(profile: Rhythm): ScheduleRow[] {
  return rowsOf(profile, () => 0);
}

function rowsOf(profile: Rhythm, jitter: (name: ScheduleName, below: number) => number): ScheduleRow[] {
  const { timeZone, wakeTime, weeklyReview = WEEKLY_REVIEW_DAY, coaching } = profile;
  const { morning: first, midday, evening } = briefTimes(profile);
  // An evening time after midnight belongs to the day before. So the review is a review of that day.
  const reviewed = minuteOf(evening) < minuteOf(wakeTime) ? (weeklyReview % WEEK.length) + 1 : weeklyReview;
  const row = (
    name: ScheduleName,
    minute: number,
    jitterMinutes: number,
    rest: Omit<ScheduleRow, "name" | "timeZone" | "hours" | "minutes" | "jitterMinutes">,
  ): ScheduleRow => {
    // Jitter never moves an occurrence past midnight into another date.
    const at = Math.min(minute + jitterMinutes, DAY_MINUTES - 1);
    const clock = { hours: [Math.floor(at / 60)], minutes: [at % 60] };
    return { name, timeZone, ...clock, jitterMinutes, ...rest };
  };
  const brief = (
    name: ScheduleName,
    variant: "morning" | "midday" | "evening",
    time: LocalTime,
    rest: Pick<ScheduleRow, "maxAgeMs" | "weekdays">,
  ) =>
    row(name, minuteOf(time), jitter(variant, BRIEF_SPREAD_MINUTES), {
      job: "brief",
      variant,
      once: "date",
      coalesce: "briefs",
      catchUpMs: BRIEF_CATCH_UP_MS[variant],
      ...rest,
    });
  const morning = brief("morning", "morning", first, { maxAgeMs: BRIEF_CATCH_UP_MS.morning });
  // The sweep has the jitter of its morning Brief, so it always runs half an hour before the Brief.
  const sweepAt = Math.max(0, minuteOf(first) - SWEEP_BEFORE_WAKE_MINUTES);
  return [
    row("upkeep", minuteOf(upkeepTime(profile)), jitter("upkeep", UPKEEP_SPREAD_MINUTES), {
      job: "upkeep",
      once: "date",
      coalesce: "row",
      // When the machine was off at night, the work is done during the day. When the next night begins, it is too late.
      catchUpMs: 20 * HOUR_MS,
      maxAgeMs: 22 * HOUR_MS,
    }),
    row("sweep", sweepAt, morning.jitterMinutes, {
      job: "sweep",
      once: "date",
      coalesce: "row",
      catchUpMs: SWEEP_BEFORE_WAKE_MINUTES * MINUTE_MS + BRIEF_CATCH_UP_MS.morning,
      maxAgeMs: SWEEP_BEFORE_WAKE_MINUTES * MINUTE_MS + BRIEF_CATCH_UP_MS.morning,
    }),
    morning,
    brief("midday", "midday", midday, { maxAgeMs: 6 * HOUR_MS }),
    brief("evening", "evening", evening, {
      maxAgeMs: 5 * HOUR_MS,
      weekdays: coaching ? WEEK : WEEK.filter((day) => day !== reviewed),
    }),
    // A person with goals gets the review of nine questions and no second weekly review.
    coaching
      ? row("review", minuteOf(coaching.weeklyReview.time), jitter("review", BRIEF_SPREAD_MINUTES), {
          job: "review",
          once: "date",
          coalesce: "row",
          catchUpMs: REVIEW_CATCH_UP_MS,
          maxAgeMs: REVIEW_CATCH_UP_MS + 2 * HOUR_MS,
          weekdays: [coaching.weeklyReview.weekday],
        })
      : brief("weekly", "evening", evening, { maxAgeMs: 5 * HOUR_MS, weekdays: [reviewed] }),
    patrolRow(profile, jitter("patrol", PATROL_EVERY_MINUTES)),
  ];
}

/**
 * For a person with a coach the patrol also runs after bedtime, because they may have asked Waldo to send them to bed.
 */
const EVENING_MINUTES = 2 * 60;

/** Returns the one recurring row of the patrol. It fires every quarter hour of the waking window, counted from wake. */
function patrolRow({ timeZone, wakeTime, sleepTime: bed, coaching }: Rhythm, jitterMinutes: number): ScheduleRow {
  // The evening ends at the latest when the person gets up again.
  const asleep = DAY_MINUTES - wakingMinutes({ wakeTime, sleepTime: bed });
  const sleepTime = coaching === undefined ? bed : shiftTime(bed, Math.min(EVENING_MINUTES, asleep));
  const first = (minuteOf(wakeTime) + jitterMinutes) % PATROL_EVERY_MINUTES;
  const minutes = Array.from({ length: 60 / PATROL_EVERY_MINUTES }, (_, i) => first + i * PATROL_EVERY_MINUTES);
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    minutes.some((minute) => isWaking({ wakeTime, sleepTime }, timeOf(hour * 60 + minute))),
  );
  return {
    name: "patrol",
    job: "patrol",
    timeZone,
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

/**
 * Returns 02:00 when the person sleeps then and for at least one more hour. Otherwise it returns the middle of the
 * sleep window.
 */
function upkeepTime(profile: Rhythm): LocalTime {
  const asleep = !isWaking(profile, "02:00");
  if (asleep && minutesBetween("02:00", profile.wakeTime) >= UPKEEP_BEFORE_WAKE_MINUTES) return "02:00";
  const sleep = DAY_MINUTES - wakingMinutes(profile);
  return sleep === 0 ? "02:00" : timeOf(minuteOf(profile.sleepTime) + Math.floor(sleep / 2));
}

/** True when the person wants this Brief on a date. Its schedule fires every day; nothing is said on the others. */
export function comesOn(
  { briefs, briefDays }: Pick<Profile, "briefs" | "briefDays">,
  brief: ScheduledBrief,
  date: LocalDate,
): boolean {
  return briefs?.[brief] !== false && briefDays?.[brief]?.includes(dayOfWeek(date)) !== false;
}

type BriefTimes = Readonly<Record<ScheduledBrief, LocalTime>>;

/**
 * Returns when the Briefs come. The morning Brief comes when the person wakes, or after the quiet hours that they set.
 * Times that they chose come first.
 */
export function briefTimes(profile: Rhythm): BriefTimes {
  const { midday, evening } = usualTimes(profile);
  const chosen = profile.briefs ?? {};
  return {
    morning: afterQuiet(profile, profile.wakeTime),
    midday: chosen.midday || midday,
    evening: chosen.evening || evening,
  };
}

/**
 * Returns 12:00 and 18:00 when they are well inside the waking day. Otherwise midday comes after a third of the waking
 * day, and evening two hours before its end.
 */
function usualTimes(profile: Rhythm): Omit<BriefTimes, "morning"> {
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
  readonly variant?: ScheduledBrief;
  readonly at: EpochMs;
};

/** Returns every job of a local date without jitter, in time order. A date that the time zone left out has none. */
export function jobsOf(profile: Rhythm, date: LocalDate): Job[] {
  const jobs: Job[] = [];
  const taken = new Set<EpochMs>();
  for (const row of unspreadSchedule(profile))
    for (const at of occursOn(row, date)) {
      // Another job at that minute reads what the patrol would read.
      if (row.job === "patrol" && taken.has(at)) continue;
      taken.add(at);
      jobs.push({ name: row.job, at, ...(row.variant === undefined ? {} : { variant: row.variant }) });
    }
  return jobs.sort((a, b) => a.at - b.at);
}
