import type { Channel } from "@waldo/core/ports";
import type { Settings } from "./settings.ts";

/**
 * Sends to Telegram through the person's own bot. One machine has one chat, the one in the settings, whatever address a
 * profile carries. grammY is loaded with the first message.
 */
export function telegramLive({ token, chat, apiRoot }: NonNullable<Settings["telegram"]>): Channel {
  return {
    name: "telegram",
    async send(_address, message, key) {
      const { telegramChannel } = await import("@waldo/aws/telegram");
      return telegramChannel({ token, ...(apiRoot === undefined ? {} : { apiRoot }) }).send(chat, message, key);
    },
  };
}
