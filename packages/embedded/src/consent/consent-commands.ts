import { PURPOSES } from "@waldo/contracts";
import { Argument, type Command } from "commander";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";

export function addConsentCommands(program: Command, shared: (command: Command) => Command, terminal: Terminal): void {
  const consent = program
    .command("consent")
    .description("What you agree to: your body's data, memory, Telegram, a model.");
  shared(consent.command("list", { isDefault: true }))
    .description("Each purpose with its words, and whether you agree.")
    .action(async (options: MemoryOptions) => (await import("./command.ts")).listConsents(options, terminal));
  for (const [name, given, about] of [
    ["give", true, "Agree to a purpose, in the words that waldo consent list shows."],
    ["withdraw", false, "Take it back. It stops with the next wake; what is stored stays until you erase it."],
  ] as const)
    shared(consent.command(name))
      .addArgument(new Argument("<purposes...>", "one or more").choices(PURPOSES))
      .description(about)
      .addHelpText("after", `\nExamples:\n  waldo consent ${name} body memory`)
      .action(async (purposes: (typeof PURPOSES)[number][], options: MemoryOptions) =>
        (await import("./command.ts")).decideConsents(purposes, given, options, terminal),
      );
}
