/** `waldo tasks`, `waldo threads`, `waldo review`, `waldo living`, `waldo taps`, `waldo devices` and `waldo settings`. */
import { type Command, Option } from "commander";
import type { SyncOptions } from "../goals/sync-command.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import type { ChooseOptions } from "./living.ts";
import type { TapOptions } from "./taps.ts";
import type { ListKind, TaskOptions } from "./tasks.ts";
import type { ThreadOptions } from "./threads.ts";

type Shared = (command: Command) => Command;

export function addOwnCommands(program: Command, shared: Shared, env: NodeJS.ProcessEnv, terminal: Terminal): void {
  addTasks("task", program, shared, terminal);
  addTasks("goal", program, shared, terminal);
  addGoalsFile(program, shared, env, terminal);
  addSync(program, shared, terminal);
  addThreads(program, shared, terminal);
  const review = program.command("review").description("The weekly review: a few questions, one at a time.");
  shared(review.command("show", { isDefault: true }))
    .description("Where the review stands, with its questions and your answers.")
    .action(async (options: MemoryOptions) => (await import("./review.ts")).showReview(options, terminal));
  shared(review.command("start"))
    .description("Begin a review now, or go on with the one that rests. You answer with waldo say.")
    .addHelpText("after", '\nExamples:\n  waldo review start\n  waldo say "two good runs"\n  waldo say skip')
    .action(async (options: MemoryOptions) => (await import("./review.ts")).startReview({ ...options, env }, terminal));
  shared(review.command("history"))
    .description("What came of your reviews, the newest first.")
    .action(async (options: MemoryOptions) => (await import("./review.ts")).reviewHistory(options, terminal));
  addLiving(program, shared, terminal);
  const taps = program.command("taps").description("What waits for your tap.");
  shared(taps.command("show", { isDefault: true }))
    .description("What Waldo proposes, each with an id.")
    .action(async (options: MemoryOptions) => (await import("./taps.ts")).listTaps(options, terminal));
  shared(taps.command("do"))
    .argument("<id>", "as waldo taps shows it")
    .description("Show exactly what would be done; with --yes, do it.")
    .addOption(new Option("--yes", "do it").default(false))
    .addHelpText("after", "\nExamples:\n  waldo taps do 3f2a\n  waldo taps do 3f2a --yes")
    .action(async (id: string, options: TapOptions) =>
      (await import("./taps.ts")).doTap(id, { ...options, env }, terminal),
    );
  shared(taps.command("no"))
    .argument("<id>", "as waldo taps shows it")
    .description("Not now.")
    .action(async (id: string, options: MemoryOptions) =>
      (await import("./taps.ts")).declineTap(id, options, terminal),
    );
  shared(taps.command("modify"))
    .argument("<id>", "as waldo taps shows it")
    .argument("[words...]", "what to change; without it, the next waldo say is the change")
    .description("Change a card. It is proposed anew, and nothing is done before you tap that.")
    .addHelpText("after", "\nExamples:\n  waldo taps modify 3f2a make it 4 pm\n  waldo taps modify 3f2a")
    .action(async (id: string, words: string[], options: TapOptions) =>
      (await import("./taps.ts")).modifyTap(id, words, { ...options, env }, terminal),
    );
  shared(taps.command("undo"))
    .argument("<id>", "as waldo log shows it")
    .description("Take back what was done, for a day after it was done.")
    .addHelpText("after", "\nExamples:\n  waldo taps undo 9c01")
    .action(async (id: string, options: MemoryOptions) => (await import("./taps.ts")).undoTap(id, options, terminal));
  const devices = program.command("devices").description("The browsers and phones that take pushes.");
  shared(devices.command("show", { isDefault: true }))
    .description("Each device with its id. The page of waldo serve adds one.")
    .action(async (options: MemoryOptions) => (await import("./devices.ts")).listDevices(options, terminal));
  shared(devices.command("forget"))
    .argument("<id>", "as waldo devices shows it")
    .description("Send no more pushes to a device.")
    .addHelpText("after", "\nExamples:\n  waldo devices forget 3f2a")
    .action(async (id: string, options: MemoryOptions) =>
      (await import("./devices.ts")).forgetDevice(id, options, terminal),
    );
  const settings = program.command("settings").description("What you have set: zone, times, autonomy and more.");
  shared(settings.command("show", { isDefault: true }))
    .description("Every setting with its value.")
    .action(async (options: MemoryOptions) => (await import("./settings.ts")).showSettings(options, terminal));
  shared(settings.command("set"))
    .argument("<name=value...>", "one or more settings")
    .description("Change settings. A lower autonomy takes back what was done without a tap.")
    .addHelpText(
      "after",
      "\nExamples:\n  waldo settings set wake=06:30 sleep=22:45\n  waldo settings set name=Ana autonomy=L1\n  waldo settings set review=7 form=number",
    )
    .action(async (pairs: string[], options: MemoryOptions) =>
      (await import("./settings.ts")).setSettings(pairs, options, terminal),
    );
}

