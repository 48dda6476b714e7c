import { keys, type RunState, type ToolCall } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { holdLease } from "@waldo/core/run/lease";
import { startRun, sweepRuns } from "@waldo/core/run/start";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";

async function play(world: TestWorld) {
  const runId = await startRun(world, MORNING, DATE);
  const ended = await world.machines.idle();
  const { header } = await loadRun(world.store, "me", runId);
  const steps = await loadSteps(world.store, "me", runId);
  return {
    runId,
    ended,
    header,
    steps,
    path: steps.map((step): RunState => step.to),
    outbox: await outboxOf(world, "me", runId),
  };
}

describe("a morning Brief through the real interpreter", () => {
  it("goes through every state and delivers once to each channel", async () => {
    const world = await testWorld();
    const { header, path, outbox, ended } = await play(world);
    expect(ended).toMatchObject([{ status: "SUCCEEDED" }]);
    expect(path).toEqual([
      "CONTEXT_BUILT",
      "LLM_CALLED",
      "TOOLS_DONE",
      "LLM_CALLED",
      "TOOLS_DONE",
      "GATED",
      "DELIVERED",
      "DONE",
    ]);
    expect(header).toMatchObject({ state: "DONE", iterations: 2, rung: "L1" });
    expect(outbox.map((row) => [row.channel, row.state])).toEqual([
      ["in_app", "sent"],
      ["telegram", "sent"],
    ]);
    expect(world.telegram).toHaveLength(1);
  });

  it("goes on to the gates in the call that brought its last answer, and pauses for tools", async () => {
    const world = await testWorld();
    const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(idle, MORNING, DATE);
    const stops: string[] = [];
    do stops.push((await advance(idle, { userId: "me", runId }, ALL_STEPS)).next);
    while (stops.at(-1) !== "DONE");
    expect(stops).toEqual(["CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE", "GATED", "DELIVERED", "DONE"]);
  });

  it("says only what a tool result of its own journal carries", async () => {
    const { steps } = await play(await testWorld());
    const gated = steps.find((step) => step.to === "GATED");
    const results = steps.flatMap((step) =>
      step.to === "TOOLS_DONE" ? (step.data["results"] as { callId: string }[]) : [],
    );
    const claims = gated?.data["claims"] as { callId: string; path: string }[];
    expect(claims.length).toBeGreaterThan(0);
    for (const claim of claims) expect(results.map((result) => result.callId)).toContain(claim.callId);
  });

  it("is one run however often its event arrives", async () => {
    const world = await testWorld();
    const [first, second] = await Promise.all([startRun(world, MORNING, DATE), startRun(world, MORNING, DATE)]);
    await world.machines.idle();
    const third = await startRun(world, MORNING, DATE);
    expect(await world.machines.idle()).toEqual([]);
    expect([second, third]).toEqual([first, first]);
    expect(world.telegram).toHaveLength(1);
  });

  it("R5: two runs of one hour never share a key", async () => {
    const world = await testWorld();
    await startRun(world, MORNING, DATE);
    await startRun(world, { ...MORNING, nonce: "again" }, DATE);
    await world.machines.idle();
    expect(new Set(world.telegram.map((message) => message.key)).size).toBe(2);
  });

  it("R6: the machine's payloads carry ids and nothing else", async () => {
    const world = await testWorld();
    const { runId } = await play(world);
    const result = await import("@waldo/core/run/advance").then(({ advance }) =>
      advance(world, { userId: "me", runId }, ALL_STEPS),
    );
    expect(Object.keys(result).sort()).toEqual(["next", "runId", "userId"]);
  });

  it("says plainly that no data arrived", async () => {
    const world = await testWorld({ days: 0 });
    const { header, steps } = await play(world);
    expect(header.state).toBe("DONE");
    expect(steps.find((step) => step.to === "GATED")?.data["text"]).toMatch(/night|wearable/i);
  });
});

