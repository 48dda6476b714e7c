/**
 * The conversations of a person. Every day is a conversation, even without a row. A row holds its name, topics and
 * state. What was learned from a conversation is separate memory, and stays when the conversation is deleted.
 */
import { type EpochMs, keys, Message, RESTORE_DAYS, Thread, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../../ports.ts";
import { putOver, retryConflicts } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";
import { loadHead } from "../claims/blocks.ts";
import { isShown, threadRows } from "./deleted.ts";

/** A conversation in the form in which it is shown. */
export type Conversation = {
  readonly thread: Thread;
  readonly state: Thread["status"];
  /** How many messages are shown. */
  readonly messages: number;
  readonly last?: Message;
  /** Until this instant the deletion can be undone. */
  readonly restoreUntil?: EpochMs;
};

type Found = { readonly thread: Thread; readonly row: Row | undefined };

/** Returns a thread that has a row or a message. Without a row, its id is its name. */
export async function findThread(
  store: Store,
  userId: UserId,
  threadId: string,
  now: EpochMs,
): Promise<Found | undefined> {
  const row = await store.get(keys.thread(userId, threadId));
  if (row) return { thread: Thread.parse(row.body), row };
  const { rows } = await store.query({ ...keys.message.all(userId, threadId), limit: 1 });
  return rows.length === 0 ? undefined : { thread: rowless(threadId, now), row: undefined };
}

function rowless(threadId: string, now: EpochMs): Thread {
  return {
    ...{ threadId, title: threadId, topics: [], origin: "system", status: "active" },
    ...{ createdAt: now, updatedAt: now },
  };
}

async function conversationOf(store: Store, userId: UserId, thread: Thread, now: EpochMs): Promise<Conversation> {
  const { threadId, status, deletedAt, emptiedAt } = thread;
  let messages = 0;
  let last: Message | undefined;
  for await (const { body } of queryAll(store, keys.message.all(userId, threadId))) {
    const message = Message.safeParse(body).data;
    if (!message || !isShown(message, deletedAt)) continue;
    messages++;
    last = message;
  }
  const until = deletedAt === undefined || emptiedAt !== undefined ? 0 : deletedAt + RESTORE_DAYS * DAY_MS;
  return {
    thread,
    // Words that were said after a conversation was deleted are shown.
    state: status === "deleted" && messages > 0 ? "active" : status,
    messages,
    ...(last ? { last } : {}),
    ...(until > now ? { restoreUntil: until } : {}),
  };
}

type Page = { readonly state?: Thread["status"] | undefined; readonly limit: number; readonly after?: string };

/**
 * Returns conversations in descending order of ids: those with a name first, then the days, the latest first. `after`
 * is the last id of the page before. If no state is given, deleted conversations are left out.
 */
export async function listConversations(
  store: Store,
  userId: UserId,
  { state, limit, after }: Page,
  now: EpochMs,
): Promise<{ readonly items: readonly Conversation[]; readonly next?: string }> {
  const rows = await threadRows(store, userId);
  const items: Conversation[] = [];
  // Only conversations with a row can be archived or deleted.
  const spoken = state === undefined || state === "active";
  for await (const threadId of idsBelow(store, userId, { rows: [...rows.keys()], spoken, after })) {
    const one = await conversationOf(store, userId, rows.get(threadId) ?? rowless(threadId, now), now);
    const isWanted =
      state === "deleted"
        ? one.restoreUntil !== undefined
        : state === undefined
          ? one.state !== "deleted"
          : one.state === state;
    if (!isWanted) continue;
    items.push(one);
    if (items.length === limit) return { items, next: threadId };
  }
  return { items };
}

type Ids = { readonly rows: readonly string[]; readonly spoken: boolean; readonly after: string | undefined };

/** Yields the ids of threads with a row and, with `spoken`, also of threads with a message, in descending order. */
async function* idsBelow(store: Store, userId: UserId, { rows, spoken, after }: Ids): AsyncGenerator<string> {
  for (let end = after; ; ) {
    const below = rows.filter((id) => end === undefined || id < end);
    const next = [...below, ...(spoken ? await spokenBelow(store, userId, end) : [])].sort().at(-1);
    if (next === undefined) return;
    yield next;
    end = next;
  }
}

/** Returns the id of the last thread with a message below an id. It reads one row. */
async function spokenBelow(store: Store, userId: UserId, end: string | undefined): Promise<string[]> {
  const range = keys.message.all(userId);
  const below = end === undefined ? {} : { from: range.prefix, to: keys.message.all(userId, end).prefix };
  const { rows } = await store.query({ ...range, ...below, descending: true, limit: 1 });
  return rows.flatMap(({ key }) => keys.message.parse(key.sk)?.[0] ?? []);
}

type ThreadChange = {
  readonly title?: string | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly state?: Thread["status"] | undefined;
};

/** `late` means that the conversation was deleted too long ago to be restored. */
export type Changed = Conversation | "none" | "late";

/**
 * Changes a conversation for the person. Names and topics are then the person's own words. Deleting the present
 * messages, or restoring them, is one commit together with the head of memory, which the code that reads the diary
 * checks. The same change again changes nothing.
 */
export async function changeConversation(
  store: Store,
  userId: UserId,
  threadId: string,
  { change, now }: { readonly change: ThreadChange; readonly now: EpochMs },
): Promise<Changed> {
  return retryConflicts(async () => {
    const found = await findThread(store, userId, threadId, now);
    if (!found) return "none";
    const before = await conversationOf(store, userId, found.thread, now);
    if (before.state === "deleted" && change.state === undefined) return "none";
    if (before.state === "deleted" && change.state === "deleted") return before;
    // Only "active" restores deleted messages. A deleted conversation in the archive is first taken out of it.
    const restores = before.restoreUntil !== undefined && before.state !== "archived" && change.state === "active";
    if (before.state === "deleted" && !restores) return "late";
    const thread = changed(before, change, { restores, now });
    const { head, row } = await loadHead(store, userId);
    const others = (head.deleted ?? []).filter((one) => one.threadId !== threadId);
    const { deletedAt } = thread;
    const deleted = deletedAt === undefined ? others : [...others, { threadId, at: deletedAt }];
    const isMoved = deletedAt !== before.thread.deletedAt;
    await store.transact([
      putOver(found.row, keys.thread(userId, threadId), thread),
      ...(isMoved ? [putOver(row, keys.memory(userId), { ...head, deleted })] : []),
    ]);
    return conversationOf(store, userId, thread, now);
  });
}

function changed(
  { thread, state: shown }: Conversation,
  { title = thread.title, topics = thread.topics, state = shown }: ThreadChange,
  { restores, now }: { readonly restores: boolean; readonly now: EpochMs },
): Thread {
  const { deletedAt, emptiedAt, ...rest } = thread;
  const kept = { ...(deletedAt ? { deletedAt } : {}), ...(emptiedAt ? { emptiedAt } : {}) };
  const until = state === "deleted" ? { deletedAt: now } : restores ? {} : kept;
  const isOther = title !== thread.title || topics !== thread.topics;
  // A thread with other people's words keeps that origin, even when the person adds words.
  const isOwn = thread.origin !== undefined && thread.origin !== "untrusted";
  const all = title !== thread.title && (topics !== thread.topics || thread.topics.length === 0);
  const origin = isOther && (isOwn || all) ? { origin: "owner" as const } : {};
  return { ...rest, ...until, title, topics: [...topics], ...origin, status: state, updatedAt: now };
}
