import type { ScheduleName, UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";

/**
 * Returns a whole number of minutes in [0, below). It is always the same for a person and a cadence, and uniform over
 * people. It spreads messages, because ten thousand Briefs at 07:00 are more than a channel carries in a minute
 * (Telegram: 30 messages a second for a bot).
 */
export function jitterOf(userId: UserId, name: ScheduleName | "calendars", below: number): number {
  return Number.parseInt(digest("jitter", userId, name).slice(0, 8), 16) % below;
}
