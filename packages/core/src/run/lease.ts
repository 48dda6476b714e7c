/**
 * The lease: one writer per person. A run works only while it holds the lease of its person. A new run is in the
 * waiting queue until it gets the lease. A run that finds the lease taken stays in the queue; the run that closes
 * starts the first run of the queue. After 20 lost races `holdLease` throws `LeaseHeld`, and the caller tries again.
 *
 * A: acquire ───────────── work ───────────── release ──> start first of WAITING
 *   B:          lease taken: [put WAITING, rewrite LEASE]          (the rewrite makes A's release try again)
 *
 * The fence grows with every change of owner. Every transition checks the fence. Only this check guarantees that one
 * run writes; the expiry only tells when another run may take over the lease. The run that takes a lease over puts the
 * run that lost it back into the queue. On a single machine the lease names its process, and the lease of a dead
 * process is free.
 */

import { isError, keys, Lease, RunHeader, type RunId, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports, Write } from "../ports.ts";
import { asRead, putOver, retryConflicts } from "../store/cas.ts";
import { byThis, isHeldNow } from "../store/in-hand.ts";
import { queryAll } from "../store/query-all.ts";
import { MINUTE_MS } from "../time.ts";
import type { OpenRun } from "./journal.ts";

/**
 * Longer than the longest step (an agent step times out after 5 minutes) and short enough that a dead run is soon
 * replaced.
 */
export const LEASE_MS = 10 * MINUTE_MS;
const TRIES = 20;

/**
 * Returns the run with a live lease, or undefined when the run was parked, because another run works or the person is
 * paused.
 */
export async function holdLease(ports: Ports, run: OpenRun): Promise<OpenRun | undefined> {
  const { header } = run;
  const leaseKey = keys.lease(header.userId);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const now = ports.clock.now();
    const row = await ports.store.get(leaseKey);
    const lease: Lease = row ? Lease.parse(row.body) : { fence: 0, expiresAt: 0 };
    const isTaken = isHeld(ports, lease);
    const mine = lease.owner === header.runId && lease.fence === header.fence;
    if (mine && isTaken && lease.expiresAt - now > LEASE_MS / 2) return run;
    try {
      if (mine) {
        const renewed: Lease = { ...lease, expiresAt: now + LEASE_MS, ...byThis(ports) };
        await ports.store.transact([putOver(row, leaseKey, renewed)]);
        return run;
      }
      const isBusy = isTaken && lease.owner !== header.runId;
      if (isBusy || lease.pausedAt !== undefined) {
        await ports.store.transact([
          { op: "put", key: waitingKey(header), body: { runId: header.runId } },
          putOver(row, leaseKey, lease),
          // A run is parked only if its row has not changed. Otherwise a closed run could stay at the head of the queue
          // for ever.
          { op: "check", key: keys.run(header.userId, header.runId), when: asRead(run) },
        ]);
        ports.log("info", "run.parked", { runId: header.runId, behind: lease.owner ?? "pause" });
        return undefined;
      }
      const fence = lease.fence + 1;
      const taken: Lease = { owner: header.runId, fence, expiresAt: now + LEASE_MS, ...byThis(ports) };
      const next: RunHeader = { ...header, fence };
      const writes: Write[] = [
        putOver(row, leaseKey, taken),
        putOver(run, keys.run(header.userId, header.runId), next),
        { op: "delete", key: waitingKey(header) },
      ];
      if (lease.owner !== undefined && lease.owner !== header.runId) {
        const dead = await parkedAgain(ports, header.userId, lease.owner);
        if (dead) writes.push(dead);
      }
      await ports.store.transact(writes);
      return { header: next, version: run.version + 1 };
    } catch (error) {
      if (!isError(error, "ConditionFailed")) throw error;
      const fresh = await ports.store.get(keys.run(header.userId, header.runId));
      if (fresh?.version !== run.version) throw error;
    }
  }
  throw new WaldoError("LeaseHeld", `the lease of this person is contended; try run ${header.runId} again`);
}

/**
 * Takes the lease for work that is not a run. While it is held, no run begins and waiting runs stay in the queue.
 * Returns false while a run holds the lease. For a paused person nothing is held, because no run works for them.
 */
export function holdAsOther(ports: Ports, userId: UserId, owner: RunId): Promise<boolean> {
  const key = keys.lease(userId);
  return retryConflicts(async () => {
    const row = await ports.store.get(key);
    const lease: Lease = row ? Lease.parse(row.body) : { fence: 0, expiresAt: 0 };
    if (lease.pausedAt !== undefined) return true;
    if (lease.owner !== owner && isHeld(ports, lease)) return false;
    const fence = lease.owner === owner ? lease.fence : lease.fence + 1;
    const taken: Lease = { owner, fence, expiresAt: ports.clock.now() + LEASE_MS, ...byThis(ports) };
    const dead =
      lease.owner === undefined || lease.owner === owner ? undefined : await parkedAgain(ports, userId, lease.owner);
    await ports.store.transact([putOver(row, key, taken), ...(dead ? [dead] : [])]);
    return true;
  });
}

/** Gives back a lease of such work. The caller starts the waiting run. */
export function leaveAsOther({ store }: Pick<Ports, "store">, userId: UserId, owner: RunId): Promise<void> {
  const key = keys.lease(userId);
  return retryConflicts(async () => {
    const row = await store.get(key);
    const lease = row && Lease.parse(row.body);
    if (lease?.owner === owner) await store.transact([putOver(row, key, { fence: lease.fence, expiresAt: 0 })]);
  });
}

/** Returns the check that this work still holds the lease, or that the person is paused. */
export async function heldAsOther(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  owner: RunId,
): Promise<Write | undefined> {
  const row = await store.get(keys.lease(userId));
  const lease = row && Lease.parse(row.body);
  const isOurs = lease?.owner === owner || lease?.pausedAt !== undefined;
  return row && isOurs ? { op: "check", key: row.key, when: asRead(row) } : undefined;
}

/** Returns the write that puts a run that lost the lease back into the queue. */
async function parkedAgain({ store }: Pick<Ports, "store">, userId: UserId, runId: RunId): Promise<Write | undefined> {
  const row = await store.get(keys.run(userId, runId));
  const header = row && RunHeader.parse(row.body);
  return header && { op: "put", key: waitingKey(header), body: { runId } };
}

/** True when the lease is held now. */
export function isHeld(ports: Pick<Ports, "clock" | "processes">, { owner, expiresAt, process }: Lease): boolean {
  return owner !== undefined && isHeldNow(ports, { until: expiresAt, process }, LEASE_MS);
}

export function waitingKey(header: Pick<RunHeader, "userId" | "createdAt" | "runId">) {
  return keys.waiting(header.userId, header.createdAt, header.runId);
}

/**
 * Returns the parked run that has waited longest, if there is one. An unreadable run is removed from the queue, so that
 * it does not stay at its head for ever.
 */
export async function firstWaiting(
  { store, log }: Pick<Ports, "store" | "log">,
  userId: UserId,
): Promise<RunId | undefined> {
  for await (const { key } of queryAll(store, keys.waiting.all(userId))) {
    const [, runId = ""] = keys.waiting.parse(key.sk) ?? [];
    if (await store.get(keys.run(userId, runId))) return runId;
    log("error", "run.lost", { runId });
    await store.transact([{ op: "delete", key }]);
  }
  return undefined;
}
