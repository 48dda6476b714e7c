/** Starts a local Bot API server, for tests. */

import { createRequire } from "node:module";
import { type LocalServer, startServer } from "./local-server.ts";

/** A message as the bot sent it, with the field names of the payload. */
export type BotMessage = { readonly messageId: number; readonly message: Readonly<Record<string, unknown>> };

export type LocalTelegram = LocalServer & {
  /** Returns the messages that bots of this token have sent, oldest first. */
  sent(token: string): Promise<BotMessage[]>;
};

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
  return {
    ...running,
    async sent(token) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ token });
      const response = await fetch(`${running.endpoint}/getUpdatesHistory`, { method: "POST", headers, body });
      const { result } = (await response.json()) as { result: BotMessage[] };
      return result;
    },
  };
}
