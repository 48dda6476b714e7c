/**
 * R3: a process may die at any await, before a call or after the call took effect, and the person must notice nothing.
 * The test kills every port call of a whole run once in each way. Then a new process resumes from the journal.
 */
import { keys, Lease, WaldoError, type Watch } from "@waldo/contracts";
import { loadWatches } from "@waldo/core/cadence/watches";
import { flushDue, outboxOf } from "@waldo/core/channels/outbox";
import { runIdFor } from "@waldo/core/digest";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun, sweepRuns } from "@waldo/core/run/start";
import { HOUR_MS, localTime, MINUTE_MS } from "@waldo/core/time";
import { dyingPorts } from "@waldo/testkit/faults";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { localMachines } from "../../../embedded/src/machines.ts";
import { DATE, MORNING, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

/** Runs the Brief until it dies at the planned call. Returns `false` when it came through alive. */
async function dieAt(world: TestWorld, at: number, when: "before" | "after"): Promise<boolean> {
  const machines = localMachines((input) => advance(dying.ports, input, ALL_STEPS), { retryPauseMs: 0 });
  const dying = dyingPorts({ ...world, machines }, { at, when });
  await startRun(dying.ports, MORNING, DATE).catch(() => undefined);
  await machines.idle();
  return dying.calls() >= at;
}

/**
 * Does what a restarted machine does: the schedule fires again, the sweep finds the dead run, and due rows are sent.
 */
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
  // Telegram has no idempotency key. A Brief arrives there at most once; a lost one is `unknown` and is never sent
  // again.
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

/** R2: the outbox rows exist exactly when the journal says GATED or a later state. */
async function expectRowsWithTheirState(world: TestWorld, label: string): Promise<void> {
  const runId = runIdFor(MORNING);
  if (!(await world.store.get(keys.run("me", runId)))) return;
  const gated = (await loadSteps(world.store, "me", runId)).some((step) => step.to === "GATED");
  expect((await outboxOf(world, "me", runId)).length > 0, label).toBe(gated);
}

describe.each(["before", "after"] as const)("a run killed %s each port call", (when) => {
  it("R2, R3: resumes and delivers once, and the rows stand with their state", async () => {
    let at = 1;
    for (; ; at++) {
      const world = await testWorld();
      const died = await dieAt(world, at, when);
      await expectRowsWithTheirState(world, `killed ${when} call ${at}`);
      await recover(world);
      await expectOneDelivery(world, `killed ${when} call ${at}`);
      if (!died) break;
    }
    // A run that makes fewer calls than this has not passed through every state.
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

  it("gives up a run that dies in every execution after five, and the next run gets its turn", async () => {
    const world = await testWorld();
    const broken = {
      ...world,
      model: { shape: () => "terse" as const, converse: () => Promise.reject(new Error("a bug")) },
    };
    const machines = localMachines((input) => advance(poisoned, input, ALL_STEPS), { retryPauseMs: 0 });
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
  it("deliver once when they race at every state", async () => {
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

/** A world whose language model never answers, with one reminder that is set. */
async function worldOfTemplates(): Promise<TestWorld> {
  const model = {
    shape: () => "terse" as const,
    converse: () => Promise.reject(new WaldoError("ModelUnavailable", "down")),
  };
  const world = await testWorld({ days: 0, model, understanding: repositoryUnderstanding });
  await receiveMessage(world, "me", { messageId: "first", text: "remind me tomorrow at 9 about the dentist" }, DATE);
  await world.machines.idle();
  return world;
}

describe("a chat that a template answers with effects, killed at any port call", () => {
  it.each([
    ["before", "remind me tomorrow at 10 to buy milk and at 5pm to call Tom", ["buy milk", "call Tom", "dentist"]],
    ["after", "remind me tomorrow at 10 to buy milk and at 5pm to call Tom", ["buy milk", "call Tom", "dentist"]],
    ["before", "move the dentist reminder to 11am", ["dentist 11:00"]],
    ["after", "move the dentist reminder to 11am", ["dentist 11:00"]],
  ] as const)("killed %s: %s", async (when, text, expected) => {
    for (let at = 1; ; at++) {
      const world = await worldOfTemplates();
      const machines = localMachines((input) => advance(dying.ports, input, ALL_STEPS), { retryPauseMs: 0 });
      const dying = dyingPorts({ ...world, machines }, { at, when });
      const message = { messageId: "second", text };
      await receiveMessage(dying.ports, "me", message, DATE).catch(() => undefined);
      await machines.idle();
      // The channel brings the message again.
      const runId = await receiveMessage(world, "me", message, DATE);
      for (let i = 0; i < 3; i++) {
        world.clock.set(world.clock.now() + 10 * MINUTE_MS);
        await sweepRuns(world, "me");
        await world.machines.idle();
      }
      const label = `killed ${when} call ${at}`;
      expect((await loadRun(world.store, "me", runId)).header, label).toMatchObject({ state: "DONE", rung: "L3" });
      const set = (await loadWatches(world.store, "me")).filter(({ watch }) => watch.state === "active");
      expect(set.map(({ watch }) => spokenReminder(watch, expected)).sort(), label).toEqual(expected);
      const gated = (await loadSteps(world.store, "me", runId)).find(({ to }) => to === "GATED");
      expect(gated?.data["text"], label).toMatch(/I will remind you .*“(?:the dentist|call Tom)”/);
      if (dying.calls() < at) break;
    }
  });
});

/** The words of a reminder, with its time where the expectation names one. */
function spokenReminder({ text, when }: Watch, expected: readonly string[]): string {
  const words = text.replace(/^the /, "");
  const time = when.on === "time" ? localTime(when.at, PERSON.timeZone) : "";
  return expected.some((one) => one.includes(":")) ? `${words} ${time}` : words;
}
