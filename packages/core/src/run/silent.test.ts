/** A run that has nothing true to say, or nothing to say aloud. */
import { keys, type Trigger, WaldoError } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { runIdFor } from "@waldo/core/digest";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { nonceOf } from "@waldo/core/voices/fetches";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";

const down = scriptedModel([{ error: new WaldoError("ModelUnavailable", "down") }]);

async function play(trigger: Trigger, options: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(options);
  const variant = trigger === "brief" ? ({ variant: "morning" } as const) : {};
  const runId = await startRun(world, { userId: "me", trigger, ...variant, nonce: "n", occurredAt: WAKE }, DATE);
  await world.machines.idle();
  const { header } = await loadRun(world.store, "me", runId);
  return {
    world,
    header,
    steps: await loadSteps(world.store, "me", runId),
    outbox: await outboxOf(world, "me", runId),
  };
}

describe("L4: a run without a model and without a template", () => {
  it("ends silently, and the journal says why", async () => {
    const { header, steps, outbox, world } = await play("dreaming_mode", { model: down });
    expect(header).toMatchObject({ state: "FAILED", rung: "L4", failure: { name: "NothingToSay" } });
    expect(header.failure?.message).not.toBe("");
    const last = steps.at(-1);
    expect(last).toMatchObject({ to: "FAILED", data: { rung: "L4", reason: header.failure?.message, results: [] } });
    expect([outbox, world.telegram]).toEqual([[], []]);
    expect((await world.store.get(keys.lease("me")))?.body).not.toHaveProperty("owner");
  });
});

describe("a Fetch", () => {
  const text = "You have been tense for a while. Take a slow breath.";
  const model = () => scriptedModel([{ text }]);

  const live = { ...PERSON, fetch: "live" } as const;
  it.each([
    ["in shadow mode", { ...PERSON, fetch: "shadow" as const }, "live", 0],
    ["of a person who never chose", PERSON, "live", 0],
    ["that is wanted, whose row is in shadow", live, "shadow", 0],
    ["that is wanted, without a row", live, undefined, 0],
    ["that is live", live, "live", 1],
  ] as const)("%s", async (_, profile, mode, sent) => {
    const world = await testWorld({ model: model(), profile });
    const event = { userId: "me", trigger: "fetch_alert", nonce: nonceOf(WAKE), occurredAt: WAKE } as const;
    const body = { at: WAKE, runId: runIdFor(event), mode, minutes: 14 };
    const row = mode === undefined ? [] : [{ op: "put", key: keys.fetch("me", WAKE), body } as const];
    const runId = await startRun(world, event, DATE, row);
    await world.machines.idle();
    const { header } = await loadRun(world.store, "me", runId);
    expect(header.state).toBe("DONE");
    expect(world.telegram).toHaveLength(sent);
  });
});

describe("a template", () => {
  it("asks no tool again whose result the run has", async () => {
    const calls = [{ id: "1", name: "get_crs", args: {} }];
    const run = await play("brief", { model: scriptedModel([{ calls }, { text: "Your Form is 3." }]) });
    const gated = run.steps.find((step) => step.to === "GATED")?.data;
    const fetched = (gated?.["results"] ?? []) as { name: string }[];
    expect(gated).toMatchObject({ source: "template" });
    expect(fetched.map(({ name }) => name)).not.toContain("get_crs");
    expect(run.header.rung).toBe("L3");
  });
});

describe("words of danger", () => {
  it("are noted as an incident, and answered once", async () => {
    const world = await testWorld({ model: down });
    const runId = await receiveMessage(world, "me", { messageId: "m1", text: "I want to kill myself" }, DATE);
    await world.machines.idle();
    expect((await world.store.get(keys.incident("me", WAKE, runId)))?.body).toEqual({
      kind: "emergency",
      runId,
      at: WAKE,
    });
    expect(await outboxOf(world, "me", runId)).toHaveLength(2);
  });
});
