/** The edges of what plain code decides by the clock: waking time, watches, jet lag, what was done, and the next instant. */
import { keys, type ScheduleRow, type SensedWake, type Watch } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "../time.ts";
import { isDone, loadDone, loadScheduled, markDone, occurrenceOf, overdue } from "./done.ts";
import { JET_LAG_MS_PER_HOUR, jetLagOf, jetLagUntil, MAX_JET_LAG_MS } from "./jet-lag.ts";
import { cronOf, latestOf, nextOf, occursOn } from "./occurrences.ts";
import { inQuietHours, isWaking, wakingMinutes } from "./quiet-hours.ts";
import { unspreadSchedule } from "./schedule.ts";
import { dueIn, fired, fires, sayingOf } from "./watches.ts";

const ZONE = "Europe/London";
const DATE = "2026-10-30"; // a Friday
const at = (time: string, date = DATE) => instantAt(date, time, ZONE);
const NOON = at("12:00");

describe("waking time", () => {
  it.each([
    ["07:00", "23:00", "07:00", true],
    ["07:00", "23:00", "06:59", false],
    ["07:00", "23:00", "22:59", true],
    ["07:00", "23:00", "23:00", false],
    ["09:00", "01:00", "00:30", true],
    ["09:00", "01:00", "01:00", false],
    ["07:00", "07:00", "03:00", true],
  ])("from %s to %s holds %s: %s", (wakeTime, sleepTime, time, waking) => {
    expect(isWaking({ wakeTime, sleepTime }, time)).toBe(waking);
    expect(inQuietHours({ wakeTime, sleepTime, timeZone: ZONE }, at(time))).toBe(!waking);
  });

  it("is the whole day for one who wakes when they sleep", () => {
    expect(wakingMinutes({ wakeTime: "07:00", sleepTime: "07:00" })).toBe(24 * 60);
    expect(wakingMinutes({ wakeTime: "07:00", sleepTime: "23:00" })).toBe(16 * 60);
  });
});

