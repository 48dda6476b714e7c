/** Posts of phones with another clock, another language and another year. */
import { ApplePost, keys, type WakeInput } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { HOUR_MS, instantAt } from "../time.ts";
import { decide } from "../wake/decide.ts";
import { mergePost } from "./apple-post.ts";
import { answerAppleHook, newAppleToken } from "./take-apple.ts";

const NOW = Date.UTC(2027, 0, 19, 20);
type Entry = Readonly<Record<string, unknown>>;
const metric = (name: string, units: string, ...data: Entry[]) => ({ name, units, data });
const post = (...metrics: object[]) => ApplePost.parse({ data: { metrics } });
const merged = (...metrics: object[]) => mergePost(post(...metrics), undefined, NOW);
const steps = (date: string) => metric("step_count", "count", { date, qty: 820, source: "iPhone" });

describe("a clock of twelve hours", () => {
  it.each([
    ["2027-01-19 1:05:00\u202fPM -0700", "2027-01-19"],
    ["2027-01-19 01:05:00 pm -0700", "2027-01-19"],
    ["2027-01-18 11:59:59\u00a0p.\u00a0m. +0200", "2027-01-18"],
    ["2027-01-19 1:05:00 午後 +0900", "2027-01-19"],
    ["2027-01-19 1:05:00 م +0300", "2027-01-19"],
    ["٢٠٢٧-٠١-١٩ ١:٠٥:٠٠ ص +0300", "2027-01-19"],
  ])("%s", (date, day) => {
    expect(merged(steps(date))).toMatchObject({
      passedOver: 0,
      unread: [],
      days: [{ date: day, metrics: { steps: 820 } }],
    });
  });

  it("twelve is the first hour of its half, and thirteen is none", () => {
    const at = (time: string) => {
      const point = merged(steps(`2027-01-19 ${time} +0000`)).posted.points[0];
      return point && new Date(point[1] * 60_000).toISOString().slice(11, 16);
    };
    expect([at("12:05:00\u202fAM"), at("12:05:00\u202fPM"), at("11:05:00\u202fPM")]).toEqual([
      "00:05",
      "12:05",
      "23:05",
    ]);
    expect([at("13:05:00\u202fPM"), at("0:05:00\u202fAM"), at("9:05:00")]).toEqual([undefined, undefined, undefined]);
  });
});

describe("the stages of sleep in the phone's language", () => {
  const night = (...words: string[]) =>
    words.map((value, i) => ({
      ...{ startDate: `2027-01-19 0${i}:00:00 +0100`, endDate: `2027-01-19 0${i + 1}:00:00 +0100` },
      ...{ value, source: "Apple Watch" },
    }));
  it.each([
    ["English", ["Core", "Deep", "REM", "Awake"]],
    ["German", ["Kern", "Tief", "REM", "Wach"]],
    ["French", ["Lent", "Profond", "Paradoxal", "E\u0301veille\u0301"]],
    ["Dutch", ["kern", "diep", "rem", "wakker"]],
    ["Japanese", ["コア", "深い", "レム", "覚醒"]],
  ])("%s", (_language, words) => {
    const { days, unread } = merged(metric("sleep_analysis", "hr", ...night(...words)));
    expect(unread).toEqual([]);
    expect(days[0]?.sleeps).toMatchObject([
      { asleepMinutes: 180, awakeMinutes: 60, lightMinutes: 60, deepMinutes: 60, remMinutes: 60 },
    ]);
  });

  it("words that nobody knows are told as unread, and never guessed", () => {
    const { days, unread, passedOver } = merged(metric("sleep_analysis", "hr", ...night("Foo", "Bar")));
    expect([days, unread, passedOver]).toEqual([[], ["sleep_analysis"], 2]);
  });
});

it("RMSSD stands beside SDNN and is never mixed with it", () => {
  const hrv = (name: string, qty: number) =>
    metric(name, "ms", { date: "2027-01-19 03:00:00 +0000", qty, source: "Apple Watch" });
  const { days } = merged(hrv("heart_rate_variability", 55), hrv("heart_rate_variability_rmssd", 41));
  expect(days).toMatchObject([{ metrics: { hrvSdnnMs: 55, hrvRmssdMs: 41 } }]);
});

it("an entry or a metric that is none costs no other", () => {
  const { days } = merged(
    { name: 7 },
    null as never,
    { name: "step_count", units: "count", data: [null, 3, "x"] },
    steps("2027-01-19 10:00:00 +0000"),
  );
  expect(days).toMatchObject([{ metrics: { steps: 820 } }]);
});

describe("a post of which nothing can be read", () => {
  const UNKNOWN = "19 janv. 2027 10 h";
  async function phone() {
    const world = await testWorld({ days: 0 });
    const now = instantAt(DATE, "15:00", PERSON.timeZone);
    world.clock.set(now);
    const wakes: WakeInput[] = [];
    const startWake = async (_name: string, input: WakeInput) => void wakes.push(input);
    const token = await newAppleToken(world, new Uint8Array(32).fill(3), "me");
    const send = (...metrics: object[]) =>
      answerAppleHook({ ...world, startWake }, { token, text: JSON.stringify({ data: { metrics } }) });
    return { world, wakes, send, now };
  }

  it("is no success, and says of what", async () => {
    const { send } = await phone();
    expect(await send(steps(UNKNOWN))).toMatchObject({
      status: 400,
      body: { error: "InvalidInput", message: expect.stringContaining("step_count") },
    });
    // A post that nothing here needs is no trouble, and neither is an empty one.
    expect((await send(metric("weight_body_mass", "kg", { date: UNKNOWN, qty: 70 }))).status).toBe(200);
    expect((await send()).status).toBe(200);
    // What can be read counts, and the rest is named.
    expect(
      await send(steps(`${DATE} 10:00:00 +0000`), metric("resting_heart_rate", "furlongs", { date: UNKNOWN, qty: 5 })),
    ).toMatchObject({
      status: 200,
      body: { dates: 1, unread: ["resting_heart_rate"] },
    });
  });

  it("is told once, and again only after it could be read in between", async () => {
    const { send, wakes, world, now } = await phone();
    const unread = () => [...new Set(wakes.flatMap((wake) => wake.unread ?? []))];
    await send(steps(UNKNOWN));
    await send(steps(UNKNOWN));
    expect(unread()).toEqual([now]);
    world.clock.set(now + 2 * HOUR_MS);
    await send(steps(UNKNOWN));
    expect(unread()).toEqual([now]);
    await send(steps(`${DATE} 10:00:00 +0000`));
    expect(await world.store.get(keys.posted("me"))).toMatchObject({ body: { unread: {} } });
    await send(steps(UNKNOWN));
    expect(unread()).toEqual([now, now + 2 * HOUR_MS]);
    for (const wake of wakes.filter((one) => one.unread === now)) await decide(world, { ...wake, date: DATE });
    const rows = (await world.store.query({ ...keys.outbox.all("me"), limit: 50 })).rows.map(({ body }) =>
      JSON.stringify(body),
    );
    expect(rows.filter((row) => row.includes("in_app") && row.includes("I could not read"))).toHaveLength(1);
  });
});