function addLiving(program: Command, shared: Shared, terminal: Terminal): void {
  const living = program
    .command("living")
    .description("What Waldo makes of the moment, thinks, and is concerned with.");
  shared(living.command("show", { isDefault: true }))
    .description("The moment, what waits to be said, and the concerns.")
    .action(async (options: MemoryOptions) => (await import("./living.ts")).showLiving(options, terminal));
  shared(living.command("thoughts"))
    .description("Waldo's private notes, each with what it was seen in.")
    .action(async (options: MemoryOptions) => (await import("./living.ts")).showThoughts(options, terminal));
  shared(living.command("set"))
    .argument("[on|off]", "the whole loop")
    .description("Turn the loop, the sensing of this machine, or interruptions on or off.")
    .addOption(new Option("--machine <on|off>", "sense whether somebody is at this machine, while waldo live runs"))
    .addOption(
      new Option("--interrupt <how>", "live takes five labels first, on the page").choices(["off", "shadow", "live"]),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  waldo living set --machine on\n  waldo living set --interrupt off\n  waldo living set off",
    )
    .action(async (state: string | undefined, options: ChooseOptions) =>
      (await import("./living.ts")).chooseLiving(state, options, terminal),
    );
}

/** The texts of both lists, which have the same commands. */
const LISTS = {
  task: {
    about: "Your list.",
    show: "The open tasks, each with an id.",
    add: "Add a task.",
    example: "waldo tasks add pay the rent --due 2026-12-01",
    done: "Finish a task.",
    dropped: "Take a task off the list without doing it.",
    open: "Put a task back on the list.",
    move: "Give a task another date; without --due, none.",
  },
  goal: {
    about: "What you want to reach. The Brief speaks of the first one on some good days.",
    show: "The open goals, each with an id.",
    add: "Add a goal.",
    example: "waldo goals add run a half marathon --due 2027-05-01",
    done: "You have reached it.",
    dropped: "Let a goal go.",
    open: "Take a goal up again.",
    move: "Give a goal another date; without --due, none.",
  },
} as const;

function addTasks(kind: ListKind, program: Command, shared: Shared, terminal: Terminal): void {
  const says = LISTS[kind];
  const list = program.command(`${kind}s`).description(says.about);
  shared(list.command("show", { isDefault: true }))
    .description(says.show)
    .action(async (options: MemoryOptions) => (await import("./tasks.ts")).listTasks(kind, options, terminal));
  shared(list.command("add"))
    .argument("<words...>", "what it is")
    .description(says.add)
    .option("--due <YYYY-MM-DD>", "until when")
    .addHelpText("after", `\nExamples:\n  ${says.example}`)
    .action(async (words: string[], options: TaskOptions) =>
      (await import("./tasks.ts")).addTask(kind, words, options, terminal),
    );
  for (const [name, status] of [
    ["done", "done"],
    ["drop", "dropped"],
    ["reopen", "open"],
  ] as const)
    shared(list.command(name))
      .argument("<id>", `as waldo ${kind}s shows it`)
      .description(says[status])
      .action(async (id: string, options: TaskOptions) =>
        (await import("./tasks.ts")).changeTask(id, { status }, options, terminal),
      );
  shared(list.command("move"))
    .argument("<id>", `as waldo ${kind}s shows it`)
    .description(says.move)
    .option("--due <YYYY-MM-DD>", "until when")
    .action(async (id: string, options: TaskOptions) =>
      (await import("./tasks.ts")).changeTask(id, { due: options.due ?? null }, options, terminal),
    );
}

