/** What was said to a person: each message, and its result on each channel. */
import {
  type ChannelName,
  type DeliveryKind,
  type EpochMs,
  isAnnouncement,
  type OutboxRow,
  type OutboxState,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import { outboxOf, whyUnsent } from "@waldo/core/channels/outbox";
import type { Log, Ports } from "@waldo/core/ports";
import { SINK_RECEIPT } from "./telegram-sink.ts";
import type { Terminal } from "./terminal.ts";
import { wrapped } from "./wrap.ts";

export type Said = {
  readonly runId: RunId;
  readonly kind: DeliveryKind;
  readonly at: EpochMs;
  readonly text: string;
  readonly channels: readonly {
    readonly channel: ChannelName;
    readonly state: OutboxState;
    /** Why it was not sent, or what it waits for. */
    readonly why?: string;
    /** True when the message went to a file, because no bot is set. */
    readonly inFile?: true;
  }[];
};

type Needs = Pick<Ports, "store" | "clock">;

/** Returns the messages of one run or announcement, in order. */
export async function saidIn(ports: Needs, userId: UserId, runId: RunId): Promise<Said[]> {
  return saidOf(ports, await outboxOf(ports, userId, runId));
}

/** Returns the messages of ordered outbox rows. Every message begins with its in-app copy. */
export async function saidOf(ports: Needs, rows: readonly OutboxRow[]): Promise<Said[]> {
  const said: (Said & { channels: Said["channels"][number][] })[] = [];
  for (const row of rows) {
    const { runId, kind, createdAt: at, message, channel, state } = row;
    if (message.channel === "in_app") said.push({ runId, kind, at, text: message.text, channels: [] });
    const why = await whyUnsent(ports, row);
    // The answer to a tap in a chat has no copy in the app, because the chat has shown it.
    const copy = said.at(-1);
    if (copy?.runId !== runId) continue;
    copy.channels.push({
      channel,
      state,
      ...(why === undefined ? {} : { why }),
      ...(row.receipt === SINK_RECEIPT ? { inFile: true } : {}),
    });
  }
  return said;
}

/** Wraps a log. `take` returns the announcements that reached the person's thread since it was last called. */
export function announcing(log: Log): { readonly log: Log; take(): RunId[] } {
  const heard = new Set<RunId>();
  return {
    log(level, event, fields = {}) {
      log(level, event, fields);
      const { runId, channel, to } = fields as { runId?: RunId; channel?: string; to?: string };
      if (event === "outbox.row" && channel === "in_app" && to === "sent" && runId && isAnnouncement(runId))
        heard.add(runId);
    },
    take() {
      const all = [...heard];
      heard.clear();
      return all;
    },
  };
}

const NAMES: Record<DeliveryKind, string> = {
  brief: "brief",
  fetch: "fetch",
  patrol: "note",
  nudge: "coach",
  reminder: "reminder",
  reply: "reply",
  proposal: "proposal",
  emergency: "reply",
  test: "test",
  failure: "failure",
};

/** The word for a kind of message, at most eight letters. */
export const kindName = (kind: DeliveryKind) => NAMES[kind];

const INDENT = "         ";

/** Returns the lines of a text, with a bar before each line. */
export function textLines(text: string, c: Terminal["c"], width: number): string[] {
  return wrapped(text, width - INDENT.length - 2).map((line) => `${INDENT}${c.yellow("│")} ${c.bold(line)}`);
}

/** Returns the last line of a text: its channels, and other facts about it. Parts that do not fit are left out. */
export function tailLine(
  said: Pick<Said, "channels">,
  more: readonly string[],
  c: Terminal["c"],
  width: number,
): string {
  let line = `${INDENT}└ ${channelMarks(said)}`;
  for (const part of more) if (`${line}  · ${part}`.length <= width) line += ` · ${part}`;
  return c.dim(line);
}

function channelMarks({ channels }: Pick<Said, "channels">): string {
  if (channels.length === 0) return "not sent";
  return channels
    .map(({ channel, state, why, inFile }) => {
      const name = inFile ? "telegram.jsonl" : channel === "in_app" ? "in-app" : channel;
      return state === "sent" ? `${name} ✓` : `${name} ${state}${why === undefined ? "" : ` (${why})`}`;
    })
    .join("  ");
}
