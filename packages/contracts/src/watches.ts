/** Standing intents: reminders and watches that the person asked for in chat. Plain code fires them. */

import * as z from "zod";
import { Zone } from "./body-zones.ts";
import { EpochMs, LocalDate, LocalTime, Origin } from "./ids.ts";

/** Days of the week: 1 is Monday, 7 is Sunday. */
export const Weekdays = z.array(z.number().int().min(1).max(7)).min(1).max(7);

/**
 * When a standing intent fires: at an instant, at a time of every day or of some weekdays, or when Form is in a body
 * zone or a lower one.
 */
export const WatchCondition = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("time"), at: EpochMs }),
  z.strictObject({ on: z.literal("daily"), time: LocalTime, weekdays: Weekdays.optional() }),
  z.strictObject({ on: z.literal("bodyZone"), atMost: Zone }),
]);
export type WatchCondition = z.infer<typeof WatchCondition>;

/** What a standing intent can wait for. */
export const WATCH_KINDS = ["time", "daily", "bodyZone"] as const satisfies readonly WatchCondition["on"][];

/** The one-time schedules of a person's reminders: for each reminder the instant that the scheduler has. */
export const ReminderTimes = z.strictObject({ at: z.record(z.string(), EpochMs) });
export type ReminderTimes = z.infer<typeof ReminderTimes>;

/** The most standing intents of a person. Of a longer list the person would forget some. */
export const MOST_WATCHES = 20;
/** A standing intent is kept for this many days, unless it says otherwise. */
export const WATCH_DAYS = 90;
/** Hours between two firings of an intent that does not name a time. */
export const WATCH_COOLDOWN_HOURS = 20;
/** The most dates on which a daily intent is left out. */
export const MOST_SKIPS = 14;
/** How often an intent fires before it is used up, unless it says otherwise. A reminder at one instant fires once. */
export const WATCH_FIRES = 30;

/**
 * A reminder or watch such as "remind me when…" or "tell me if…". It is state and not memory: it is in force until it
 * has fired often enough, expires, or is cancelled. Memory does not change it.
 */
export const Watch = z.strictObject({
  watchId: z.string().regex(/^[0-9a-f]{12}$/),
  /** The text to say, in the person's words. */
  text: z.string().min(1).max(200),
  /** The author of the words. Absent in older rows, where they count as outside text. */
  origin: Origin.optional(),
  when: WatchCondition,
  state: z.enum(["active", "cancelled", "spent", "expired"]),
  firesLeft: z.number().int().nonnegative(),
  fired: z.number().int().nonnegative(),
  lastFiredAt: EpochMs.optional(),
  /** For a daily intent: the last local date on which it was said, or told as missed. */
  lastDate: LocalDate.optional(),
  /** For a daily intent: dates on which it is left out. */
  skips: z.array(LocalDate).max(MOST_SKIPS).optional(),
  cooldownMs: z.number().int().nonnegative(),
  expiresAt: EpochMs,
  createdAt: EpochMs,
});
export type Watch = z.infer<typeof Watch>;
