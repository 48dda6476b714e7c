import { keys, RUN_TRANSITIONS, type RunState, type UserId } from "@waldo/contracts";
import { nightsBegin } from "../digest.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/**
 * Returns the beginnings of the names of executions that may work or wait for a person: open runs, handoffs, reviews
 * and nights. A row that cannot be read counts as open.
 */
export async function executionsOf(store: Store, userId: UserId): Promise<string[]> {
  const begin = [nightsBegin(userId)];
  for await (const { key, body } of queryAll(store, keys.run.all(userId))) {
    const ended = RUN_TRANSITIONS[body["state"] as RunState]?.length === 0;
    const [runId] = keys.run.parse(key.sk) ?? [];
    if (!ended && runId !== undefined) begin.push(runId);
  }
  for await (const { key } of queryAll(store, keys.handoff.all(userId)))
    begin.push(...(keys.handoff.parse(key.sk) ?? []));
  for await (const { key } of queryAll(store, keys.review.all(userId)))
    begin.push(...(keys.review.parse(key.sk) ?? []));
  return begin;
}
