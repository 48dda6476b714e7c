/** Reminders: when each is set for, what is refused, how they are listed, found and cancelled. It is Friday, 09:00. */
import { type Asked, keys, type Watch } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { meetingOf, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { calendarKey } from "../../calendar/rows.ts";
import type { Json } from "../../ports.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import { REGISTRY } from "../registry.ts";
import type { ToolContext } from "../tool.ts";

type Name = "watch" | "get_watches" | "cancel_watch" | "undo_last";

async function person(more: Partial<ToolContext> = {}) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"), more);
  let run = 0;
  const stored = async () => {
    const { table, pk } = keys.watch("me", "");
    const { rows } = await store.query({ table, pk, prefix: "WATCH#" });
    return rows.map(({ body }) => body as Watch).filter(({ watchId }) => watchId !== "0123456789ab");
  };
  const event = async (title: string, start: number, event: Parameters<typeof meetingOf>[2] = {}) => {
    const meeting = meetingOf(title, start, { eventId: start.toString(16).padStart(24, "0"), ...event });
    await store.transact([{ op: "put", key: calendarKey("me", meeting), body: meeting }]);
  };
  const call = (name: Name, args: Json, told: Partial<ToolContext> = {}) =>
    dispatchTool({ id: "1", name, args }, { ...context, runId: `run-${++run}`, ...told });
  const valueBy = async (name: Name, args: Json, told: Partial<ToolContext> = {}) => {
    const result = await call(name, args, told);
    return result.ok ? result.value : result.message;
  };
  return { store, call, valueBy, stored, event, set: (args: object) => call("watch", { text: "call Ana", ...args }) };
}