describe("a model that misbehaves", () => {
  const lies = [
    "You're depleted this morning.",
    "You slept 312 minutes and your HRV is 41 ms.",
    "This looks like sleep apnea. See a doctor.",
    "Your Form is 63 today.",
    "Your resting heart rate is raised.",
    "",
  ];
  it.each(lies)("is not believed: %j", async (text) => {
    // This person has a short history and a steady day, so no result backs any of these sentences.
    const world = await testWorld({
      model: scriptedModel([{ calls: [{ id: "1", name: "get_crs", args: {} }] }, { text }]),
    });
    const { header, steps } = await play(world);
    const gated = steps.find((step) => step.to === "GATED");
    expect(header.state).toBe("DONE");
    expect(gated?.data).toMatchObject({ source: "template" });
    expect(gated?.data["text"]).not.toBe(text);
  });

  it("may say what the results carry", async () => {
    const world = await testWorld();
    const { steps } = await play(world);
    const honest = String(steps.find((step) => step.to === "GATED")?.data["text"]);
    const again = await testWorld({
      model: scriptedModel([
        {
          calls: [
            { id: "1", name: "get_crs", args: {} },
            { id: "2", name: "get_health", args: {} },
          ],
        },
        { text: honest },
      ]),
    });
    const { steps: scripted } = await play(again);
    expect(scripted.find((step) => step.to === "GATED")?.data).toMatchObject({ source: "model", text: honest });
  });

  it("is cut off in the middle of its answer: half an answer is not sent, the template speaks", async () => {
    const reads = ["get_crs", "get_health"].map((name, i) => ({ id: `${i}`, name, args: {} }));
    const honest = (await play(await testWorld())).steps.find((step) => step.to === "GATED")?.data["text"];
    const answers: readonly { text?: string; calls?: ToolCall[] }[] = [{ calls: reads }, { text: String(honest) }];
    const whole = await play(await testWorld({ model: scriptedModel(answers) }));
    expect(whole.steps.find((step) => step.to === "GATED")?.data).toMatchObject({ source: "model" });
    const cut = scriptedModel(answers.map((line) => (line.text ? { ...line, stop: "max_tokens" as const } : line)));
    const { steps } = await play(await testWorld({ model: cut }));
    expect(steps.find((step) => step.to === "GATED")?.data).toMatchObject({ source: "template", reason: "cut" });
  });

  it("gets three turns, and then the template speaks", async () => {
    const world = await testWorld({ model: scriptedModel([{ calls: [{ id: "1", name: "get_crs", args: {} }] }]) });
    const { header, steps } = await play(world);
    expect(header).toMatchObject({ state: "DONE", iterations: 3, rung: "L3" });
    expect(steps.find((step) => step.to === "GATED")?.data).toMatchObject({
      source: "template",
      reason: "out_of_turns",
    });
  });

  it("cannot call a tool that its trigger does not allow", async () => {
    const world = await testWorld({
      model: scriptedModel([
        {
          calls: [
            { id: "1", name: "execute_action", args: {} },
            { id: "2", name: "rm", args: {} },
            { id: "3", name: "execute_code", args: {} },
          ],
        },
        { text: "Done." },
      ]),
    });
    const { steps } = await play(world);
    const results = steps.find((step) => step.to === "TOOLS_DONE")?.data["results"] as { ok: boolean; error: string }[];
    expect(results.map((result) => [result.ok, result.error])).toEqual([
      [false, "denied"],
      [false, "denied"],
      [false, "denied"],
    ]);
  });
});

