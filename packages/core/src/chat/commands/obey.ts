/**
 * Commands: a message that begins with a slash is answered by plain code, wherever it comes from. No run is started.
 *
 *   message ─> words of danger? ─> heard as always
 *           ─> a command ─> its rows, the message and the answer, in one commit ─> what is due goes out
 *
 * Everything is named by the message. So the same message again finds the answer and adds nothing, and a process that dies
 * before the commit has done nothing.
 */
import {
  announcementId,
  COMMAND_KIND,
  type CommandName,
  keys,
  type MessageRequest,
  type Profile,
  type RunId,
} from "@waldo/contracts";
import { wakeForReminders } from "../../cadence/reminder-times.ts";
import { flushRun } from "../../channels/outbox.ts";
import { digest } from "../../digest.ts";
import { livedDate } from "../../health/ledger.ts";
import { meterWork } from "../../meter/rows.ts";
import { heardWrites } from "../../person/heard.ts";
import type { Write } from "../../ports.ts";
import { detectDanger, isDanger } from "../../safety/crisis/danger.ts";
import { retryConflicts } from "../../store/cas.ts";
import { goals } from "./goals.ts";
import { help, unknown } from "./help.ts";
import { type Parsed, parseCommand } from "./parse.ts";
import { ping } from "./ping.ts";
import type { CommandPorts, Obey, Order, Outcome, Via } from "./ports.ts";
import { answerWrites } from "./say.ts";
import { status } from "./status.ts";
import { sync } from "./sync.ts";

/** What understands times, or goes through everything that is kept, is loaded when it is asked for. */
const OBEYED: Readonly<Record<CommandName, Obey>> = {
  ...{ ping, status, sync, goals, help },
  remind: async (...order) => (await import("./remind.ts")).remind(...order),
  thinking: async (...order) => (await import("./thinking.ts")).thinking(...order),
  quiet: async (...order) => (await import("./quiet.ts")).quiet(...order),
  redact: async (...order) => (await import("./redact.ts")).redact(...order),
};

/**
 * Obeys a message that is a command, and returns the id of the announcement that answers it. Returns undefined for any other
 * message: it is heard. Throws what the store and the machines throw.
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
  // The process may have died between the answer and this.
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

/** The command as it stands in the thread, and the sign that the person is there. */
function shown({ profile: { userId }, date, now }: Order, { messageId, text, edited }: MessageRequest): Write[] {
  const words = edited ? `(edited) ${text}` : text;
  return heardWrites(userId, { messageId, date, at: now, kind: COMMAND_KIND, text: words });
}