describe("a reminder is set", () => {
  it.each<[string, object, Partial<Watch>, string]>([
    [
      "once, and it is kept for two days after its moment",
      { date: "2026-10-30", time: "17:30" },
      {
        when: { on: "time", at: NOW + 8.5 * HOUR_MS },
        firesLeft: 1,
        expiresAt: NOW + 8.5 * HOUR_MS + 2 * DAY_MS,
      },
      "on Friday 30 October at 17:30",
    ],
    [
      "for every day, for 90 days",
      { time: "08:15" },
      { when: { on: "daily", time: "08:15" }, firesLeft: 30, expiresAt: NOW + 90 * DAY_MS },
      "every day at 08:15",
    ],
    [
      "for some weekdays, each once and in order, for as many days as were said",
      { time: "08:15", weekdays: [5, 1, 5], days: 7 },
      { when: { on: "daily", time: "08:15", weekdays: [1, 5] }, firesLeft: 30, expiresAt: NOW + 7 * DAY_MS },
      "every Monday and Friday at 08:15",
    ],
    [
      "for a zone",
      { bodyZone: "flagging" },
      { when: { on: "bodyZone", atMost: "flagging" }, firesLeft: 30, expiresAt: NOW + 90 * DAY_MS },
      "when you are flagging",
    ],
    [
      "before an event, by its words",
      { before: { event: "budget", minutes: 15 } },
      { when: { on: "time", at: NOW + 2 * HOUR_MS - 15 * MINUTE_MS }, firesLeft: 1 },
      "on Friday 30 October at 10:45",
    ],
  ])("%s", async (_what, args, row, fires) => {
    const { set, stored } = await person();
    expect(await set(args)).toMatchObject({ ok: true, value: { fires, watchId: expect.stringMatching(/^\w{12}$/) } });
    expect(await stored()).toMatchObject([
      { text: "call Ana", state: "active", fired: 0, cooldownMs: 20 * HOUR_MS, createdAt: NOW, ...row },
    ]);
  });

  it.each<[string, object, object]>([
    ["a time of the clock in the night stays", { date: "2026-10-31", time: "03:12" }, { at: NOW + 18.2 * HOUR_MS }],
    [
      "a part of the day in the night waits for the wake time",
      { date: "2026-10-31", time: "05:00", around: true },
      { at: NOW + 22 * HOUR_MS },
    ],
    [
      "a late part of the day comes before sleep",
      { date: "2026-10-30", time: "23:30", around: true },
      { at: NOW + 13.75 * HOUR_MS },
    ],
    [
      "a part of the day while awake stays",
      { date: "2026-10-30", time: "20:00", around: true },
      { at: NOW + 11 * HOUR_MS },
    ],
    ["one of every night comes before sleep", { time: "23:30", around: true }, { time: "22:45" }],
    ["a zone has no hour", { bodyZone: "flagging", around: true }, { on: "bodyZone", atMost: "flagging" }],
    ["one of every early morning waits for the wake time", { time: "05:00", around: true }, { time: "07:00" }],
  ])("%s", async (_what, args, when) => {
    const { set, stored } = await person();
    await set(args);
    expect(await stored()).toMatchObject([{ when }]);
  });

  it.each<[string, object]>([
    ["nothing", {}],
    ["a date alone", { date: "2026-10-31" }],
    ["a date and weekdays", { date: "2026-10-31", time: "09:00", weekdays: [1] }],
    ["weekdays alone", { weekdays: [1] }],
    ["a time and a zone", { time: "09:00", bodyZone: "flagging" }],
    ["a zone and weekdays", { bodyZone: "flagging", weekdays: [1] }],
    ["an event and a date beside it", { before: { event: "x", minutes: 5 }, date: "2026-10-31" }],
  ])("not for %s", async (_what, args) => {
    const { set, stored } = await person();
    expect(await set(args)).toMatchObject({ ok: false, error: "invalid_arguments" });
    expect(await stored()).toEqual([]);
  });

  it("not for a moment that has passed, or that is now", async () => {
    const { set } = await person();
    for (const time of ["08:59", "09:00"])
      expect(await set({ date: "2026-10-30", time })).toMatchObject({ error: "failed", message: /passed/ });
    expect(await set({ date: "2026-10-30", time: "09:01" })).toMatchObject({ ok: true });
  });

  it("once, whoever asks again in whatever letters; another text or moment is another reminder", async () => {
    const { set, call, stored } = await person();
    const [args, other] = [
      { date: "2026-10-30", time: "17:30" },
      { date: "2026-10-30", time: "17:31" },
    ];
    const first = await set(args);
    const again = await call("watch", { ...args, text: "Call ANA" });
    expect(again).toMatchObject({ ok: true, value: { ...(first.ok ? (first.value as object) : {}), known: true } });
    expect(first).not.toMatchObject({ value: { known: true } });
    await set(other);
    await call("watch", { ...args, text: "call Bob" });
    expect(await stored()).toHaveLength(3);
  });

  it("and asked for again by the same run after it was cancelled, it stays cancelled", async () => {
    const { call, stored } = await person();
    const args = { text: "call Ana", date: "2026-10-30", time: "17:30" };
    await call("watch", args, { runId: "run-a" });
    await call("cancel_watch", { about: "Ana" });
    for (const again of [args, { ...args, days: 5 }])
      expect(await call("watch", again, { runId: "run-a" })).toMatchObject({
        ok: true,
        value: { watchId: expect.stringMatching(/^\w{12}$/), fires: "on Friday 30 October at 17:30" },
      });
    expect(await stored()).toMatchObject([{ state: "cancelled" }]);
  });

  it("for the morning when the end of the evening has passed, or is now", async () => {
    const late = { date: "2026-10-30", time: "23:40", around: true };
    for (const [hours, at] of [
      [13.5, NOW + 13.75 * HOUR_MS],
      [13.75, NOW + 22 * HOUR_MS],
      [14.5, NOW + 22 * HOUR_MS],
    ] as const) {
      const { call, stored } = await person({ now: NOW + hours * HOUR_MS });
      await call("watch", { text: "call Ana", ...late });
      expect(await stored()).toMatchObject([{ when: { on: "time", at } }]);
    }
  });

  it("with words of others as words of others", async () => {
    const { call, stored } = await person();
    const heard = { owner: ["remind me to call Ana at 17:30"], outside: true, recalled: [] };
    await call("watch", { text: "call Ana", date: "2026-10-30", time: "17:30" }, { heard });
    expect(await stored()).toMatchObject([{ origin: "agent" }]);
    const tool = REGISTRY.watch;
    const { context } = await toolWorld(openSqliteStore(":memory:"), { heard });
    const effect =
      tool && "plan" in tool ? await tool.plan({ text: "call Bob", date: "2026-10-30", time: "17:30" }, context) : {};
    expect(effect).toMatchObject({ writes: [{ body: { text: "call Bob", origin: "untrusted" } }] });
  });

  it("and taken back it is cancelled", async () => {
    const { set, call, stored } = await person();
    await set({ time: "10:30" });
    expect(await call("undo_last", {})).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject([{ text: "call Ana", state: "cancelled" }]);
  });

  it("up to twenty times; a cancelled one makes room", async () => {
    const { set, call, stored } = await person();
    for (let minute = 10; minute < 29; minute++) await set({ time: `10:${minute}` });
    expect(await stored()).toHaveLength(19);
    expect(await set({ time: "10:30" })).toMatchObject({ error: "failed", message: /20 standing reminders already/ });
    // The same item again needs no more room.
    expect(await set({ time: "10:10" })).toMatchObject({ ok: true });
    await call("cancel_watch", { about: "Drink water" });
    expect(await set({ time: "10:30" })).toMatchObject({ ok: true });
  });
});

