import { z } from "zod";
import { Card } from "./cards.ts";

/** UTF-16 units Telegram accepts in one message. */
export const TELEGRAM_MAX_UNITS = 4096;
/** Bytes Telegram accepts in a button's callback data. */
export const CALLBACK_DATA_MAX_BYTES = 64;

const callbackData = z
  .string()
  .min(1)
  .refine((s) => new TextEncoder().encode(s).length <= CALLBACK_DATA_MAX_BYTES, "callback data is at most 64 bytes");

export const Button = z.strictObject({ label: z.string().min(1).max(40), data: callbackData });
export type Button = z.infer<typeof Button>;

/** One form of a candidate, ready for one channel. Text is plain; the adapter escapes. */
export const ChannelMessage = z.discriminatedUnion("channel", [
  z.strictObject({
    channel: z.literal("in_app"),
    threadId: z.string(),
    text: z.string().min(1),
    card: Card.optional(),
  }),
  z.strictObject({
    channel: z.literal("telegram"),
    text: z.string().min(1),
    buttons: z.array(Button).max(8).optional(),
    repeated: z.boolean().optional(),
  }),
  z.strictObject({
    channel: z.literal("push"),
    title: z.string().min(1).max(60),
    body: z.string().min(1).max(180),
    collapseId: z.string().max(64),
  }),
]);
export type ChannelMessage = z.infer<typeof ChannelMessage>;
