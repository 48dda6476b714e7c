/** Standing intents: the person asks for them in chat, plain code fires them, and their state ends them. */
import { keys, type LocalDate } from "@waldo/contracts";
import { occursOn } from "@waldo/core/cadence/occurrences";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { fires, loadWatches } from "@waldo/core/cadence/watches";
import { sense } from "@waldo/core/health/sense";
import { sweep } from "@waldo/core/memory/retention/sweep";
import { receiveMessage } from "@waldo/core/run/receive";
import { addDays, DAY_MS, HOUR_MS, instantAt, localTime, weekdayOf } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const at = (time: string, date: LocalDate = DATE) => instantAt(date, time, PERSON.timeZone);

async function asked(args: object, profile = { ...PERSON, autonomy: "L3" as const }): Promise<TestWorld> {
  const model = scriptedModel([{ calls: [{ id: "1", name: "watch", args: args as never }] }, { text: "I will." }]);
  const world = await testWorld({ model, profile });
  world.clock.set(at("09:00"));
  await receiveMessage(world, "me", { messageId: "m1", text: "please remind me" }, DATE);
  await world.machines.idle();
  return world;
}

async function tick(world: TestWorld, time: string, date: LocalDate = DATE) {
  world.clock.set(at(time, date));
  const before = world.telegram.length;
  await decide(world, { userId: "me", job: "patrol", scheduledAt: new Date(at(time, date)).toISOString(), date });
  await world.machines.idle();
  return world.telegram.slice(before).map(({ text }) => text);
}

const stateOf = async (world: TestWorld) => (await loadWatches(world.store, "me")).map(({ watch }) => watch.state);