describe("the event that a reminder is set by", () => {
  const at = (hours: number) => NOW + hours * HOUR_MS;
  const before = (event: string, more: object = {}) => ({ before: { event, minutes: 0, ...more } });
  const setBy = async (args: object, events: readonly [string, number, object?][], without = false) => {
    const made = await person();
    if (without) await made.event("Budget MINE", at(2), { eventId: "0".repeat(24), busy: false });
    for (const [title, start, more] of events) await made.event(title, start, more);
    const result = await made.set(args);
    return result.ok ? (await made.stored()).map(({ when }) => (when.on === "time" ? when.at : when)) : result.error;
  };
  const none = "not_found";

  it("is the next one with its words, within two weeks", async () => {
    expect(
      await setBy(before("dentist"), [
        ["Dentist", at(30)],
        ["Dentist again", at(6)],
      ]),
    ).toEqual([at(6)]);
    expect(await setBy(before("dentist"), [["Dentist", at(13 * 24)]])).toEqual([at(13 * 24)]);
    expect(await setBy(before("dentist"), [["Dentist", at(15 * 24)]])).toEqual(none);
    expect(await setBy(before("dentist"), [["Lunch", at(6)]])).toEqual(none);
  });

  it("lies ahead, takes time, and has an hour", async () => {
    expect(await setBy(before("dentist"), [["Dentist", at(-0.5)]])).toEqual(none);
    expect(
      await setBy(before("dentist"), [
        ["Dentist", at(0)],
        ["Dentist", at(6)],
      ]),
    ).toEqual([at(6)]);
    expect(await setBy(before("dentist"), [["Dentist", at(3), { busy: false }]])).toEqual(none);
    expect(await setBy(before("dentist"), [["Dentist", at(3), { allDay: true }]])).toEqual(none);
  });

  it("is one of the day that is named", async () => {
    const events: [string, number][] = [
      ["Dentist", at(3)],
      ["Dentist", at(27)],
    ];
    expect(await setBy(before("dentist", { date: "2026-10-31" }), events)).toEqual([at(27)]);
    expect(await setBy(before("dentist", { date: "2026-10-30" }), events)).toEqual([at(3)]);
    expect(await setBy(before("dentist", { date: "2026-10-30" }), [["Dentist", at(27)]])).toEqual(none);
    expect(await setBy(before("dentist", { date: "2026-11-01" }), events)).toEqual(none);
    expect(await setBy(before("first", { date: "2026-10-31" }), events)).toEqual([at(27)]);
  });

  it("is the first of the day, or of tomorrow when that of today has begun", async () => {
    const tomorrow: [string, number] = ["Standup", at(24)];
    for (const words of ["first", "my first meeting", "The first event"])
      expect(await setBy(before(words), [tomorrow])).toEqual([at(2)]);
    expect(await setBy(before("first"), [["Early", at(-2)], tomorrow])).toEqual([at(24)]);
    expect(await setBy(before("first"), [["Early", at(-2)], ["Flight at midnight", at(15)], tomorrow])).toEqual([
      at(15),
    ]);
    expect(await setBy(before("first", { date: "2026-10-30" }), [["Early", at(-2)], tomorrow])).toEqual([at(2)]);
    // An event without a length, or of a whole day, does not begin a day.
    expect(await setBy(before("first"), [["Early", at(-2), { busy: false }], tomorrow])).toEqual([at(2)]);
    expect(await setBy(before("first"), [["Trip", at(-9), { allDay: true, end: at(15) }], tomorrow])).toEqual([at(2)]);
    expect(await setBy(before("first"), [["Late yesterday", at(-11)], tomorrow])).toEqual([at(2)]);
    expect(await setBy(before("Red Cross first aid"), [["First aid", at(5)]])).toEqual([at(5)]);
    expect(await setBy(before("the firsthand report"), [["Firsthand report", at(5)]])).toEqual([at(5)]);
  });
});

