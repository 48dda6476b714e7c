/** Ids, times and origins that all other contracts use. Parsing an invalid value throws. */

import * as z from "zod";
import { bySystem } from "./words.ts";

/** 31 December 9999, 00:00 UTC. Up to this instant every wall clock shows a year of four digits. */
export const LAST_INSTANT_MS = 253_402_214_400_000;

/**
 * Milliseconds since the Unix epoch. It is the only time unit inside the system, except in TTL attributes. A number
 * above `LAST_INSTANT_MS` has no `LocalDate`, and the clock functions throw above 8.64e15.
 */
export const EpochMs = z.number().int().nonnegative().max(LAST_INSTANT_MS);
export type EpochMs = z.infer<typeof EpochMs>;

/** A calendar date on the person's own wall clock, `YYYY-MM-DD`. The date must exist. */
export const LocalDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "expected a date as YYYY-MM-DD")
  .refine(exists, "there is no such day in the calendar");
export type LocalDate = z.infer<typeof LocalDate>;

/** A time on a wall clock, `HH:MM`, 24 hours. */
export const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected a time as HH:MM");
export type LocalTime = z.infer<typeof LocalTime>;

/**
 * An IANA time zone name. The code that first receives a time zone checks whether the runtime knows it, and turns an
 * offset such as `+05:30` into a name (core/person/zone-names.ts). Rows of earlier releases may hold an offset.
 */
export const TimeZone = bySystem(z.string().min(1).max(64));
export type TimeZone = z.infer<typeof TimeZone>;

/** A user id. Ids are part of partition keys, file names and execution names, so only few characters are allowed. */
export const UserId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "a user id is 1-40 characters of a-z, 0-9 and -");
export type UserId = z.infer<typeof UserId>;

export const RunId = z.string().regex(/^run-[a-z0-9-]{1,59}$/, "a run id looks like run-…");
export type RunId = z.infer<typeof RunId>;

/** The name of a recipe, in ASCII, so that two names never look alike. */
export const SkillName = z.string().regex(/^[a-z][a-z0-9-]{2,39}$/, "a name is 3-40 characters of a-z, 0-9 and -");
export type SkillName = z.infer<typeof SkillName>;

/** The author of a value (R10). Code sets it where the value enters the system; a model cannot set it. */
export const ORIGINS = ["owner", "agent", "untrusted", "system"] as const;
export const Origin = z.enum(ORIGINS);
export type Origin = z.infer<typeof Origin>;

/**
 * True when the words of a row are not from outside. A row without an origin is older than origins. Its words may be by
 * anyone, so it counts as outside.
 */
export function isOwn({ origin }: { readonly origin?: Origin | undefined }): boolean {
  return origin !== undefined && origin !== "untrusted";
}

/** Every row that is read has dates, so this makes no `Date`. */
function exists(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

/** The languages that plain code understands and speaks. */
export const INTENT_LANGUAGES = ["en", "de", "es", "fr"] as const;
export type IntentLanguage = (typeof INTENT_LANGUAGES)[number];