describe("a standing intent", () => {
  const watch = (more: Partial<Watch> = {}): Watch => ({
    watchId: "0123456789ab",
    text: "drink",
    when: { on: "time", at: NOON },
    state: "active",
    firesLeft: 2,
    fired: 3,
    cooldownMs: HOUR_MS,
    expiresAt: NOON + 9 * DAY_MS,
    createdAt: NOON - DAY_MS,
    ...more,
  });
  const daily = { on: "daily", time: "12:00" } as const;
  const zone = { on: "bodyZone", atMost: "flagging" } as const;
  const moment = (now: number, bodyZone?: "energized" | "steady" | "flagging" | "depleted") =>
    ({ now, date: DATE, timeZone: ZONE, bodyZone }) as const;

  it.each<[string, Watch, ReturnType<typeof moment>, boolean]>([
    ["at its time", watch(), moment(NOON), true],
    ["a millisecond before its time", watch(), moment(NOON - 1), false],
    ["a millisecond before its time, with a body zone", watch(), moment(NOON - 1, "flagging"), false],
    ["long after it expired, because one instant is never lost", watch({ expiresAt: NOON }), moment(NOON + 9), true],
    ["daily when it expires", watch({ when: daily, expiresAt: NOON }), moment(NOON), false],
    ["daily just before it expires", watch({ when: daily, expiresAt: NOON + 1 }), moment(NOON), true],
    ["daily at its time", watch({ when: daily }), moment(NOON), true],
    ["daily before its time", watch({ when: daily }), moment(NOON - 1), false],
    ["daily, late but within three hours", watch({ when: daily }), moment(NOON + 3 * HOUR_MS - 1), true],
    ["daily, three hours late", watch({ when: daily }), moment(NOON + 3 * HOUR_MS), false],
    ["daily, set at that minute", watch({ when: daily, createdAt: NOON }), moment(NOON), true],
    ["daily, set after its time today", watch({ when: daily, createdAt: NOON + 1 }), moment(NOON + 2), false],
    ["daily, fired at its time", watch({ when: daily, lastFiredAt: NOON }), moment(NOON + 1), false],
    ["daily, fired yesterday", watch({ when: daily, lastFiredAt: NOON - 1 }), moment(NOON), true],
    [
      "daily, fired in a future that a wrong clock wrote",
      watch({ when: daily, lastFiredAt: NOON + DAY_MS }),
      moment(NOON),
      true,
    ],
    ["daily, cancelled", watch({ when: daily, state: "cancelled" }), moment(NOON), false],
    ["daily, with no firing left", watch({ when: daily, firesLeft: 0 }), moment(NOON), false],
    ["at its time, cancelled", watch({ state: "cancelled" }), moment(NOON), false],
    ["at its time, with no firing left", watch({ firesLeft: 0 }), moment(NOON), false],
    ["in its body zone, cancelled", watch({ when: zone, state: "cancelled" }), moment(NOON, "flagging"), false],
    ["in its body zone", watch({ when: zone }), moment(NOON, "flagging"), true],
    ["below its body zone", watch({ when: zone }), moment(NOON, "depleted"), true],
    ["above its body zone", watch({ when: zone }), moment(NOON, "steady"), false],
    ["without a body zone", watch({ when: zone }), moment(NOON), false],
    ["within its rest", watch({ when: zone, lastFiredAt: NOON - HOUR_MS + 1 }), moment(NOON, "flagging"), false],
    ["after its rest", watch({ when: zone, lastFiredAt: NOON - HOUR_MS }), moment(NOON, "flagging"), true],
  ])("%s", (_, given, when, is) => {
    expect(fires(given, when)).toBe(is);
  });

  it("counts its firings, and is spent after the last", () => {
    const once = fired(watch(), NOON);
    expect(once).toEqual(watch({ firesLeft: 1, fired: 4, lastFiredAt: NOON }));
    expect(fired(once, NOON + 1)).toEqual(watch({ firesLeft: 0, fired: 5, lastFiredAt: NOON + 1, state: "spent" }));
  });

  it.each<[string, Partial<Watch>, string | undefined]>([
    ["three times", {}, "Every day at 12:00, 3 times: drink"],
    ["since it was set, and not at that instant", { createdAt: NOON + DAY_MS }, "Every day at 12:00, 2 times: drink"],
    ["until it expired, at that instant too", { expiresAt: NOON + DAY_MS }, "Every day at 12:00: drink"],
    ["never, when it was cancelled", { state: "cancelled" }, undefined],
    ["never, when it was set after the stretch", { createdAt: NOON + 9 * DAY_MS }, undefined],
  ])("daily came due in a stretch %s", (_, more, said) => {
    const stretch = { from: NOON, to: NOON + 3 * DAY_MS, timeZone: "UTC" };
    const given = watch({ when: { on: "daily", time: "12:00" }, createdAt: NOON - DAY_MS, ...more });
    expect(dueIn(given, stretch)).toBe(said);
  });

  it("is said in the person's own words", () => {
    expect(sayingOf(watch({ when: zone }))).toBe("You asked me to tell you when you are flagging: drink");
    expect(sayingOf(watch({ when: daily }))).toBe("You asked me to remind you: drink");
  });
});

describe("jet lag", () => {
  it.each([
    ["Europe/London", "Europe/London", undefined],
    ["Europe/London", "Europe/Paris", 60],
    ["Europe/Paris", "Europe/London", 60],
    ["Europe/London", "Asia/Kolkata", 330],
    ["America/Los_Angeles", "Asia/Tokyo", 8 * 60], // sixteen hours one way, eight the other
    ["Pacific/Honolulu", "Pacific/Kiritimati", undefined], // a day apart, the same clock
  ])("from %s to %s shifts the body by %s minutes", (from, to, shiftMinutes) => {
    const lag = jetLagOf(from, to, NOON);
    expect(lag?.shiftMinutes).toBe(shiftMinutes);
    if (shiftMinutes !== undefined)
      expect(lag?.until).toBe(NOON + Math.min((shiftMinutes / 60) * JET_LAG_MS_PER_HOUR, MAX_JET_LAG_MS));
  });

  it("lasts a week at most", () => {
    expect(jetLagOf("America/Los_Angeles", "Asia/Tokyo", NOON)?.until).toBe(NOON + 7 * DAY_MS);
  });

  it.each([
    ["lasts until then", 1, 1],
    ["is over then", 0, undefined],
    ["lasts a week at most", MAX_JET_LAG_MS + CLOCK_SKEW_MS, MAX_JET_LAG_MS + CLOCK_SKEW_MS],
    ["of more than a week came from a wrong clock", MAX_JET_LAG_MS + CLOCK_SKEW_MS + 1, undefined],
  ])("%s", async (_, ahead, until) => {
    const store = openSqliteStore(":memory:");
    expect(await jetLagUntil(store, "me", NOON)).toBeUndefined();
    const body = { until: NOON + ahead, shiftMinutes: 60 };
    await store.transact([{ op: "put", key: keys.jetLag("me"), body }]);
    expect(await jetLagUntil(store, "me", NOON)).toBe(until === undefined ? undefined : NOON + until);
  });
});