describe("a reminder", () => {
  it("at a time fires once, at the first wake from then on, however often that wake comes", async () => {
    const world = await asked({ text: "call Ana", date: DATE, time: "17:30" });
    expect(await tick(world, "17:15")).toEqual([]);
    expect(await tick(world, "17:30")).toEqual(["You asked me to remind you: call Ana"]);
    expect(await tick(world, "17:30")).toEqual([]);
    expect(await tick(world, "17:45")).toEqual([]);
    expect(await stateOf(world)).toEqual(["spent"]);
  });

  it("is said in quiet hours and past the day's budget, because the person asked for it", async () => {
    const world = await asked({ text: "take the bread out", date: DATE, time: "23:30" });
    await world.store.transact([{ op: "put", key: keys.pushBudget("me", DATE), body: { sent: 3 } }]);
    expect(await tick(world, "23:30")).toHaveLength(1);
  });

  it("of every day fires once a day, and a time long past is told as missed, once", async () => {
    const world = await asked({ text: "drink water", time: "11:00" });
    expect(await tick(world, "11:00")).toHaveLength(1);
    expect(await tick(world, "11:15")).toEqual([]);
    const next = addDays(DATE, 1);
    const missed =
      "I did not remind you in time. You had asked me to remind you:\n• Saturday 31 October at 11:00: drink water";
    expect(await tick(world, "18:00", next)).toEqual([missed]);
    expect(await tick(world, "18:15", next)).toEqual([]);
    expect(await tick(world, "11:10", addDays(DATE, 2))).toEqual(["You asked me to remind you: drink water"]);
    expect((await tick(world, "12:10", addDays(DATE, 5))).sort()).toEqual([
      "I did not remind you in time. You had asked me to remind you:\n• Monday 2 November, Tuesday 3 November at 11:00: drink water",
      "You asked me to remind you: drink water. This is late: it was due at 11:00.",
    ]);
  });

  it("of every weekday rings on Monday and not on the days before it, at the patrols of the person's own schedule", async () => {
    const world = await asked({ text: "take my pills", time: "08:00", weekdays: [1, 2, 3, 4, 5] });
    const rang: string[] = [];
    for (let day = 0; day <= 4; day++) {
      const date = addDays(DATE, day); // DATE is a Friday
      const patrols = scheduleOf(PERSON).filter(({ job }) => job === "patrol");
      const wakes = patrols.flatMap((row) => occursOn(row, date)).sort((a, b) => a - b);
      const near = wakes.filter((wake) => wake >= at("07:30", date) && wake <= at("12:30", date));
      expect(near.length).toBeGreaterThan(3);
      for (const wake of near) {
        const said = await tick(world, localTime(wake, PERSON.timeZone), date);
        if (said.some((text) => text.includes("take my pills"))) rang.push(weekdayOf(date));
      }
    }
    expect(rang).toEqual(["Monday", "Tuesday"]);
  });

  it("that waits for a body zone fires when Form is there or below, and then rests", async () => {
    const world = await asked({ text: "cancel the gym", bodyZone: "flagging" });
    const form = (value: number, date: LocalDate) =>
      world.store.transact([{ op: "put", key: keys.live("me"), body: { date, form: value } }]);
    await form(70, DATE);
    expect(await tick(world, "15:00")).toEqual([]);
    await form(45, DATE);
    expect(await tick(world, "15:15")).toEqual(["You asked me to tell you when you are flagging: cancel the gym"]);
    expect(await tick(world, "15:30")).toEqual([]);
    const next = addDays(DATE, 1);
    await form(45, next);
    expect(await tick(world, "15:30", next)).toHaveLength(1);
  });

  it("ends when it is cancelled, and nothing brings it back", async () => {
    const world = await asked({ text: "drink water", time: "11:00" });
    const model = scriptedModel([
      { calls: [{ id: "1", name: "cancel_watch", args: { about: "water" } }] },
      { text: "Done." },
    ]);
    world.clock.set(at("10:00"));
    await receiveMessage(Object.assign(world, { model }), "me", { messageId: "m2", text: "stop that" }, DATE);
    await world.machines.idle();
    expect(await stateOf(world)).toEqual(["cancelled"]);
    expect(await tick(world, "11:00")).toEqual([]);
  });

  it("is left out on the day that was named, and comes again on the next", async () => {
    const world = await asked({ text: "drink water", time: "11:00" });
    const args = { about: "water", on: addDays(DATE, 1) };
    const model = scriptedModel([{ calls: [{ id: "1", name: "cancel_watch", args }] }, { text: "Done." }]);
    world.clock.set(at("10:00"));
    const text = "cancel the water reminder tomorrow";
    await receiveMessage(Object.assign(world, { model }), "me", { messageId: "m2", text }, DATE);
    await world.machines.idle();
    const said = [];
    for (const days of [0, 1, 2]) said.push(...(await tick(world, "11:00", addDays(DATE, days))).map(() => days));
    expect(said).toEqual([0, 2]);
  });

  it("expires by itself", async () => {
    const world = await asked({ text: "drink water", time: "11:00", days: 2 });
    await tick(world, "11:00", addDays(DATE, 5));
    expect(await stateOf(world)).toEqual(["expired"]);
  });

  it("leaves the store once it is over: its message after a week, the intent itself after a month", async () => {
    const world = await asked({ text: "call Ana", date: DATE, time: "17:30" });
    await tick(world, "17:30");
    const { table, pk } = keys.memory("me");
    const rows = async (prefix: string) => (await world.store.query({ table, pk, prefix })).rows.length;
    expect([await rows("OUTBOX#run-watch-"), await rows("WATCH#")]).toEqual([2, 1]);
    for (const [days, said, watches] of [
      [6, 2, 1],
      [8, 0, 1],
      [31, 0, 0],
    ] as const) {
      world.clock.set(at("17:30") + days * DAY_MS);
      await sweep(world, "me");
      expect([days, await rows("OUTBOX#run-watch-"), await rows("WATCH#")]).toEqual([days, said, watches]);
    }
  });

  it("R10: cannot be set by what others wrote", async () => {
    const model = scriptedModel([
      { calls: [{ id: "1", name: "get_tasks", args: {} }] },
      { calls: [{ id: "2", name: "watch", args: { text: "wire the money", time: "09:30" } }] },
      { text: "Hm." },
    ]);
    const world = await testWorld({ model, profile: { ...PERSON, autonomy: "L3" } });
    const task = { taskId: "t1", title: "wire the money", origin: "untrusted", status: "open" };
    const body = { ...task, createdAt: 1, updatedAt: 1 };
    await world.store.transact([{ op: "put", key: keys.task("me", "t1"), body }]);
    await receiveMessage(world, "me", { messageId: "m1", text: "what is in my list?" }, DATE);
    await world.machines.idle();
    expect(await loadWatches(world.store, "me")).toEqual([]);
  });
});

