/**
 * The outbox: the rows through which every message leaves the system, and the rules of their life. Core writes the rows
 * and delivery sends them.
 */

import * as z from "zod";
import { EpochMs, RunId, UserId } from "./ids.ts";
import { ChannelMessage } from "./messages.ts";
import { SystemText } from "./words.ts";

export const OUTBOX_STATES = ["pending", "claimed", "sent", "unknown", "failed", "dead", "suppressed"] as const;
export const OutboxState = z.enum(OUTBOX_STATES);
export type OutboxState = z.infer<typeof OutboxState>;

/**
 * The life of a row. `failed`: the message was not delivered, and another try is worth it. `unknown`: the call was
 * made, and it cannot be known whether the message arrived. `dead` and `suppressed` are decisions; `sent` is a fact.
 */
export const OUTBOX_TRANSITIONS: Record<OutboxState, readonly OutboxState[]> = {
  pending: ["claimed", "suppressed", "dead"],
  claimed: ["sent", "unknown", "failed", "dead"],
  unknown: ["claimed", "suppressed"],
  failed: ["claimed", "dead"],
  sent: [],
  dead: [],
  suppressed: [],
};

export const CHANNELS = ["in_app", "telegram", "push"] as const;
export const ChannelName = z.enum(CHANNELS);
export type ChannelName = z.infer<typeof ChannelName>;

/** The kind of a message decides what an unknown outcome means. */
export const DELIVERY_KINDS = [
  "brief",
  "fetch",
  "patrol",
  "nudge",
  "reminder",
  "reply",
  "proposal",
  "emergency",
  "test",
] as const;
export const DeliveryKind = z.enum(DELIVERY_KINDS);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/**
 * Messages that the system starts are sent at most once. Messages that the person asked for or needs are sent at least
 * once.
 */
export const DELIVERY_CLASS: Record<DeliveryKind, "at_most_once" | "at_least_once"> = {
  brief: "at_most_once",
  fetch: "at_most_once",
  patrol: "at_most_once",
  // A word of the coach: about goals, and not about the body.
  nudge: "at_most_once",
  reminder: "at_least_once",
  reply: "at_least_once",
  proposal: "at_least_once",
  emergency: "at_least_once",
  // The person pressed a button and waits for it.
  test: "at_least_once",
};

/** True for what Waldo says of its own accord. */
export function isUnasked(kind: DeliveryKind): boolean {
  return DELIVERY_CLASS[kind] === "at_most_once";
}

/**
 * The senders that speak without a run: a standing intent, the night, the patrol's note about the next event, the end of a
 * pause, a chat on Telegram that answers a tap or what it cannot read, a handoff that has ended, the last notice of an
 * erasure, the test of a channel, the coach at its fixed times, the weekly review, a file of goals that cannot be read or
 * joined, the answer to a command, the question about a phone that has fallen silent, the living loop, and the
 * morning after words of danger.
 */
export const ANNOUNCERS = [
  "watch",
  "dream",
  "note",
  "living",
  "care",
  "pause",
  "telegram",
  "handoff",
  "privacy",
  "test",
  "coach",
  "goals",
  "review",
  "command",
  "silence",
  "unread",
] as const;
export type Announcer = (typeof ANNOUNCERS)[number];

/**
 * Returns the id that the rows of an announcement carry in place of a run id. The same name again is the same
 * announcement (R5).
 */
export function announcementId(by: Announcer, name: string): RunId {
  return `run-${by}-${name}`;
}

export function isAnnouncement(runId: RunId): boolean {
  return ANNOUNCERS.some((by) => runId.startsWith(announcementId(by, "")));
}

export const OutboxRow = z.strictObject({
  /** hash(user, trigger, variant, run nonce, ordinal) (R5). */
  key: z.string().regex(/^[0-9a-f]{32}$/),
  userId: UserId,
  runId: RunId,
  ordinal: z.number().int().nonnegative(),
  channel: ChannelName,
  kind: DeliveryKind,
  message: ChannelMessage,
  /** Set when the text says something of the body and goes where only a person who agrees may be told it. */
  aboutBody: z.literal(true).optional(),
  state: OutboxState,
  attempt: z.number().int().nonnegative(),
  claimExpiresAt: EpochMs.optional(),
  notBefore: EpochMs.optional(),
  /** The moment that the text is for. A late text names this moment (core/channels/moment.ts). */
  moment: EpochMs.optional(),
  /** After this instant the text is not sent any more. */
  sendBefore: EpochMs.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
  /** The channel's own id of the delivered message. */
  receipt: SystemText.optional(),
  reason: SystemText.optional(),
});
export type OutboxRow = z.infer<typeof OutboxRow>;
