/** A transition: what it writes, what it refuses, and what an execution too many comes to. */
import { keys, Lease, RUN_TRANSITIONS, type RunHeader, type RunState, WaldoError } from "@waldo/contracts";
import { advance, type Steps } from "@waldo/core/run/advance";
import { commit, isTerminal, loadRun, loadSteps, type OpenRun } from "@waldo/core/run/journal";
import { holdLease } from "@waldo/core/run/lease";
import { MAX_ATTEMPTS, startRun } from "@waldo/core/run/start";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { waitFor } from "../approve/waiters.ts";
import { limitedMachines } from "../machines.ts";
import { meteredOf } from "../meter/rows.ts";

async function opened(header: Partial<RunHeader> = {}) {
  const base = await testWorld({ days: 0 });
  const told: string[] = [];
  const machines = limitedMachines({
    startRun: async (name) => void told.push(name),
    completeTask: async (token) => void told.push(token),
  });
  const world = { ...base, machines };
  const runId = await startRun(world, MORNING, DATE);
  const held = await holdLease(world, await loadRun(base.store, "me", runId));
  if (!held) throw new Error("no lease");
  const body = { ...held.header, ...header };
  await base.raw.transact([{ op: "put", key: keys.run("me", runId), body }]);
  const load = () => loadRun(base.store, "me", runId);
  const lease = async () => Lease.parse((await base.store.get(keys.lease("me")))?.body);
  const steps = () => loadSteps(base.store, "me", runId);
  told.length = 0;
  return { world, raw: base.raw, runId, run: await load(), load, lease, steps, told };
}

const tick = ({ world, run }: { world: Awaited<ReturnType<typeof testWorld>>; run: OpenRun }, startedAt = WAKE) => ({
  ports: world,
  run,
  startedAt,
});

describe("a transition", () => {
  const states = Object.keys(RUN_TRANSITIONS) as RunState[];

  it.each(states)("R1: out of %s that the table does not name is refused before the store is asked", async (state) => {
    const o = await opened({ state });
    for (const to of states.filter((one) => !RUN_TRANSITIONS[state].includes(one)))
      await expect(commit(tick(o as never), { to, data: {} })).rejects.toMatchObject({ name: "IllegalTransition" });
    expect(await o.load()).toEqual(o.run);
    expect(await o.steps()).toEqual([]);
    expect(isTerminal(state)).toBe(RUN_TRANSITIONS[state].length === 0);
  });

  it("R2: writes the run, its step and what it causes at once", async () => {
    const o = await opened();
    const mark = { op: "put", key: keys.last("me", "heard"), body: { at: 1 } } as const;
    o.world.clock.set(WAKE + 30);
    const transition = { to: "FAILED", data: { rung: "L4" }, patch: { rung: "L4" } } as const;
    const next = await commit(tick(o as never, WAKE + 10), { ...transition, effects: [mark] }).catch((error) => error);
    if (next instanceof Error) throw next;
    expect(next).toEqual(await o.load());
    expect(next.header).toMatchObject({
      state: "FAILED",
      step: 1,
      rung: "L4",
      updatedAt: WAKE + 30,
      endedAt: WAKE + 30,
    });
    expect(await o.steps()).toEqual([
      {
        runId: o.runId,
        step: 1,
        from: "PENDING",
        to: "FAILED",
        at: WAKE + 30,
        tookMs: 20,
        data: { rung: "L4" },
      },
    ]);
    expect((await o.world.store.get(mark.key))?.body).toEqual({ at: 1 });
    expect(await o.lease()).toEqual({ fence: o.run.header.fence, expiresAt: 0 });
  });

  it("that does not end the run keeps the lease, and takes no negative time", async () => {
    const o = await opened({ state: "GATED" });
    const before = await o.lease();
    const next = await commit(tick(o as never, WAKE + 999), { to: "DELIVERED", data: { rows: [] } });
    expect(next.header).not.toHaveProperty("endedAt");
    expect(await o.lease()).toEqual(before);
    expect((await o.steps())[0]?.tookMs).toBe(0);
  });

  it.each<[string, (o: Awaited<ReturnType<typeof opened>>) => Promise<unknown>, RunState, string]>([
    [
      "the run moved",
      (o) => o.raw.transact([{ op: "put", key: keys.run("me", o.runId), body: o.run.header }]),
      "GATED",
      "ConditionFailed",
    ],
    [
      "another run has the lease",
      async (o) =>
        o.raw.transact([{ op: "put", key: keys.lease("me"), body: { ...(await o.lease()), owner: "run-x" } }]),
      "GATED",
      "ConditionFailed",
    ],
    [
      "the same run has it under a later fence",
      async (o) => o.raw.transact([{ op: "put", key: keys.lease("me"), body: { ...(await o.lease()), fence: 99 } }]),
      "GATED",
      "ConditionFailed",
    ],
    [
      "another run has the lease at the end",
      async (o) =>
        o.raw.transact([{ op: "put", key: keys.lease("me"), body: { ...(await o.lease()), owner: "run-x" } }]),
      "DELIVERED",
      "LeaseLost",
    ],
    [
      "a later fence has it at the end",
      async (o) => o.raw.transact([{ op: "put", key: keys.lease("me"), body: { ...(await o.lease()), fence: 99 } }]),
      "DELIVERED",
      "LeaseLost",
    ],
    [
      "the lease is gone at the end",
      (o) => o.raw.transact([{ op: "delete", key: keys.lease("me") }]),
      "DELIVERED",
      "LeaseLost",
    ],
  ])("R1: changes nothing after %s", async (_, happens, state, name) => {
    const o = await opened({ state });
    await happens(o);
    const after = await o.load();
    const to = state === "GATED" ? "DELIVERED" : "DONE";
    const data = to === "DONE" ? {} : { rows: [] };
    await expect(commit(tick(o as never), { to, data })).rejects.toMatchObject({ name });
    expect(await o.load()).toEqual(after);
    expect(await o.steps()).toEqual([]);
  });

  it("of a run that does not exist is an error of its own", async () => {
    const o = await opened();
    await expect(loadRun(o.world.store, "me", "run-x")).rejects.toMatchObject({ name: "UnknownRun" });
  });
});

