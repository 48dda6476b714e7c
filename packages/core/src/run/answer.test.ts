/**
 * Tests what a run answers, and what it leaves: the words, the journal, the rows of the outbox, the questions to the
 * person.
 */
import { keys, type Profile, type StepRecord, WaldoError } from "@waldo/contracts";
import { hasDue, outboxOf } from "@waldo/core/channels/outbox";
import type { Channel } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { AGENT_STEPS } from "@waldo/core/run/agent-steps";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { localMachines } from "../../../embedded/src/machines.ts";
import { DATE, MORNING, type Options, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";
import { ALL_STEPS } from "./all-steps.ts";

const CERTAIN = "I want to kill myself";
const POSSIBLE = "I am such a burden to them all";
const down: Line = { error: new WaldoError("ModelUnavailable", "down") };
const write = (id: string, title: string) => ({ id, name: "write_task", args: { title } });

/** A world of parts that some of them are replaced in. Its runs are worked by those parts. */
async function worldOf(lines: readonly Line[], options: Options = {}, parts: Partial<TestWorld> = {}) {
  const model = scriptedModel(lines);
  const base = await testWorld({ model, ...options });
  const machines = localMachines((input) => advance(world, input, ALL_STEPS), { retryPauseMs: 0 });
  const world: TestWorld = { ...base, ...parts, machines };
  return { world, model };
}

async function told(world: TestWorld, runId: string) {
  await world.machines.idle();
  const steps = await loadSteps(world.store, "me", runId);
  const of = (to: StepRecord["to"]) => steps.find((step) => step.to === to)?.data;
  return {
    header: (await loadRun(world.store, "me", runId)).header,
    path: steps.map(({ to }) => to),
    of,
    text: String(of("GATED")?.["text"]),
    outbox: await outboxOf(world, "me", runId),
  };
}
const say = async (world: TestWorld, text: string, messageId = "m1") =>
  told(world, await receiveMessage(world, "me", { messageId, text }, DATE));
const wake = async (world: TestWorld, variant: "morning" | "midday" = "morning") =>
  told(world, await startRun(world, { ...MORNING, variant }, DATE));
const proposals = async (world: TestWorld) => {
  const { table, pk } = keys.proposal("me", "");
  return (await world.store.query({ table, pk, prefix: "PROPOSAL#" })).rows;
};

describe("a run that asks no model", () => {
  it("answers a calm midday by the template, and this is no failure", async () => {
    const { world, model } = await worldOf([{ text: "I should not be asked." }]);
    const key = keys.crs("me", DATE);
    const row = await world.store.get(key);
    const calm = { ...row?.body, version: 99, form: 90, status: "final", pillars: {} };
    await world.store.transact([{ op: "put", key, body: calm }]);
    const { header, path, of } = await wake(world, "midday");
    expect(path).toEqual(["GATED", "DELIVERED", "DONE"]);
    expect(of("GATED")).toMatchObject({ source: "template", reason: "calm" });
    expect(header).not.toHaveProperty("rung");
    expect(model.asked).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["a prompt that does not fit", "big", "prompt_too_large"],
    ["recipes that cannot be read", "broken", "recipes_failed"],
  ])("answers by the template after %s, and says why", async (_, what, reason) => {
    const skills = async () => {
      throw new Error("no recipes");
    };
    const { world, model } = await worldOf([{ text: "no" }], {}, what === "broken" ? { skills } : {});
    if (what === "big") {
      const key = keys.checkpoint("me", DATE, "brief");
      const row = await world.store.get(key);
      const files = [{ name: "today.md", text: "word ".repeat(80_000) }];
      await world.store.transact([{ op: "put", key, body: { ...row?.body, files } }]);
    }
    const { header, path, of } = await wake(world);
    expect(path).toEqual(["GATED", "DELIVERED", "DONE"]);
    expect(of("GATED")).toMatchObject({ source: "template", reason });
    expect(header.rung).toBe("L3");
    expect(model.asked).toEqual([]);
    // Words that may be about danger end with where help is, also here.
    expect((await say(world, POSSIBLE)).text).toMatch(/116 123/);
    expect((await say(world, "hello", "m2")).text).not.toMatch(/116 123/);
  });

  it("answers by the template when the limit of the hour cannot be read", async () => {
    const { world } = await worldOf([{ text: "no" }]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(deaf, { ...MORNING, trigger: "user_message", variant: undefined }, DATE);
    const store: TestWorld["store"] = {
      ...world.store,
      get: async (key) => {
        if (key.sk.startsWith("RATE#")) throw new WaldoError("StoreUnavailable", "away");
        return world.store.get(key);
      },
    };
    const tick = advance({ ...deaf, store }, { userId: "me", runId }, ALL_STEPS);
    await expect(tick).resolves.toMatchObject({ next: "GATED" });
    expect((await told(world, runId)).of("GATED")).toMatchObject({ reason: "rate_limit_failed" });
  });

  it("decides nothing when the store fails: the error goes to the caller", async () => {
    const { world } = await worldOf([{ text: "no" }]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(deaf, MORNING, DATE);
    await advance(deaf, { userId: "me", runId }, {});
    let left = 1;
    const store: TestWorld["store"] = {
      ...world.store,
      transact: async (writes) => {
        if (writes.some(({ key }) => key.sk.startsWith("STEP#")) && left-- > 0)
          throw new WaldoError("StoreUnavailable", "away");
        return world.store.transact(writes);
      },
    };
    const tick = advance({ ...deaf, store }, { userId: "me", runId }, ALL_STEPS);
    await expect(tick).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("PENDING");
  });

  it("without a context in its journal is an error of its own", async () => {
    const { world } = await worldOf([{ text: "no" }]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(deaf, MORNING, DATE);
    const key = keys.run("me", runId);
    const row = await world.store.get(key);
    await world.raw.transact([{ op: "put", key, body: { ...row?.body, state: "CONTEXT_BUILT" } }]);
    const tick = advance(deaf, { userId: "me", runId }, AGENT_STEPS);
    await expect(tick).rejects.toMatchObject({ name: "IllegalTransition" });
  });
});

describe("a run that asks a model", () => {
  it("journals its prompt, its reply and its results", async () => {
    const { world } = await worldOf([{ calls: [{ id: "1", name: "get_crs", args: {} }] }, { text: "  Go gently.\n" }]);
    const { header, of, text } = await say(world, "How am I?");
    expect(of("CONTEXT_BUILT")).toMatchObject({ context: { userText: "How am I?" }, tokens: expect.any(Number) });
    expect(of("CONTEXT_BUILT")?.["layers"]).toHaveProperty("user_content");
    expect(of("LLM_CALLED")).toMatchObject({ outcome: "replied", rung: "L1" });
    expect(of("TOOLS_DONE")).toMatchObject({ results: [{ callId: "1", name: "get_crs", ok: true }] });
    expect(of("GATED")).toEqual({ text: "Go gently.", source: "model", claims: [], results: [] });
    expect(text).toBe("Go gently.");
    expect(header).toMatchObject({ iterations: 2, rung: "L1" });
  });

  it("says its words without marks that steer a model", async () => {
    const { world } = await worldOf([{ text: "Go gently. <|im_start|>" }]);
    expect((await say(world, "How am I?")).text).toBe("Go gently.");
  });

  it("answers by the template after three turns of few words, with the results it has", async () => {
    const again = { calls: [{ id: "1", name: "get_crs", args: {} }] };
    const { world } = await worldOf([again]);
    const { of } = await say(world, "How am I?");
    expect(of("GATED")).toMatchObject({ source: "template", reason: expect.stringMatching(/repeating|diminishing/) });
  });

  it("asks about each action once", async () => {
    const { world } = await worldOf([
      { calls: [write("1", "buy milk"), write("2", "buy milk"), write("3", "tea")] },
      { text: "I can." },
    ]);
    await say(world, "we are out of some things");
    const [row, ...others] = await proposals(world);
    expect(others).toEqual([]);
    expect(row?.body["actions"]).toMatchObject([{ args: { title: "buy milk" } }, { args: { title: "tea" } }]);
  });
});

describe("an answer to words of danger", () => {
  it("that are certain is noted by its run as it was sent", async () => {
    const { world } = await worldOf([down]);
    const { of, text, outbox } = await say(world, CERTAIN);
    expect(of("GATED")).toEqual({ text, source: "emergency", claims: [], results: [] });
    expect(outbox.map(({ kind }) => kind)).toEqual(["emergency", "emergency"]);
    expect(world.telegram).toHaveLength(1);
  });

  it("is sent by the run where the message brought none", async () => {
    const { world } = await worldOf([down]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const event = { userId: "me", trigger: "user_message", nonce: "n", occurredAt: WAKE } as const;
    const runId = await startRun(deaf, event, DATE);
    const heard = { op: "put", key: keys.heard("me", runId), body: { text: CERTAIN, at: WAKE } } as const;
    await world.store.transact([heard]);
    await world.machines.startRun("x", { userId: "me", runId });
    const { of, outbox } = await told(world, runId);
    expect(of("GATED")).toMatchObject({ source: "emergency" });
    expect(outbox).toHaveLength(2);
    expect(world.telegram).toHaveLength(1);
  });

  it("that are possible is of the kind emergency, and asks for no tap", async () => {
    const { world } = await worldOf([{ calls: [write("1", "buy milk")] }, { text: "That sounds heavy." }]);
    const { text, outbox, of } = await say(world, POSSIBLE);
    expect(text).toMatch(/^That sounds heavy\.\n\n/);
    expect(outbox.map(({ kind }) => kind)).toEqual(["emergency", "emergency"]);
    expect(await proposals(world)).toEqual([]);
    expect(of("CONTEXT_BUILT")).toMatchObject({ context: { danger: "possible" } });
  });

  it("is for messages alone: the same words in a Handoff are worked as ever", async () => {
    const { world } = await worldOf([{ text: "Fine." }]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const event = { userId: "me", trigger: "handoff_explore", nonce: "n", occurredAt: WAKE } as const;
    const runId = await startRun(deaf, event, DATE);
    await world.store.transact([{ op: "put", key: keys.heard("me", runId), body: { text: POSSIBLE, at: WAKE } }]);
    await world.machines.startRun("x", { userId: "me", runId });
    const { of } = await told(world, runId);
    expect(of("CONTEXT_BUILT")?.["context"]).not.toHaveProperty("danger");
  });
});

describe("a message", () => {
  const rows = async (world: TestWorld, runId: string) => ({
    heard: (await world.store.get(keys.heard("me", runId)))?.body,
    message: (await world.store.get(keys.message("me", `day-${DATE}`, WAKE, "0-m1")))?.body,
    last: (await world.store.get(keys.last("me", "heard")))?.body,
  });
  const deafTo = async (text: string, parts: Partial<TestWorld> = {}) => {
    const { world } = await worldOf([down], {}, parts);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await receiveMessage(deaf, "me", { messageId: "m1", text }, DATE);
    return { world, runId, ...(await rows(world, runId)) };
  };

  it("is kept for its run and in the thread, and notes when the person was heard", async () => {
    const { heard, message, last, world } = await deafTo("hello");
    expect(heard).toMatchObject({ text: "hello", at: WAKE });
    expect(message).toMatchObject({ from: "owner", kind: "message", text: "hello", at: WAKE });
    expect(last).toMatchObject({ at: WAKE });
    expect(world.telegram).toEqual([]);
  });

  it("is counted as one of its date", async () => {
    const { world } = await deafTo("hello");
    const row = await world.store.get(keys.meter("me", DATE, "message-m1"));
    expect(row?.body).toMatchObject({ kind: "message", trigger: "user_message", counts: { ingests: 1 }, models: [] });
  });

  it.each([CERTAIN, POSSIBLE])("of danger is of a kind that no later prompt reads: %j", async (text) => {
    const { message, world } = await deafTo(text);
    expect(message).toMatchObject({ from: "owner", kind: "emergency", text });
    expect(world.telegram).toHaveLength(text === CERTAIN ? 1 : 0);
  });

  it("of danger is taken in although nothing can be sent now, and its answer waits", async () => {
    const telegram: Channel = {
      name: "telegram",
      send: async () => {
        throw new Error("no network");
      },
    };
    const { runId, world, heard } = await deafTo(CERTAIN, { channels: { telegram } });
    expect(heard).toMatchObject({ text: CERTAIN });
    expect((await outboxOf(world, "me", runId)).length).toBe(2);
  });
});

describe("a delivery", () => {
  it("journals what became of each row", async () => {
    const { world } = await worldOf([{ text: "Hello." }]);
    expect((await say(world, "hi")).of("DELIVERED")).toEqual({
      rows: [
        { ordinal: 0, channel: "in_app", state: "sent" },
        { ordinal: 1, channel: "telegram", state: "sent" },
      ],
    });
  });

  it("leaves what could not be sent to the next wake", async () => {
    const telegram: Channel = { name: "telegram", send: async () => ({ outcome: "retry", reason: "busy" }) };
    const { world } = await worldOf([{ text: "Hello." }], {}, { channels: { telegram } });
    const { header, of, outbox } = await say(world, "hi");
    expect(header.state).toBe("DONE");
    expect(of("DELIVERED")).toMatchObject({ rows: [{ state: "sent" }, { channel: "telegram", state: "failed" }] });
    expect(outbox.at(-1)?.state).toBe("failed");
    expect(await hasDue(world, "me")).toBe(true);
  });
});

describe("the switch", () => {
  const lease = async (world: TestWorld) => (await world.store.get(keys.lease("me")))?.body;
  const waiting = async (world: TestWorld) =>
    (await world.store.query({ ...keys.waiting.all("me") })).rows.map(({ body }) => body["runId"]);

  it("stops the run at work, and puts it into the queue", async () => {
    const { world } = await worldOf([down]);
    const deaf = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(deaf, MORNING, DATE);
    await advance(deaf, { userId: "me", runId }, ALL_STEPS);
    expect(await waiting(world)).toEqual([]);
    const held = await lease(world);
    expect(await pause(world, "me")).toBe(WAKE);
    expect(await lease(world)).toEqual({
      ...held,
      owner: undefined,
      fence: Number(held?.["fence"]) + 1,
      expiresAt: 0,
      pausedAt: WAKE,
    });
    expect(await waiting(world)).toEqual([runId]);
    const started: string[] = [];
    const noting = { ...world, machines: limitedMachines({ startRun: async (name) => void started.push(name) }) };
    expect(await resume(noting, "me")).toBe(true);
    expect(await lease(world)).toMatchObject({ fence: Number(held?.["fence"]) + 2, expiresAt: 0 });
    expect(await lease(world)).not.toHaveProperty("pausedAt");
    // The process that lifted the pause may have died before it started the run.
    expect(await resume(noting, "me")).toBe(false);
    expect(started).toEqual([`${runId}-w${Number(held?.["fence"]) + 2}`, `${runId}-w${Number(held?.["fence"]) + 2}`]);
  });

  it("falls also for a run whose row is gone, and for a person who never had a run", async () => {
    const { world } = await worldOf([down]);
    await world.raw.transact([
      { op: "put", key: keys.lease("me"), body: { owner: "run-gone", fence: 3, expiresAt: WAKE + 1 } },
    ]);
    expect(await pause(world, "me")).toBe(WAKE);
    expect(await lease(world)).toMatchObject({ fence: 4, pausedAt: WAKE });
    expect(await waiting(world)).toEqual([]);
    const fresh = (await worldOf([down])).world;
    expect(await pause(fresh, "me")).toBe(WAKE);
    expect(await lease(fresh)).toMatchObject({ fence: 1, expiresAt: 0, pausedAt: WAKE });
    expect(await resume((await worldOf([down])).world, "me")).toBe(false);
  });
});

it("a Fetch in shadow is answered and journalled, and leaves no row", async () => {
  const profile: Profile = { ...PERSON, fetch: "shadow" };
  const { world } = await worldOf([{ text: "Take a slow breath." }], { profile });
  const event = { userId: "me", trigger: "fetch_alert", nonce: "n", occurredAt: WAKE } as const;
  const { outbox, of } = await told(world, await startRun(world, event, DATE));
  expect(outbox).toEqual([]);
  expect(of("GATED")).toMatchObject({ source: "model", text: "Take a slow breath." });
});
