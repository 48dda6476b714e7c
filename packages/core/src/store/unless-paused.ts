/**
 * Commits what acts for a person, unless they are paused. The switch stands in the lease, and the transaction holds only
 * while the lease is as it was read. So a pause that begins in the last instant still comes before the act:
 *
 *   act:    read the lease, not paused ─────────────────── commit: the lease has changed, read it again ─> paused
 *   pause:                              rewrite the lease
 */
import { keys, type UserId } from "@waldo/contracts";
import { pausedAtOf } from "../person/paused.ts";
import type { Store, Write } from "../ports.ts";
import { asRead, MOST_TRIES } from "./cas.ts";
import { TransactionCancelled } from "./transaction-cancelled.ts";

/**
 * Commits the writes and returns true. Returns false and writes nothing when the person is paused. Throws what the store
 * throws, `ConditionFailed` also when the lease changed in each of ten tries.
 */
export async function transactUnlessPaused(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  writes: readonly Write[],
): Promise<boolean> {
  const key = keys.lease(userId);
  for (let tries = 1; ; tries++) {
    const lease = await store.get(key);
    if (pausedAtOf(lease) !== undefined) return false;
    try {
      await store.transact([...writes, { op: "check", key, when: asRead(lease) }]);
      return true;
    } catch (error) {
      const isMoved = error instanceof TransactionCancelled && error.reasons[writes.length] != null;
      if (!isMoved || tries === MOST_TRIES) throw error;
    }
  }
}
