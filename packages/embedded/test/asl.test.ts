/** The machine is the contract's: same states, same edges, no error name that nobody throws. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERRORS, keys, RUN_STATES, RUN_TRANSITIONS, type RunState, type TickResult } from "@waldo/contracts";
import { AGENT_STATES, DELIVERY_STATES, SCRIBE_STATES } from "@waldo/core/run/advance";
import { commit, loadRun } from "@waldo/core/run/journal";
import { holdLease } from "@waldo/core/run/lease";
import { startRun } from "@waldo/core/run/start";
import aslValidator from "asl-validator";
import { describe, expect, it } from "vitest";
import { loadDefinition, localMachines } from "../src/machines.ts";
import { DATE, MORNING, testWorld } from "./world.ts";

const definition = loadDefinition("run");
const states = Object.entries(definition.States);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Every way from PENDING to an end, going round the model loop at most twice. */
function legalPaths(path: RunState[] = ["PENDING"]): RunState[][] {
  const here = path.at(-1) ?? "PENDING";
  const next = RUN_TRANSITIONS[here].filter((state) => path.filter((past) => past === state).length < 2);
  return next.length === 0 ? [path] : next.flatMap((state) => legalPaths([...path, state]));
}

describe("run.asl.json", () => {
  it("is valid Amazon States Language", () => {
    expect(aslValidator(definition)).toMatchObject({ isValid: true });
  });

  it("has the journal's states, the router, and the end of a parked execution", () => {
    expect(states.map(([name]) => name).sort()).toEqual([...RUN_STATES, "QUEUED", "ROUTE"].sort());
    const tasks = states.filter(([, state]) => state.Type === "Task").map(([name]) => name);
    expect(tasks.sort()).toEqual(RUN_STATES.filter((state) => RUN_TRANSITIONS[state].length > 0).sort());
  });

  it("routes every answer a tick may give to the state of that name", () => {
    const router = definition.States["ROUTE"];
    if (router?.Type !== "Choice") throw new Error("ROUTE is no Choice");
    const routes = router.Choices.map((choice) => [(choice as { StringEquals?: string }).StringEquals, choice.Next]);
    expect(routes.every(([value, next]) => value === next)).toBe(true);
    expect(routes.map(([value]) => value).sort()).toEqual([...RUN_STATES, "QUEUED"].sort());
  });

  it("gives each state to the lambda that may hold its credentials", () => {
    const lambda = (name: string) =>
      (definition.States[name] as { Parameters?: { FunctionName?: string } }).Parameters?.FunctionName;
    for (const name of ["PENDING", "CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE"])
      expect(lambda(name)).toBe("${AgentStepFunctionArn}");
    expect(lambda("GATED")).toBe("${DeliveryFunctionArn}");
    expect(lambda("DELIVERED")).toBe("${ScribeFunctionArn}");
  });

  it("retries only errors that exist, and every declared error is thrown somewhere", () => {
    const named = new Set<string>();
    for (const [, state] of states)
      for (const retry of (state as { Retry?: { ErrorEquals: string[] }[] }).Retry ?? [])
        for (const name of retry.ErrorEquals) named.add(name);
    for (const name of named) if (!/^(States|Lambda|Sandbox)\./.test(name)) expect(Object.keys(ERRORS)).toContain(name);

    const sources = ["packages", "lambdas"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter(
          (file) =>
            file.endsWith(".ts") &&
            !file.endsWith(".test.ts") &&
            !file.includes("node_modules") &&
            !file.startsWith("contracts"),
        )
        .map((file) => readFileSync(join(root, folder, file), "utf8")),
    );
    for (const name of Object.keys(ERRORS))
      expect(
        sources.some((source) => source.includes(`"${name}"`)),
        name,
      ).toBe(true);
  });
});

const has = (states: readonly RunState[], state: RunState) => states.includes(state);

describe("every legal path", () => {
  it.each(legalPaths().map((path) => [path.join(" → "), path] as const))(
    "%s runs through the real interpreter",
    async (_label, path) => {
      // As `advance` does: a Task does the work of the state the journal stands at, if that is its function's.
      const visited: string[] = [];
      const machines = localMachines(
        async (input, task): Promise<TickResult> => {
          const here = path[visited.length] ?? "DONE";
          const own = [AGENT_STATES, DELIVERY_STATES, SCRIBE_STATES].find((all) => has(all, task)) ?? [];
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
});

describe("the journal", () => {
  const pairs = RUN_STATES.flatMap((from) => RUN_STATES.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => !RUN_TRANSITIONS[from].includes(to)))(
    "R1: refuses %s → %s",
    async (from, to) => {
      const world = await testWorld({ days: 0 });
      const runId = await startRun({ ...world, machines: { startRun: async () => {} } }, MORNING, DATE);
      const run = await holdLease(world, await loadRun(world.store, "me", runId));
      if (!run) throw new Error("no lease");
      await expect(
        commit(world, { ...run, header: { ...run.header, state: from } }, { to, data: {}, startedAt: 0 }),
      ).rejects.toMatchObject({ name: "IllegalTransition" });
      expect((await loadRun(world.store, "me", runId)).header.step).toBe(0);
    },
  );

  it("R1: refuses a commit on a stale version, and one without the lease", async () => {
    const world = await testWorld({ days: 0 });
    const runId = await startRun({ ...world, machines: { startRun: async () => {} } }, MORNING, DATE);
    const found = await loadRun(world.store, "me", runId);
    await expect(commit(world, found, { to: "CONTEXT_BUILT", data: {}, startedAt: 0 })).rejects.toMatchObject({
      name: "ConditionFailed",
    });
    const run = await holdLease(world, found);
    if (!run) throw new Error("no lease");
    await commit(world, run, { to: "CONTEXT_BUILT", data: {}, startedAt: 0 });
    await expect(commit(world, run, { to: "CONTEXT_BUILT", data: {}, startedAt: 0 })).rejects.toMatchObject({
      name: "ConditionFailed",
    });
  });

  it("R1: a run whose lease was taken cannot commit, and is parked behind the taker", async () => {
    const world = await testWorld();
    const idle = { ...world, machines: { startRun: async () => {} } };
    const a = await startRun(idle, MORNING, DATE);
    const stale = await holdLease(world, await loadRun(world.store, "me", a));
    world.clock.set(world.clock.now() + 3_600_000);
    const b = await startRun(idle, { ...MORNING, nonce: "b" }, DATE);
    expect(await holdLease(world, await loadRun(world.store, "me", b))).toBeDefined();
    if (!stale) throw new Error("no lease");
    await expect(commit(world, stale, { to: "CONTEXT_BUILT", data: {}, startedAt: 0 })).rejects.toMatchObject({
      name: "ConditionFailed",
    });
    const { table, pk } = keys.lease("me");
    expect((await world.store.query({ table, pk, prefix: "WAITING#" })).rows.map((row) => row.body["runId"])).toEqual([
      a,
    ]);
  });
});
