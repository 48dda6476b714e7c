/** Calendars that a person subscribed to by their address. Their events are rows of person-rows.ts. */
import * as z from "zod";
import { EpochMs } from "./ids.ts";

/**
 * Why an address was not read: the fetcher may not read it (`address`, `port`, `not_public`), nothing answered
 * (`unreachable`, `certificate`, `too_slow`), or the answer is beyond bounds (`redirects`, `too_large`, `encoding`).
 */
export const FETCH_REFUSALS = [
  "address",
  "port",
  "not_public",
  "unreachable",
  "certificate",
  "too_slow",
  "redirects",
  "too_large",
  "encoding",
] as const;
export type FetchRefusal = (typeof FETCH_REFUSALS)[number];

/**
 * Why a subscribed calendar was not read: the fetcher could not read its address, the answer was of no use, or the
 * reading stopped at an error of our own (`unread`).
 */
export const CALENDAR_FAULTS = [...FETCH_REFUSALS, "denied", "gone", "failing", "no_calendar", "unread"] as const;
export type CalendarFault = (typeof CALENDAR_FAULTS)[number];

/** A person has this many places for subscriptions, so at most as many subscriptions. */
export const SUBSCRIPTION_PLACES = 10;
export const SubscriptionPlace = z
  .number()
  .int()
  .min(0)
  .max(SUBSCRIPTION_PLACES - 1);

export const MAX_ADDRESS_CHARS = 2000;

/** The name of a calendar, as its events carry it. */
export const CalendarName = z
  .string()
  .regex(/^[\p{L}\p{N} ._-]{1,60}$/u, "a calendar is named with 1-60 letters, digits, spaces, dots or dashes");

const SubscriptionId = z.string().regex(/^[0-9a-f]{12}$/);
const Validator = z.string().min(1).max(500);

export const ActiveSubscription = z.strictObject({
  state: z.literal("active"),
  /** A digest of the address. The same address is the same subscription. */
  id: SubscriptionId,
  /**
   * Each person who knows the address can read the calendar. The address leaves the store only to ask the server that
   * it names.
   */
  address: z.string().min(1).max(MAX_ADDRESS_CHARS),
  name: CalendarName,
  /**
   * What Waldo sends back to the server, so that the server can say that nothing changed. Absent: the calendar is read
   * in full.
   */
  etag: Validator.optional(),
  lastModified: Validator.optional(),
  /**
   * When the calendar was last read in full, and in which time zone. Absent: the calendar was never read in full, or
   * the last reading broke off.
   */
  read: z.strictObject({ at: EpochMs, timeZone: z.string() }).optional(),
  /**
   * How many events the last full reading left out, in whole or in some of their repeats. Absent: the reading left out
   * no event.
   */
  leftOut: z.number().int().positive().optional(),
  /** When it was last asked for, and what was wrong. No fault: it was read, or had not changed. */
  last: z.strictObject({ at: EpochMs, fault: z.enum(CALENDAR_FAULTS).optional() }).optional(),
  /** How often in a row the calendar could not be read. */
  failures: z.number().int().nonnegative(),
  dueAt: EpochMs,
  addedAt: EpochMs,
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

/**
 * One place for a subscription. `ending`: the person took it back, and its events are being cancelled. `ended`: the
 * place is free. Neither keeps the address.
 */
export const CalendarSubscription = z.discriminatedUnion("state", [
  ActiveSubscription,
  z.strictObject({ state: z.enum(["ending", "ended"]), id: SubscriptionId.optional() }),
]);
export type CalendarSubscription = z.infer<typeof CalendarSubscription>;

/** How many events were left out of the calendars that came as files, by the name of the calendar. */
export const CalendarFiles = z.strictObject({ leftOut: z.record(CalendarName, z.number().int().positive()) });
export type CalendarFiles = z.infer<typeof CalendarFiles>;
