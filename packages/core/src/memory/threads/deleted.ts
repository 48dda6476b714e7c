// Deleted conversations. The row of a thread holds an instant: its messages up to that instant are deleted. All code
// that reads messages checks it here. So one commit hides all of them, and another one restores them.
//
// The words of a run that read or wrote a deleted message are hidden too. Its states, times, counts and names of tools
// stay visible. After {@link RESTORE_DAYS} days the messages lose their words, and the rows stay (R11). By then the
// runs and diary entries of that time are in the archive, and no code reads them. An erasure of the person deletes
// them.
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

/**
 * For each thread the instant up to which its messages are deleted. A thread that is not listed has no deleted
 * messages.
 */
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

/** Returns the instant up to which the messages of one thread are deleted, if some are. */
export async function deletedUntil(store: Store, userId: UserId, threadId: string): Promise<EpochMs | undefined> {
  const row = await store.get(keys.thread(userId, threadId));
  return Thread.safeParse(row?.body).data?.deletedAt;
}

/** True when a message may be shown and read, because neither the message nor its conversation was deleted. */
export function isShown({ at, hiddenAt }: Pick<Message, "at" | "hiddenAt">, deletedAt: EpochMs | undefined): boolean {
  return hiddenAt === undefined && (deletedAt === undefined || at > deletedAt);
}

/** True when the message with this key was hidden or deleted. A key without a message gives false. */
export async function isGone(store: Store, key: Key, deletedAt: EpochMs | undefined): Promise<boolean> {
  const message = Message.safeParse((await store.get(key))?.body).data;
  return message !== undefined && !isShown(message, deletedAt);
}

/** The words that a run may still show. */
export type Shown = {
  /** The run's own words: its question, its calls, its answer. */
  readonly own: boolean;
  /** The words of earlier conversations that the run has read. */
  readonly earlier: boolean;
};

/** The tools whose results repeat earlier conversations. */
const REPEATS: readonly string[] = ["search_episodes", "get_context"];

export async function shownOf(
  store: Store,
  { userId, runId, nonce, date, createdAt }: Pick<RunHeader, "userId" | "runId" | "nonce" | "date" | "createdAt">,
): Promise<Shown> {
  const deleted = await deletions(store, userId);
  // A run never read messages that were deleted before it began.
  let earlier = [...deleted.values()].every((at) => at < createdAt);
  let own = true;
  // A prompt holds the conversation of the last twelve hours, so the day before is checked too.
  for (const day of [addDays(date, -1), date])
    for await (const { key, body } of queryAll(store, keys.message.all(userId, `day-${day}`))) {
      const message = Message.safeParse(body).data;
      if (!message || isShown(message, deleted.get(`day-${day}`))) continue;
      if (message.runId === runId || key.sk.endsWith(`#0-${nonce}`)) own = false;
      if ((message.hiddenAt ?? createdAt) >= createdAt && message.at <= createdAt) earlier = false;
    }
  return { own, earlier };
}

/** True when the result of a tool may be shown. */
export function mayShow(tool: string, { own, earlier }: Shown): boolean {
  return own && (earlier || !REPEATS.includes(tool));
}

/**
 * Removes the words of messages whose time for a restore is over, and returns their number. At most `most` are done in
 * one night; the next night continues.
 */
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
  // If the person restores the thread at the same moment, its row changes and no batch commits.
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
