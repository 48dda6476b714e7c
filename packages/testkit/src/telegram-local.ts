/** Starts a local Bot API server, for tests. */

import { createRequire } from "node:module";
import { type LocalServer, startServer } from "./local-server.ts";

/** A message as the bot sent it, with the field names of the payload. */
type BotMessage = { readonly messageId: number; readonly message: Readonly<Record<string, unknown>> };

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

type Update = { readonly callback_query?: { readonly data: string } };

/**
 * Runs in the child process. The server does not accept port 0, so the port is set where its constructor would have
 * replaced it.
 */
const SERVE = `
  const { TelegramServer } = require(process.argv[1].replace(/index\\.js$/, "telegramServer.js"));
  const server = new TelegramServer({ host: "127.0.0.1", storeTimeout: 3600 });
  server.config.port = 0;
  server.start().then(() => console.log(server.server.address().port));
`;

/** telegram-test-api on loopback: a Bot API server without any person behind it. */
export async function startTelegram(): Promise<LocalTelegram> {
  const server = createRequire(import.meta.url).resolve("telegram-test-api");
  const running = await startServer({
    command: process.execPath,
    args: () => ["--no-deprecation", "--input-type=commonjs", "-e", SERVE, server],
    hint: "telegram-test-api did not start.",
    async ready(child) {
      for await (const line of child.stdout ?? []) return `http://127.0.0.1:${String(line).trim()}`;
      throw new Error("telegram-test-api printed no port");
    },
  });
  async function ask<T>(path: string, body: object): Promise<T> {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const { result } = (await (await fetch(`${running.endpoint}${path}`, request)).json()) as { result: T };
    return result;
  }
  const person = (id: number) => ({ from: { id, first_name: "A", is_bot: false }, chat: { id, type: "private" } });
  const taps = async (token: string, data: string, chat = 42) => {
    const message = person(chat);
    await ask("/sendCallback", { botToken: token, from: message.from, message, data });
  };
  return {
    ...running,
    async sent(token) {
      const all = await ask<(BotMessage & { message: { chat_id?: unknown } })[]>("/getUpdatesHistory", { token });
      // The history has what people wrote, too.
      return all.filter(({ message }) => message?.chat_id !== undefined);
    },
    async says(token, text, chat = 42) {
      await ask("/sendMessage", { botToken: token, ...person(chat), date: 0, text });
    },
    taps,
    async pressed(token, data) {
      await taps(token, data);
      const updates = await ask<Update[]>(`/bot${token}/getUpdates`, {});
      return updates.flatMap((update) => update.callback_query?.data ?? []);
    },
  };
}
