/** `waldo log`, `waldo fetches` and `waldo watches`: what the patrol saw and decided, and the person's reminders. */
import { type Command, Option } from "commander";
import type { Terminal } from "../terminal.ts";
import type { FetchOptions, LogOptions, WatchOptions } from "./show-patrol.ts";

export function addPatrolCommands(program: Command, shared: (command: Command) => Command, terminal: Terminal): void {
  shared(program.command("log"))
    .description(
      "The log of a day: every tick of the patrol, what it decided and why, and what was done for the person.",
    )
    .option("--date <YYYY-MM-DD>", "the day (default: the last one that has an entry)")
    .addOption(new Option("--acts", "only what ended in something").default(false))
    .addHelpText(
      "after",
      "\nExamples:\n  waldo log\n  waldo log --date 2026-10-31 --acts\n  waldo log --json | jq '.entries[].reason'",
    )
    .action(async (options: LogOptions) => (await import("./show-patrol.ts")).showLog(options, terminal));
  shared(program.command("fetches"))
    .description("Every stress alert there was or, in shadow, would have been; and the false-alarm rate so far.")
    .option("--right <when>", "mark one as right: it was stress (its time, as listed)")
    .option("--wrong <when>", "mark one as a false alarm")
    .addHelpText("after", "\nExamples:\n  waldo fetches\n  waldo fetches --wrong 2026-10-31T15:00")
    .action(async (options: FetchOptions) => (await import("./show-patrol.ts")).showFetches(options, terminal));
  shared(program.command("watches"))
    .description("The standing reminders: what for, when, and how often they have fired.")
    .option("--cancel <id>", "end one; nothing remembered brings it back")
    .addOption(new Option("--all", "also those that are over").default(false))
    .addHelpText("after", "\nExamples:\n  waldo watches\n  waldo watches --cancel 3fa20c11d2e4")
    .action(async (options: WatchOptions) => (await import("./show-patrol.ts")).showWatches(options, terminal));
}
