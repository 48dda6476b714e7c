/** `waldo telegram`: shows the linked chat, prints a link to join one, and leaves it. */
import { WaldoError } from "@waldo/contracts";
import { decisionOf } from "../consent/command.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { type OwnDoor, withDoor } from "../own/own-door.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { ownBots } from "./listen.ts";

export function showChat(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { channels } = await call("me");
    if (options.json) return terminal.print(JSON.stringify(channels, null, 2));
    if (channels.telegramPausedSince !== undefined)
      return terminal.print("Linked, but the bot is blocked there. Unblock it in Telegram, and messages come again.");
    terminal.print(channels.telegram ? "Linked to a chat." : "Not linked. waldo telegram link joins your chat.");
  });
}

/** Throws `InvalidInput` when no bot is set, and when Telegram does not know it. */
export async function linkChat(
  options: MemoryOptions,
  { telegram }: Pick<Settings, "telegram">,
  terminal: Terminal,
): Promise<void> {
  if (!telegram)
    throw new WaldoError(
      "InvalidInput",
      "no bot is set: make one with @BotFather in Telegram, and put its token into WALDO_TELEGRAM_TOKEN",
    );
  const { names, newSecret } = ownBots(telegram);
  const [name = ""] = await names().catch(async (cause: unknown) => {
    const { troubleOf } = await import("@waldo/outside/telegram-bot");
    throw new WaldoError("InvalidInput", troubleOf(cause).why);
  });
  const act = async (call: OwnDoor) => {
    const { url } = await call("linkTelegram");
    if (options.json) return terminal.print(JSON.stringify({ url }));
    terminal.print(url);
    terminal.print(
      terminal.c.dim("Open it and press Start while waldo live or waldo serve runs. It works once, for ten minutes."),
    );
  };
  await withDoor(options, terminal, act, { names: async () => [name], newSecret });
}

/** Sets whether words about the body may be sent to the chat. Throws `InvalidInput` for a word other than on or off. */
export function healthThere(as: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  if (as !== "on" && as !== "off") throw new WaldoError("InvalidInput", "say on or off");
  return withDoor(options, terminal, async (call) => {
    await call("decideConsent", { body: decisionOf("telegram", as === "on") });
    terminal.print(
      as === "on"
        ? "Words about your sleep and your energy go to the chat. Telegram can read them."
        : "Words about your sleep and your energy stay in the app.",
    );
  });
}

export function unlinkChat(
  options: MemoryOptions,
  { telegram }: Pick<Settings, "telegram">,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    await call("unlinkTelegram");
    terminal.print("Unlinked. Nothing is sent to the chat or read there any more.");
    if (telegram?.chat !== undefined)
      terminal.note("WALDO_TELEGRAM_CHAT still names it: the next waldo live or waldo serve links it again.");
  });
}
