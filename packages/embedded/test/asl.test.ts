/** The run machine as it is interpreted: every legal path goes through it, and the journal refuses every other path. */
import { keys, RUN_STATES, RUN_TRANSITIONS, type RunState, type TickResult } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Steps } from "@waldo/core/run/advance";
import { AGENT_STEPS } from "@waldo/core/run/agent-steps";
import { DELIVERY_STEPS, SCRIBE_STEPS } from "@waldo/core/run/close";
import { commit, loadRun } from "@waldo/core/run/journal";
import { holdLease } from "@waldo/core/run/lease";
import { startRun } from "@waldo/core/run/start";
import { StateMachine } from "aws-local-stepfunctions";
import { describe, expect, it } from "vitest";
import { loadDefinition, localMachines } from "../src/machines.ts";
import { DATE, MORNING, testWorld } from "./world.ts";

const definition = loadDefinition("run");

/** Every path from PENDING to an end that goes round the model loop at most twice. */
function legalPaths(path: RunState[] = ["PENDING"]): RunState[][] {
  const here = path.at(-1) ?? "PENDING";
  const next = RUN_TRANSITIONS[here].filter((state) => path.filter((past) => past === state).length < 2);
  return next.length === 0 ? [path] : next.flatMap((state) => legalPaths([...path, state]));
}

it.each(["run", "handoff", "review", "dream", "wake", "privacy"])("%s.asl.json is Amazon States Language", (name) => {
  expect(() => new StateMachine(loadDefinition(name))).not.toThrow();
});

describe("run.asl.json", () => {
  it("gives each state to the lambda that may hold its credentials", () => {
    const lambda = (name: string) =>
      (definition.States[name] as { Parameters?: { FunctionName?: string } }).Parameters?.FunctionName;
    for (const name of ["PENDING", "CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE"])
      expect(lambda(name)).toBe("${AgentStepFunctionArn}");
    expect(lambda("GATED")).toBe("${DeliveryFunctionArn}");
    expect(lambda("DELIVERED")).toBe("${ScribeFunctionArn}");
  });
});

const statesOf = (steps: Steps) => Object.keys(steps) as RunState[];
const has = (states: readonly RunState[], state: RunState) => states.includes(state);

describe("every legal path", () => {
  it.each(legalPaths().map((path) => [path.join(" → "), path] as const))(
    "%s runs through the real interpreter",
    async (_label, path) => {
      // Works like `advance`: a Task does the work of the journal's state, if that state belongs to its function.
      const visited: string[] = [];
      const machines = localMachines(
        async (input, task): Promise<TickResult> => {
          const here = path[visited.length] ?? "DONE";
          const own = [AGENT_STEPS, DELIVERY_STEPS, SCRIBE_STEPS].map(statesOf).find((all) => has(all, task)) ?? [];
          if (has(own, here)) visited.push(here);
          return { ...input, next: path[visited.length] ?? "DONE" };
        },
        { retryPauseMs: 0 },
      );
      await machines.startRun("x", { userId: "me", runId: "run-x" });
      expect(await machines.idle()).toMatchObject([{ name: "x", status: "SUCCEEDED" }]);
      expect(visited).toEqual(path.slice(0, -1));
    },
  );

  it("a tick that fails is retried where it stands, and other states are not run again", async () => {
    const visited: string[] = [];
    const machines = localMachines(
      async (input, state): Promise<TickResult> => {
        visited.push(state);
        if (visited.length === 2) throw Object.assign(new Error("busy"), { name: "StoreUnavailable" });
        return { ...input, next: visited.length === 1 ? "TOOLS_DONE" : "FAILED" };
      },
      { retryPauseMs: 0 },
    );
    await machines.startRun("x", { userId: "me", runId: "run-x" });
    await machines.idle();
    expect(visited).toEqual(["PENDING", "TOOLS_DONE", "TOOLS_DONE"]);
  });

  it("an answer that the machine does not know fails the execution under a name", async () => {
    const machines = localMachines(async (input) => ({ ...input, next: "NAPPING" }) as unknown as TickResult);
    await machines.startRun("x", { userId: "me", runId: "run-x" });
    expect(await machines.idle()).toMatchObject([{ status: "FAILED", error: { cause: { name: "UnknownNext" } } }]);
  });
});

describe("the journal", () => {
  const pairs = RUN_STATES.flatMap((from) => RUN_STATES.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => !RUN_TRANSITIONS[from].includes(to)))(
    "R1: refuses %s → %s",
    async (from, to) => {
      const world = await testWorld({ days: 0 });
      const runId = await startRun(
        { ...world, machines: limitedMachines({ startRun: async () => {} }) },
        MORNING,
        DATE,
      );
      const run = await holdLease(world, await loadRun(world.store, "me", runId));
      if (!run) throw new Error("no lease");
      await expect(
        commit(
          { ports: world, run: { ...run, header: { ...run.header, state: from } }, startedAt: 0 },
          { to, data: {} },
        ),
      ).rejects.toMatchObject({ name: "IllegalTransition" });
      expect((await loadRun(world.store, "me", runId)).header.step).toBe(0);
    },
  );

  it("R1: refuses a commit on a stale version, and one without the lease", async () => {
    const world = await testWorld({ days: 0 });
    const runId = await startRun({ ...world, machines: limitedMachines({ startRun: async () => {} }) }, MORNING, DATE);
    const found = await loadRun(world.store, "me", runId);
    await expect(
      commit({ ports: world, run: found, startedAt: 0 }, { to: "CONTEXT_BUILT", data: {} }),
    ).rejects.toMatchObject({
      name: "ConditionFailed",
    });
    const run = await holdLease(world, found);
    if (!run) throw new Error("no lease");
    await commit({ ports: world, run: run, startedAt: 0 }, { to: "CONTEXT_BUILT", data: {} });
    await expect(
      commit({ ports: world, run: run, startedAt: 0 }, { to: "CONTEXT_BUILT", data: {} }),
    ).rejects.toMatchObject({
      name: "ConditionFailed",
    });
  });

  it("R1: a run whose lease was taken cannot commit, and is parked behind the taker", async () => {
    const world = await testWorld();
    const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const a = await startRun(idle, MORNING, DATE);
    const stale = await holdLease(world, await loadRun(world.store, "me", a));
    world.clock.set(world.clock.now() + 3_600_000);
    const b = await startRun(idle, { ...MORNING, nonce: "b" }, DATE);
    expect(await holdLease(world, await loadRun(world.store, "me", b))).toBeDefined();
    if (!stale) throw new Error("no lease");
    await expect(
      commit({ ports: world, run: stale, startedAt: 0 }, { to: "CONTEXT_BUILT", data: {} }),
    ).rejects.toMatchObject({
      name: "ConditionFailed",
    });
    const { table, pk } = keys.lease("me");
    expect((await world.store.query({ table, pk, prefix: "WAITING#" })).rows.map((row) => row.body["runId"])).toEqual([
      a,
    ]);
  });
});
