/** A Bot API server on loopback, without any person behind it: the methods that Waldo calls, as Telegram answers them. */

import type { LocalServer } from "./local-server.ts";
import { serveRequests } from "./loopback.ts";

type Payload = Readonly<Record<string, unknown>>;

/** A message as the bot sent it, with the field names of the payload. */
type BotMessage = { readonly messageId: number; readonly message: Payload };

export type LocalTelegram = LocalServer & {
  /** Returns the messages that bots of this token have sent, oldest first. */
  sent(token: string): Promise<BotMessage[]>;
  /** Writes to the bot of a token, as the person of a chat would. */
  says(token: string, text: string, chat?: number): Promise<void>;
  /** Presses a button, as the person of a chat would. */
  taps(token: string, data: string, chat?: number): Promise<void>;
  /** Presses a button and returns the data that the bot then gets of its updates. */
  pressed(token: string, data: string): Promise<string[]>;
};

type Update = { readonly update_id: number; readonly callback_query?: { readonly data: string } };

/** A bot as Telegram keeps it. `wake` ends the waiting of a request for updates. */
type Bot = { readonly sent: BotMessage[]; waiting: Update[]; wake: () => void };

/** The longest text of a message, in UTF-16 code units. */
const MOST_TEXT = 4096;
const TOO_LONG = "Bad Request: message is too long";

export async function startTelegram(): Promise<LocalTelegram> {
  const bots = new Map<string, Bot>();
  let lastId = 0;
  const botOf = (token: string) => {
    const bot: Bot = bots.get(token) ?? { sent: [], waiting: [], wake: () => {} };
    bots.set(token, bot);
    return bot;
  };

  const methods: Readonly<Record<string, (bot: Bot, payload: Payload) => unknown>> = {
    getMe: () => ({ id: 666, is_bot: true, first_name: "Test", username: "TestNameBot" }),
    setMyCommands: () => true,
    answerCallbackQuery: () => true,
    sendMessage({ sent }, message) {
      const { chat_id: id, text } = message;
      if (String(text).length > MOST_TEXT) return undefined;
      sent.push({ messageId: ++lastId, message });
      return { message_id: lastId, date: 0, chat: { id: Number(id), type: "private", first_name: "A" }, text };
    },
    /** An offset confirms the updates before it. Without any update, the request waits until there is one. */
    async getUpdates(bot, { offset = 0, timeout = 0 }) {
      bot.waiting = bot.waiting.filter((update) => update.update_id >= Number(offset));
      if (bot.waiting.length === 0 && Number(timeout) > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, Number(timeout) * 1000);
        bot.wake = resolve;
        await promise;
        clearTimeout(timer);
      }
      return bot.waiting;
    },
  };

  const running = await serveRequests(async (request) => {
    const [, token = "", method = ""] =
      /^\/bot([^/]+)\/(\w+)$/.exec(decodeURIComponent(new URL(request.url).pathname)) ?? [];
    const call = methods[method];
    if (call === undefined) return refusal(404, "Not Found");
    const body = await request.text();
    const result = await call(botOf(token), body === "" ? {} : JSON.parse(body));
    return result === undefined ? refusal(400, TOO_LONG) : Response.json({ ok: true, result });
  });

  const arrives = (token: string, update: object) => {
    const bot = botOf(token);
    bot.waiting.push({ update_id: ++lastId, ...update });
    bot.wake();
  };
  const person = (id: number) => ({ id, first_name: "A", is_bot: false });
  const message = (id: number) => ({ message_id: ++lastId, date: 0, from: person(id), chat: { id, type: "private" } });
  const taps = async (token: string, data: string, chat = 42) =>
    arrives(token, { callback_query: { id: String(++lastId), from: person(chat), message: message(chat), data } });
  return {
    ...running,
    async stop() {
      for (const bot of bots.values()) bot.wake();
      await running.stop();
    },
    sent: async (token) => [...botOf(token).sent],
    says: async (token, text, chat = 42) => arrives(token, { message: { ...message(chat), text } }),
    taps,
    async pressed(token, data) {
      await taps(token, data);
      const answer = await fetch(`${running.endpoint}/bot${token}/getUpdates`);
      const { result } = (await answer.json()) as { result: Update[] };
      return result.flatMap((update) => update.callback_query?.data ?? []);
    },
  };
}

const refusal = (status: number, description: string) =>
  Response.json({ ok: false, error_code: status, description }, { status });
