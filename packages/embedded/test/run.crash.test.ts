/**
 * R3: any step may be killed at any await, before a call or after it took effect, and the person notices nothing.
 * Every port call of a whole run is killed once each way; a new process then resumes from the journal.
 */
import { keys, Lease } from "@waldo/contracts";
import { flushDue, outboxOf } from "@waldo/core/channels/outbox";
import { runIdFor } from "@waldo/core/digest";
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

/** R2: the outbox rows exist exactly when the journal says GATED or later. */
async function expectRowsWithTheirState(world: TestWorld, label: string): Promise<void> {
  const runId = runIdFor(MORNING);
  if (!(await world.store.get(keys.run("me", runId)))) return;
  const gated = (await loadSteps(world.store, "me", runId)).some((step) => step.to === "GATED");
  expect((await outboxOf(world, "me", runId)).length > 0, label).toBe(gated);
}

describe.each(["before", "after"] as const)("a run killed %s each port call", (when) => {
  it("resumes and delivers once", async () => {
    let at = 1;
    for (; ; at++) {
      const world = await testWorld();
      const died = await dieAt(world, at, when);
      await expectRowsWithTheirState(world, `killed ${when} call ${at}`);
      await recover(world);
      await expectOneDelivery(world, `killed ${when} call ${at}`);
      if (!died) break;
    }
    // A run that makes fewer calls than this has not been through every state.
    expect(at).toBeGreaterThan(30);
  });
});

describe("a run whose schedule never fires again", () => {
  it.each(["before", "after"] as const)(
    "killed %s any call once journalled, is found and finished by the sweep alone",
    async (when) => {
      for (let at = 2; ; at++) {
        const world = await testWorld();
        const died = await dieAt(world, at, when);
        for (let i = 0; i < 3; i++) {
          world.clock.set(world.clock.now() + HOUR_MS);
          await sweepRuns(world, "me");
          await world.machines.idle();
        }
        const { header } = await loadRun(world.store, "me", runIdFor(MORNING));
        expect(header.state, `killed ${when} call ${at}`).toBe("DONE");
        if (!died) break;
      }
    },
  );

  it("that dies in every execution is given up after five, and the next run gets its turn", async () => {
    const world = await testWorld();
    const broken = {
      ...world,
      model: { shape: () => "terse" as const, converse: () => Promise.reject(new Error("a bug")) },
    };
    const machines = localMachines((input) => advance(poisoned, input), { retryPauseMs: 0 });
    const poisoned = { ...broken, machines };
    const runId = await startRun(poisoned, MORNING, DATE);
    const next = await startRun(poisoned, { ...MORNING, variant: "midday", nonce: "m" }, DATE);
    for (let i = 0; i < 8; i++) {
      await machines.idle();
      world.clock.set(world.clock.now() + HOUR_MS);
      await sweepRuns(poisoned, "me");
    }
    await machines.idle();
    expect((await loadRun(world.store, "me", runId)).header).toMatchObject({
      state: "FAILED",
      rung: "L4",
      failure: { name: "Abandoned" },
    });
    expect((await loadRun(world.store, "me", next)).header.state).not.toBe("PENDING");
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