describe("the wake of a reminder", () => {
  const wake = async (world: TestWorld, time: string, date: LocalDate = DATE) => {
    world.clock.set(at(time, date));
    const before = world.telegram.length;
    const scheduledAt = new Date(at(time, date)).toISOString();
    const outcome = await decide(world, await sense(world, { userId: "me", job: "remind", scheduledAt }));
    expect(outcome).toEqual({ userId: "me", outcome: "nothing" });
    return world.telegram.slice(before).map(({ text }) => text);
  };

  it("says it at its minute, in the night too, and the patrol tick beside it does not say it again", async () => {
    const next = addDays(DATE, 1);
    const world = await asked({ text: "take the pill", date: next, time: "03:12" });
    expect(await wake(world, "03:12", next)).toEqual(["You asked me to remind you: take the pill"]);
    expect(await wake(world, "03:12", next)).toEqual([]);
    expect(await tick(world, "03:15", next)).toEqual([]);
    const log = await world.store.query(keys.patrol.between("me", [at("03:12", next)], [at("03:13", next)]));
    expect(log.rows.map(({ body }) => body)).toEqual([
      { at: at("03:12", next), act: "action", reason: "reminded you: take the pill", undo: [] },
    ]);
  });

  it("of every day just after midnight says it, and one from before midnight is made up for after it", async () => {
    const next = addDays(DATE, 1);
    const world = await asked({ text: "lights out", time: "00:20" });
    expect(await wake(world, "00:20", next)).toHaveLength(1);
    expect(await wake(world, "00:21", next)).toEqual([]);
    const late = await asked({ text: "lights out", time: "23:55" });
    expect(await wake(late, "00:10", next)).toHaveLength(1);
    expect(await wake(late, "00:25", next)).toEqual([]);
  });

  it("computes no score and starts nothing else", async () => {
    const world = await asked({ text: "x", date: DATE, time: "21:07" });
    const runs = async () => (await world.store.query(keys.run.all("me"))).rows.length;
    const before = await runs();
    await wake(world, "21:07");
    expect(await runs()).toBe(before);
  });
});

describe("a reminder in the wake of a Brief", () => {
  const brief = (world: TestWorld, time: string) => {
    world.clock.set(at(time));
    const scheduledAt = new Date(at(time)).toISOString();
    return decide(world, { userId: "me", job: "brief", variant: "midday", scheduledAt, date: DATE });
  };
  const withBusyTelegram = async (time: string): Promise<TestWorld> => {
    const world = await asked({ text: "call Ana", date: DATE, time });
    const telegram = { name: "telegram" as const, send: async () => ({ outcome: "retry" as const, reason: "busy" }) };
    return Object.assign(world, { channels: { telegram } });
  };

  it("that fired and could not be sent is said to wait", async () => {
    expect(await brief(await withBusyTelegram("12:00"), "12:00")).toMatchObject({ outcome: "run", due: true });
  });

  it("whose time has not come is not", async () => {
    expect(await brief(await withBusyTelegram("17:30"), "12:00")).not.toHaveProperty("due");
  });

  it("is sent at once", async () => {
    const world = await asked({ text: "call Ana", date: DATE, time: "12:00" });
    const before = world.telegram.length;
    expect(await brief(world, "12:00")).not.toHaveProperty("due");
    expect(world.telegram[before]?.text).toBe("You asked me to remind you: call Ana");
  });
});

it("never fires once it is used up, cancelled or expired", () => {
  const base = {
    watchId: "0123456789ab",
    text: "x",
    when: { on: "time", at: 10 },
    firesLeft: 1,
    fired: 0,
    cooldownMs: HOUR_MS,
    expiresAt: 100 * DAY_MS,
    createdAt: 0,
  } as const;
  const moment = { now: 20, timeZone: "UTC" };
  expect(fires({ ...base, state: "active" }, moment)).toBe(true);
  // A reminder for one instant is said late, but never lost.
  expect(fires({ ...base, state: "active", expiresAt: 15 }, moment)).toBe(true);
  for (const state of ["cancelled", "spent", "expired"] as const) expect(fires({ ...base, state }, moment)).toBe(false);
  expect(fires({ ...base, state: "active", firesLeft: 0 }, moment)).toBe(false);
  const daily = { ...base, when: { on: "daily", time: "00:00" }, state: "active" } as const;
  const later = { ...moment, now: Date.UTC(2026, 9, 30, 0, 1) };
  expect(fires({ ...daily, expiresAt: later.now + 1 }, later)).toBe(true);
  expect(fires({ ...daily, expiresAt: later.now }, later)).toBe(false);
});
