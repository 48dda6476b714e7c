import { z } from "zod";
import { Zone } from "./health.ts";
import { EpochMs, LocalTime } from "./ids.ts";

/** When a standing intent fires: at an instant, every day at a time, or when Form is in a zone or a worse one. */
export const WatchCondition = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("time"), at: EpochMs }),
  z.strictObject({ on: z.literal("daily"), time: LocalTime }),
  z.strictObject({ on: z.literal("zone"), atMost: Zone }),
]);
export type WatchCondition = z.infer<typeof WatchCondition>;

/** Standing intents a person may have at once: more is a list nobody remembers having made. */
export const MOST_WATCHES = 20;
/** Days a standing intent lives unless it says otherwise. */
export const WATCH_DAYS = 90;
/** Hours between two firings of one that is not about a time. */
export const WATCH_COOLDOWN_HOURS = 20;
/** Times one fires before it is spent, unless it says otherwise. A reminder at one instant fires once. */
export const WATCH_FIRES = 30;

/**
 * "Remind me when…", "tell me if…". State, not memory: it holds until it has fired often enough, runs out, or is
 * cancelled, and nothing that is remembered or forgotten changes it.
 */
export const Watch = z.strictObject({
  watchId: z.string().regex(/^[0-9a-f]{12}$/),
  /** What to say, in the person's words. */
  text: z.string().min(1).max(200),
  when: WatchCondition,
  state: z.enum(["active", "cancelled", "spent", "expired"]),
  firesLeft: z.number().int().nonnegative(),
  fired: z.number().int().nonnegative(),
  lastFiredAt: EpochMs.optional(),
  cooldownMs: z.number().int().nonnegative(),
  expiresAt: EpochMs,
  createdAt: EpochMs,
});
export type Watch = z.infer<typeof Watch>;
