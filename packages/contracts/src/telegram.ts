/** What is stored of a Telegram bot, and what a profile says where no chat is linked. */
import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";

/** The username of a bot: 5-32 letters, digits and _, and it ends in `bot`. */
export const BotName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{1,28}[Bb][Oo][Tt]$/, "expected the username of a bot");

/**
 * Stands in a profile for a chat while no chat is linked, on one machine: what would be sent is written into a file.
 */
export const TELEGRAM_SINK = "sink";

/** The data of the two buttons by which a person says whether words about their body may go to the chat. */
export const HEALTH_HERE = { yes: "health:yes", no: "health:no" } as const;

/** Which person a chat is for, and since when. */
export const BotChat = z.strictObject({ userId: UserId, at: EpochMs });
export const BotUpdate = z.strictObject({ at: EpochMs });
/** The next instant at which a message may go out. */
export const BotPace = z.strictObject({ next: EpochMs });

/** A chat of a bot, as the outbox passes it to the channel: `bot:chat`, or the chat alone where there is one bot. */
export const telegramAddress = {
  of: (bot: string | undefined, chat: string): string => (bot === undefined ? chat : `${bot}:${chat}`),
  parse(address: string): { readonly bot?: string; readonly chat: string } {
    const cut = address.indexOf(":");
    return cut < 0 ? { chat: address } : { bot: address.slice(0, cut), chat: address.slice(cut + 1) };
  },
};
