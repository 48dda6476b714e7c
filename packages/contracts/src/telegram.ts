/** What is stored about a Telegram bot, and the value of a profile without a linked chat. */
import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";

/** The username of a bot: 5-32 letters, digits and _, and it ends in `bot`. */
export const BotName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{1,28}[Bb][Oo][Tt]$/, "expected the username of a bot");

/** The value in a profile without a linked chat, on a single machine: messages are written into a file. */
export const TELEGRAM_SINK = "sink";

/** The data of the two buttons with which a person decides whether words about their body may be sent to the chat. */
export const HEALTH_HERE = { yes: "health:yes", no: "health:no" } as const;

/** The person of a chat, and since when. */
export const BotChat = z.strictObject({ userId: UserId, at: EpochMs });
export const BotUpdate = z.strictObject({ at: EpochMs });
/** The next instant at which a message may go out. */
export const BotPace = z.strictObject({ next: EpochMs });

/**
 * The address of a chat, in the form in which the outbox gives it to the channel: `bot:chat`, or only the chat if there
 * is one bot.
 */
export const telegramAddress = {
  of: (bot: string | undefined, chat: string): string => (bot === undefined ? chat : `${bot}:${chat}`),
  parse(address: string): { readonly bot?: string; readonly chat: string } {
    const cut = address.indexOf(":");
    return cut < 0 ? { chat: address } : { bot: address.slice(0, cut), chat: address.slice(cut + 1) };
  },
};
