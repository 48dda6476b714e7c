/** Starts a local Bot API server, for tests. */

import { createRequire } from "node:module";
import { type LocalServer, startServer } from "./local-server.ts";

/** A message as the bot sent it, with the field names of the payload. */
export type BotMessage = { readonly messageId: number; readonly message: Readonly<Record<string, unknown>> };

export type LocalTelegram = LocalServer & {
  /** Returns the messages that bots of this token have sent, oldest first. */
  sent(token: string): Promise<BotMessage[]>;
  /** Presses a button, as a person would, and returns the data that the bot then gets of its updates. */
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
  return {
    ...running,
    sent: (token) => ask("/getUpdatesHistory", { token }),
    async pressed(token, data) {
      const from = { id: 42, first_name: "A", is_bot: false };
      const message = { from, chat: { id: 42, type: "private" } };
      await ask("/sendCallback", { botToken: token, from, message, data });
      const updates = await ask<Update[]>(`/bot${token}/getUpdates`, {});
      return updates.flatMap((update) => update.callback_query?.data ?? []);
    },
  };
}