const rows = unspreadSchedule({ timeZone: ZONE, wakeTime: "07:00", sleepTime: "23:00" });
const rowOf = (name: string) => rows.find((row) => row.name === name) as ScheduleRow;

describe("the instants of a row", () => {
  it("are its minutes of the waking window, in order", () => {
    const times = occursOn(rowOf("patrol"), DATE);
    expect(times[0]).toBe(at("07:00"));
    expect(times.at(-1)).toBe(at("22:45"));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(64);
  });

  it("of certain weekdays are on those days only", () => {
    expect(occursOn(rowOf("weekly"), DATE)).toEqual([at("18:00")]);
    expect(occursOn(rowOf("evening"), DATE)).toEqual([]);
    expect(occursOn(rowOf("weekly"), "2026-10-29")).toEqual([]);
    expect(latestOf(rowOf("weekly"), NOON, DATE)).toBeUndefined();
    expect(latestOf(rowOf("weekly"), at("10:00", "2026-10-31"), "2026-10-31")).toEqual({ at: at("18:00"), date: DATE });
  });

  it("end with the latest one that is not after now, today's or yesterday's", () => {
    expect(latestOf(rowOf("midday"), NOON, DATE)).toEqual({ at: NOON, date: DATE });
    expect(latestOf(rowOf("midday"), NOON - 1, DATE)).toEqual({ at: at("12:00", "2026-10-29"), date: "2026-10-29" });
    expect(latestOf(rowOf("patrol"), at("12:20"), DATE)?.at).toBe(at("12:15"));
  });

  it("stay in order where spring skips an hour, and belong to the first pass where autumn repeats one", () => {
    const row = { ...rowOf("patrol"), timeZone: "America/New_York", hours: [1, 2, 3], window: undefined };
    const utc = (date: string, time: string) => Date.parse(`${date}T${time}:00.000Z`);
    const spring = occursOn(row, "2026-03-08");
    expect(spring).toEqual([...spring].sort((a, b) => a - b));
    expect(latestOf(row, utc("2026-03-08", "07:10"), "2026-03-08")?.at).toBe(utc("2026-03-08", "07:00"));
    const fromHalf = occursOn({ ...row, window: { from: "02:30", to: "20:00" } }, "2026-03-08");
    expect(fromHalf).toEqual([...fromHalf].sort((a, b) => a - b));
    const inGap = { ...row, hours: [2] };
    expect(latestOf(inGap, utc("2026-03-08", "07:10"), "2026-03-08")?.at).toBe(utc("2026-03-08", "07:00"));
    // At 01:10 of the second pass.
    expect(latestOf(row, utc("2026-11-01", "06:10"), "2026-11-01")?.at).toBe(utc("2026-11-01", "05:00"));
  });

  it("of a date that a time zone left out are none", () => {
    const apia = { ...rowOf("midday"), timeZone: "Pacific/Apia" };
    expect(["2011-12-29", "2011-12-30", "2011-12-31"].map((date) => occursOn(apia, date).length)).toEqual([1, 0, 1]);
  });

  it("have a next one after now, over all rows", () => {
    expect(nextOf(rows, at("11:59"))).toBe(NOON);
    expect(nextOf(rows, NOON)).toBe(at("12:15"));
    expect(nextOf([rowOf("weekly")], at("18:00"))).toBe(at("18:00", "2026-11-06"));
    expect(nextOf([...rows].reverse(), NOON)).toBe(at("12:15"));
    expect(nextOf([], NOON)).toBeUndefined();
  });

  it("are cron of five fields", () => {
    const row = { ...rowOf("patrol"), hours: [0, 7, 8, 9, 22, 23], minutes: [0, 30] };
    expect(cronOf(row)).toBe("0,30 0,7-9,22-23 * * *");
    expect(cronOf({ ...row, hours: [5], weekdays: [1, 2, 3, 4, 5, 6, 7] })).toBe(
      "0,30 5 * * MON,TUE,WED,THU,FRI,SAT,SUN",
    );
  });
});

