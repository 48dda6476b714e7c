/** `waldo memory …`: the person reads and corrects what is remembered about them. */
import { HALLS, type Hall } from "@waldo/contracts";
import { Argument, type Command, Option } from "commander";
import type { Terminal } from "../terminal.ts";
import { positive } from "../typed.ts";
import type { NoteOptions } from "./claim-history.ts";
import type { ExportOptions } from "./export-wiki.ts";
import type { MemoryOptions } from "./open-memory.ts";
import type { AsOfOptions, SearchOptions, ShowOptions } from "./show-claims.ts";

const FOUND_AT_ONCE = 10;
const PATTERN = "a memory's id, or its first four digits or more";

/** Adds the commands to `program`. `shared` gives each one --user, --home and --json. */
export function addMemoryCommands(program: Command, shared: (command: Command) => Command, terminal: Terminal): void {
  const memory = program
    .command("memory")
    .description("What is remembered of a person: look it up, trace it, correct it, take it along.")
    .addHelpText(
      "after",
      `
Examples:
  waldo memory search when do I write best
  waldo memory show --hall preferences
  waldo memory history 3fa2
  waldo memory as-of 2026-03-14 --believed
  waldo memory note preferences "No meetings before ten" --when "on workdays" --topic meetings
  waldo memory restore 3fa2
  waldo memory export ~/waldo-memory`,
    );
  const hall = () => new Option("--hall <hall>", "of this hall alone").choices(HALLS);

  shared(memory.command("search").argument("<words...>", "what to look for"))
    .description("Look something up, in claims and in the diary, best match first.")
    .addOption(hall())
    .addOption(new Option("--limit <n>", "at most this many").default(FOUND_AT_ONCE).argParser(positive))
    .addHelpText("after", "\nExample:\n  waldo memory search sleep after wine --hall discoveries")
    .action(async (words: string[], options: SearchOptions) => {
      const { searchMemory } = await import("./show-claims.ts");
      await searchMemory(words, options, terminal);
    });

  shared(memory.command("show"))
    .description("List what holds, hall by hall, with its id; and what is not settled yet.")
    .addOption(hall())
    .addOption(new Option("--closed", "also what no longer holds").default(false))
    .addHelpText("after", "\nExample:\n  waldo memory show --hall facts --closed")
    .action(async (options: ShowOptions) => {
      const { showMemory } = await import("./show-claims.ts");
      await showMemory(options, terminal);
    });

  shared(memory.command("history").argument("<pattern>", PATTERN))
    .description("Every change of a claim, and of those it replaced or gave way to, oldest first.")
    .addHelpText("after", "\nExample:\n  waldo memory history 3fa2")
    .action(async (pattern: string, options: MemoryOptions) => {
      const { showHistory } = await import("./claim-history.ts");
      await showHistory(pattern, options, terminal);
    });

  shared(memory.command("restore").argument("<pattern>", PATTERN))
    .description("Take back the latest change of a claim; again to undo that.")
    .addHelpText("after", "\nExample:\n  waldo memory restore 3fa2")
    .action(async (pattern: string, options: MemoryOptions) => {
      const { restoreMemory } = await import("./claim-history.ts");
      await restoreMemory(pattern, options, terminal);
    });

  shared(memory.command("as-of").argument("<date>", "YYYY-MM-DD, the end of that day"))
    .description("What held on a day, as is known now.")
    .addOption(new Option("--believed", "what was believed then, right or wrong").default(false))
    .addHelpText("after", "\nExample:\n  waldo memory as-of 2026-03-14 --believed")
    .action(async (date: string, options: AsOfOptions) => {
      const { showAsOf } = await import("./show-claims.ts");
      await showAsOf(date, options, terminal);
    });

  shared(
    memory
      .command("note")
      .addArgument(new Argument("<hall>", "where it belongs").choices(HALLS))
      .argument("<claim>", "what to remember, in a sentence"),
  )
    .description("Note something yourself: settled at once, and believed over what anybody else said.")
    .option("--topic <topic>", "what it is about; of one topic one claim holds, so this replaces what held")
    .option("--when <conditions>", "when it holds")
    .addHelpText(
      "after",
      '\nExample:\n  waldo memory note preferences "Prefers tea" --topic "hot drinks" --when "after lunch"',
    )
    .action(async (of: Hall, claim: string, options: NoteOptions) => {
      const { noteMemory } = await import("./claim-history.ts");
      await noteMemory({ hall: of, claim }, options, terminal);
    });

  const design = memory.command("design").description("By which numbers memory is searched (docs/decisions/0038).");
  shared(design.command("show"))
    .description("Show the numbers that differ from the standard, and what the nights compare with them.")
    .addHelpText("after", "\nExample:\n  waldo memory design show")
    .action(async (options: MemoryOptions) => {
      const { showDesign } = await import("./design-command.ts");
      await showDesign(options, terminal);
    });
  shared(design.command("rollback"))
    .description("Give up what is in shadow, or go back to the numbers before.")
    .addHelpText("after", "\nExample:\n  waldo memory design rollback")
    .action(async (options: MemoryOptions) => {
      const { rollBackDesign } = await import("./design-command.ts");
      await rollBackDesign(options, terminal);
    });

  shared(memory.command("export").argument("<dir>", "a new folder, or one exported to before"))
    .description("Write what is remembered as a folder of linked pages, for Obsidian or any editor.")
    .addOption(
      new Option("--force", "write into a folder that holds other things; pages of the same name are replaced").default(
        false,
      ),
    )
    .addHelpText(
      "after",
      `
Example:
  waldo memory export ~/waldo-memory

The pages are a copy: what is changed in them is gone with the next export. Files of yours in the folder are left alone.`,
    )
    .action(async (dir: string, options: ExportOptions) => {
      const { exportMemory } = await import("./export-wiki.ts");
      await exportMemory(dir, options, terminal);
    });
}
