import type { Log } from "@waldo/core/ports";
import type { TelegramPorts } from "@waldo/core/telegram/take";
import * as z from "zod";
import { botToken } from "../secrets.ts";
import { botNames } from "./bot-names.ts";
import { apiRoot, botStore, telegramOf } from "./bots.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { secrets } from "./secrets.ts";
import { talkingPorts } from "./talking.ts";
import { hearsVoices, transcriber } from "./transcriber.ts";

const Own = z.object({ AWS_LAMBDA_FUNCTION_NAME: text.optional() });

const Telegram = z.object({ TELEGRAM_SECRET_ARN: text, TELEGRAM_HOOK_SECRET_ARN: text });

/**
 * How this function handles a voice message. To write the message down takes as long as it was spoken, but Telegram
 * waits for an answer. So the function sends the update to itself and answers Telegram.
 */
function voice(name: string, atOnce: boolean): Pick<TelegramPorts, "transcriber" | "later"> {
  const { AWS_LAMBDA_FUNCTION_NAME } = environment(Own);
  if (!hearsVoices() || AWS_LAMBDA_FUNCTION_NAME === undefined) return {};
  if (!atOnce) return { transcriber: transcriber() };
  return {
    async later(update) {
      const { invokeLater } = await import("../invoke-later.ts");
      await invokeLater(clientConfig(), AWS_LAMBDA_FUNCTION_NAME, { bot: name, update });
    },
  };
}

/** Returns the secret that Telegram sends with each update. Only this function may read it. */
export async function hookSecret(): Promise<string> {
  return secrets()(environment(Telegram).TELEGRAM_HOOK_SECRET_ARN);
}

/**
 * Returns the ports behind the webhook of one bot: its own rows, and the rows of the person whose chat an update is
 * from. Returns undefined when the name is not a bot of this deployment or the bot has no token. `atOnce` is true when
 * Telegram waits for the answer.
 */
export async function telegramPorts(
  name: string,
  log: Log,
  { atOnce }: { readonly atOnce: boolean },
): Promise<TelegramPorts | undefined> {
  if (!botNames().includes(name)) return undefined;
  const secret = await secrets()(environment(Telegram).TELEGRAM_SECRET_ARN);
  const token = botToken(secret, name);
  const channel = telegramOf(secret, log);
  if (token === undefined || channel === undefined) return undefined;
  // Most updates from strangers need no call to the bot, so its code is loaded late.
  const bot = async () => (await import("@waldo/outside/telegram-bot")).telegramBot(name, { token, ...apiRoot() });
  return {
    store: botStore(log),
    clock,
    log,
    bot: {
      name,
      answered: async (tap) => (await bot()).answered(tap),
      say: async (chat, words) => (await bot()).say(chat, words),
      read: async (file) => (await bot()).read(file),
      offer: async () => (await bot()).offer?.(),
    },
    ...voice(name, atOnce),
    as: async (userId) => ({ ...(await talkingPorts(userId, log)), channels: { telegram: channel } }),
  };
}
