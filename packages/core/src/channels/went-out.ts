/** What went out on a day, and what did not, by the rows of the outbox. They are kept for a week. */
import {
  CHANNELS,
  type ChannelName,
  type DeliveryKind,
  type EpochMs,
  keys,
  OutboxRow,
  type OutboxState,
  PatrolEntry,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** What a kind of message is called in a sentence. */
export const KIND_WORDS: Readonly<Record<DeliveryKind, string>> = {
  brief: "a Brief",
  fetch: "a word about stress",
  patrol: "a note",
  nudge: "a word about your goals",
  reminder: "a reminder",
  reply: "an answer",
  proposal: "a suggestion",
  emergency: "an answer",
  test: "a test",
  failure: "news of what failed",
};

/** One message, with its channels by what became of it there. */
export type Outgoing = {
  readonly at: EpochMs;
  readonly kind: DeliveryKind;
  readonly sent: readonly ChannelName[];
  /** The channels that refused the message. In `unsure` are those that gave no answer. */
  readonly failed: readonly ChannelName[];
  readonly unsure: readonly ChannelName[];
  /** True for a question, and for a suggestion that waits for a tap. */
  readonly asks: boolean;
  /** Why it was sent nowhere. */
  readonly why?: string;
};

type Span = { readonly from: EpochMs; readonly to: EpochMs };

/** Returns the messages of a span of time, oldest first. */
export async function outgoingOf(store: Store, userId: UserId, { from, to }: Span): Promise<Outgoing[]> {
  const runs = new Map<RunId, OutboxRow[]>();
  for await (const { body } of queryAll(store, keys.outbox.all(userId))) {
    const row = OutboxRow.safeParse(body).data;
    if (row && row.createdAt >= from && row.createdAt < to) runs.set(row.runId, [...(runs.get(row.runId) ?? []), row]);
  }
  return [...runs.values()].flatMap(outgoing).sort((a, b) => a.at - b.at);
}

function outgoing(rows: readonly OutboxRow[]): Outgoing[] {
  const [first] = rows;
  if (!first) return [];
  const { createdAt: at, kind } = first;
  const of = (...states: readonly OutboxState[]) =>
    CHANNELS.filter((name) => rows.some(({ channel, state }) => channel === name && states.includes(state)));
  const [sent, failed, unsure] = [of("sent"), of("failed", "dead"), of("unknown")];
  const isOver = sent.length + failed.length + unsure.length === 0;
  const why = isOver ? rows.find(({ state }) => state === "suppressed")?.reason : undefined;
  const asks = kind === "proposal" || rows.some(({ message }) => "text" in message && /\?["”]?\s*$/.test(message.text));
  return [{ at, kind, sent, failed, unsure, asks, ...(why === undefined ? {} : { why }) }];
}

/** One thing that a voice would have said. */
type HeldBack = { readonly at: EpochMs; readonly voice: string; readonly why: string };

/** Returns what the log says was held back, the last reason of each voice, oldest first. */
export async function heldBack(store: Store, userId: UserId, { from, to }: Span): Promise<HeldBack[]> {
  const last = new Map<string, HeldBack>();
  for await (const { body } of queryAll(store, keys.patrol.between(userId, [from], [to]))) {
    const { at, held = [] } = PatrolEntry.safeParse(body).data ?? { at: 0 };
    for (const { voice, why } of held) {
      last.delete(voice);
      last.set(voice, { at, voice, why });
    }
  }
  return [...last.values()];
}
