/**
 * R3: any step may be killed at any await, before a call or after it took effect, and the person notices nothing.
 * Every port call of a whole run is killed once each way; a new process then resumes from the journal.
 */
import { DELIVERY_CLASS, keys, Lease } from "@waldo/contracts";
import { flushDue, outboxOf } from "@waldo/core/channels/outbox";
import { advance } from "@waldo/core/run/advance";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { startRun, sweepRuns } from "@waldo/core/run/start";
import { HOUR_MS } from "@waldo/core/time";
import { dyingPorts } from "@waldo/testkit/faults";
import { describe, expect, it } from "vitest";
import { localMachines } from "../src/machines.ts";
import { DATE, MORNING, type TestWorld, testWorld } from "./world.ts";

/** Runs the Brief until it dies at the planned call; `false` when it got through alive. */
async function dieAt(world: TestWorld, at: number, when: "before" | "after"): Promise<boolean> {
  const machines = localMachines((input) => advance(dying.ports, input), { retryPauseMs: 0 });
  const dying = dyingPorts({ ...world, machines }, { at, when });
  await startRun(dying.ports, MORNING, DATE).catch(() => undefined);
  await machines.idle();
  return dying.calls() >= at;
}

/** What a restarted machine does: the schedule fires again, the sweep finds the dead run, due rows are flushed. */
async function recover(world: TestWorld): Promise<void> {
  const runId = await startRun(world, MORNING, DATE);
  await world.machines.idle();
  world.clock.set(world.clock.now() + HOUR_MS);
  for (let i = 0; i < 3; i++) {
    await sweepRuns(world, "me");
    await world.machines.idle();
  }
  await flushDue(world, "me");
  expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
}

async function expectOneDelivery(world: TestWorld, label: string): Promise<void> {
  const { table, pk } = keys.message("me", `day-${DATE}`, 0, "");
  const inApp = await world.store.query({ table, pk, prefix: "MESSAGE#" });
  expect(inApp.rows, label).toHaveLength(1);
  // Telegram has no idempotency key: a Brief is at most once there, and a lost one is `unknown`, never repeated.
  expect(world.telegram.length, label).toBeLessThanOrEqual(1);
  const runId = await startRun(world, MORNING, DATE);
  const telegram = (await outboxOf(world, "me", runId)).find((row) => row.channel === "telegram");
  expect(["sent", "unknown"], label).toContain(telegram?.state);
  if (telegram?.state === "sent") expect(world.telegram, label).toHaveLength(1);
  const lease = await world.store.get(keys.lease("me"));
  expect(Lease.parse(lease?.body).owner, label).toBeUndefined();
  const states = (await loadSteps(world.store, "me", runId)).map((step) => step.to);
  expect(
    states.filter((state) => state === "GATED"),
    label,
  ).toHaveLength(1);
}

describe.each(["before", "after"] as const)("a run killed %s each port call", (when) => {
  it("resumes and delivers once", async () => {
    let at = 1;
    for (; ; at++) {
      const world = await testWorld();
      const died = await dieAt(world, at, when);
      await recover(world);
      await expectOneDelivery(world, `killed ${when} call ${at}`);
      if (!died) break;
    }
    // A run that makes fewer calls than this has not been through every state.
    expect(at).toBeGreaterThan(30);
  });
});

describe("two executions of one run", () => {
  it("racing at every state, deliver once", async () => {
    for (let seed = 0; seed < 10; seed++) {
      const world = await testWorld({ seed });
      const runId = await startRun(world, MORNING, DATE);
      await Promise.all([2, 3, 4].map((n) => world.machines.startRun(`${runId}-r${n}`, { userId: "me", runId })));
      await world.machines.idle();
      await recover(world);
      await expectOneDelivery(world, `seed ${seed}`);
      expect(world.telegram).toHaveLength(1);
    }
  });
});

it("the class of a Brief is at most once", () => {
  expect(DELIVERY_CLASS.brief).toBe("at_most_once");
});
