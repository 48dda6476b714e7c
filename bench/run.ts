/**
 * Measures what the harness costs: one morning Brief at wake, from a checkpoint, everything except the model. It prints
 * p50 and p95 of the time, and the store calls, store units and state transitions of a run. Two peers run beside it:
 * the same ticks without the state machine interpreter, and the same interpreter with tasks that do no work.
 *
 *     npm run bench:run [-- --runs 300] [--json]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, type TickResult, type TriggerEvent } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import { refreshScore, saveDays } from "@waldo/core/health/ledger";
import { limitedMachines } from "@waldo/core/machines";
import type { ModelGateway, Store } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { startRun } from "@waldo/core/run/start";

import { instantAt } from "@waldo/core/time";
import { composeWorld } from "@waldo/embedded/compose";
import type { World } from "@waldo/embedded/day/play";
import { openHome } from "@waldo/embedded/home";
import { localMachines } from "@waldo/embedded/machines";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";

const DATE = "2026-10-30";
const WARM_UP = 20;

type Sample = {
  readonly ms: number;
  readonly calls: number;
  readonly reads: number;
  readonly writes: number;
  readonly transitions: number;
};
type Row = { readonly name: string; readonly samples: readonly Sample[] };

/** The sessions of one person between two nights. The recall of a Brief searches these as well as the index. */
const A_DAY = 20;

const values = optionsOf(
  `Usage: npm run bench:run -- [--runs N] [--json]

Measures what the harness costs a morning Brief, everything except the model, beside two peers.

  --runs N  how many Briefs (default 300)
  --json    everything as JSON

Example: npm run bench:run -- --runs 50`,
  { runs: { type: "string", default: "300" }, json: { type: "boolean", default: false } },
);
const runs = Number(values.runs);

const root = mkdtempSync(join(tmpdir(), "waldo-bench-"));
try {
  const rows = [
    { name: "waldo: ASL machine, SQLite file", samples: await briefs(join(root, "asl"), "asl") },
    { name: "peer: same ticks, no interpreter", samples: await briefs(join(root, "loop"), "loop") },
    { name: "peer: interpreter alone, no work", samples: await interpreterAlone() },
  ];
  report(rows);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Runs Briefs: the sessions of one person's day, then those of the next person. Model time is taken out. */
async function briefs(home: string, how: "asl" | "loop"): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let day = 0; samples.length < runs + WARM_UP; day++) samples.push(...(await aDay(join(home, String(day)), how)));
  return samples.slice(WARM_UP, runs + WARM_UP);
}

async function aDay(home: string, how: "asl" | "loop"): Promise<Sample[]> {
  const units = { reads: 0, writes: 0 };
  const opened = openHome(home, {
    meter: (use) => {
      units.reads += use.readUnits;
      units.writes += use.writeUnits;
    },
  });
  const count = { calls: 0 };
  const clockwork = { modelMs: 0 };
  const timed = timedModel(clockwork);
  const base = composeWorld(opened, instantAt(DATE, "07:00", PERSON.timeZone), timed);
  const store = countingStore(opened.store, count);
  const machines = localMachines((input) => advance(world, input, ALL_STEPS), { retryPauseMs: 0 });
  const world: World = { ...base, store, machines };
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  await saveDays(store, "me", syntheticDays(DATE, 60));
  await refreshScore(world, "me", { date: DATE, timeZone: PERSON.timeZone, settled: true });
  await prepareCheckpoint(world, "me", DATE);

  const samples: Sample[] = [];
  for (let i = 0; i < A_DAY; i++) {
    const event: TriggerEvent = {
      userId: "me",
      trigger: "brief",
      variant: "morning",
      nonce: `bench-${i}`,
      occurredAt: 0,
    };
    const before = { calls: count.calls, ...units, transitions: machines.transitions(), modelMs: clockwork.modelMs };
    const started = performance.now();
    if (how === "asl") {
      await startRun(world, event, DATE);
      await machines.idle();
    } else {
      const runId = await startRun({ ...world, machines: limitedMachines({ startRun: async () => {} }) }, event, DATE);
      while ((await advance(world, { userId: "me", runId }, ALL_STEPS)).next !== "DONE");
    }
    const ms = performance.now() - started - (clockwork.modelMs - before.modelMs);
    samples.push({
      ms,
      calls: count.calls - before.calls,
      reads: units.reads - before.reads,
      writes: units.writes - before.writes,
      transitions: machines.transitions() - before.transitions,
    });
  }
  opened.store.close();
  return samples;
}

/** Runs the same path through the ASL with tasks that answer at once. */
async function interpreterAlone(): Promise<Sample[]> {
  const path = ["CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE", "GATED", "DELIVERED", "DONE"] as const;
  const samples: Sample[] = [];
  for (let i = 0; i < runs + WARM_UP; i++) {
    let step = 0;
    const machines = localMachines(async (input): Promise<TickResult> => ({ ...input, next: path[step++] ?? "DONE" }), {
      retryPauseMs: 0,
    });
    const started = performance.now();
    await machines.startRun(`x${i}`, { userId: "me", runId: "run-x" });
    await machines.idle();
    const ms = performance.now() - started;
    if (i >= WARM_UP) samples.push({ ms, calls: 0, reads: 0, writes: 0, transitions: machines.transitions() });
  }
  return samples;
}

function timedModel(clockwork: { modelMs: number }): ModelGateway {
  const model = offlineComposer();
  return {
    shape: model.shape,
    async converse(request) {
      const started = performance.now();
      try {
        return await model.converse(request);
      } finally {
        clockwork.modelMs += performance.now() - started;
      }
    },
  };
}

function countingStore<S extends Store>(store: S, count: { calls: number }): S {
  const counted = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      count.calls++;
      return call(...args);
    };
  };
  return { ...store, get: counted(store.get), query: counted(store.query), transact: counted(store.transact) };
}

function report(rows: readonly Row[]): void {
  const percentile = (values: readonly number[], p: number) =>
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? 0;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(values.length, 1);
  const lines = rows.map(({ name, samples }) => ({
    name,
    p50Ms: percentile(
      samples.map((sample) => sample.ms),
      0.5,
    ),
    p95Ms: percentile(
      samples.map((sample) => sample.ms),
      0.95,
    ),
    storeCalls: mean(samples.map((sample) => sample.calls)),
    readUnits: mean(samples.map((sample) => sample.reads)),
    writeUnits: mean(samples.map((sample) => sample.writes)),
    transitions: mean(samples.map((sample) => sample.transitions)),
  }));
  if (values.json) {
    console.log(JSON.stringify({ runs, rows: lines }, null, 2));
    return;
  }
  console.log(
    `one morning Brief at wake, from a checkpoint; ${runs} runs after ${WARM_UP} to warm up; model time excluded\n`,
  );
  printTable(
    ["", "p50 ms", "p95 ms", "× peer", "store calls", "read units", "write units", "transitions"],
    lines.map((line) => [
      line.name,
      fixed(line.p50Ms, 2),
      fixed(line.p95Ms, 2),
      fixed((lines[0]?.p50Ms ?? 0) / line.p50Ms, 2),
      fixed(line.storeCalls, 1),
      fixed(line.readUnits, 1),
      fixed(line.writeUnits, 1),
      fixed(line.transitions, 1),
    ]),
  );
}
