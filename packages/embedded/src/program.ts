/**
 * The `waldo` command. Each subcommand loads only what it needs. A WaldoError is one line and exit code 1; wrong usage
 * is 2; Ctrl-C is 130.
 */

import { readFileSync } from "node:fs";
import { WaldoError } from "@waldo/contracts";
import { DATE_ORDERS } from "@waldo/core/health/import/calendar-date";
import { COLUMN_TARGETS } from "@waldo/core/health/import/column-map";
import type { Fetcher } from "@waldo/core/ports";
import { Command, CommanderError, Option } from "commander";
import { addAgentCommands } from "./agents/agent-commands.ts";
import { addAwsCommands } from "./aws/aws-commands.ts";
import { addCalendarCommands } from "./calendar/calendar-commands.ts";
import { addConnectionCommands } from "./connections/connection-commands.ts";
import { addConsentCommands } from "./consent/consent-commands.ts";
import type { CostOptions } from "./cost/cost-command.ts";
import type { DayOptions } from "./day/command.ts";
import type { EvalOptions } from "./eval-command.ts";
import { namingCommands } from "./excess.ts";
import { importAdvice } from "./import-advice.ts";
import type { InboxOptions } from "./inbox.ts";
import type { LiveOptions } from "./live/command.ts";
import { addMemoryCommands } from "./memory/memory-command.ts";
import type { MemoryOptions } from "./memory/open-memory.ts";
import { addModelCommands } from "./model/model-commands.ts";
import { addOwnCommands } from "./own/own-commands.ts";
import { addPatrolCommands } from "./patrol/patrol-commands.ts";
import { anyPortOption, portOption } from "./port.ts";
import { addPrivacyCommands } from "./privacy/privacy-commands.ts";
import type { LinkOptions, ServeOptions } from "./serve/command.ts";
import { settingsOf } from "./settings.ts";
import type { ShowOptions } from "./show-runs.ts";
import { addTelegramCommands } from "./telegram/telegram-commands.ts";
import { type Input, openTerminal, type Stream, type Terminal } from "./terminal.ts";
import { positive } from "./typed.ts";
import { addWearableCommands } from "./wearables/wearable-commands.ts";

/** The parts of its process that the command uses. */
type Surroundings = {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** If it is absent, the command cannot ask the person. */
  readonly stdin?: Input;
  readonly env: NodeJS.ProcessEnv;
  /** Reads the addresses of calendars. The default can only reach the public internet. */
  readonly fetcher?: () => Promise<Fetcher>;
};

/** Runs one command and returns its exit code. Throws only errors that are defects of the program. */
export async function waldo(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  const terminal = openTerminal(stdout, stderr, surroundings.stdin);
  try {
    await programOf(terminal, surroundings).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    terminal.clearProgress();
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof WaldoError)) throw error;
    const advice = error.name === "ImportRefused" ? importAdvice(error.message) : "";
    stderr.write(`waldo: ${error.message}${advice}\n`);
    return 1;
  } finally {
    terminal.close();
  }
}

