/**
 * Reads conversations in the store. Every day has a thread without a row. A thread gets a row when it gets a title,
 * topics or an end. No tool deletes a thread or a message: a message is hidden, and a thread is archived. What the
 * person deleted is left out.
 */
import { type DeliveryKind, type EpochMs, type Key, keys, Message, type Thread, type UserId } from "@waldo/contracts";
import * as z from "zod";
import { findThread } from "../memory/threads/conversations.ts";
import { deletedUntil, isShown, threadRows } from "../memory/threads/deleted.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { ToolFailure } from "./tool.ts";

export type MessageRow = { readonly messageId: string; readonly row: Row; readonly message: Message };

/** `<epoch ms>-<key>`: the part of a message's key that comes after its thread. */
export const MessageId = z.string().regex(/^\d{1,15}-.{1,100}$/u, "a message id looks like 1790000000000-…");

function messageKey(userId: UserId, threadId: string, messageId: string): Key {
  const cut = messageId.indexOf("-");
  return keys.message(userId, threadId, Number(messageId.slice(0, cut)), messageId.slice(cut + 1));
}

/**
 * Returns the messages of a thread from an instant on, oldest first, including hidden ones. Words about danger and
 * their answers are left out: the person reads them in the thread, but no model reads them again.
 */
export async function messagesOf(
  store: Store,
  userId: UserId,
  threadId: string,
  since: EpochMs = 0,
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  const deletedAt = await deletedUntil(store, userId, threadId);
  for await (const row of queryAll(store, keys.message.between(userId, [threadId, since]))) {
    const [, at, key] = keys.message.parse(row.key.sk) ?? [];
    const message = Message.parse(row.body);
    const isGone = !isShown({ at: message.at }, deletedAt);
    if (isGone || message.kind === ("emergency" satisfies DeliveryKind)) continue;
    found.push({ messageId: `${at}-${key}`, row, message });
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
  const message = row && Message.parse(row.body);
  if (!message || !isShown({ at: message.at }, await deletedUntil(store, userId, threadId)))
    throw new ToolFailure("not_found", `there is no message ${messageId} in ${threadId}`);
  return { messageId, row, message };
}

/** Lists every thread that has a row and was not deleted, latest first. */
export async function listThreads(store: Store, userId: UserId): Promise<Thread[]> {
  const threads = [...(await threadRows(store, userId)).values()].filter(({ status }) => status !== "deleted");
  return threads.sort((a, b) => b.updatedAt - a.updatedAt);
}

type LoadedThread = { readonly key: Key; readonly thread: Thread; readonly version: number | undefined };

/**
 * Loads a thread from its row. A thread with messages and without a row counts too. Throws `not_found` when there is
 * neither, or when it was deleted.
 */
export async function loadThread(store: Store, userId: UserId, threadId: string, now: EpochMs): Promise<LoadedThread> {
  const found = await findThread(store, userId, threadId, now);
  if (!found || found.thread.status === "deleted") throw new ToolFailure("not_found", `there is no thread ${threadId}`);
  return { key: keys.thread(userId, threadId), thread: found.thread, version: found.row?.version };
}
