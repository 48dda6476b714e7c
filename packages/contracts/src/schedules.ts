import { z } from "zod";
import { LocalTime, TimeZone } from "./ids.ts";
import { BriefVariant } from "./triggers.ts";

/**
 * The cadences of a person's day. `weekly` is the evening Brief of the day of the weekly review, which the recipe of
 * that name joins; it is a row of its own so that the day is the person's choice, and a missed one is known by name.
 */
export const SCHEDULE_NAMES = ["upkeep", "sweep", "morning", "midday", "evening", "weekly", "patrol"] as const;
export const ScheduleName = z.enum(SCHEDULE_NAMES);
export type ScheduleName = z.infer<typeof ScheduleName>;

const duration = z.number().int().positive();

/** One cadence of one person, as data: every scheduler reads it, and what to do about a missed firing is in it. */
export const ScheduleRow = z.strictObject({
  name: ScheduleName,
  job: z.enum(["upkeep", "sweep", "brief", "patrol"]),
  variant: BriefVariant.optional(),
  zone: TimeZone,
  /** It fires at each of these minutes of each of these hours of the wall clock, jitter included. */
  hours: z.array(z.number().int().min(0).max(23)).min(1),
  minutes: z.array(z.number().int().min(0).max(59)).min(1),
  /** 1 is Monday, 7 is Sunday. Absent: every day. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).optional(),
  /** Firings outside, `to` excluded, mean nothing: the hours of a cron are whole, a person's are not. */
  window: z.strictObject({ from: LocalTime, to: LocalTime }).optional(),
  /** By how much this person's firing stands behind the time itself, so that people spread over minutes. */
  jitterMinutes: z.number().int().nonnegative(),
  /** What is one occurrence: a local date, or each firing. */
  once: z.enum(["date", "firing"]),
  /** How late it may be done, in ms after it fell due. Falling due is its time, or the move into the zone if that came later. */
  catchUpMs: duration,
  /** How old its time itself may be, in ms, whatever moved. */
  maxAgeMs: duration,
  /** Of several that are due at once the latest is done: of this row's, or of all Briefs. */
  coalesce: z.enum(["row", "briefs"]),
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;
