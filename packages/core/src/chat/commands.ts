// Commands: plain code answers a message that begins with a slash, from any channel. It starts no run.
//     message ─> words about danger? ─> handled like any message
//             ─> a command ─> its rows, the message and the answer, in one commit ─> the answer is sent
//
// The message gives every row its name. So the same message again finds the answer and adds nothing. A process that
// dies before the commit has done nothing. Commands with much code are in loaded-commands.ts.
import {
  announcementId,
  COMMAND_KIND,
  COMMAND_NAMES,
  type CommandName,
  commandOf,
  type Goals,
  type GoalsFile,
  keys,
  type MessageRequest,
  PING_DAYS,
  type Profile,
  type RunId,
} from "@waldo/contracts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { flushRun } from "../channels/outbox.ts";
import { digest } from "../digest.ts";
import { changeGoals } from "../goals/change.ts";
import { loadGoalsFile } from "../goals/stored.ts";
import { namesOf } from "../goals/writers.ts";
import { livedDate } from "../health/ledger.ts";
import { meterWork } from "../meter/rows.ts";
import { heardWrites } from "../person/heard.ts";
import type { Write } from "../ports.ts";
import { detectDanger, isDanger } from "../safety/crisis/danger.ts";
import { retryConflicts } from "../store/cas.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { listGoals } from "../tools/rows.ts";
import {
  answerWrites,
  type CommandPorts,
  type Obey,
  type Order,
  type Outcome,
  type Parsed,
  parseCommand,
  type Via,
} from "./command.ts";

/** Answers with a short list of the goals in the person's file and in their list. */
const goals: Obey = async (ports, { profile: { userId } }, words) => {
  const { store } = ports;
  if (words.toLowerCase() === "mine") {
    const { changed } = await changeGoals(ports, userId, { by: "chat", edit: { do: "own" } });
    return { text: changed ? "Your goals are all yours again, and in force." : "Nothing in your goals came from git." };
  }
  const [found, listed] = await Promise.all([loadGoalsFile(store, userId), listGoals(store, userId, MOST_LISTED)]);
  const titles = listed.map(({ title }) => `• ${title}`).join("\n");
  const parts = [found && goalsText(found.file), titles && `On your list of goals:\n${titles}`].filter(Boolean);
  return { text: parts.join("\n") || "You have no goals yet. Write them in the app, or tell me one." };
};

const MOST_LISTED = 20;

/** Returns the text of the file, section by section. If the file has a fault, the text names the first faulty line. */
function goalsText({ goals: known, faults, outside = [] }: Pick<GoalsFile, "goals" | "faults" | "outside">): string {
  const parts = sectionsOf(known).map(([title, lines]) => `${title}:\n${lines.map((one) => `• ${one}`).join("\n")}`);
  const [fault] = faults ?? [];
  const wrong = fault && `Line ${fault.line} of the file is not right: ${fault.reason}. Until it is, this is in force:`;
  const text = parts.length === 0 ? "Your file of goals is empty so far." : parts.join("\n");
  const brought =
    outside.length > 0 &&
    `From git, and not in force: ${namesOf(outside).join(", ")}. Say /goals mine if that is yours.`;
  return [wrong, text, brought].filter(Boolean).join("\n");
}

function sectionsOf({ northStar, quarter, week, today, commitments }: Goals): [string, readonly string[]][] {
  const all: [string, readonly string[]][] = [
    ["North star", northStar === undefined ? [] : [northStar]],
    ["This quarter", quarter],
    ["This week", week],
    ["Today", today],
    ["Standing commitments", commitments],
  ];
  return all.filter(([, lines]) => lines.length > 0);
}

const help: Obey = async () => ({ text: COMMAND_NAMES.map(line).join("\n") });

function line(name: CommandName): string {
  return `/${name}: ${commandOf(name).does}.`;
}

/** Answers an unknown command. The answer does not repeat its name, because anybody may have typed it. */
function unknown(name: string): Outcome {
  const near = COMMAND_NAMES.find((one) => one.startsWith(name.slice(0, 3)));
  return { text: `I know no such command. ${near ? `Did you mean /${near}? ` : ""}/help shows all of them.` };
}

