/** A chat with a bot, for the tests of what Telegram brings. */
import { type Button, keys, telegramAddress } from "@waldo/contracts";
import type { Bot, Channel, Ports, Recording } from "@waldo/core/ports";
import { linkConfigured, newLink } from "@waldo/core/telegram/link";
import { type TelegramPorts, takeUpdate } from "@waldo/core/telegram/take";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect } from "vitest";
import { testWorld } from "./world.ts";

export const NAME = "waldo_test_bot";
export const BOTS = { names: async () => [NAME], newSecret: () => "s".repeat(22) };

export type Sent = { readonly chat: string; readonly text: string; readonly buttons: readonly Button[] };

/** Two people, a bot, and what the bot was asked to do. */
export async function chatWorld(
  options: {
    transcribe?: (recording: Recording) => Promise<string>;
    /** What understands and answers messages. */
    thinking?: Pick<NonNullable<Parameters<typeof testWorld>[0]>, "model" | "understanding">;
  } = {},
) {
  const world = await testWorld({ days: 0, profile: { ...PERSON, channels: {} }, ...options.thinking });
  await world.store.transact([
    { op: "put", key: keys.profile("you"), body: { ...PERSON, userId: "you", channels: {} } },
  ]);
  const sent: Sent[] = [];
  const asked: string[] = [];
  const channel: Channel = {
    name: "telegram",
    async send(address, message) {
      const { chat } = telegramAddress.parse(address);
      if (message.channel === "telegram") sent.push({ chat, text: message.text, buttons: message.buttons ?? [] });
      return { outcome: "sent" };
    },
  };
  Object.assign(world, { channels: { telegram: channel }, taps: true });
  const bot: Bot = {
    name: NAME,
    answered: async (tap) => void asked.push(`answered ${tap}`),
    say: async (chat, text) => void asked.push(`to ${chat}: ${text}`),
    read: async (file) => new TextEncoder().encode(file),
  };
  const over = (ports: Ports): TelegramPorts => ({
    ...ports,
    bot,
    as: async () => ({ ...ports, approvalKey: new Uint8Array(32) }),
    ...(options.transcribe ? { transcriber: { transcribe: options.transcribe } } : {}),
  });
  let updates = 0;
  const from = (id: number) => ({ from: { id, is_bot: false }, chat: { id, type: "private" } });
  const message = (more: object, chat = 42) => ({ update_id: ++updates, message: { ...from(chat), ...more } });
  const tap = (data: string, chat = 42) => ({
    update_id: ++updates,
    callback_query: { id: `tap-${updates}`, ...from(chat), message: from(chat), data },
  });
  const take = async (update: object) => {
    const took = await takeUpdate(over(world), update);
    await world.machines.idle();
    return took;
  };
  const link = { ...over(world), rowsOf: async () => world.store };
  const runs = async (user = "me") => (await world.store.query(keys.run.all(user))).rows.length;
  const updatesKept = async () => (await world.store.query(keys.botUpdate.all(NAME))).rows.length;
  const codeOf = async (user: string) =>
    new URL((await newLink(world, BOTS, user))?.url ?? "").searchParams.get("start") ?? "";
  return { world, sent, asked, over, message, tap, take, link, runs, updatesKept, codeOf };
}

export async function linkedWorld(options: Parameters<typeof chatWorld>[0] = {}) {
  const w = await chatWorld(options);
  expect(await linkConfigured(w.link, "me", "42")).toBe("linked");
  return w;
}

export const VOICE = { file_id: "file-1", duration: 4 };
