import type { Command } from "commander";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

export function addTelegramCommands(
  program: Command,
  shared: (command: Command) => Command,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): void {
  const telegram = program.command("telegram").description("Your Telegram chat with Waldo.");
  shared(telegram.command("show", { isDefault: true }))
    .description("Whether a chat is linked.")
    .action(async (options: MemoryOptions) => (await import("./command.ts")).showChat(options, terminal));
  shared(telegram.command("link"))
    .description("A link that joins your chat with the bot of WALDO_TELEGRAM_TOKEN.")
    .addHelpText(
      "after",
      "\nMake a bot with @BotFather in Telegram. Set its token as WALDO_TELEGRAM_TOKEN here and for waldo live or waldo serve.",
    )
    .action(async (options: MemoryOptions) =>
      (await import("./command.ts")).linkChat(options, await settingsOf(env, options.home), terminal),
    );
  shared(telegram.command("health"))
    .argument("<on|off>", "whether such words may go there")
    .description("Whether words about your sleep and your energy go to the chat.")
    .action(async (as: string, options: MemoryOptions) =>
      (await import("./command.ts")).healthThere(as, options, terminal),
    );
  shared(telegram.command("unlink"))
    .description("Leave the chat.")
    .action(async (options: MemoryOptions) =>
      (await import("./command.ts")).unlinkChat(options, await settingsOf(env, options.home), terminal),
    );
}
