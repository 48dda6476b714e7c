import { TELEGRAM_SINK, telegramAddress } from "@waldo/contracts";
import type { Channel } from "@waldo/core/ports";
import type { Settings } from "./settings.ts";

/**
 * Sends to Telegram with the person's own bot, to the chat in the profile. If the profile has no chat, the chat of the
 * settings is used, and without one the file. grammY is loaded with the first message.
 */
export function telegramLive({ token, chat, apiRoot }: NonNullable<Settings["telegram"]>, file: Channel): Channel {
  return {
    name: "telegram",
    async send(address, message, key) {
      const named = telegramAddress.parse(address).chat;
      const to = named === TELEGRAM_SINK ? chat : named;
      if (to === undefined) return file.send(address, message, key);
      const { telegramChannel } = await import("@waldo/outside/telegram");
      return telegramChannel({ token, ...(apiRoot === undefined ? {} : { apiRoot }) }).send(to, message, key);
    },
  };
}