describe("the list", () => {
  it("has the soonest first, with the parts of each moment, and says what others wrote", async () => {
    const { valueBy, set, call } = await person();
    await set({ date: "2026-11-02", time: "08:00" });
    await set({ bodyZone: "flagging" });
    await set({ time: "07:00", weekdays: [1, 2] });
    await set({ date: "2026-10-30", time: "18:00" });
    await call("watch", { text: "x".repeat(150), date: "2026-10-30", time: "10:00" });
    await call("cancel_watch", { about: "water" });
    const { reminders } = (await valueBy("get_watches", {})) as { reminders: { text: string }[] };
    expect(reminders).toEqual([
      expect.objectContaining({ date: "2026-10-30", time: "10:00" }),
      expect.objectContaining({ text: "call Ana", date: "2026-10-30", time: "18:00" }),
      expect.objectContaining({ date: "2026-11-02", time: "08:00", fires: "on Monday 2 November at 08:00" }),
      expect.objectContaining({ bodyZone: "flagging", fires: "when you are flagging" }),
      expect.objectContaining({ time: "07:00", weekdays: [1, 2], fires: "every Monday and Tuesday at 07:00" }),
    ]);
    expect(reminders[0]?.text.length).toBeLessThanOrEqual(100);
    expect(reminders[3]).not.toHaveProperty("time");
    expect(reminders[4]).not.toHaveProperty("date");
    expect(reminders.some((one) => "from" in one)).toBe(false);
  });

  it("is text from outside as soon as one reminder is", async () => {
    const { store, call } = await person();
    expect(await call("get_watches", {})).toMatchObject({ origin: "system" });
    const theirs = { ...(await store.get(keys.watch("me", "0123456789ab")))?.body, watchId: "fedcba987654" };
    const row = { ...theirs, text: "From a page", origin: "untrusted" };
    await store.transact([{ op: "put", key: keys.watch("me", "fedcba987654"), body: row }]);
    expect(await call("get_watches", {})).toMatchObject({
      origin: "untrusted",
      value: { reminders: expect.arrayContaining([expect.objectContaining({ text: "From a page", from: "outside" })]) },
    });
  });
});

