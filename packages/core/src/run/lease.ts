/**
 * One writer per person. A run works only while it holds the person's lease; a run that finds the lease taken is
 * stays in the waiting queue, where every run is from birth until it holds the lease, and whoever closes starts the
 * next one.
 *
 *   A: acquire ───────────── work ───────────── release ──> start first of WAITING
 *   B:          lease taken: [put WAITING, rewrite LEASE]          (rewriting makes A's release ask again)
 *
 * The fence grows with every change of owner. Safety rests on the fence in each transition, never on the expiry:
 * the expiry only says when another run may take the lease over. A run whose lease was taken is parked by the taker.
 */
import { isError, keys, Lease, type RunHeader, type RunId, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports, Store, Write } from "../ports.ts";
import { MINUTE_MS } from "../time.ts";
import type { OpenRun } from "./journal.ts";

/** Longer than the longest step (agent step timeout: 5 minutes), short enough that a dead run is soon replaced. */
export const LEASE_MS = 10 * MINUTE_MS;
const TRIES = 20;

/** The run with a live lease, or undefined when it was parked behind another run. */
export async function holdLease(ports: Ports, run: OpenRun): Promise<OpenRun | undefined> {
  const { header } = run;
  const leaseKey = keys.lease(header.userId);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const now = ports.clock.now();
    const row = await ports.store.get(leaseKey);
    const lease: Lease = row ? Lease.parse(row.body) : { fence: 0, expiresAt: 0 };
    const when: Write["when"] = [row ? { is: "version", version: row.version } : { is: "absent" }];
    const mine = lease.owner === header.runId && lease.fence === header.fence;
    if (mine && lease.expiresAt - now > LEASE_MS / 2) return run;
    try {
      if (mine) {
        const renewed: Lease = { ...lease, expiresAt: now + LEASE_MS };
        await ports.store.transact([{ op: "put", key: leaseKey, body: renewed, when }]);
        return run;
      }
      if (lease.owner !== undefined && lease.owner !== header.runId && lease.expiresAt > now) {
        await ports.store.transact([
          { op: "put", key: waitingKey(header), body: { runId: header.runId } },
          { op: "put", key: leaseKey, body: lease, when },
          // Only a run that still stands where it was found is parked: a closed one would wait at the head for ever.
          { op: "check", key: keys.run(header.userId, header.runId), when: [{ is: "version", version: run.version }] },
        ]);
        ports.log("info", "run.parked", { runId: header.runId, behind: lease.owner });
        return undefined;
      }
      const fence = lease.fence + 1;
      const taken: Lease = { owner: header.runId, fence, expiresAt: now + LEASE_MS };
      const next: RunHeader = { ...header, fence };
      const writes: Write[] = [
        { op: "put", key: leaseKey, body: taken, when },
        {
          op: "put",
          key: keys.run(header.userId, header.runId),
          body: next,
          when: [{ is: "version", version: run.version }],
        },
        { op: "delete", key: waitingKey(header) },
      ];
      if (lease.owner !== undefined && lease.owner !== header.runId) {
        const dead = await ports.store.get(keys.run(header.userId, lease.owner));
        if (dead) {
          const parked = dead.body as unknown as RunHeader;
          writes.push({ op: "put", key: waitingKey(parked), body: { runId: parked.runId } });
        }
      }
      await ports.store.transact(writes);
      return { header: next, version: run.version + 1 };
    } catch (error) {
      if (!isError(error, "ConditionFailed")) throw error;
      const fresh = await ports.store.get(keys.run(header.userId, header.runId));
      if (fresh?.version !== run.version) throw error;
    }
  }
  throw new WaldoError("LeaseHeld", `the lease of this person is contended; run ${header.runId} will be started again`);
}

export function waitingKey(header: Pick<RunHeader, "userId" | "createdAt" | "runId">) {
  return keys.waiting(header.userId, header.createdAt, header.runId);
}

/** The longest-waiting parked run of a person, if any. */
export async function firstWaiting(store: Store, userId: UserId): Promise<RunId | undefined> {
  const { table, pk } = keys.lease(userId);
  const page = await store.query({ table, pk, prefix: "WAITING#", limit: 1 });
  return page.rows[0]?.body.runId as RunId | undefined;
}
