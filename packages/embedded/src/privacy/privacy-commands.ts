/** `waldo privacy`: export all data, erase everything, and search for remains. */
import { type Command, Option } from "commander";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { settingsFrom } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import type { EraseOptions } from "./erase-command.ts";
import type { ScanOptions } from "./scan.ts";

type Shared = (command: Command) => Command;

export function addPrivacyCommands(program: Command, shared: Shared, env: NodeJS.ProcessEnv, terminal: Terminal): void {
  const privacy = program.command("privacy").description("Take everything with you, or leave without a trace.");
  shared(privacy.command("export"))
    .argument("<folder>", "where the zip goes")
    .description("Write everything that Waldo has of you into one zip: rows, pages, archive.")
    .addHelpText("after", "\nExamples:\n  waldo privacy export ~/waldo-copy")
    .action(async (folder: string, options: MemoryOptions) =>
      (await import("./copy.ts")).exportAll(folder, options, terminal),
    );
  shared(privacy.command("import"))
    .argument("<zip>", "an export")
    .description("Take an export into a home that has nothing of its person.")
    .addHelpText("after", "\nExamples:\n  waldo privacy import waldo-me-2026-11-23.zip --home new-home")
    .action(async (zip: string, options: MemoryOptions) =>
      (await import("./copy.ts")).importAll(zip, options, terminal),
    );
  shared(privacy.command("erase"))
    .description("Delete a person everywhere on this machine, and print a receipt. It cannot be brought back.")
    .addOption(new Option("--yes", "erase without a question").default(false))
    .addHelpText(
      "after",
      "\nExamples:\n  waldo privacy export ~/waldo-copy && waldo privacy erase\n  waldo privacy erase --user ana --yes",
    )
    .action(async (options: EraseOptions) =>
      (await import("./erase-command.ts")).eraseAll(options, settingsFrom(env), terminal),
    );
  shared(privacy.command("scan"))
    .argument("<user>", "whose traces")
    .option("--token <text...>", "words that must not be found either, such as a name")
    .option(
      "--remember <file>",
      "keep the person's phrases there the first time, and look for them again after an erasure",
    )
    .description("Look for any byte of a person in every file of the home.")
    .addHelpText(
      "after",
      "\nExamples:\n  waldo privacy scan me --remember phrases.json\n  waldo privacy erase --yes\n  waldo privacy scan me --remember phrases.json --token Philippa",
    )
    .action(async (user: string, options: ScanOptions) => (await import("./scan.ts")).scanAll(user, options, terminal));
}
