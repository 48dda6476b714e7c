/**
 * Messages in both directions: what the person said, and the candidates in the form of each channel. The sizes are
 * limits of the channels; a larger message cannot be parsed.
 */

import * as z from "zod";
import { Card } from "./cards.ts";
import { EpochMs, type RunId } from "./ids.ts";
import { PlainText } from "./plain-text.ts";
import { bySystem, SystemText } from "./words.ts";

/** The most UTF-16 units that Telegram accepts in one message. */
export const TELEGRAM_MAX_UNITS = 4096;
/** The most bytes that Telegram accepts in the callback data of a button. */
export const CALLBACK_DATA_MAX_BYTES = 64;
/** The most UTF-16 units in the body of a push. A lock screen shows no more. */
export const PUSH_BODY_CHARS = 180;

const callbackData = z
  .string()
  .min(1)
  .refine((s) => new TextEncoder().encode(s).length <= CALLBACK_DATA_MAX_BYTES, "callback data is at most 64 bytes");

export const Button = z.strictObject({
  label: z.string().min(1).max(40),
  data: callbackData,
  /** Set when the button is in the same row as the one before it. */
  beside: z.literal(true).optional(),
});
export type Button = z.infer<typeof Button>;

/** Returns two small buttons for a message without other buttons. A tap tells how helpful the message was. */
export function thumbButtons(runId: RunId): Button[] {
  return [
    { label: "👍", data: `up:${runId}` },
    { label: "👎", data: `down:${runId}`, beside: true },
  ];
}

/**
 * What the person said, stored beside the run that answers it. `findings` are the results of an earlier phase of the
 * same task. `changes` is the proposal that the words change.
 */
export const Heard = z.strictObject({
  text: PlainText,
  findings: PlainText.optional(),
  /** Set when the findings hold no words of other people. */
  findingsOwn: z.literal(true).optional(),
  changes: SystemText.optional(),
  at: EpochMs.optional(),
});
export type Heard = z.infer<typeof Heard>;

/** A candidate in the form of one channel. The text is plain; the adapter escapes it. */
export const ChannelMessage = z.discriminatedUnion("channel", [
  z.strictObject({
    channel: z.literal("in_app"),
    threadId: SystemText,
    text: z.string().min(1),
    card: Card.optional(),
    origin: z.literal("agent").optional(),
  }),
  z.strictObject({
    channel: z.literal("telegram"),
    text: z.string().min(1),
    /** A proposal has at most this many actions, each with its undo button. */
    buttons: z.array(Button).max(10).optional(),
    repeated: z.boolean().optional(),
  }),
  z.strictObject({
    channel: z.literal("push"),
    title: z.string().min(1).max(60),
    body: z.string().min(1).max(PUSH_BODY_CHARS),
    collapseId: bySystem(z.string().max(64)),
  }),
]);
export type ChannelMessage = z.infer<typeof ChannelMessage>;
