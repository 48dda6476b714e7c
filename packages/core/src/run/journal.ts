/**
 * The run journal. Owns the RUN row (rewritten under its version) and the STEP rows (append-only).
 *
 *  R1  a transition is one conditional transaction: expected state, expected version, live lease fence.
 *  R2  what a transition causes (outbox rows, episode, lease release) commits in that same transaction.
 */
import {
  isError,
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
import type { JsonObject, Ports, Row, Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

export type OpenRun = { readonly header: RunHeader; readonly version: number };

export async function loadRun(store: Store, userId: UserId, runId: RunId): Promise<OpenRun> {
  const row = await store.get(keys.run(userId, runId));
  if (!row) throw new WaldoError("UnknownRun", `there is no run ${runId}`);
  return { header: RunHeader.parse(row.body), version: row.version };
}

/** All committed steps, oldest first. */
export async function loadSteps(store: Store, userId: UserId, runId: RunId): Promise<StepRecord[]> {
  const { table, pk, sk } = keys.step(userId, runId, 0);
  const rows: Row[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: sk.slice(0, sk.lastIndexOf("#") + 1) })) rows.push(row);
  return rows.map((row) => StepRecord.parse(row.body));
}

export function isTerminal(state: RunState): boolean {
  return RUN_TRANSITIONS[state].length === 0;
}

export type Transition = {
  readonly to: RunState;
  /** The step record's payload. */
  readonly data: JsonObject;
  /** Header fields this transition changes besides state, step and time. */
  readonly patch?: Partial<Pick<RunHeader, "iterations" | "rung" | "failure">>;
  /** Rows that commit with it (R2). */
  readonly effects?: readonly Write[];
  /** When the step's work began, for `tookMs`. */
  readonly startedAt: number;
};

/** Commits one transition, or throws `ConditionFailed` and changes nothing. Refuses illegal ones before asking. */
export async function commit(ports: Ports, run: OpenRun, transition: Transition): Promise<OpenRun> {
  const { header } = run;
  const { to, data, patch, effects = [], startedAt } = transition;
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
      ? { spent: sum([header.spent, ports.spent(), { counts: tickCounts(header.state, ended), models: [] }]) }
      : {}),
  };
  const step: StepRecord = {
    runId: header.runId,
    step: next.step,
    from: header.state,
    to,
    at: now,
    tookMs: Math.max(0, now - startedAt),
    data,
  };
  const rest: Write[] = [
    { op: "put", key: keys.step(header.userId, header.runId, step.step), body: step, when: [{ is: "absent" }] },
    ...effects,
    ...(ended ? [] : [{ op: "check", key: keys.lease(header.userId), when: holds(header) } as const]),
  ];
  const head: Write = {
    op: "put",
    key: keys.run(header.userId, header.runId),
    body: next,
    when: [{ is: "version", version: run.version }],
  };
  // The transaction pays for itself: its own units are in what it writes.
  const own = { counts: { storeCalls: 1, writeUnits: writeUnits([head, ...rest]) }, models: [] };
  const spent = next.spent && sum([next.spent, own]);
  const writes = [spent ? { ...head, body: { ...next, spent } } : head, ...rest];
  if (!ended) await ports.store.transact(writes);
  else await commitReleasing(ports, header, spent ? [...writes, runMeter(next, spent)] : writes);
  ports.log("info", "run.transition", { runId: header.runId, from: header.state, to, step: step.step });
  return { header: spent ? { ...next, spent } : next, version: run.version + 1 };
}

/** The run's line on the bill: of the run, or of the date it is about. It commits with the end of the run. */
function runMeter(header: RunHeader, spent: Metered): Write {
  const { userId, date, runId, trigger } = header;
  return meterWrite({ userId, date, kind: "run", of: runId, trigger }, header.updatedAt, sum([spent, CLOSING]));
}

/** What comes with the end of every run, and after it: the lease read and given back, whoever waited told. */
const CLOSING: Metered = { counts: { storeCalls: 4, readUnits: 4, writeUnits: 2 }, models: [] };

function holds(header: RunHeader) {
  return [
    { is: "equals", attribute: "owner", value: header.runId },
    { is: "equals", attribute: "fence", value: header.fence },
  ] as const;
}

/** Gives the lease back with the last transition. Parking rewrites the lease row, so a park that got in between makes this ask again. */
async function commitReleasing(ports: Ports, header: RunHeader, writes: readonly Write[]): Promise<void> {
  const key = keys.lease(header.userId);
  for (let attempt = 0; ; attempt++) {
    const row = await ports.store.get(key);
    const lease = row && Lease.parse(row.body);
    if (!row || lease?.owner !== header.runId || lease.fence !== header.fence)
      throw new WaldoError("LeaseLost", `run ${header.runId} no longer holds the lease`);
    const released: Lease = { fence: lease.fence, expiresAt: 0 };
    try {
      await ports.store.transact([
        ...writes,
        { op: "put", key, body: released, when: [{ is: "version", version: row.version }] },
      ]);
      return;
    } catch (error) {
      const again = await ports.store.get(keys.run(header.userId, header.runId));
      const moved = again !== undefined && RunHeader.parse(again.body).step !== header.step;
      if (!isError(error, "ConditionFailed") || moved || attempt === 9) throw error;
    }
  }
}
