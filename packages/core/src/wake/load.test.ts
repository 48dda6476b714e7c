/**
 * Tests what a tick knows of the day: how busy it is, what is still ahead, what is left of the budget, whose score it
 * is.
 */
import { type CalendarEvent, keys, PatrolEntry, UNASKED_PER_DAY } from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { loadRun } from "@waldo/core/run/journal";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { fetchLog } from "@waldo/core/voices/fetches";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";

const at = (time: string, date = DATE) => instantAt(date, time, PERSON.timeZone);
const NOW = at("15:00");
const [YESTERDAY, TOMORROW] = ["2026-10-29", "2026-10-31"];

type Meeting = readonly [string, number, number, Partial<CalendarEvent>?];
const BOARD: Meeting = ["b0a4d", at("09:00"), 3 * HOUR_MS];
const REVIEW: Meeting = ["4e7e", at("13:00"), 2 * HOUR_MS];
const WORKSHOP: Meeting = ["04c5", at("17:00"), 2 * HOUR_MS];

/** A person at 15:00 whose Form was read to them at 50, has fallen for three ticks and is now 42. */
async function depleted(meetings: readonly Meeting[], live: object = { date: DATE, form: 42 }) {
  const world = await testWorld();
  world.clock.set(NOW);
  await world.raw.transact([
    { op: "put", key: keys.live("me"), body: live },
    { op: "put", key: keys.dayState("me", DATE), body: { spoken: { form: 50 } } },
    ...[48, 46, 44].map((form, i) => {
      const entry = { at: NOW - (3 - i) * 15 * MINUTE_MS, act: "nothing", reason: "", form };
      return { op: "put" as const, key: keys.patrol("me", entry.at), body: entry };
    }),
    ...meetings.map(([id, start, lasts, more]) => {
      const meeting = meetingOf(id, start, { end: start + lasts, eventId: id.padEnd(24, "0"), ...more });
      return { op: "put" as const, key: calendarKey("me", meeting), body: meeting };
    }),
  ]);
  return { ...world, machines: limitedMachines({ startRun: async () => {} }) };
}

async function tick(world: Awaited<ReturnType<typeof depleted>>, instant = NOW) {
  world.clock.set(instant);
  const scheduledAt = new Date(instant).toISOString();
  const { runId } = await decide(world, { userId: "me", job: "patrol", scheduledAt, date: DATE });
  const entry = PatrolEntry.parse((await world.store.get(keys.patrol("me", instant)))?.body);
  return { entry, header: runId === undefined ? undefined : (await loadRun(world.store, "me", runId)).header };
}

describe("the load of a day", () => {
  it.each<[string, readonly Meeting[], boolean]>([
    ["three meetings, one of them ahead", [BOARD, REVIEW, WORKSHOP], true],
    ["one that begins now", [BOARD, REVIEW, ["04c5", NOW, 2 * HOUR_MS]], true],
    ["one ahead of 90 minutes", [BOARD, REVIEW, ["04c5", at("17:00"), 90 * MINUTE_MS]], true],
    ["one ahead of 89 minutes", [BOARD, REVIEW, ["04c5", at("17:00"), 89 * MINUTE_MS]], false],
    ["none ahead", [BOARD, REVIEW, ["04c5", NOW - 1, 2 * HOUR_MS]], false],
    ["one ahead that lasts all day", [BOARD, REVIEW, [...WORKSHOP.slice(0, 3), { allDay: true }] as never], false],
    ["one ahead that takes no time", [BOARD, REVIEW, [...WORKSHOP.slice(0, 3), { busy: false }] as never], false],
    ["less than five hours", [["b0a4d", at("09:00"), HOUR_MS - 1], REVIEW, WORKSHOP], false],
    [
      "one hour of a meeting that began yesterday",
      [["b0a4d", at("22:00", YESTERDAY), 3 * HOUR_MS], REVIEW, WORKSHOP],
      true,
    ],
    ["half an hour of it", [["b0a4d", at("22:00", YESTERDAY), 2.5 * HOUR_MS], REVIEW, WORKSHOP], false],
    ["three hours of a meeting that ends tomorrow", [REVIEW, ["04c5", at("21:00"), 6 * HOUR_MS]], true],
    ["two and a half hours of it", [REVIEW, ["04c5", at("21:30"), 6 * HOUR_MS]], false],
    ["meetings of tomorrow", [BOARD, REVIEW, ["04c5", at("09:00", TOMORROW), 2 * HOUR_MS]], false],
  ])("with %s", async (_, meetings, overload) => {
    const world = await depleted(meetings);
    const { entry, header } = await tick(world);
    expect(entry.act === "intervention").toBe(overload);
    expect(entry.form).toBe(42);
    if (!overload) return;
    expect(header).toMatchObject({ trigger: "intervention", nonce: `intervention-${NOW}` });
    expect((await world.store.get(keys.said("me")))?.body).toMatchObject({
      said: [{ at: NOW, voice: "intervention" }],
    });
    // The next ones wait, and the one after three days has a name of its own.
    expect((await tick(world, NOW + 15 * MINUTE_MS)).entry.act).not.toBe("intervention");
  });

  it("counts only what was logged today", async () => {
    const world = await depleted([BOARD, REVIEW, WORKSHOP]);
    for (let i = 0; i < 3; i++)
      await world.raw.transact([{ op: "delete", key: keys.patrol("me", NOW - (3 - i) * 15 * MINUTE_MS) }]);
    for (let i = 0; i < 3; i++) {
      const entry = { at: at("22:00", YESTERDAY) + i * MINUTE_MS, act: "nothing", reason: "", form: 48 - i };
      await world.raw.transact([{ op: "put", key: keys.patrol("me", entry.at), body: entry }]);
    }
    expect((await tick(world)).entry.act).toBe("nothing");
  });
});

