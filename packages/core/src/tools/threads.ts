/**
 * Conversations in the store. A day has a thread of its own without anybody making one; a thread row is there once a
 * thread has a title, topics or an end. Nothing here is ever deleted: a message is hidden, a thread put away.
 */
import { EpochMs, type Key, keys, type UserId } from "@waldo/contracts";
import { z } from "zod";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { ToolFailure } from "./tool.ts";

/** Narrow, because it becomes part of a key. */
export const ThreadId = z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/, "a thread id is 1-60 letters, digits, - or _");

export const Topics = z.array(z.string().min(1).max(40)).max(8);

export const Thread = z.strictObject({
  threadId: ThreadId,
  title: z.string().min(1).max(120),
  topics: Topics,
  status: z.enum(["active", "archived"]),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Thread = z.infer<typeof Thread>;

/** As much of a message as tools look at; the rest of its row stays as it is. */
export const Message = z.looseObject({
  from: z.string(),
  kind: z.string(),
  at: EpochMs,
  text: z.string(),
  hiddenAt: EpochMs.optional(),
});
export type Message = z.infer<typeof Message>;

export type MessageRow = { readonly messageId: string; readonly row: Row; readonly message: Message };

/** `<epoch ms>-<key>`: the part of a message's key behind its thread. */
export const MessageId = z.string().regex(/^\d{1,15}-.{1,100}$/u, "a message id looks like 1790000000000-…");

export function messageKey(userId: UserId, threadId: string, messageId: string): Key {
  const cut = messageId.indexOf("-");
  return keys.message(userId, threadId, Number(messageId.slice(0, cut)), messageId.slice(cut + 1));
}

/** Messages of a thread from an instant on, oldest first, hidden ones included. */
export async function messagesOf(
  store: Store,
  userId: UserId,
  threadId: string,
  since: EpochMs = 0,
): Promise<MessageRow[]> {
  const { table, pk, sk: from } = keys.message(userId, threadId, since, "");
  const to = keys.message(userId, threadId, 999_999_999_999_999, "~").sk;
  const found: MessageRow[] = [];
  for await (const row of queryAll(store, { table, pk, from, to })) {
    const [, , at = "", ...key] = row.key.sk.split("#");
    found.push({ messageId: `${Number(at)}-${key.join("#")}`, row, message: Message.parse(row.body) });
  }
  return found;
}

export async function loadMessage(
  store: Store,
  userId: UserId,
  threadId: string,
  messageId: string,
): Promise<MessageRow> {
  const row = await store.get(messageKey(userId, threadId, messageId));
  if (!row) throw new ToolFailure("not_found", `there is no message ${messageId} in ${threadId}`);
  return { messageId, row, message: Message.parse(row.body) };
}

/** Every thread that has a row, latest first. */
export async function listThreads(store: Store, userId: UserId): Promise<Thread[]> {
  const { table, pk } = keys.thread(userId, "");
  const threads: Thread[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "THREAD#" })) threads.push(Thread.parse(row.body));
  return threads.sort((a, b) => b.updatedAt - a.updatedAt);
}

export type LoadedThread = { readonly key: Key; readonly thread: Thread; readonly version: number | undefined };

/** A thread by its row; one that has messages but no row yet is as good. Throws `not_found` for neither. */
export async function loadThread(store: Store, userId: UserId, threadId: string, now: EpochMs): Promise<LoadedThread> {
  const key = keys.thread(userId, threadId);
  const row = await store.get(key);
  if (row) return { key, thread: Thread.parse(row.body), version: row.version };
  const { table, pk, sk: from } = keys.message(userId, threadId, 0, "");
  const to = keys.message(userId, threadId, 999_999_999_999_999, "~").sk;
  const { rows } = await store.query({ table, pk, from, to, limit: 1 });
  if (rows.length === 0) throw new ToolFailure("not_found", `there is no thread ${threadId}`);
  const thread: Thread = { threadId, title: threadId, topics: [], status: "active", createdAt: now, updatedAt: now };
  return { key, thread, version: undefined };
}
