// Tells whether a person's run works or an operator has paused it, and commits nothing for a paused person. The lease
// holds the pause, and the transaction fails if the lease has changed since it was read. So even a pause at the last
// moment prevents the commit:
//
//     act:    read the lease, not paused ─────────────────── commit: the lease has changed, read it again ─> paused
//     pause:                              rewrite the lease
import { type EpochMs, keys, Lease, type UserId } from "@waldo/contracts";
import type { Row, Store, Write } from "../ports.ts";
import { asRead, MOST_TRIES } from "../store/cas.ts";
import { TransactionCancelled } from "../store/unless-erased.ts";

export async function findLease(store: Pick<Store, "get">, userId: UserId): Promise<Lease | undefined> {
  const row = await store.get(keys.lease(userId));
  return row && Lease.parse(row.body);
}

/** Returns since when a person is paused, or undefined. run/pause.ts sets the pause. */
export async function pausedSince(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  return pausedAtOf(await store.get(keys.lease(userId)));
}

/**
 * Returns since when a person is paused, from the row of their lease. Returns undefined without a row or without a
 * pause.
 */
function pausedAtOf(lease: Row | undefined): EpochMs | undefined {
  return lease && Lease.parse(lease.body).pausedAt;
}

/**
 * Commits the writes and returns true. If the person is paused, it writes nothing and returns false. Throws the errors
 * of the store, and `ConditionFailed` when the lease changed in each of ten tries.
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
