// Deleted conversations. The row of a thread says until when its messages are deleted, and every reader of messages
// asks here. So one commit hides them all, and another one brings them back.
//
// The run that read or wrote a deleted message hides its words too; its states, times, counts and names of tools stay.
// After {@link RESTORE_DAYS} days the messages lose their words, and the rows stay (R11). Runs and diary entries of
// that time are in the archive, where nothing reads them any more; the erasure of the person deletes them.
import {
  type EpochMs,
  type Key,
  keys,
  Message,
  RESTORE_DAYS,
  type RunHeader,
  Thread,
  type UserId,
} from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Row, type Store, type Write } from "../../ports.ts";
import { asRead, commitIf, putOver } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, DAY_MS } from "../../time.ts";

/** Until when the messages of a thread are deleted. A thread that is not named has none. */
export type Deletions = ReadonlyMap<string, EpochMs>;

/** Returns every thread that has a row, by its id. A row that cannot be read is left out. */
export async function threadRows(store: Store, userId: UserId): Promise<Map<string, Thread>> {
  const threads = new Map<string, Thread>();
  for await (const { body } of queryAll(store, keys.thread.all(userId))) {
    const thread = Thread.safeParse(body).data;
    if (thread) threads.set(thread.threadId, thread);
  }
  return threads;
}

export async function deletions(store: Store, userId: UserId): Promise<Deletions> {
  const threads = await threadRows(store, userId);
  return new Map(
    [...threads.values()].flatMap(({ threadId, deletedAt }) => (deletedAt ? [[threadId, deletedAt]] : [])),
  );
}

/** Until when the messages of one thread are deleted, if they are. */
export async function deletedUntil(store: Store, userId: UserId, threadId: string): Promise<EpochMs | undefined> {
  const row = await store.get(keys.thread(userId, threadId));
  return Thread.safeParse(row?.body).data?.deletedAt;
}

/** Returns whether a message may be shown and read: neither it nor its conversation was deleted. */
export function isShown({ at, hiddenAt }: Pick<Message, "at" | "hiddenAt">, deletedAt: EpochMs | undefined): boolean {
  return hiddenAt === undefined && (deletedAt === undefined || at > deletedAt);
}

/** Returns whether the message of this key was hidden or deleted. What is no message yet was not. */
export async function isGone(store: Store, key: Key, deletedAt: EpochMs | undefined): Promise<boolean> {
  const message = Message.safeParse((await store.get(key))?.body).data;
  return message !== undefined && !isShown(message, deletedAt);
}

/** The words that a run may still show. */
export type Shown = {
  /** The words of the run itself: what it was asked, what it called, what it said. */
  readonly own: boolean;
  /** What the run read of earlier conversations. */
  readonly earlier: boolean;
};

/** The tools whose results repeat earlier conversations. */
const REPEATS: readonly string[] = ["search_episodes", "get_context"];

export async function shownOf(
  store: Store,
  { userId, runId, nonce, date, createdAt }: Pick<RunHeader, "userId" | "runId" | "nonce" | "date" | "createdAt">,
): Promise<Shown> {
  const deleted = await deletions(store, userId);
  // Messages that were deleted before the run began never reached the run.
  let earlier = [...deleted.values()].every((at) => at < createdAt);
  let own = true;
  // A prompt holds the conversation of the last twelve hours, so the day before is read too.
  for (const day of [addDays(date, -1), date])
    for await (const { key, body } of queryAll(store, keys.message.all(userId, `day-${day}`))) {
      const message = Message.safeParse(body).data;
      if (!message || isShown(message, deleted.get(`day-${day}`))) continue;
      if (message.runId === runId || key.sk.endsWith(`#0-${nonce}`)) own = false;
      if ((message.hiddenAt ?? createdAt) >= createdAt && message.at <= createdAt) earlier = false;
    }
  return { own, earlier };
}

/** Returns whether the result of a tool may be shown. */
export function mayShow(tool: string, { own, earlier }: Shown): boolean {
  return own && (earlier || !REPEATS.includes(tool));
}

/** Returns how many messages lost their words. At most `most` do in one night; the next night goes on. */
export async function emptyDeleted(store: Store, userId: UserId, now: EpochMs, most: number): Promise<number> {
  let emptied = 0;
  for await (const row of queryAll(store, keys.thread.all(userId))) {
    const thread = Thread.safeParse(row.body).data;
    if (thread?.deletedAt === undefined || thread.emptiedAt !== undefined) continue;
    if (thread.deletedAt + RESTORE_DAYS * DAY_MS > now) continue;
    emptied += await emptyThread(
      store,
      userId,
      { row, thread, deletedAt: thread.deletedAt },
      { now, most: most - emptied },
    );
    if (emptied >= most) break;
  }
  return emptied;
}

type Deleted = { readonly row: Row; readonly thread: Thread; readonly deletedAt: EpochMs };

async function emptyThread(
  store: Store,
  userId: UserId,
  { row, thread, deletedAt }: Deleted,
  { now, most }: { readonly now: EpochMs; readonly most: number },
): Promise<number> {
  const worded: { readonly row: Row; readonly message: Message }[] = [];
  for await (const one of queryAll(store, keys.message.all(userId, thread.threadId))) {
    const message = Message.safeParse(one.body).data;
    if (message && message.at <= deletedAt && message.text !== "") worded.push({ row: one, message });
    if (worded.length > most) break;
  }
  const due = worded.slice(0, most);
  // The person may bring the thread back at the same moment. Then its row has changed, and no batch commits.
  const unchanged: Write = { op: "check", key: row.key, when: asRead(row) };
  for (let at = 0; at < due.length; at += MAX_TRANSACTION_WRITES - 1) {
    const some = due.slice(at, at + MAX_TRANSACTION_WRITES - 1);
    const puts = some.map((one) => putOver(one.row, one.row.key, withoutWords(one.message, deletedAt)));
    if (!(await commitIf(store, [unchanged, ...puts]))) return at;
  }
  if (worded.length > most) return most;
  const nameless = thread.status === "deleted" ? { title: thread.threadId, topics: [], origin: "system" as const } : {};
  await commitIf(store, [putOver(row, row.key, { ...thread, ...nameless, emptiedAt: now } satisfies Thread)]);
  return due.length;
}

function withoutWords({ from, kind, at, runId }: Message, hiddenAt: EpochMs): Message {
  return { from, kind, at, text: "", hiddenAt, ...(runId === undefined ? {} : { runId }) };
}
