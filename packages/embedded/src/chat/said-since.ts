/** Reads what Waldo has said recently, for commands that wait for it. */
import { type EpochMs, keys, Message, type UserId } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";

/** A handoff sends fewer messages than this. */
const MOST_SAID = 20;

/** Returns what Waldo has said since an instant, in order, except the messages of one run. */
export async function saidSince(store: Store, userId: UserId, since: EpochMs, but?: string): Promise<string[]> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_SAID });
  return rows.reverse().flatMap(({ body }) => {
    const message = Message.safeParse(body).data;
    if (message?.from !== "waldo" || message.at < since || message.runId === but) return [];
    return [message.text];
  });
}