function versionOf(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

async function publicInternet(): Promise<Fetcher> {
  const { publicFetcher } = await import("@waldo/outside/fetcher");
  return publicFetcher();
}

/** Returns all commands. */
export function programOf(
  terminal: Terminal,
  { stdout, stderr, env, fetcher = publicInternet }: Surroundings,
): Command {
  const shared = (command: Command) =>
    command
      .addOption(new Option("--user <id>", "whose day").default("me"))
      .addOption(new Option("--home <dir>", "where state is kept").default(env["WALDO_HOME"] || ".waldo"))
      .addOption(new Option("--json", "one JSON document instead of text").default(false));

  const program = new Command("waldo")
    .description(
      "One persistent, proactive agent per person. Runs on this machine, and sends only to the model and the chat that you connect.",
    )
    .version(versionOf(), "-V, --version", "print the version")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: (text) => void stderr.write(text) })
    .exitOverride();

  shared(program.command("day"))
    .description(
      "Play one day, of an export or of the nights that are here: what woke, what was decided, what was said.",
    )
    .option(
      "--export <path>",
      "a file, zip or folder: Apple Health, WHOOP, Oura, Fitbit, Garmin, Samsung Health, or any daily CSV with --map",
    )
    .option("--date <YYYY-MM-DD>", "the day to play (default: the last one with a night)")
    .option("--zone <zone>", "the person's time zone (default: what the wearable recorded, else this machine's)")
    .option(
      "--map <columns>",
      "how to read a daily CSV, e.g. date=day,hrvRmssdMs=rmssd,restingHrBpm=rhr,sleepMinutes=asleep",
    )
    .option("--where <column=value>", "which rows of that CSV are this person's")
    .option("--consent <purposes>", CONSENT)
    .addOption(new Option("--verbose", "every tick, every claim and where it came from").default(false))
    .addHelpText(
      "after",
      `
Examples:
  waldo day                                        the last night that is here; where there is none, the example person
  waldo day --export my_whoop_data.zip
  waldo day --export export.zip --date 2026-03-14 --zone Europe/Lisbon
  waldo day --export daily.csv --map date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,sleepMinutes=minutesAsleep
  waldo day --json | jq '.briefs[].text'

--map takes pairs of a field and the file's column: ${COLUMN_TARGETS.slice(0, 8).join(", ")},
${COLUMN_TARGETS.slice(8).join(", ")}.
A factor turns the file's unit into ours: sleepMinutes=asleep_ms*0.0000166667. Two settings may stand among the pairs:
dateOrder=${DATE_ORDERS.join("|")} for dates such as 03/04/2026, and wakeTime=06:30 for nights without clock times.

The example person is kept apart in a folder "example" of the home, and no night of theirs mixes with yours.

A language model is optional: waldo model finds, tests and saves one. WALDO_MODEL_URL (an address such as
http://127.0.0.1:11434/v1), WALDO_MODEL and, if it wants one, WALDO_MODEL_KEY win over the saved model, and so does
WALDO_BEDROCK_MODEL. Without a model the offline composer writes, and says so. With WALDO_TELEGRAM_TOKEN the Briefs go to the Telegram chat that
waldo telegram link has joined, or to WALDO_TELEGRAM_CHAT; otherwise to telegram.jsonl in the home folder.`,
    )
    .action(async (options: DayOptions) => {
      const { day } = await import("./day/command.ts");
      await day(options, await settingsOf(env, options.home), terminal);
    });

  living(shared(program.command("live")))
    .description(
      "Keep a person's day by the real clock until stopped: Briefs, patrols and the night, as they fall due.",
    )
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
      await live(options, await settingsOf(env, options.home), terminal, {
        signal: stopSignal(),
        fetcher: await fetcher(),
        env,
      });
    });

  living(shared(program.command("serve")))
    .description("Everything of waldo live, with the page and its API on this machine.")
    .addOption(portOption("where the page is; 0 takes any free port"))
    .addHelpText(
      "after",
      `
It listens on 127.0.0.1 only and prints a link that signs a browser in once. Ctrl-C stops it.

Examples:
  waldo serve
  waldo serve --port 9000 --export ~/exports/whoop.zip`,
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./serve/command.ts");
      await serve(options, await settingsOf(env, options.home), terminal, {
        signal: stopSignal(),
        fetcher: await fetcher(),
        env,
      });
    });

  shared(program.command("link"))
    .description("A new link to the page of a waldo serve that runs.")
    .addOption(anyPortOption("the port of the waldo serve that runs (default: the one that serves this home)"))
    .action(async (options: LinkOptions) => {
      const { printLink } = await import("./serve/command.ts");
      await printLink(options, terminal);
    });

  shared(program.command("inbox"))
    .description("What was said to the person: Briefs, reminders, notes and answers, and through which channel.")
    .addOption(new Option("--last <n>", "at most this many, the newest at the end").default(20).argParser(positive))
    .addHelpText(
      "after",
      `
A message that has not gone out through a channel says why.

Examples:
  waldo inbox
  waldo inbox --last 3
  waldo inbox --json | jq -r '.[] | select(.kind == "reminder") | .text'`,
    )
    .action(async (options: InboxOptions) => {
      const { showInbox } = await import("./inbox.ts");
      await showInbox(options, terminal);
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
      await resumeAgent(options, await settingsOf(env, options.home), terminal);
    });

  shared(program.command("check"))
    .description("Look whether the home, the store, Telegram and the language model are there. It changes nothing.")
    .addHelpText("after", "\nExits with 1 when something is missing.\n\nExamples:\n  waldo check\n  waldo check --json")
    .action(async (options: ShowOptions) => {
      const { checkAll } = await import("./check/check-command.ts");
      await checkAll(options, await settingsOf(env, options.home), terminal);
    });

  const form = program
    .command("form")
    .description("Form as a number or in words, and how it is the sum of its parts.")
    .addHelpText("after", "\nExamples:\n  waldo form number\n  waldo form words\n  waldo form explain 2026-03-14");
  shared(form.command("show", { isDefault: true }).argument("[as]", "number or words"))
    .description(
      "Say whether a Brief ends with Form as a number. Without an argument: what holds now (words at first).",
    )
    .addHelpText("after", "\nExamples:\n  waldo form number\n  waldo form words\n  waldo form")
    .action(async (as: string | undefined, options: ShowOptions) => {
      const { formCommand } = await import("./form-command.ts");
      await formCommand(as, options, terminal);
    });
  shared(form.command("explain").argument("[date]", "YYYY-MM-DD (default: today)"))
    .description("The parts of Form and Recovery of a day: score, weight, what each adds, what is missing and why.")
    .addHelpText(
      "after",
      `
Examples:
  waldo form explain
  waldo form explain 2026-03-14
  waldo form explain --json | jq '.form.parts'`,
    )
    .action(async (date: string | undefined, options: MemoryOptions) => {
      const { explainForm } = await import("./own/explain-form.ts");
      await explainForm(date, options, terminal);
    });

  shared(program.command("skills").argument("[action]", "keep").argument("[name]", "a recipe"))
    .description("The recipes, how well each works for the person, and what follows. keep NAME brings one back.")
    .addHelpText(
      "after",
      `
The score is between 0 and 1, from thumbs, taps, undo and how suggestions were answered. The night computes it.

Examples:
  waldo skills
  waldo skills keep prep-for-event`,
    )
    .action(async (action: string | undefined, name: string | undefined, options: ShowOptions) => {
      const { skillsCommand } = await import("./skills-command.ts");
      await skillsCommand({ action, name }, options, terminal);
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

  shared(program.command("eval"))
    .description("How good the runs of the last nights were: WIS with its parts, and what you kept.")
    .addOption(new Option("--nights <n>", "the last n nights").default("7"))
    .addOption(new Option("--runs", "each run with its rubrics and reasons"))
    .addHelpText("after", "\nExamples:\n  waldo eval\n  waldo eval --nights 1 --runs\n  waldo eval --json")
    .action(async (options: EvalOptions) => {
      const { showEval } = await import("./eval-command.ts");
      await showEval(options, terminal);
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
recipes are for. waldo model chooses a language model.`,
    )
    .action(async (words: string[], options: MemoryOptions) => {
      const { say } = await import("./chat/say.ts");
      await say(words, options, await settingsOf(env, options.home), terminal);
    });
  shared(program.command("handoff").argument("[words...]", "the task; without it, what was handed over so far"))
    .description(
      "Hand over a task of several steps. Waldo looks around, makes a plan and asks before it does anything.",
    )
    .addHelpText(
      "after",
      `
Examples:
  waldo handoff plan my week
  waldo handoff "move my Thursday calls"
  waldo handoff                                    what was handed over, and where each stands

A plan takes a language model: waldo model finds and saves one. The plan waits two hours for your tap.`,
    )
    .action(async (words: string[], options: MemoryOptions) => {
      const { handoff } = await import("./chat/handoff.ts");
      await handoff(words, options, await settingsOf(env, options.home), terminal);
    });

  addAwsCommands(program, env, terminal);
  addCalendarCommands(program, shared, terminal, fetcher);
  addAgentCommands(program, shared, terminal);
  addConnectionCommands(program, shared, env, terminal);
  addConsentCommands(program, shared, terminal);
  addModelCommands(program, shared, env, terminal);
  addMemoryCommands(program, shared, terminal);
  addPatrolCommands(program, shared, terminal);
  addOwnCommands(program, shared, env, terminal);
  addPrivacyCommands(program, shared, env, terminal);
  addTelegramCommands(program, shared, env, terminal);
  addWearableCommands(program, shared, env, terminal);
  return namingCommands(program);
}

const CONSENT = "what you agree to, such as body,memory (default: asked on a terminal); waldo consent shows the words";

/** Adds the options of a command that runs a person's day by the real clock. */
function living(command: Command): Command {
  return command
    .option("--export <path>", "a wearable export, read again whenever it has changed (as in waldo day)")
    .option("--zone <zone>", "where the person is now (default: this machine's zone); another than before is a journey")
    .option("--wake <HH:MM>", "when they wake (default: as their nights show, else 07:00)")
    .option("--sleep <HH:MM>", "when they go to bed (default: as their nights show, else 23:00)")
    .option("--map <columns>", "how to read a daily CSV, as in waldo day")
    .option("--where <column=value>", "which rows of that CSV are this person's")
    .option("--consent <purposes>", CONSENT)
    .addOption(new Option("--verbose", "also the ticks that came to nothing").default(false));
}

/** Returns a signal that is aborted when the person wants the process to stop. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // The second Ctrl-C finds no handler and ends the process.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
