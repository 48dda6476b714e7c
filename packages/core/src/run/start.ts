import {
  isError,
  keys,
  Lease,
  type LocalDate,
  RunHeader,
  type RunId,
  TriggerEvent,
  type UserId,
} from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import type { Ports } from "../ports.ts";
import { isTerminal } from "./journal.ts";
import { firstWaiting, waitingKey } from "./lease.ts";

/** Executions a run may be given before the reaper abandons it (docs/decisions/0003-abandoned-runs.md). */
export const MAX_ATTEMPTS = 5;

/**
 * Journals the run of an event and starts its execution. The same event again finds the same run: a second start
 * of a live run re-issues the same execution name, which is a no-op, and a finished run is left alone.
 */
export async function startRun(ports: Ports, event: TriggerEvent, date: LocalDate): Promise<RunId> {
  const { userId, trigger, variant, nonce } = TriggerEvent.parse(event);
  const runId = runIdFor(event);
  const now = ports.clock.now();
  const header: RunHeader = {
    runId,
    userId,
    trigger,
    ...(variant === undefined ? {} : { variant }),
    nonce,
    date,
    state: "PENDING",
    step: 0,
    iterations: 0,
    attempts: 1,
    fence: 0,
    createdAt: now,
    updatedAt: now,
  };
  try {
    // It waits from birth until it holds the lease, so a run whose first execution never came is found by the sweep.
    await ports.store.transact([
      { op: "put", key: keys.run(userId, runId), body: header, when: [{ is: "absent" }] },
      { op: "put", key: waitingKey(header), body: { runId } },
    ]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    const existing = await ports.store.get(keys.run(userId, runId));
    if (existing && isTerminal(RunHeader.parse(existing.body).state)) return runId;
  }
  await ports.machines.startRun(runId, { userId, runId });
  return runId;
}

/** Starts the person's longest-waiting parked run, unless a run holds the lease: that one will do it when it closes. */
export async function startWaiting(ports: Ports, userId: UserId): Promise<RunId | undefined> {
  const lease = await readLease(ports, userId);
  if (lease?.owner !== undefined) return undefined;
  const runId = await firstWaiting(ports.store, userId);
  // The fence is part of the name: every release may start the same run once.
  if (runId) await ports.machines.startRun(`${runId}-w${lease?.fence ?? 0}`, { userId, runId });
  return runId;
}

async function readLease(ports: Ports, userId: UserId): Promise<Lease | undefined> {
  const row = await ports.store.get(keys.lease(userId));
  return row && Lease.parse(row.body);
}

/**
 * The slow sweep, run at each wake of a person: if the lease has expired under a run, that run's execution died, so
 * it gets a new one; if the lease is free and something waits, it is started.
 */
export async function sweepRuns(ports: Ports, userId: UserId): Promise<RunId | undefined> {
  const lease = await readLease(ports, userId);
  if (lease?.owner === undefined) {
    // Whoever still waits at a free lease had an execution that died before it took it: a new one, by a new name.
    const waiting = await firstWaiting(ports.store, userId);
    if (waiting) await resumeRun(ports, userId, waiting);
    return waiting;
  }
  if (lease.expiresAt > ports.clock.now()) return undefined;
  await resumeRun(ports, userId, lease.owner);
  return lease.owner;
}

/**
 * Gives a run whose execution died a new one, named by the attempt it counts; past the limit `advance` fails the run.
 * Of two reapers that see one death, one wins the condition and the other starts nothing.
 */
export async function resumeRun(ports: Ports, userId: UserId, runId: RunId): Promise<void> {
  const row = await ports.store.get(keys.run(userId, runId));
  if (!row) return;
  const header = RunHeader.parse(row.body);
  if (isTerminal(header.state)) return;
  try {
    await ports.store.transact([
      {
        op: "put",
        key: keys.run(userId, runId),
        body: { ...header, attempts: header.attempts + 1 },
        when: [{ is: "version", version: row.version }],
      },
    ]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    return; // the run moved: its execution is alive
  }
  ports.log("warn", "run.resumed", { runId, attempt: header.attempts + 1 });
  await ports.machines.startRun(`${runId}-r${header.attempts + 1}`, { userId, runId });
}