describe("an execution", () => {
  const ending: Steps = {
    PENDING: (tick) => commit(tick, { to: "FAILED", data: { rung: "L4" } }),
    GATED: (tick) => commit(tick, { to: "DELIVERED", data: { rows: [] } }),
  };
  const fails = () => {
    throw new Error("no step should work");
  };
  const go = (o: Awaited<ReturnType<typeof opened>>, steps = ending) =>
    advance(o.world, { userId: "me", runId: o.runId }, steps);

  it.each([
    [MAX_ATTEMPTS, undefined],
    [MAX_ATTEMPTS + 1, { name: "Abandoned", message: "gave up after 5 executions" }],
  ])("number %i of a run that has not answered", async (attempts, failure) => {
    const o = await opened({ attempts });
    expect(await go(o)).toEqual({ userId: "me", runId: o.runId, next: "FAILED" });
    expect((await o.load()).header.failure).toEqual(failure);
    expect((await o.steps())[0]?.data).toEqual({ rung: "L4" });
  });

  it.each<[RunState, RunState]>([
    ["PENDING", "FAILED"],
    ["CONTEXT_BUILT", "FAILED"],
    ["LLM_CALLED", "FAILED"],
    ["TOOLS_DONE", "FAILED"],
    ["GATED", "DELIVERED"],
  ])("too many in %s comes to %s", async (state, next) => {
    const o = await opened({ attempts: MAX_ATTEMPTS + 1, state });
    const never: Steps = Object.fromEntries(["CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE"].map((one) => [one, fails]));
    expect((await go(o, { ...never, ...ending })).next).toBe(next);
    expect((await o.load()).header.rung).toBe(next === "FAILED" ? "L4" : undefined);
  });

  it("of a run whose answer is decided goes forward however often it died", async () => {
    const o = await opened({ attempts: MAX_ATTEMPTS + 9, state: "GATED" });
    expect((await go(o)).next).toBe("DELIVERED");
  });

  it("leaves a state whose work is another's", async () => {
    const o = await opened({ state: "DELIVERED" });
    expect((await go(o)).next).toBe("DELIVERED");
    expect(await o.load()).toEqual(o.run);
  });

  it("that ends a run tells the machine that waits for it, and starts the next run", async () => {
    const o = await opened();
    await o.world.store.transact([waitFor("me", o.runId, { token: "t", answers: { FAILED: { next: "x" } } })]);
    const next = await startRun(o.world, { ...MORNING, nonce: "b" }, DATE);
    o.told.length = 0;
    await go(o);
    expect(o.told).toEqual(["t", expect.stringMatching(new RegExp(`^${next}-w`))]);
    // The same transition again: the process may have died after the commit.
    o.told.length = 0;
    await go(o);
    expect(o.told).toEqual(["t", expect.stringMatching(new RegExp(`^${next}-w`))]);
  });

  it("R8: that only delivers starts no run", async () => {
    const o = await opened();
    await startRun(o.world, { ...MORNING, nonce: "b" }, DATE);
    await go(o);
    o.told.length = 0;
    await go(o, { GATED: ending.GATED as never });
    expect(o.told).toEqual([]);
  });

  it("that lost a race answers with what the journal shows, or waits for the run that has the lease", async () => {
    const o = await opened({ state: "GATED" });
    const slow: Steps = {
      GATED: async (tick) => {
        await commit(tick, { to: "DELIVERED", data: { rows: [] } });
        return commit(tick, { to: "DELIVERED", data: { rows: [] } });
      },
    };
    expect((await go(o, slow)).next).toBe("DELIVERED");
    const p = await opened({ state: "GATED" });
    const robbed: Steps = {
      GATED: async (tick) => {
        const lease = { ...(await p.lease()), owner: "run-x", fence: 99 };
        await p.raw.transact([{ op: "put", key: keys.lease("me"), body: lease }]);
        return commit(tick, { to: "DELIVERED", data: { rows: [] } });
      },
    };
    expect((await go(p, robbed)).next).toBe("QUEUED");
    // The last transition of a run learns it in another way.
    const r = await opened({ state: "DELIVERED" });
    const late: Steps = {
      DELIVERED: async (tick) => {
        const lease = { owner: "run-x", fence: 99, expiresAt: WAKE + 1 };
        await r.raw.transact([{ op: "put", key: keys.lease("me"), body: lease }]);
        return commit(tick, { to: "DONE", data: {} });
      },
    };
    expect((await go(r, late)).next).toBe("QUEUED");
    const s = await opened({ state: "GATED" });
    const refused: Steps = {
      GATED: () => {
        throw new WaldoError("ConditionFailed", "a row beside the run");
      },
    };
    await expect(go(s, refused)).rejects.toMatchObject({ name: "ConditionFailed" });
    const q = await opened({ state: "GATED" });
    const broken: Steps = {
      GATED: () => {
        throw new TypeError("no");
      },
    };
    await expect(go(q, broken)).rejects.toThrow("no");
  });
});

it("what a run used is one row of its date, with the cost of the row itself", async () => {
  const world = await testWorld();
  const runId = await startRun(world, MORNING, DATE);
  await world.machines.idle();
  const { header } = await loadRun(world.store, "me", runId);
  const rows = [];
  for await (const row of meteredOf(world.store, "me", DATE, "run-")) rows.push(row);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  const spent = header.spent?.counts ?? {};
  expect(row?.counts).toMatchObject({
    transitions: spent.transitions,
    storeCalls: (spent.storeCalls ?? 0) + 4,
    readUnits: (spent.readUnits ?? 0) + 4,
    // Two for the end of the run, and two for this row.
    writeUnits: (spent.writeUnits ?? 0) + 4,
  });
  // Each of the eight steps writes the run and its step, and reads more than it writes.
  const { writeUnits = 0, storeCalls = 0, readUnits = 0 } = spent;
  expect(Math.min(writeUnits, storeCalls, readUnits)).toBeGreaterThan(16);
  expect((await world.store.get(keys.meter("me", DATE, runId)))?.body).toMatchObject({ trigger: "brief" });
});
