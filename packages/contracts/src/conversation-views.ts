/**
 * What the routes show of a conversation: its messages, the runs that answer them, and the proposals that wait for a
 * tap.
 */
import * as z from "zod";
import { Doing } from "./areas.ts";
import { Card } from "./cards.ts";
import { EpochMs, RunId } from "./ids.ts";
import { Button } from "./messages.ts";
import { ThreadId, Topics } from "./person-rows.ts";
import { RunState } from "./run.ts";

export const ThreadMessage = z.strictObject({
  messageId: z.string(),
  threadId: ThreadId,
  from: z.enum(["owner", "waldo"]),
  kind: z.string(),
  at: EpochMs,
  text: z.string(),
  card: Card.optional(),
  runId: z.string().optional(),
  /** Set when the message came during a conversation. The page then shows it small. */
  dot: z.literal(true).optional(),
  /** Buttons for POST /taps: how helpful an unasked message was, or what happens with the review. */
  buttons: z.array(Button).optional(),
});
export type ThreadMessage = z.infer<typeof ThreadMessage>;

export const ThreadView = z.strictObject({
  threadId: ThreadId,
  /** Absent: the person gave no title, and the thread belongs to a day. */
  title: z.string().optional(),
  topics: Topics,
  /** True when the title or a topic may be other people's words. */
  fromOutside: z.boolean(),
  state: z.enum(["active", "archived", "deleted"]),
  /** How many visible messages the thread has. */
  messages: z.number().int(),
  last: z.strictObject({ at: EpochMs, from: ThreadMessage.shape.from, beginning: z.string() }).optional(),
  /** Until when the deleted part of the conversation can be brought back. */
  restoreUntil: EpochMs.optional(),
});
export type ThreadView = z.infer<typeof ThreadView>;

export const RunAnswer = z.strictObject({
  runId: RunId,
  state: RunState,
  /** True when the run will say nothing more. */
  isOver: z.boolean(),
  /** What the run is doing now. Absent when the run has ended. */
  doing: Doing.optional(),
  /** The messages in the app, in order. */
  said: z.array(z.string()),
});

/** An action that waits for a tap or was carried out. `details` has a line for each argument. */
export const ActionView = z.strictObject({ title: z.string(), details: z.array(z.string()), fromOutside: z.boolean() });
export type ActionView = z.infer<typeof ActionView>;

export const OpenProposal = z.strictObject({
  proposalId: z.string(),
  /** Set while the person changes it in their own words. It then has no buttons. */
  isHeld: z.literal(true).optional(),
  expiresAt: EpochMs,
  actions: z.array(ActionView),
  buttons: z.array(Button),
});

export const TapReply = z.strictObject({
  kind: z.enum(["screen", "done", "partly", "running", "notice"]),
  text: z.string(),
  buttons: z.array(Button),
});
export type TapReply = z.infer<typeof TapReply>;
