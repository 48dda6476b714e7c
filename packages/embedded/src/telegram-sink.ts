/**
 * Takes Telegram messages when no bot token is set. The sink writes one JSON line per message into a file that only its
 * owner can open.
 */
import { open, readFile } from "node:fs/promises";
import type { Channel } from "@waldo/core/ports";

type SunkMessage = { readonly key: string; readonly address: string; readonly text: string };

/** The receipt of a message that went to the file. */
export const SINK_RECEIPT = "sink";

export function telegramSink(path: string): Channel {
  return {
    name: "telegram",
    async send(address, message, key) {
      if (message.channel !== "telegram")
        return { outcome: "dead", reason: "not a Telegram message", pauseChannel: false };
      const line: SunkMessage = { key, address, text: message.text };
      const file = await open(path, "a", 0o600);
      try {
        // The file may come from a release that left it readable for others.
        await file.chmod(0o600);
        await file.appendFile(`${JSON.stringify(line)}\n`);
      } finally {
        await file.close();
      }
      return { outcome: "sent", receipt: SINK_RECEIPT };
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
