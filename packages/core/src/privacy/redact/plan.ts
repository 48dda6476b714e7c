/** Plans a redaction: the messages to delete, the runs that read and sent them, and the words to search for. */
import {
  announcementId,
  COMMAND_KIND,
  type EpochMs,
  Intention,
  keys,
  MemoryBlock,
  MemoryIntent,
  Message,
  MOST_REDACTED,
  type PatternId,
  type Redaction,
  Review,
  type RunId,
  saidAt,
  thoughtOfPromise,
  type UserId,
} from "@waldo/contracts";
import { digest, runOfMessage } from "../../digest.ts";
import { formsOf } from "../../memory/diary/forgotten.ts";
import { deletions, isShown } from "../../memory/threads/deleted.ts";
import { messageIdOf } from "../../person/heard.ts";
import type { Ports, Row, Store } from "../../ports.ts";
import { readArchived } from "../../store/archived-rows.ts";
import { queryAll, rowsOf } from "../../store/query-all.ts";
import { type Sought, soughtOf } from "./scrub.ts";

type Wanted = {
  readonly name: string;
  readonly most: number;
  readonly now: EpochMs;
  readonly via: Redaction["via"];
};

const DAYS = "day-";
const EDITED = "(edited) ";

/** Returns the run or the announcement that answers a message of the person. */
function answers(userId: UserId, messageId: string, kind: string): RunId {
  return kind === COMMAND_KIND
    ? announcementId("command", digest(userId, "command", messageId).slice(0, 24))
    : runOfMessage(userId, messageId);
}

/** How many earlier messages are read to find what the last ones answered. */
const MOST_LOOKED = 20;

/**
 * Returns the redaction of the last visible messages. If an answer of Waldo is among them, the person's message is
 * deleted too, because memory may have learned from it. Messages that asked for a redaction, and their answers, are
 * skipped.
 */
export async function planned(store: Store, userId: UserId, { name, most, now, via }: Wanted): Promise<Redaction> {
  const deleted = await deletions(store, userId);
  const own = new Set<string>([announcementId("command", name)]);
  for await (const { key } of queryAll(store, keys.redaction.all(userId)))
    own.add(announcementId("command", keys.redaction.parse(key.sk)?.[1] ?? ""));
  const messages: Redaction["messages"] = [];
  const runIds = new Set<RunId>();
  const heard = new Set<RunId>();
  const reviews: Review[] = [];
  for await (const { body } of queryAll(store, keys.review.all(userId))) reviews.push(Review.parse(body));
  let looked = 0;
  for await (const row of queryAll(store, { ...keys.message.startingWith(userId, DAYS), descending: true })) {
    const isFull = messages.length >= Math.min(most, MOST_REDACTED);
    const [threadId = "", at = 0, key = ""] = keys.message.parse(row.key.sk) ?? [];
    const message = Message.safeParse(row.body).data;
    if (!message || !isShown(message, deleted.get(threadId))) continue;
    const runId = message.from === "owner" ? answers(userId, messageIdOf(key), message.kind) : message.runId;
    if (runId !== undefined && own.has(runId)) continue;
    if (isFull && (runId === undefined || !runIds.has(runId))) {
      if (++looked === MOST_LOOKED) break;
      continue;
    }
    messages.push({ threadId, at, key });
    if (runId === undefined) continue;
    runIds.add(runId);
    if (message.from !== "owner") {
      // A text of a review answers the person's move before it.
      const asking = reviews.find((one) => one.moves.some(({ turn }) => saidAt(one, turn) === runId));
      const move = asking?.moves.findLast(({ turn }) => saidAt(asking, turn) === runId);
      if (move) runIds.add(answers(userId, move.of, "message"));
      continue;
    }
    heard.add(runId);
    const review = reviews.find((one) => isMoveOf(one, key));
    // The last text of a review repeats the answers, and memory has a note from it.
    if (review?.outcome) for (const ids of [runIds, heard]) ids.add(saidAt(review, review.turn));
  }
  const [runs, learned] = [[...runIds], [...heard]];
  return { at: now, state: "asked", messages, runIds: runs, heard: learned, via, removed: {} };
}

