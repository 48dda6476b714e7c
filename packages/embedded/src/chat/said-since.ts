/** What Waldo has said to a person lately, for the commands that wait for it. */
import { type EpochMs, keys, Message, type UserId } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";

/** More than one handoff says. */
const MOST_SAID = 20;

/** Returns what Waldo has said from an instant on, in order, apart from what one run said. */
export async function saidSince(store: Store, userId: UserId, since: EpochMs, but?: string): Promise<string[]> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_SAID });
  return rows.reverse().flatMap(({ body }) => {
    const message = Message.safeParse(body).data;
    if (message?.from !== "waldo" || message.at < since || message.runId === but) return [];
    return [message.text];
  });
}