/**
 * Stores that the phone is in use; the phone itself sends this command. Waldo answers nothing. Several commands in one
 * minute make one row.
 */
const ping: Obey = async (_ports, { profile: { userId }, now }) => {
  const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const expiresAt = at + PING_DAYS * DAY_MS;
  return { writes: [{ op: "put", key: keys.ping(userId, at), body: { at }, expiresAt } as const] };
};

/** Updates the workspace folder, if there is one. */
const sync: Obey = async ({ workspaceSync }, { profile: { userId } }) => ({
  text: workspaceSync
    ? await workspaceSync(userId)
    : "There is no folder to sync here: your files are kept in the service. Change them in the app.",
});

/**
 * The code of each command. Commands that understand times, or read everything that is stored, are loaded when a person
 * gives one.
 */
const OBEYED: Readonly<Record<CommandName, Obey>> = {
  ...{ ping, sync, goals, help },
  status: async (...order) => (await import("./status.ts")).status(...order),
  remind: async (...order) => (await import("./loaded-commands.ts")).remind(...order),
  thinking: async (...order) => (await import("./loaded-commands.ts")).thinking(...order),
  quiet: async (...order) => (await import("./loaded-commands.ts")).quiet(...order),
  redact: async (...order) => (await import("./loaded-commands.ts")).redact(...order),
};

/**
 * Carries out a message that is a command, and returns the id of the announcement that answers it. Returns undefined
 * for any other message, which is then handled as the person's words. Throws the errors of the store and the machines.
 */
export async function obeyed(
  ports: CommandPorts,
  profile: Profile,
  message: MessageRequest,
  via: Via,
): Promise<RunId | undefined> {
  const parsed = parseCommand(message.text);
  if (!parsed || isDanger(detectDanger(message.text))) return undefined;
  return obey(ports, profile, message, { parsed, via });
}

type Given = { readonly parsed: Parsed; readonly via: Via };

async function obey(ports: CommandPorts, profile: Profile, message: MessageRequest, given: Given): Promise<RunId> {
  const { userId } = profile;
  const date = await livedDate(ports.store, profile, ports.clock.now());
  const work = { userId, date, kind: "message", of: `message-${message.messageId}`, trigger: "user_message" } as const;
  return meterWork(ports, work, [{ counts: { ingests: 1 }, models: [] }], async (own) => {
    const name = digest(userId, "command", message.messageId).slice(0, 24);
    const runId = announcementId("command", name);
    const after = await retryConflicts(() => commit({ ...ports, ...own }, { profile, message, name, date, ...given }));
    await flushRun(own, userId, runId);
    await after?.();
    return runId;
  });
}

type Whole = Given & Pick<Order, "profile" | "name" | "date"> & { readonly message: MessageRequest };

async function commit(ports: CommandPorts, whole: Whole): Promise<Outcome["after"]> {
  const { parsed, via, profile, name, date, message } = whole;
  const { store, clock } = ports;
  const answered = await store.get(keys.outbox(profile.userId, announcementId("command", name), 0));
  const order: Order = { profile, via, name, date, now: clock.now() };
  // The process may have died after the answer and before this work.
  if (answered) return () => wakeForReminders(ports, profile.userId);
  const {
    text,
    writes = [],
    again,
    after,
  } = parsed.is === "unknown" ? unknown(parsed.name) : await OBEYED[parsed.name](ports, order, parsed.words);
  const isSilent = parsed.is === "command" && parsed.name === "ping";
  const all = [
    ...writes,
    ...(isSilent || again ? [] : shown(order, message)),
    ...(text === undefined ? [] : answerWrites(order, text)),
  ];
  if (all.length > 0) await store.transact(all);
  return after;
}

/** Returns the rows for the command in the thread, and for the sign that the person is active. */
function shown({ profile: { userId }, date, now }: Order, { messageId, text, edited }: MessageRequest): Write[] {
  const words = edited ? `(edited) ${text}` : text;
  return heardWrites(userId, { messageId, date, at: now, kind: COMMAND_KIND, text: words });
}
