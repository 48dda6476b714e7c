// The run journal. It owns the RUN row (each rewrite checks its version) and the STEP rows (append-only). A forbidden
// or late transition throws and changes nothing.
//
// R1 a transition is one conditional transaction: expected state, expected version, live lease fence. R2 what a
// transition causes (outbox rows, episode, lease release) commits in that same transaction.
import {
  DayState,
  keys,
  Lease,
  type Metered,
  RUN_TRANSITIONS,
  RunHeader,
  type RunId,
  type RunState,
  StepRecord,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { tickCounts } from "../meter/machines.ts";
import { writeUnits } from "../meter/metered.ts";
import { meterWrite } from "../meter/rows.ts";
import { sum } from "../meter/tally.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";

/**
 * Returns the writes that delete the mark "this Brief was said today". The caller commits them with the transition of
 * the Brief's run. Returns no write for a run that is not a Brief.
 */
export async function unspoken(store: Store, { userId, date, variant }: RunHeader): Promise<Write[]> {
  const key = keys.dayState(userId, date);
  const row = variant === undefined ? undefined : await store.get(key);
  if (!row) return [];
  const { spoken: _, ...state } = DayState.parse(row.body);
  return [putOver(row, key, state)];
}

export type OpenRun = {
  readonly header: RunHeader;
  readonly version: number;
  /** True when the next state has nothing to carry out, so the same call continues with it (advance.ts). */
  readonly goesOn?: boolean;
};

export async function loadRun(store: Store, userId: UserId, runId: RunId): Promise<OpenRun> {
  const row = await store.get(keys.run(userId, runId));
  if (!row) throw new WaldoError("UnknownRun", `there is no run ${runId}`);
  return { header: RunHeader.parse(row.body), version: row.version };
}

/** Returns all committed steps, oldest first. */
export async function loadSteps(store: Store, userId: UserId, runId: RunId): Promise<StepRecord[]> {
  const steps: StepRecord[] = [];
  for await (const row of queryAll(store, keys.step.all(userId, runId))) steps.push(StepRecord.parse(row.body));
  return steps;
}

export function isTerminal(state: RunState): boolean {
  return RUN_TRANSITIONS[state].length === 0;
}

/** One tick's work on a run. */
export type Tick = {
  readonly ports: Ports;
  readonly run: OpenRun;
  /** The instant at which the work began, from the clock port. */
  readonly startedAt: number;
};

type Transition = {
  readonly to: RunState;
  /** The payload of the step record. contracts/run-steps.ts has its shape for each `to`. */
  readonly data: object;
  /** The header fields that this transition changes besides state, step and time. */
  readonly patch?: Partial<Pick<RunHeader, "iterations" | "rung" | "failure">>;
  /** Rows that commit together with the transition (R2). */
  readonly effects?: readonly Write[];
};

/**
 * Commits one transition. Throws `ConditionFailed` and changes nothing when the row has changed. Throws
 * `IllegalTransition`, without a call to the store, when the state machine does not allow the transition.
 */
export async function commit({ ports, run, startedAt }: Tick, transition: Transition): Promise<OpenRun> {
  const { header } = run;
  const { to, data, patch, effects = [] } = transition;
  if (!RUN_TRANSITIONS[header.state].includes(to))
    throw new WaldoError("IllegalTransition", `run ${header.runId} cannot go from ${header.state} to ${to}`);
  const now = ports.clock.now();
  const ended = isTerminal(to);
  const next: RunHeader = {
    ...header,
    ...patch,
    state: to,
    step: header.step + 1,
    updatedAt: now,
    ...(ended ? { endedAt: now } : {}),
    ...(ports.spent
      ? {
          spent: sum([
            header.spent,
            ports.spent(),
            { counts: tickCounts(header.state, ended, run.goesOn), models: [] },
          ]),
        }
      : {}),
  };
  const step = {
    runId: header.runId,
    step: next.step,
    from: header.state,
    to,
    at: now,
    tookMs: Math.max(0, now - startedAt),
    data,
  } satisfies Omit<StepRecord, "data"> & { readonly data: object };
  const rest: Write[] = [
    putNew(keys.step(header.userId, header.runId, step.step), step),
    ...effects,
    ...(ended ? [] : [{ op: "check", key: keys.lease(header.userId), when: holds(header) } as const]),
  ];
  const head = putOver(run, keys.run(header.userId, header.runId), next);
  // The transaction also writes its own cost.
  const own = { counts: { storeCalls: 1, writeUnits: writeUnits([head, ...rest]) }, models: [] };
  const spent = next.spent && sum([next.spent, own]);
  const writes = [spent ? { ...head, body: { ...next, spent } } : head, ...rest];
  if (!ended) await ports.store.transact(writes);
  else await commitReleasing(ports, header, spent ? [...writes, runMeter(next, spent)] : writes);
  ports.log("info", "run.transition", { runId: header.runId, from: header.state, to, step: step.step });
  return { header: spent ? { ...next, spent } : next, version: run.version + 1 };
}

/** Returns the meter row of a run, stored under the date of the run. It commits with the run's last transition. */
function runMeter(header: RunHeader, spent: Metered): Write {
  const { userId, date, runId, trigger } = header;
  return meterWrite({ userId, date, kind: "run", of: runId, trigger }, header.updatedAt, sum([spent, CLOSING]));
}

/**
 * The cost of the end of a run, which comes after the last count: reading the lease, giving it back, and telling the
 * waiting run.
 */
const CLOSING: Metered = { counts: { storeCalls: 4, readUnits: 4, writeUnits: 2 }, models: [] };

function holds(header: RunHeader) {
  return [
    { is: "equals", attribute: "owner", value: header.runId },
    { is: "equals", attribute: "fence", value: header.fence },
  ] as const;
}

/**
 * Gives back the lease in the transaction of the last transition. A run that parks rewrites the lease row. If that
 * happens in between, this function tries again.
 */
async function commitReleasing(ports: Ports, header: RunHeader, writes: readonly Write[]): Promise<void> {
  const key = keys.lease(header.userId);
  await retryConflicts(async () => {
    const row = await ports.store.get(key);
    const lease = row && Lease.parse(row.body);
    if (!row || lease?.owner !== header.runId || lease.fence !== header.fence)
      throw new WaldoError("LeaseLost", `run ${header.runId} no longer holds the lease`);
    const released: Lease = { fence: lease.fence, expiresAt: 0 };
    await ports.store.transact([...writes, putOver(row, key, released)]);
  });
}