/** True when a message of the person was a move of a review. `key` is the last part of the message's key. */
export function isMoveOf({ moves }: Pick<Review, "moves">, key: string): boolean {
  return moves.some(({ of }) => of === messageIdOf(key));
}

/** Returns the answers that were given to these messages since the redaction was requested. They are deleted too. */
export async function answeredSince(
  store: Store,
  userId: UserId,
  { at: asked, runIds, messages }: Redaction,
): Promise<Redaction["messages"]> {
  const found: Redaction["messages"] = [];
  for await (const row of queryAll(store, { ...keys.message.startingWith(userId, DAYS), descending: true })) {
    const [threadId = "", at = 0, key = ""] = keys.message.parse(row.key.sk) ?? [];
    if (at < asked || found.length === MOST_REDACTED) break;
    const { from, runId, text } = Message.safeParse(row.body).data ?? {};
    const isKnown = messages.some((one) => one.key === key && one.threadId === threadId);
    if (from !== "owner" && runId !== undefined && runIds.includes(runId) && text !== "" && !isKnown)
      found.push({ threadId, at, key });
  }
  return found;
}

/** Returns the messages to delete in their present form. A message without words is left out. */
export async function messageRows(store: Store, userId: UserId, { messages }: Redaction): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { threadId, at, key } of messages) {
    const row = await store.get(keys.message(userId, threadId, at, key));
    if (row && row.body["text"] !== "") rows.push(row);
  }
  return rows;
}

/** True for a claim or note whose only sources are these runs. A claim that was known before stays. */
export function isLearnedIn(sources: readonly string[], runs: readonly string[]): boolean {
  return sources.length > 0 && sources.every((source) => runs.includes(source));
}

/** The search of a redaction: messages, runs, the claims that came only from them, and words. */
export type Hunt = Pick<Redaction, "messages" | "runIds" | "heard"> & {
  readonly patterns: readonly PatternId[];
  readonly sought: Sought;
  /**
   * The same search without Waldo's own answers. Such an answer may mention facts that Waldo knew long before, so it
   * stays.
   */
  readonly own: Sought;
};

/** Returns what to search for: the words of the messages, and the words of what was learned from them. */
export async function huntOf(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  redaction: Redaction,
): Promise<Hunt> {
  const { messages, runIds, heard } = redaction;
  const said = await messageRows(ports.store, userId, redaction);
  const textOf = ({ body }: Row) => String(body["text"]);
  const isOwner = ({ body }: Row) => body["from"] === "owner";
  const told = said.filter((row) => !isOwner(row)).map(textOf);
  const texts = said
    .filter(isOwner)
    .map(textOf)
    .map((text) => (text.startsWith(EDITED) ? text.slice(EDITED.length) : text));
  const patterns: PatternId[] = [];
  for await (const { body } of queryAll(ports.store, keys.block.all(userId))) {
    const block = MemoryBlock.safeParse(body).data;
    if (!block || !isLearnedIn(block.sources, heard)) continue;
    patterns.push(block.patternId);
    texts.push(...formsOf(block.claim));
  }
  const promises = await rowsOf(ports.store, keys.intention.all(userId));
  for (const { body } of [...promises, ...(await readArchived(ports.archive, userId, "thoughts"))]) {
    const promise = Intention.safeParse(body).data;
    if (promise && heard.includes(promise.claim))
      texts.push(
        thoughtOfPromise(promise),
        `Look at “${promise.text}” again on`,
        `Do not look at “${promise.text}” again`,
      );
  }
  for await (const { body } of queryAll(ports.store, keys.inbox.all(userId))) {
    const note = MemoryIntent.safeParse(body).data;
    if (note?.kind === "note" && heard.includes(note.source)) texts.push(note.claim);
  }
  return { messages, runIds, heard, patterns, sought: soughtOf([...texts, ...told]), own: soughtOf(texts) };
}
