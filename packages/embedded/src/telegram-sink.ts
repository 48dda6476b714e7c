/** Where Telegram messages go when no bot token is set: one JSON line a message, in a file a person can open. */
import { appendFile, readFile } from "node:fs/promises";
import type { Channel } from "@waldo/core/ports";

export type SunkMessage = { readonly key: string; readonly address: string; readonly text: string };

export function telegramSink(path: string): Channel {
  return {
    name: "telegram",
    async send(address, message, key) {
      if (message.channel !== "telegram")
        return { outcome: "dead", reason: "not a Telegram message", pauseChannel: false };
      const line: SunkMessage = { key, address, text: message.text };
      await appendFile(path, `${JSON.stringify(line)}\n`);
      return { outcome: "sent", receipt: "sink" };
    },
  };
}

export async function readSink(path: string): Promise<SunkMessage[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SunkMessage);
}
