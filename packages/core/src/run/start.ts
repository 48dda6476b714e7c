/**
 * Starts and resumes the runs of a person, and sweeps up lost ones. A run may be started many times under the same name
 * and still runs once. Every function throws the errors of the store and the machines, and every call may be repeated.
 */

import {
  keys,
  type Lease,
  type LocalDate,
  RunHeader,
  type RunId,
  TriggerEvent,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import { findLease } from "../person/paused.ts";
import type { Ports, Write } from "../ports.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";
import { isTerminal } from "./journal.ts";
import { firstWaiting, isHeld, waitingKey } from "./lease.ts";

/** The most executions of a run. After that `advance` fails it (docs/decisions/0003-abandoned-runs.md). */
export const MAX_ATTEMPTS = 5;

/**
 * Writes the run of an event into the journal and starts its execution. The same event always finds the same run. A
 * second start of a live run uses the same execution name again, which changes nothing. A finished run stays unchanged.
 *
 * `cause` holds the rows of the decision that led to the run. They commit together with the run or not at all. Throws
 * `ConditionFailed` when one of them changed since it was read and no run of this event exists; the caller reads and
 * decides again.
 */
export async function startRun(
  ports: Ports,
  event: TriggerEvent,
  date: LocalDate,
  cause: readonly Write[] = [],
): Promise<RunId> {
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
  // A run is in the waiting queue until it holds the lease. So the sweep also finds a run whose first execution never
  // started.
  const isNew = await commitIf(ports.store, [
    putNew(keys.run(userId, runId), header),
    { op: "put", key: waitingKey(header), body: { runId } },
    ...cause,
  ]);
  if (!isNew) {
    const existing = await ports.store.get(keys.run(userId, runId));
    if (!existing) throw new WaldoError("ConditionFailed", "what this run was decided on has changed; decide again");
    if (isTerminal(RunHeader.parse(existing.body).state)) return runId;
  }
  await ports.machines.startRun(runId, { userId, runId });
  return runId;
}

/**
 * Starts the parked run that has waited longest. If a run holds the lease, nothing is started, because that run starts
 * the next one when it closes.
 */
export async function startWaiting(ports: Ports, userId: UserId): Promise<RunId | undefined> {
  const lease = await findLease(ports.store, userId);
  if (lease?.owner !== undefined || lease?.pausedAt !== undefined) return undefined;
  const runId = await firstWaiting(ports, userId);
  // The fence is part of the name, so each release of the lease can start the same run once.
  if (runId) await ports.machines.startRun(`${runId}-w${lease?.fence ?? 0}`, { userId, runId });
  return runId;
}

/**
 * Restarts the runs of a person that lost their process. Each wake of the person calls it. If the lease of a run has
 * expired, the run's execution died, and it gets a new one. If the lease is free and a run waits, that run is started.
 */
export async function sweepRuns(ports: Ports, userId: UserId, known?: Lease | undefined): Promise<RunId | undefined> {
  const lease = known ?? (await findLease(ports.store, userId));
  if (lease?.owner === undefined) {
    // The lease is free and a run still waits, so its execution died before it took the lease. It gets a new execution
    // with a new name.
    const waiting = await firstWaiting(ports, userId);
    if (waiting) await resumeRun(ports, userId, waiting);
    return waiting;
  }
  if (isHeld(ports, lease)) return undefined;
  await resumeRun(ports, userId, lease.owner);
  return lease.owner;
}

/**
 * Continues the run that holds the lease without waiting for the lease to expire. A process calls it when it starts,
 * because the process before it was killed or the machine lost its power. If another process works on the run, nothing
 * is done. If that is unknown, both continue: each step commits once, and a model may be asked twice.
 */
export async function takeUpRun(ports: Ports, userId: UserId): Promise<void> {
  const lease = await findLease(ports.store, userId);
  if (lease?.owner === undefined || lease.pausedAt !== undefined) return;
  if (lease.process !== undefined && isHeld(ports, lease)) return;
  const row = await ports.store.get(keys.run(userId, lease.owner));
  // Quick restarts do not use up all attempts of a run. The last attempts are kept for expired leases.
  if (row && RunHeader.parse(row.body).attempts < MAX_ATTEMPTS - 1) await resumeRun(ports, userId, lease.owner);
}

/**
 * Gives a new execution to a run whose execution died. Its number of attempts is part of the name. Beyond the limit
 * `advance` fails the run. If two sweeps find the same dead run, the condition lets only one of them start an
 * execution.
 */
export async function resumeRun(ports: Ports, userId: UserId, runId: RunId): Promise<void> {
  const row = await ports.store.get(keys.run(userId, runId));
  if (!row) return;
  const header = RunHeader.parse(row.body);
  if (isTerminal(header.state)) return;
  const again: RunHeader = { ...header, attempts: header.attempts + 1 };
  // If the run has moved meanwhile, one of its executions is alive.
  if (!(await commitIf(ports.store, [putOver(row, row.key, again)]))) return;
  ports.log("warn", "run.resumed", { runId, attempt: header.attempts + 1 });
  await ports.machines.startRun(`${runId}-r${header.attempts + 1}`, { userId, runId });
}