describe("what was done", () => {
  const world = async () => {
    const store = openSqliteStore(":memory:");
    const log: string[] = [];
    const ports = { store, clock: { now: () => NOON }, log: (_: string, event: string) => void log.push(event) };
    const mark = (name: "morning" | "midday", date: string, instant: number) =>
      store.transact([{ op: "put", key: keys.cadence("me", name), body: { date, at: instant } }]);
    return { store, ports, log, mark, done: () => loadDone(ports, "me") };
  };

  it("is noted with its date and instant, and an earlier one does not replace a later one", async () => {
    const { ports, done } = await world();
    await markDone(ports, "me", { name: "morning", date: DATE, at: at("07:00") });
    await markDone(ports, "me", { name: "morning", date: "2026-10-29", at: 5 });
    await markDone(ports, "me", { name: "morning", date: DATE, at: 6 });
    expect(await done()).toEqual({ morning: { date: DATE, at: at("07:00") } });
    await markDone(ports, "me", { name: "morning", date: "2026-10-31", at: NOON }, "too late");
    const { body } = (await ports.store.get(keys.cadence("me", "morning"))) ?? {};
    expect(body).toEqual({ date: "2026-10-31", at: NOON, missed: "too late" });
  });

  it.each<[string, string, number, boolean]>([
    ["at an instant that has not come", DATE, NOON + CLOCK_SKEW_MS + 1, true],
    ["at an instant that a slow clock explains", DATE, NOON + CLOCK_SKEW_MS, false],
    ["for the day after tomorrow", "2026-11-01", NOON, false],
    ["for a day beyond it", "2026-11-02", NOON, true],
  ])("a mark %s for %s: only a wrong clock can have made it, or it counts", async (_, date, instant, wrong) => {
    const one = { name: "morning", date, at: instant } as const;
    const { ports, mark, done, log } = await world();
    await markDone(ports, "me", one);
    expect(await done()).toEqual(wrong ? {} : { morning: { date, at: instant } });
    expect(log).toEqual(wrong ? ["cadence.ahead"] : []);
    await mark("morning", date, instant);
    expect(await done()).toEqual(wrong ? {} : { morning: { date, at: instant } });
    await markDone(ports, "me", { name: "morning", date: DATE, at: NOON });
    expect((await done()).morning?.date).toBe(wrong ? DATE : date);
  });

  it("covers its date and every earlier one", () => {
    const done = { morning: { date: DATE, at: 0 } };
    for (const [date, is] of [
      ["2026-10-29", true],
      [DATE, true],
      ["2026-10-31", false],
    ] as const)
      expect(isDone(done, { name: "morning", date })).toBe(is);
    expect(isDone(done, { name: "midday", date: DATE })).toBe(false);
  });

  it("is found by the row of the wake's job, variant and weekday", () => {
    const wake = (more: Partial<SensedWake>): SensedWake => ({
      userId: "me",
      job: "brief",
      date: DATE,
      scheduledAt: new Date(NOON).toISOString(),
      ...more,
    });
    const nameOf = (more: Partial<SensedWake>) => occurrenceOf(rows, wake(more))?.name;
    expect(occurrenceOf(rows, wake({ variant: "midday" }))).toEqual({ name: "midday", date: DATE, at: NOON });
    expect(nameOf({ variant: "evening" })).toBe("weekly");
    const thursday = new Date(NOON - DAY_MS).toISOString();
    expect(nameOf({ variant: "evening", scheduledAt: thursday })).toBe("evening");
    expect(nameOf({ job: "patrol" })).toBe("patrol");
    expect(nameOf({ job: "sync" })).toBeUndefined();
  });

  it("leaves patrols out of what is overdue, and notes each miss once", async () => {
    const { ports, log, done } = await world();
    await markDone(ports, "me", { name: "morning", date: "2026-10-28", at: NOON - 2 * DAY_MS });
    const scheduled = { since: 0, rows: rows.filter(({ name }) => name === "morning" || name === "patrol") };
    const look = async () => overdue(ports, "me", scheduled, await done());
    const { due, missed } = await look();
    expect(due.map(({ name, date }) => [name, date])).toEqual([["morning", DATE]]);
    expect(missed.map(({ date, reason, lateMinutes }) => [date, reason, lateMinutes])).toEqual([
      ["2026-10-29", "too old", (DAY_MS + 5 * HOUR_MS) / MINUTE_MS],
    ]);
    expect(log).toEqual(["job.missed"]);
    expect(await look()).toEqual({ due, missed: [] });
    // Rows that became valid under a clock that was ahead are valid from now on.
    const ahead = { ...scheduled, since: NOON + DAY_MS };
    expect((await overdue(ports, "me", ahead, {})).due.map(({ at }) => at)).toEqual([NOON]);
  });

  it("knows the schedule in force", async () => {
    const { store } = await world();
    expect(await loadScheduled(store, "me")).toBeUndefined();
    await store.transact([{ op: "put", key: keys.scheduled("me"), body: { since: 1, rows } }]);
    expect(await loadScheduled(store, "me")).toEqual({ since: 1, rows });
  });
});
