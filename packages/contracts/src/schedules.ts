/**
 * The schedules of a person, as data. The cloud scheduler, the embedded scheduler and the missed-job check all read
 * these rows.
 */

import * as z from "zod";
import { EpochMs, LocalDate, LocalTime, TimeZone } from "./ids.ts";
import { ScheduledBrief } from "./triggers.ts";

/**
 * The cadences of a person's day. `weekly` is the evening Brief on the day of the weekly review; the recipe of that
 * name adds to it. It has its own row, so that the person can choose the day and a missed one can be identified.
 * `review` is the weekly review of a person with goals, who then has no `weekly`.
 */
export const SCHEDULE_NAMES = [
  "upkeep",
  "sweep",
  "morning",
  "midday",
  "evening",
  "weekly",
  "review",
  "patrol",
] as const;
export const ScheduleName = z.enum(SCHEDULE_NAMES);
export type ScheduleName = z.infer<typeof ScheduleName>;

/** Why an occurrence of a cadence will not be done. */
export const MISS_REASONS = ["too late", "too old", "a later one took its place"] as const;

const duration = z.number().int().positive();

/** One cadence of one person. Every scheduler reads the row. It also tells what to do after a missed firing. */
export const ScheduleRow = z.strictObject({
  name: ScheduleName,
  job: z.enum(["upkeep", "sweep", "brief", "patrol", "review"]),
  variant: ScheduledBrief.optional(),
  timeZone: TimeZone,
  /** The row fires at each of these minutes of each of these hours of the wall clock, jitter included. */
  hours: z.array(z.number().int().min(0).max(23)).min(1),
  minutes: z.array(z.number().int().min(0).max(59)).min(1),
  /** 1 is Monday, 7 is Sunday. Absent: the schedule fires every day. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).optional(),
  /**
   * Firings outside this window are ignored; `to` is excluded. The window is needed because a cron has whole hours and
   * the times of a person are not whole hours.
   */
  window: z.strictObject({ from: LocalTime, to: LocalTime }).optional(),
  /** How many minutes after its time this person's firings come, so that the load of many people is spread. */
  jitterMinutes: z.number().int().nonnegative(),
  /** What counts as one occurrence: a local date, or each firing. */
  once: z.enum(["date", "firing"]),
  /**
   * How late the job may be done, in ms after it was due. It is due at its time or, when the person moved into the time
   * zone later, at the move.
   */
  catchUpMs: duration,
  /** How old the job's own time may be, in ms, even if the person moved. */
  maxAgeMs: duration,
  /** If several occurrences are due at once, only the latest is done: of this row, or of all Briefs. */
  coalesce: z.enum(["row", "briefs"]),
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;

/** The last occurrence of a cadence that was done or given up. */
export const DoneRow = z.object({ date: LocalDate, at: EpochMs, missed: z.enum(MISS_REASONS).optional() });
/** The rows that the scheduler received last, and since when the person has been in their time zone. */
export const Scheduled = z.strictObject({ since: EpochMs, rows: z.array(ScheduleRow) });
export type Scheduled = z.infer<typeof Scheduled>;
/** Until when the body clock is behind a change of time zone. */
export const JetLag = z.strictObject({ until: EpochMs, shiftMinutes: z.number().int().positive() });
export type JetLag = z.infer<typeof JetLag>;

/**
 * Returns the beginning of the names of all schedules of a person on EventBridge. No other person's names have this
 * beginning, because a user id has no dot.
 */
export function schedulesBegin(userId: string): string {
  return `${userId}.`;
}