describe("a reminder is cancelled", () => {
  it("by its id or by its words, and the others stay", async () => {
    const { set, call, stored } = await person();
    const result = await set({ date: "2026-10-30", time: "17:30" });
    const { watchId } = (result.ok ? result.value : {}) as { watchId: string };
    expect(await call("cancel_watch", { about: "drink some water" })).toMatchObject({
      ok: true,
      value: { watchId: "0123456789ab", cancelled: "Drink water MINE" },
    });
    expect(await stored()).toMatchObject([{ watchId, state: "active" }]);
    expect(await call("cancel_watch", { watchId })).toMatchObject({ ok: true, value: { cancelled: "call Ana" } });
    expect(await stored()).toMatchObject([{ watchId, state: "cancelled" }]);
  });

  it("not twice, not without a name, and not by the words of none", async () => {
    const { call } = await person();
    expect(await call("cancel_watch", { about: "the boat" })).toMatchObject({ error: "not_found" });
    expect(await call("cancel_watch", { watchId: "ffffffffffff" })).toMatchObject({ error: "not_found" });
    for (const args of [{}, { watchId: "0123456789ab", about: "water" }])
      expect(await call("cancel_watch", args)).toMatchObject({ error: "invalid_arguments" });
    await call("cancel_watch", { watchId: "0123456789ab" });
    for (const args of [{ watchId: "0123456789ab" }, { about: "water" }])
      expect(await call("cancel_watch", args)).toMatchObject({ error: "not_found" });
  });

  it("and the words of others are not repeated as ours", async () => {
    const { store, call } = await person();
    const row = { ...(await store.get(keys.watch("me", "0123456789ab")))?.body, origin: "untrusted" };
    await store.transact([{ op: "put", key: keys.watch("me", "0123456789ab"), body: row }]);
    expect(await call("cancel_watch", { watchId: "0123456789ab" })).toMatchObject({
      value: { cancelled: "the reminder" },
    });
  });
});

describe("after text from outside a person", () => {
  const heard = (words: string) => ({ heard: { owner: [words], outside: true, recalled: [] } });
  const both = async () => {
    const made = await person();
    await made.call("watch", { text: "buy water glasses", date: "2026-10-30", time: "17:30" });
    return made;
  };

  it.each<[Json]>([[{ watchId: "0123456789ab" }], [{ about: "water to drink" }]])(
    "cancels by their own words what the call names as %j",
    async (args) => {
      const { call } = await both();
      expect(await call("cancel_watch", args, heard("cancel the drink water reminder"))).toMatchObject({ ok: true });
    },
  );

  it("is asked when their words name two, and the tap is for the one that is shown", async () => {
    const { call } = await both();
    expect(await call("cancel_watch", { about: "drink water" }, heard("cancel the water reminder"))).toMatchObject({
      error: "needs_approval",
      proposed: [{ args: { watchId: "0123456789ab" }, concerns: "Drink water MINE" }],
    });
  });

  it("is reminded around a part of the day that they named, and not of another text", async () => {
    const said = "erinnere mich morgen früh an den Zahnarzt";
    const moment = { date: "2026-10-31", time: "09:00" };
    const intent = { name: "remind", means: "set a reminder", tools: ["watch" as const], acts: true };
    const understood = async (): Promise<Asked> => ({
      is: "clear",
      intent: { ...intent, slots: ["text", "when"], says: {}, examples: [] },
      slots: [{ text: "Zahnarzt", when: { on: "once", ...moment }, around: true }],
      message: said,
    });
    const { call } = await person();
    const args = { text: "Zahnarzt", ...moment, around: true };
    const told = { ...heard(said), understood };
    expect(await call("watch", args, told)).toMatchObject({ ok: true });
    expect(await call("watch", { ...args, text: "Friseur" }, told)).toMatchObject({ error: "needs_approval" });
  });
});

it("a person reads in the proposal what they are asked about", async () => {
  const title = (name: Name, args: object) => {
    const tool = REGISTRY[name];
    return tool !== undefined && "plan" in tool ? tool.title(args as never) : undefined;
  };
  expect([
    title("watch", { text: "rest", bodyZone: "flagging" }),
    title("watch", { text: "rest", before: { event: "lunch", minutes: 10 } }),
    title("watch", { text: "rest", date: "2026-10-30", time: "17:30" }),
    title("watch", { text: "rest", time: "17:30" }),
    title("watch", { text: "rest", time: "17:30", weekdays: [1] }),
    title("cancel_watch", { about: "rest" }),
    title("cancel_watch", { watchId: "0123456789ab" }),
  ]).toEqual([
    "Tell you when you are flagging: rest",
    "Remind you 10 minutes before lunch: rest",
    "Remind you on Friday 30 October at 17:30: rest",
    "Remind you every day at 17:30: rest",
    "Remind you every Monday at 17:30: rest",
    "Cancel the reminder “rest”",
    "Cancel a reminder",
  ]);
});