describe("what is known of the body", () => {
  it("is today's, or nothing", async () => {
    const world = await depleted([BOARD, REVIEW, WORKSHOP], { date: YESTERDAY, form: 42 });
    const { entry } = await tick(world);
    expect(entry).toEqual({ at: NOW, act: "nothing", reason: "no score yet" });
  });

  it("that cannot be read is nothing", async () => {
    const world = await depleted([], { nonsense: true });
    expect((await tick(world)).entry.reason).toBe("no score yet");
  });
});

describe("the Fetch", () => {
  const tense = { date: DATE, form: 70, stress: { level: 0.9, minutes: 14 } };
  const spend = (world: Pick<TestWorld, "raw">, sent: number) => {
    const said = Array.from({ length: sent }, (_, i) => ({
      ...{ at: NOW - (i + 1) * HOUR_MS, date: DATE, voice: "note", topic: `${i}`, by: `run-note-${i}` },
      became: "answered" as const,
    }));
    return world.raw.transact([{ op: "put", key: keys.said("me"), body: { said } }]);
  };

  it.each([
    [0, "fetch_alert"],
    [UNASKED_PER_DAY - 1, "fetch_alert"],
    [UNASKED_PER_DAY, "nothing"],
  ])("after %i messages of the day is %s", async (sent, act) => {
    const world = await depleted([], tense);
    await spend(world, sent);
    expect((await tick(world)).entry.act).toBe(act);
  });

  it("of which two are hours apart has two names, and the log has the latest first", async () => {
    const world = await depleted([], tense);
    const first = await tick(world);
    const second = await tick(world, NOW + 4 * HOUR_MS);
    expect(first.header?.nonce).toBe(`fetch-${NOW}`);
    expect(second.header?.nonce).toBe(`fetch-${NOW + 4 * HOUR_MS}`);
    expect((await fetchLog(world.store, "me")).map((one) => one.at)).toEqual([NOW + 4 * HOUR_MS, NOW]);
  });
});

describe("an event Brief of a day", () => {
  it("is counted, so that the next one has another name", async () => {
    const world = await depleted([], { date: DATE, form: 30 });
    const first = await tick(world);
    expect(first.entry.act).toBe("event_brief");
    expect(first.header?.nonce).toBe(`event-${DATE}-1`);
    expect((await world.store.get(keys.dayState("me", DATE)))?.body).toMatchObject({ events: 1 });
    await world.raw.transact([
      { op: "put", key: keys.live("me"), body: { date: DATE, form: 15 } },
      { op: "put", key: keys.dayState("me", DATE), body: { spoken: { form: 50 }, events: 1 } },
    ]);
    expect((await tick(world, NOW + 3 * HOUR_MS)).header?.nonce).toBe(`event-${DATE}-2`);
  });
});

describe("the note of the next event", () => {
  const thread = async (world: Pick<TestWorld, "store">) => {
    const { table, pk } = keys.message("me", `day-${DATE}`, 0, "");
    return (await world.store.query({ table, pk, prefix: "MESSAGE#" })).rows.map(({ body }) => body);
  };

  it.each([
    ["Budget", "Next is “Budget” at 15:30."],
    ["", "Next is an event at 15:30."],
  ])("of %j is one line of the patrol, and its title is quoted", async (title, text) => {
    const world = await depleted([["4e7e", NOW + 30 * MINUTE_MS, HOUR_MS, { title }]], { date: DATE, form: 60 });
    expect((await tick(world)).entry.act).toBe("note");
    expect(await thread(world)).toMatchObject([{ from: "waldo", kind: "patrol", at: NOW, text }]);
    // A tick a minute later sees the same event and says nothing more.
    expect((await tick(world, NOW + MINUTE_MS)).entry).toMatchObject({
      act: "nothing",
      reason: expect.stringMatching(/said before/),
    });
    expect(await thread(world)).toHaveLength(1);
  });
});

it("a person without a profile has no tick", async () => {
  const world = await depleted([]);
  await world.raw.transact([{ op: "delete", key: keys.profile("me") }]);
  const scheduledAt = new Date(NOW + DAY_MS).toISOString();
  expect(await decide(world, { userId: "me", job: "patrol", scheduledAt, date: DATE })).toMatchObject({
    outcome: "nothing",
  });
  expect(await world.store.get(keys.patrol("me", NOW + DAY_MS))).toBeUndefined();
});