/** The file of goals has the same command as the list of goals. */
function addGoalsFile(program: Command, shared: Shared, env: NodeJS.ProcessEnv, terminal: Terminal): void {
  const goals = program.commands.find((command) => command.name() === "goals") ?? program.command("goals");
  const section = "today, week, quarter, commitments or people";
  shared(goals.command("file"))
    .description("Your goals file: its text as it is, and what is wrong with it.")
    .addHelpText("after", "\nExamples:\n  waldo goals file\n  waldo goals file --json | jq .goals.today")
    .action(async (options: MemoryOptions) => (await import("./goals-file.ts")).showGoals(options, terminal));
  shared(goals.command("edit"))
    .description("Open your goals file in the editor that EDITOR names. A text with a fault is kept, and you are told.")
    .addHelpText("after", "\nExamples:\n  EDITOR=nano waldo goals edit")
    .action(async (options: MemoryOptions) => (await import("./goals-file.ts")).editInEditor(options, env, terminal));
  for (const [name, action, says, example] of [
    ["put", "add", "Put a line into a section.", "week finish the draft"],
    ["take", "remove", "Take a line out of a section.", "week finish the draft"],
    ["tick", "tick", "Tick a line off: it is done, and stays to be seen.", "today call the bank"],
  ] as const)
    shared(goals.command(name))
      .argument("<section>", section)
      .argument("<words...>", "the line")
      .description(says)
      .addHelpText("after", `\nExamples:\n  waldo goals ${name} ${example}`)
      .action(async (where: string, words: string[], options: MemoryOptions) =>
        (await import("./goals-file.ts")).editLine({ action, where, words }, options, terminal),
      );
  shared(goals.command("set"))
    .argument("<name>", "star, bedtime_target, wake_target, quiet_hours, weekly_review or timezone")
    .argument("[words...]", "its value; without it, the line goes")
    .description("Set the north star or a target. Your days follow at once.")
    .addHelpText(
      "after",
      "\nExamples:\n  waldo goals set star write things that people use\n  waldo goals set quiet_hours 22:00-07:30\n  waldo goals set weekly_review Saturday 10:00",
    )
    .action(async (name: string, words: string[], options: MemoryOptions) =>
      (await import("./goals-file.ts")).setInGoals(name, words, options, terminal),
    );
}

function addSync(program: Command, shared: Shared, terminal: Terminal): void {
  shared(program.command("sync"))
    .description("Join your goals file with its git remote, where the workspace of the home is a repository.")
    .addOption(new Option("--push", "commit what changed here first, and push it").default(false))
    .addHelpText("after", "\nExamples:\n  waldo sync\n  waldo sync --push")
    .action(async (options: SyncOptions) => (await import("../goals/sync-command.ts")).syncCommand(options, terminal));
}

function addThreads(program: Command, shared: Shared, terminal: Terminal): void {
  const threads = program
    .command("threads")
    .description("Your conversations: one for each day, and those with a name.");
  shared(threads.command("show", { isDefault: true }))
    .description("The conversations, each with its id, its messages and its last words.")
    .addOption(new Option("--archived", "those that were put away").default(false))
    .addOption(new Option("--deleted", "those that can still be brought back").default(false).conflicts("archived"))
    .addHelpText("after", "\nExamples:\n  waldo threads\n  waldo threads --deleted --json")
    .action(async (options: ThreadOptions) => (await import("./threads.ts")).listThreads(options, terminal));
  shared(threads.command("name"))
    .argument("<id>", "as waldo threads shows it")
    .argument("<words...>", "its name")
    .description("Give a conversation a name.")
    .addHelpText("after", "\nExamples:\n  waldo threads name 2026-12-01 the new kitchen")
    .action(async (id: string, words: string[], options: MemoryOptions) =>
      (await import("./threads.ts")).changeThread(id, { title: words.join(" ") }, options, terminal),
    );
  for (const [name, state, does] of [
    ["archive", "archived", "Put a conversation away. Nothing in it is lost."],
    ["restore", "active", "Bring a conversation back: from the archive, or within 30 days after it was deleted."],
  ] as const)
    shared(threads.command(name))
      .argument("<id>", "as waldo threads shows it")
      .description(does)
      .addHelpText("after", `\nExamples:\n  waldo threads ${name} 2026-12-01`)
      .action(async (id: string, options: MemoryOptions) =>
        (await import("./threads.ts")).changeThread(id, { state }, options, terminal),
      );
  shared(threads.command("delete"))
    .argument("<id>", "as waldo threads shows it")
    .description("Delete what was said in a conversation until now. What was learned from it stays.")
    .addHelpText("after", "\nExamples:\n  waldo threads delete 2026-12-01\n  waldo threads restore 2026-12-01")
    .action(async (id: string, options: MemoryOptions) =>
      (await import("./threads.ts")).deleteThread(id, options, terminal),
    );
}
