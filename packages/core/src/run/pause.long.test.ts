/** A pause that outlasts what waits for its end: what is stale is not sent as new, and nothing is lost in silence. */
import { keys, type LocalDate, type Watch } from "@waldo/contracts";
import { loadWatches } from "@waldo/core/cadence/watches";
import { flushDue, outboxOf, whyUnsent } from "@waldo/core/channels/outbox";
import type { Channel } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { loadRun } from "@waldo/core/run/journal";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { addDays, DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";

const at = (time: string, date: LocalDate = DATE) => instantAt(date, time, PERSON.timeZone);
const NEXT = addDays(DATE, 1);

async function wake(world: TestWorld, job: "patrol" | "sync", time: string, date: LocalDate = DATE) {
  world.clock.set(at(time, date));
  const scheduledAt = new Date(at(time, date)).toISOString();
  const outcome = await decide(world, { userId: "me", job, scheduledAt, date });
  await world.machines.idle();
  return outcome;
}

const threadOf = async (world: TestWorld, date: LocalDate = DATE) =>
  (await world.store.query(keys.message.all("me", `day-${date}`))).rows.map(({ body }) => body);

/** The Brief of the morning, stopped by the switch after so many ticks. */
async function stopped(ticks: number) {
  const world = await testWorld();
  const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
  const spoken = { op: "put", key: keys.dayState("me", DATE), body: { spoken: { form: 50 } } } as const;
  const runId = await startRun(idle, MORNING, DATE, [spoken]);
  for (let i = 0; i < ticks; i++) await advance(idle, { userId: "me", runId }, ALL_STEPS);
  await pause(world, "me");
  await advance(idle, { userId: "me", runId }, ALL_STEPS);
  return { world, runId, state: (await loadRun(world.store, "me", runId)).header.state };
}

async function lift(world: TestWorld, now: number) {
  world.clock.set(now);
  await resume(world, "me");
  await world.machines.idle();
}

describe("a Brief that a pause stopped at work", () => {
  it.each([0, 1, 2, 3, 4])("(after %i ticks) is not sent once its moment has passed, and says why", async (ticks) => {
    const { world, runId, state } = await stopped(ticks);
    await lift(world, WAKE + 3 * DAY_MS);
    expect([state, world.telegram, await threadOf(world)]).toEqual([state, [], []]);
    const { header } = await loadRun(world.store, "me", runId);
    const rows = await outboxOf(world, "me", runId);
    const reasons = [header.failure?.message, ...(await Promise.all(rows.map((row) => whyUnsent(world, row))))];
    expect(reasons.filter((reason) => reason !== undefined)).not.toEqual([]);
    for (const reason of reasons) if (reason) expect(reason).toMatch(/moment has passed/);
    expect(header.state).toBe(state === "GATED" ? "DONE" : "FAILED");
    // No store remembers it as said: neither the diary nor the state of the day.
    expect((await world.store.query(keys.episode.all("me"))).rows).toEqual([]);
    expect((await world.store.get(keys.dayState("me", DATE)))?.body).toEqual({});
  });

  it("is sent while it is still true", async () => {
    const { world, runId } = await stopped(1);
    await lift(world, WAKE + 2 * HOUR_MS);
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    expect(world.telegram).toHaveLength(1);
  });

  it("and that only waited for its night is not begun when the day is over", async () => {
    const world = await testWorld();
    await world.store.transact([{ op: "put", key: keys.dayState("me", DATE), body: { heldSince: WAKE } }]);
    await pause(world, "me");
    await lift(world, at("21:30"));
    expect((await wake(world, "patrol", "21:30")).outcome).toBe("nothing");
    expect((await wake(world, "sync", "21:31")).outcome).toBe("prepared");
    expect(world.telegram).toEqual([]);
    expect((await world.store.get(keys.dayState("me", DATE)))?.body).toEqual({});
  });
});

describe("what the person asked for", () => {
  it("is answered after the pause, and the answer says what it answers", async () => {
    const world = await testWorld({ model: scriptedModel([{ text: "Good to hear." }]) });
    await pause(world, "me");
    await receiveMessage(world, "me", { messageId: "m1", text: "hello" }, DATE);
    await lift(world, WAKE + 3 * DAY_MS);
    expect(world.telegram.map(({ text }) => text)).toEqual([
      "To what you wrote on Friday 30 October at 07:00:\nGood to hear.",
    ]);
  });

  it("and was already written is sent late, with the moment it was for", async () => {
    const base = await testWorld();
    let down = true;
    const telegram: Channel = {
      name: "telegram",
      send: async (...sent) =>
        down ? { outcome: "retry", reason: "busy" } : (base.channels.telegram?.send(...sent) ?? { outcome: "sent" }),
    };
    const world = { ...base, channels: { telegram } };
    await put(world, once("call the dentist", at("10:00")));
    await wake(world, "patrol", "10:00");
    await pause(world, "me");
    down = false;
    await lift(world, WAKE + 3 * DAY_MS);
    await flushDue(world, "me");
    expect(base.telegram.map(({ text }) => text)).toEqual([
      "For Friday 30 October at 10:00:\nYou asked me to remind you: call the dentist",
    ]);
  });
});

const once = (text: string, when: number): Watch => ({
  watchId: Buffer.from(text.padEnd(6)).toString("hex").slice(0, 12),
  text,
  when: { on: "time", at: when },
  state: "active",
  firesLeft: 1,
  fired: 0,
  cooldownMs: 0,
  createdAt: at("06:00"),
  expiresAt: when + 2 * DAY_MS,
});
const daily: Watch = {
  ...once("drink water", 0),
  when: { on: "daily", time: "11:00" },
  firesLeft: 30,
  expiresAt: WAKE + 90 * DAY_MS,
};
const put = (world: Pick<TestWorld, "store">, ...watches: Watch[]) =>
  world.store.transact(watches.map((body) => ({ op: "put", key: keys.watch("me", body.watchId), body }) as const));
const states = async (world: TestWorld) =>
  Object.fromEntries((await loadWatches(world.store, "me")).map(({ watch }) => [watch.text, watch.state]));

describe("reminders that came due in a pause", () => {
  const AFTER = WAKE + 4 * DAY_MS;

  it("are told in one text when it is lifted, each with its time, and each once", async () => {
    const world = await testWorld();
    await put(world, once("call the dentist", at("10:00")), once("water the plants", at("18:30", NEXT)), daily);
    await put(world, once("send the report", AFTER + HOUR_MS));
    await pause(world, "me");
    await lift(world, AFTER);
    expect(world.telegram.map(({ text }) => text)).toEqual([
      [
        "I was paused from Friday 30 October at 07:00 to Tuesday 3 November at 07:00. You had asked me to remind you:",
        "• Friday 30 October at 10:00: call the dentist",
        "• Saturday 31 October at 18:30: water the plants",
        "• Every day at 11:00, 4 times: drink water",
      ].join("\n"),
    ]);
    expect(await states(world)).toEqual({
      "call the dentist": "spent",
      "water the plants": "spent",
      "drink water": "active",
      "send the report": "active",
    });
    await wake(world, "patrol", "08:00", addDays(DATE, 4));
    await wake(world, "patrol", "08:15", addDays(DATE, 4));
    expect(world.telegram.map(({ text }) => text).slice(1)).toEqual(["You asked me to remind you: send the report"]);
  });

  it("every day are told once, also when the pause ends soon after their time", async () => {
    const world = await testWorld();
    await put(world, daily);
    await pause(world, "me");
    await lift(world, at("11:30"));
    await wake(world, "patrol", "11:45");
    await wake(world, "patrol", "11:10", NEXT);
    expect(world.telegram.map(({ text }) => text)).toEqual([
      expect.stringMatching(/• Every day at 11:00: drink water$/),
      "You asked me to remind you: drink water",
    ]);
  });

  it("are told also when nobody can read since when the pause lasted", async () => {
    const world = await testWorld();
    await put(world, once("call the dentist", at("10:00")));
    const lease = { fence: 3, expiresAt: 0, pausedAt: "yesterday" };
    await world.raw.transact([{ op: "put", key: keys.lease("me"), body: lease }]);
    await lift(world, AFTER);
    expect(world.telegram.map(({ text }) => text)).toEqual([
      "I was paused until Tuesday 3 November at 07:00. You had asked me to remind you:\n• Friday 30 October at 10:00: call the dentist",
    ]);
  });

  it("of which there were none leave no text", async () => {
    const world = await testWorld();
    await put(world, once("call the dentist", at("10:00")), daily);
    await pause(world, "me");
    await lift(world, WAKE + 5 * MINUTE_MS);
    expect(world.telegram).toEqual([]);
  });

  it("is told late, and not dropped, when nothing woke for days", async () => {
    const world = await testWorld();
    await put(world, once("call the dentist", at("10:00")));
    await wake(world, "patrol", "10:00", addDays(DATE, 5));
    expect(world.telegram.map(({ text }) => text)).toEqual([
      "For Friday 30 October at 10:00:\nYou asked me to remind you: call the dentist",
    ]);
    expect(await states(world)).toEqual({ "call the dentist": "spent" });
  });
});
