/**
 * Conversations in the store. Every day has a thread without a row. A thread gets a row when it gets a title, topics or
 * an end. No code here deletes: a message is hidden, and a thread is archived.
 */
import { type DeliveryKind, type EpochMs, type Key, keys, Message, Thread, type UserId } from "@waldo/contracts";
import * as z from "zod";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { ToolFailure } from "./tool.ts";

export type MessageRow = { readonly messageId: string; readonly row: Row; readonly message: Message };

/** `<epoch ms>-<key>`: the part of a message's key that comes after its thread. */
export const MessageId = z.string().regex(/^\d{1,15}-.{1,100}$/u, "a message id looks like 1790000000000-…");

export function messageKey(userId: UserId, threadId: string, messageId: string): Key {
  const cut = messageId.indexOf("-");
  return keys.message(userId, threadId, Number(messageId.slice(0, cut)), messageId.slice(cut + 1));
}

/**
 * Returns the messages of a thread from an instant on, oldest first, with the hidden ones. Words about danger and the
 * answers to them are left out: the person reads them in the thread, and no model reads them again.
 */
export async function messagesOf(
  store: Store,
  userId: UserId,
  threadId: string,
  since: EpochMs = 0,
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  for await (const row of queryAll(store, keys.message.between(userId, [threadId, since]))) {
    const [, at, key] = keys.message.parse(row.key.sk) ?? [];
    const message = Message.parse(row.body);
    if (message.kind !== ("emergency" satisfies DeliveryKind)) found.push({ messageId: `${at}-${key}`, row, message });
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

/** Lists every thread that has a row, latest first. */
export async function listThreads(store: Store, userId: UserId): Promise<Thread[]> {
  const threads: Thread[] = [];
  for await (const row of queryAll(store, keys.thread.all(userId))) threads.push(Thread.parse(row.body));
  return threads.sort((a, b) => b.updatedAt - a.updatedAt);
}

export type LoadedThread = { readonly key: Key; readonly thread: Thread; readonly version: number | undefined };

/**
 * Loads a thread from its row. A thread that has messages but no row yet counts too. Throws `not_found` when there is
 * neither.
 */
export async function loadThread(store: Store, userId: UserId, threadId: string, now: EpochMs): Promise<LoadedThread> {
  const key = keys.thread(userId, threadId);
  const row = await store.get(key);
  if (row) return { key, thread: Thread.parse(row.body), version: row.version };
  const { rows } = await store.query({ ...keys.message.all(userId, threadId), limit: 1 });
  if (rows.length === 0) throw new ToolFailure("not_found", `there is no thread ${threadId}`);
  const thread: Thread = {
    threadId,
    title: threadId,
    topics: [],
    origin: "system",
    status: "active",
    createdAt: now,
    updatedAt: now,
  };
  return { key, thread, version: undefined };
}