describe("the failure ladder", () => {
  const down = (name: "ModelThrottled" | "ModelTimeout" | "ModelRefused") => Object.assign(new Error("down"), { name });

  it("L3: a true Brief from a template when the model is down all day", async () => {
    const { WaldoError } = await import("@waldo/contracts");
    const world = await testWorld({ model: scriptedModel([{ error: new WaldoError("ModelUnavailable", "down") }]) });
    const { header, path, steps } = await play(world);
    expect(path).toEqual(["CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE", "GATED", "DELIVERED", "DONE"]);
    expect(header.rung).toBe("L3");
    expect(steps[1]?.data).toMatchObject({ outcome: "unavailable", errors: ["ModelUnavailable", "ModelUnavailable"] });
    expect(world.telegram).toHaveLength(1);
  });

  it("L2: sends a second, smaller prompt after a failed first", async () => {
    const { WaldoError } = await import("@waldo/contracts");
    const model = scriptedModel([
      { error: new WaldoError("ModelTimeout", "slow") },
      { calls: [{ id: "1", name: "get_crs", args: {} }] },
      { text: "Have a calm day." },
    ]);
    const world = await testWorld({ model });
    const { header } = await play(world);
    expect(header.state).toBe("DONE");
    const size = (i: number) => model.asked[i]?.system.reduce((sum, part) => sum + part.text.length, 0) ?? 0;
    expect(size(1)).toBeLessThan(size(0));
  });

  it("does not hide errors that are not about the model", async () => {
    const world = await testWorld({ model: scriptedModel([{ error: down("ModelThrottled") }]) });
    const { ended, header } = await play(world);
    expect(ended[0]?.status).toBe("FAILED");
    expect(header.state).toBe("CONTEXT_BUILT");
  });
});

describe("one writer per person", () => {
  it("parks a second run and starts it when the first closes", async () => {
    const world = await testWorld();
    const a = await startRun(world, MORNING, DATE);
    const b = await startRun(world, { ...MORNING, variant: "midday", nonce: "m" }, DATE);
    await world.machines.idle();
    for (const runId of [a, b]) expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    expect((await world.store.get(keys.lease("me")))?.body).not.toHaveProperty("owner");
    expect((await world.store.query({ table: "agent", pk: "USER#me", prefix: "WAITING#" })).rows).toEqual([]);
  });

  it("a run that closed while a second execution looked at it does not block the queue", async () => {
    const world = await testWorld();
    const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const a = await startRun(idle, MORNING, DATE);
    const early = await loadRun(world.store, "me", a);
    await world.machines.startRun("a", { userId: "me", runId: a });
    await world.machines.idle();
    const b = await startRun(idle, { ...MORNING, nonce: "b" }, DATE);
    await holdLease(world, await loadRun(world.store, "me", b));
    await expect(holdLease(world, early)).rejects.toMatchObject({ name: "ConditionFailed" });
    await world.machines.startRun("b", { userId: "me", runId: b });
    await world.machines.idle();
    const c = await startRun(world, { ...MORNING, nonce: "c" }, DATE);
    await world.machines.idle();
    for (const id of [b, c]) expect((await loadRun(world.store, "me", id)).header.state).toBe("DONE");
    expect((await world.store.query({ table: "agent", pk: "USER#me", prefix: "WAITING#" })).rows).toEqual([]);
  });

  it("a process that finds a run closed starts the next one", async () => {
    const world = await testWorld();
    const a = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    const b = await startRun(
      { ...world, machines: limitedMachines({ startRun: async () => {} }) },
      { ...MORNING, nonce: "b" },
      DATE,
    );
    await advance(world, { userId: "me", runId: a }, ALL_STEPS);
    await world.machines.idle();
    expect((await loadRun(world.store, "me", b)).header.state).toBe("DONE");
  });

  it("each sweep gives a new execution to a waiting run whose executions all died", async () => {
    const world = await testWorld();
    const started: string[] = [];
    const deaf = { ...world, machines: limitedMachines({ startRun: async (name: string) => void started.push(name) }) };
    await startRun(deaf, MORNING, DATE);
    for (let i = 0; i < 3; i++) await sweepRuns(deaf, "me");
    expect(new Set(started).size).toBe(4);
  });

  it("ten runs started at once all finish, one at a time", async () => {
    const world = await testWorld();
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, i) => startRun(world, { ...MORNING, nonce: `n${i}` }, DATE)),
    );
    await world.machines.idle();
    const headers = await Promise.all(ids.map(async (id) => (await loadRun(world.store, "me", id)).header));
    expect(headers.map((header) => header.state)).toEqual(Array(10).fill("DONE"));
    expect(new Set(headers.map((header) => header.fence)).size).toBe(10);
    // A day has room for three unasked messages, whatever starts them.
    expect(world.telegram).toHaveLength(3);
  });
});
