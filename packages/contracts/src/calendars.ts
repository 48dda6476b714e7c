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
 * Why a subscribed calendar was not read: the fetcher could not read its address, the answer could not be used, or the
 * reading failed with an error of Waldo (`unread`).
 */
export const CALENDAR_FAULTS = [...FETCH_REFUSALS, "denied", "gone", "failing", "no_calendar", "unread"] as const;
export type CalendarFault = (typeof CALENDAR_FAULTS)[number];

/** The number of a person's places for subscriptions, which is the most that they can have. */
export const SUBSCRIPTION_PLACES = 10;
export const SubscriptionPlace = z
  .number()
  .int()
  .min(0)
  .max(SUBSCRIPTION_PLACES - 1);

export const MAX_ADDRESS_CHARS = 2000;

/** The name of a calendar, as it is stored in its events. */
export const CalendarName = z
  .string()
  .regex(/^[\p{L}\p{N} ._-]{1,60}$/u, "a calendar is named with 1-60 letters, digits, spaces, dots or dashes");

const SubscriptionId = z.string().regex(/^[0-9a-f]{12}$/);
const Validator = z.string().min(1).max(500);

export const ActiveSubscription = z.strictObject({
  state: z.literal("active"),
  /** A digest of the address. The same address is the same subscription. */
  id: SubscriptionId,
  /** Anyone who knows the address can read the calendar. So it leaves the store only in requests to the named server. */
  address: z.string().min(1).max(MAX_ADDRESS_CHARS),
  name: CalendarName,
  /**
   * The validator that Waldo sends to the server, which can then answer that nothing changed. If it is absent, the
   * calendar is read in full.
   */
  etag: Validator.optional(),
  lastModified: Validator.optional(),
  /**
   * The instant and time zone of the last full reading. Absent when there was none, or when the last reading was
   * interrupted.
   */
  read: z.strictObject({ at: EpochMs, timeZone: z.string() }).optional(),
  /**
   * How many events the last full reading left out, completely or in some of their repeats. Absent when there were
   * none.
   */
  leftOut: z.number().int().positive().optional(),
  /** The instant of the last request, and its fault. Without a fault the calendar was read, or had not changed. */
  last: z.strictObject({ at: EpochMs, fault: z.enum(CALENDAR_FAULTS).optional() }).optional(),
  /** Since when its server refuses it. Only a new address helps. Absent when it does not, or when it did so only once. */
  refusedAt: EpochMs.optional(),
  /** How often in a row the calendar could not be read. */
  failures: z.number().int().nonnegative(),
  dueAt: EpochMs,
  addedAt: EpochMs,
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

/**
 * One place for a subscription. `ending`: the person ended it, and its events are being cancelled. `ended`: the place
 * is free. In these two states the address is not stored.
 */
export const CalendarSubscription = z.discriminatedUnion("state", [
  ActiveSubscription,
  z.strictObject({ state: z.enum(["ending", "ended"]), id: SubscriptionId.optional() }),
]);
export type CalendarSubscription = z.infer<typeof CalendarSubscription>;

/** How many events of calendar files were left out, by the name of the calendar. */
export const CalendarFiles = z.strictObject({ leftOut: z.record(CalendarName, z.number().int().positive()) });
export type CalendarFiles = z.infer<typeof CalendarFiles>;
