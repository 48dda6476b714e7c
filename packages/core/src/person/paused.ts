/** Reads the lease for those who do not hold it: whether a run works, and whether an operator has stopped everything. */
import { type EpochMs, keys, Lease, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../ports.ts";

export async function findLease(store: Pick<Store, "get">, userId: UserId): Promise<Lease | undefined> {
  const row = await store.get(keys.lease(userId));
  return row && Lease.parse(row.body);
}

/** Returns since when a person is paused, or undefined. run/pause.ts throws the switch. */
export async function pausedSince(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  return pausedAtOf(await store.get(keys.lease(userId)));
}

/** The same of the row of a lease, or of its absence. */
export function pausedAtOf(lease: Row | undefined): EpochMs | undefined {
  return lease && Lease.parse(lease.body).pausedAt;
}
