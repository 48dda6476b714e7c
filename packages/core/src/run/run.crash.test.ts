/**
 * R3: a process may die at any await, before a call or after the call took effect, and the person must notice nothing.
 * The test begins at everything that a death can leave (deaths.ts). Then a new process resumes from the journal.
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
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { localMachines } from "../../../embedded/src/machines.ts";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import { DATE, MORNING, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

/** Begins the Brief and lives to its end. */
async function brief(world: TestWorld): Promise<void> {
  await startRun(world, MORNING, DATE);
  await world.machines.idle();
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

describe("a run killed at any port call", () => {
  it("R2, R3: resumes and delivers once, and the rows stand with their state", async () => {
    let deaths = 0;
    const whole = await testWorld();
    for await (const { world, label } of deathsIn(whole, () => brief(whole))) {
      await expectRowsWithTheirState(world, label);
      await recover(world);
      await expectOneDelivery(world, label);
      deaths++;
    }
    // A run that writes less often than this has not passed through every state.
    expect(deaths).toBeGreaterThan(10);
  });
});

describe("a run whose schedule never fires again", () => {
  it("killed at any call once journalled, is found and finished by the sweep alone", async () => {
    const whole = await testWorld();
    const runId = runIdFor(MORNING);
    for await (const { world, label } of deathsIn(whole, () => brief(whole))) {
      if (!(await world.store.get(keys.run("me", runId)))) continue;
      for (let i = 0; i < 3; i++) {
        world.clock.set(world.clock.now() + HOUR_MS);
        await sweepRuns(world, "me");
        await world.machines.idle();
      }
      expect((await loadRun(world.store, "me", runId)).header.state, label).toBe("DONE");
    }
  });

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
    ["remind me tomorrow at 10 to buy milk and at 5pm to call Tom", ["buy milk", "call Tom", "dentist"]],
    ["move the dentist reminder to 11am", ["dentist 11:00"]],
  ] as const)("%s", async (text, expected) => {
    const message = { messageId: "second", text };
    const whole = await worldOfTemplates();
    const chat = async () => {
      await receiveMessage(whole, "me", message, DATE);
      await whole.machines.idle();
    };
    for await (const { world, label } of deathsIn(whole, chat)) {
      // The channel brings the message again.
      const runId = await receiveMessage(world, "me", message, DATE);
      for (let i = 0; i < 3; i++) {
        world.clock.set(world.clock.now() + 10 * MINUTE_MS);
        await sweepRuns(world, "me");
        await world.machines.idle();
      }
      expect((await loadRun(world.store, "me", runId)).header, label).toMatchObject({ state: "DONE", rung: "L3" });
      const set = (await loadWatches(world.store, "me")).filter(({ watch }) => watch.state === "active");
      expect(set.map(({ watch }) => spokenReminder(watch, expected)).sort(), label).toEqual(expected);
      const gated = (await loadSteps(world.store, "me", runId)).find(({ to }) => to === "GATED");
      expect(gated?.data["text"], label).toMatch(/I will remind you .*“(?:the dentist|call Tom)”/);
    }
  });
});

/** The words of a reminder, with its time where the expectation names one. */
function spokenReminder({ text, when }: Watch, expected: readonly string[]): string {
  const words = text.replace(/^the /, "");
  const time = when.on === "time" ? localTime(when.at, PERSON.timeZone) : "";
  return expected.some((one) => one.includes(":")) ? `${words} ${time}` : words;
}
