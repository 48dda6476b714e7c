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
 * The states of a row. `failed`: the message was not delivered, and another try may succeed. `unknown`: the call was
 * made, and nobody knows whether the message arrived. `dead` and `suppressed` are decisions of Waldo; `sent` is a fact.
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

/** The kinds of messages. The kind decides what happens after an unknown outcome. */
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
  "failure",
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
  // A message of the coach: it is about goals, not about the body.
  nudge: "at_most_once",
  reminder: "at_least_once",
  reply: "at_least_once",
  proposal: "at_least_once",
  emergency: "at_least_once",
  // The person pressed a button and waits for it.
  test: "at_least_once",
  // Something that the person asked for has failed.
  failure: "at_least_once",
};

/** True for a message that Waldo sends unasked. */
export function isUnasked(kind: DeliveryKind): boolean {
  return DELIVERY_CLASS[kind] === "at_most_once";
}

/**
 * The senders without a run: a standing intent, the night, the patrol's note about the next event, the end of a pause,
 * a Telegram answer to a tap or an unreadable message, a handoff that has ended, the last notice of an erasure, the
 * test of a channel, the coach at its fixed times, the weekly review, a file of goals with a fault or a conflict, the
 * answer to a command, the question about a silent phone, the living loop, the morning after words about danger, and the
 * news that something has failed that the person asked for.
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
  "failure",
] as const;
export type Announcer = (typeof ANNOUNCERS)[number];

/**
 * Returns the id that an announcement's rows have in place of a run id. The same name gives the same announcement (R5).
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
  /** Set when the text is about the body and may be sent there only with the person's consent. */
  aboutBody: z.literal(true).optional(),
  state: OutboxState,
  attempt: z.number().int().nonnegative(),
  claimExpiresAt: EpochMs.optional(),
  notBefore: EpochMs.optional(),
  /** When the person was told that it failed. Then it is not told again. */
  told: EpochMs.optional(),
  /** The moment that the text is about. A late text names it (core/channels/moment.ts). */
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
