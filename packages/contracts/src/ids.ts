import { z } from "zod";

/** Milliseconds since the Unix epoch. The only time unit inside the system; TTL attributes are the one exception. */
export const EpochMs = z.number().int().nonnegative();
export type EpochMs = z.infer<typeof EpochMs>;

/** A calendar date on the person's own wall clock, `YYYY-MM-DD`, that exists. */
export const LocalDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "expected a date as YYYY-MM-DD")
  .refine(exists, "there is no such day in the calendar");
export type LocalDate = z.infer<typeof LocalDate>;

/** A wall-clock time, `HH:MM`, 24 hours. */
export const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected a time as HH:MM");
export type LocalTime = z.infer<typeof LocalTime>;

/** An IANA time zone name or a fixed offset such as `+05:30`. Whether the runtime knows it is checked where it enters. */
export const TimeZone = z.string().min(1).max(64);
export type TimeZone = z.infer<typeof TimeZone>;

/** Ids travel in partition keys, file names and execution names, so their alphabet is narrow. */
export const UserId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "a user id is 1-40 characters of a-z, 0-9 and -");
export type UserId = z.infer<typeof UserId>;

export const RunId = z.string().regex(/^run-[a-z0-9-]{1,59}$/, "a run id looks like run-…");
export type RunId = z.infer<typeof RunId>;

/** Who a value came from (R10). Set by code at the seam where the value enters; no model output can set it. */
export const ORIGINS = ["owner", "agent", "untrusted", "system"] as const;
export const Origin = z.enum(ORIGINS);
export type Origin = z.infer<typeof Origin>;

function exists(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
