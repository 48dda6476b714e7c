/**
 * Deleted conversations. The row of a thread says until when its messages are deleted, and every reader of messages asks
 * here. So one commit hides them all, and another one brings them back.
 */
import { type EpochMs, type Key, keys, Message, Thread, type UserId } from "@waldo/contracts";
import type { Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";

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
