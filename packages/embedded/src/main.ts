/**
 * The `waldo` command. Each subcommand loads only what it needs. A WaldoError is one line and exit code 1; wrong usage
 * is 2; Ctrl-C is 130.
 */
import { fileURLToPath } from "node:url";
import { WaldoError } from "@waldo/contracts";
import { Command, Option } from "commander";
import type { CostOptions } from "./cost/cost-command.ts";
import type { DayOptions } from "./day/command.ts";
import type { LiveOptions } from "./live/command.ts";
import { addMemoryCommands } from "./memory/memory-command.ts";
import type { MemoryOptions } from "./memory/open-memory.ts";
import { addPatrolCommands } from "./patrol/patrol-commands.ts";
import { settingsFrom } from "./settings.ts";
import type { ShowOptions } from "./show-runs.ts";
import { openTerminal } from "./terminal.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/whoop-year.csv", import.meta.url));

const terminal = openTerminal(process.stdout, process.stderr);
const shared = (command: Command) =>
  command
    .addOption(new Option("--user <id>", "whose day").default("me"))
    .addOption(new Option("--home <dir>", "where state is kept").default(".waldo"))
    .addOption(new Option("--json", "one JSON document instead of text").default(false));

const program = new Command("waldo")
  .description("One persistent, proactive agent per person. Runs on this machine; nothing leaves it.")
  .configureHelp({ showGlobalOptions: true })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

shared(program.command("day"))
  .description("Take a wearable export in and play one day of it: what woke, what was decided, what was said.")
  .addOption(
    new Option(
      "--export <path>",
      "a file, zip or folder: Apple Health, WHOOP, Oura, Fitbit, or any daily CSV with --map",
    ).default(EXAMPLE, "examples/whoop-year.csv"),
  )
  .option("--date <YYYY-MM-DD>", "the day to play (default: the last one with a night)")
  .option("--zone <zone>", "the person's time zone (default: what the wearable recorded, else this machine's)")
  .option(
    "--map <columns>",
    "how to read a daily CSV, e.g. date=day,hrvRmssdMs=rmssd,restingHrBpm=rhr,sleepMinutes=asleep",
  )
  .option("--where <column=value>", "which rows of that CSV are this person's")
  .addOption(new Option("--verbose", "every tick, every claim and where it came from").default(false))
  .addHelpText(
    "after",
    `
Examples:
  waldo day                                        the bundled example, its last day
  waldo day --export my_whoop_data.zip
  waldo day --export export.zip --date 2026-03-14 --zone Europe/Lisbon
  waldo day --export daily.csv --map date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,sleepMinutes=minutesAsleep
  waldo day --json | jq '.briefs[].text'

A language model is optional: set WALDO_MODEL_URL (an OpenAI-compatible endpoint such as http://127.0.0.1:11434/v1),
WALDO_MODEL and, if it wants one, WALDO_MODEL_KEY; or WALDO_BEDROCK_MODEL for a model on Amazon Bedrock. Without one
the offline composer writes, and says so. With WALDO_TELEGRAM_TOKEN and WALDO_TELEGRAM_CHAT the Briefs go to a real
Telegram chat; otherwise to telegram.jsonl in the home folder.`,
  )
  .action(async (options: DayOptions) => {
    const { day } = await import("./day/command.ts");
    await day(options, settingsFrom(process.env), terminal);
  });

shared(program.command("live"))
  .description("Keep a person's day by the real clock until stopped: Briefs, patrols and the night, as they fall due.")
  .option("--export <path>", "a wearable export, read again whenever it has changed (as in waldo day)")
  .option("--zone <zone>", "where the person is now (default: this machine's zone); another than before is a journey")
  .option("--wake <HH:MM>", "when they wake (default: as their nights show, else 07:00)")
  .option("--sleep <HH:MM>", "when they go to bed (default: as their nights show, else 23:00)")
  .option("--map <columns>", "how to read a daily CSV, as in waldo day")
  .option("--where <column=value>", "which rows of that CSV are this person's")
  .addOption(new Option("--verbose", "also the ticks that came to nothing").default(false))
  .addHelpText(
    "after",
    `
Ctrl-C stops it when the wake under way is over. Started again, it makes up for what is still worth it and says what it
missed and why. With --json each line is one event.

Examples:
  waldo live --wake 06:30 --sleep 22:30
  waldo live --export ~/exports/whoop.zip
  waldo live --zone Asia/Tokyo                     landed; the schedules follow
  waldo live --json | jq -r 'select(.said) | .said[].text'`,
  )
  .action(async (options: LiveOptions) => {
    const { live } = await import("./live/command.ts");
    const stop = new AbortController();
    // The second Ctrl-C finds no handler and ends the process.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    await live(options, settingsFrom(process.env), terminal, stop.signal);
  });

shared(program.command("pause"))
  .description("Stop everything for a person: no wake, no answer, no night, until waldo resume. Nothing is lost.")
  .action(async (options: ShowOptions) => {
    const { pauseAgent } = await import("./pause-command.ts");
    await pauseAgent(options, terminal);
  });

shared(program.command("resume"))
  .description("Go on after waldo pause. What came in meanwhile is answered now.")
  .action(async (options: ShowOptions) => {
    const { resumeAgent } = await import("./pause-command.ts");
    await resumeAgent(options, settingsFrom(process.env), terminal);
  });

shared(program.command("runs"))
  .description("List every run in the journal.")
  .action(async (options: ShowOptions) => {
    const { showRuns } = await import("./show-runs.ts");
    await showRuns(options, terminal);
  });

shared(program.command("run").argument("<id>", "a run id, from waldo runs"))
  .description("Show one run: its states, what each committed, its claims and its outbox.")
  .action(async (id: string, options: ShowOptions) => {
    const { showRun } = await import("./show-runs.ts");
    await showRun(id, options, terminal);
  });

shared(program.command("cost"))
  .description("What each day would have cost on AWS, by part, at list prices.")
  .addOption(new Option("--days <n>", "the last n days that were metered").default("7"))
  .action(async (options: CostOptions) => {
    const { showCost } = await import("./cost/cost-command.ts");
    await showCost(options, terminal);
  });

shared(program.command("say").argument("<words...>", "what to say"))
  .description("Say something to your agent, and read its answer.")
  .addHelpText(
    "after",
    `
Examples:
  waldo say "remember that I prefer trains to planes"
  waldo say "remind me tomorrow at 17:30 to call Ana"
  waldo say "tell me when I am depleted: cancel the gym"
  waldo say "what's on my plate today?"

Without a language model the offline composer answers what plain code can: requests of these shapes, and what its
recipes are for. The settings for a model are those of waldo day.`,
  )
  .action(async (words: string[], options: MemoryOptions) => {
    const { say } = await import("./chat/say.ts");
    await say(words, options, settingsFrom(process.env), terminal);
  });

addMemoryCommands(program, shared, terminal);
addPatrolCommands(program, shared, terminal);

try {
  await program.parseAsync();
} catch (error) {
  terminal.clearProgress();
  if (error instanceof WaldoError) {
    const hint =
      error.name === "ImportRefused" && /column map/.test(error.message)
        ? "; waldo day --help shows how, under --map"
        : "";
    console.error(`waldo: ${error.message}${hint}`);
    process.exitCode = 1;
  } else throw error;
}
