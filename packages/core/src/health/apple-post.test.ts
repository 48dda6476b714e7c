/** Posts of Health Auto Export: what they say, and windows that repeat, overlap and are partial. */
import { ApplePost, keys, type Posted, type SourceDay } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemBytes } from "../store/capacity.ts";
import { toJsonBody } from "../store/json-body.ts";
import { dayOver, mergePost } from "./apple-post.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const WATCH = "Ana's Apple Watch";

type Entry = Record<string, unknown>;
const metric = (name: string, units: string, data: readonly Entry[]) => ({ name, units, data });
const post = (...metrics: readonly object[]) => ApplePost.parse({ data: { metrics } });
const at = (time: string, qty: number, more: Entry = {}) => ({
  date: `2026-10-30 ${time}:00 +0200`,
  qty,
  source: WATCH,
  ...more,
});

/** Posts one after the other, and returns the days as they stand at the end. */
function posted(...posts: readonly ApplePost[]): Map<string, SourceDay> {
  let before: Posted | undefined;
  const days = new Map<string, SourceDay>();
  for (const one of posts) {
    const merged = mergePost(one, before, NOW);
    before = merged.posted;
    for (const day of merged.days) {
      const key = `${day.date} ${day.source}`;
      days.set(key, dayOver(days.get(key), day));
    }
  }
  return days;
}
const day = (days: Map<string, SourceDay>, source = "apple_watch") => days.get(`2026-10-30 ${source}`);

describe("a post", () => {
  it("gives the metrics of each day of each device, in our units", () => {
    const days = posted(
      post(
        metric("heart_rate_variability", "ms", [at("03:00", 40), at("04:00", 60)]),
        metric("respiratory_rate", "count/min", [at("03:00", 14.5)]),
        metric("resting_heart_rate", "count/min", [at("08:00", 55), at("10:00", 53)]),
        metric("step_count", "count", [at("09:00", 500), at("09:01", 20), at("09:00", 700, { source: "iPhone" })]),
        metric("active_energy", "kJ", [at("09:00", 418.4)]),
        metric("apple_exercise_time", "min", [at("09:00", 1), at("09:01", 1)]),
        metric("blood_glucose", "mg/dL", [at("09:00", 90)]),
        metric("step_count", "miles", [at("09:05", 3)]),
      ),
    );
    expect(day(days)?.metrics).toEqual({
      ...{ hrvSdnnMs: 50, respiratoryRateRpm: 14.5, restingHrBpm: 53 },
      ...{ steps: 520, activeEnergyKcal: 100, activeMinutes: 2 },
    });
    expect(day(days, "phone")?.metrics).toEqual({ steps: 700 });
  });

  it("counts what it passed over: other metrics, other units, times without an offset", () => {
    const merged = mergePost(
      post(
        metric("weight_body_mass", "kg", [at("09:00", 60)]),
        metric("step_count", "miles", [at("09:05", 3)]),
        metric("step_count", "count", [{ date: "2026-10-30 09:00:00", qty: 5 }, { qty: "five" }]),
      ),
      undefined,
      NOW,
    );
    expect([merged.passedOver, merged.days]).toEqual([4, []]);
  });

  it("makes a night of segments of sleep, across midnight", () => {
    const span = (from: string, to: string, value: string) => ({
      startDate: `${from}:00 +0200`,
      endDate: `${to}:00 +0200`,
      value,
      source: WATCH,
    });
    const days = posted(
      post(
        metric("sleep_analysis", "hr", [
          span("2026-10-29 23:00", "2026-10-30 02:00", "Core"),
          span("2026-10-30 02:00", "2026-10-30 03:30", "Deep"),
          span("2026-10-30 03:30", "2026-10-30 03:45", "Awake"),
          span("2026-10-30 03:45", "2026-10-30 06:00", "REM"),
        ]),
      ),
    );
    expect(day(days)?.sleeps).toMatchObject([
      {
        ...{ start: Date.UTC(2026, 9, 29, 21), end: Date.UTC(2026, 9, 30, 4), offsetMinutes: 120, nap: false },
        ...{ asleepMinutes: 405, awakeMinutes: 15, lightMinutes: 180, deepMinutes: 90, remMinutes: 135 },
      },
    ]);
  });

  it("takes a night that the app has put together, in hours", () => {
    const night = {
      ...{ date: "2026-10-30", totalSleep: 7, core: 4, deep: 1.5, rem: 1.5, awake: 0.5, source: WATCH },
      ...{ sleepStart: "2026-10-29 23:00:00 +0200", sleepEnd: "2026-10-30 06:30:00 +0200" },
    };
    expect(day(posted(post(metric("sleep_analysis", "hr", [night]))))?.sleeps).toMatchObject([
      { asleepMinutes: 420, awakeMinutes: 30, lightMinutes: 240, deepMinutes: 90, remMinutes: 90, nap: false },
    ]);
  });

  it("brings the heart rate of the last two days, one reading a minute, and says when the body moved", () => {
    const beat = (time: string, Avg: number) => ({ date: `2026-10-30 ${time} +0200`, Min: Avg - 5, Avg, Max: Avg + 5 });
    const { samples } = mergePost(
      post(
        metric("heart_rate", "count/min", [
          beat("10:00:10", 60),
          beat("10:00:40", 64),
          beat("10:30:00", 110),
          { date: "2026-10-27 10:00:00 +0200", Min: 50, Avg: 55, Max: 60 },
        ]),
        metric("step_count", "count", [at("10:29", 90)]),
      ),
      undefined,
      NOW,
    );
    expect(samples).toEqual([
      { at: Date.UTC(2026, 9, 30, 8, 0), heartRateBpm: 62, moving: false },
      { at: Date.UTC(2026, 9, 30, 8, 30), heartRateBpm: 110, moving: true },
    ]);
  });
});

describe("windows that overlap", () => {
  const minutes = (from: number, to: number, qty = 10) =>
    post(
      metric(
        "step_count",
        "count",
        Array.from({ length: to - from }, (_, i) => {
          const minute = from + i;
          return at(`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`, qty);
        }),
      ),
    );

  it("never double a total, in whatever order and however often they come", () => {
    const window = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(fc.array(window, { minLength: 1, maxLength: 6 }), (windows) => {
        const covered = new Set(windows.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i)));
        const days = posted(...windows.map(([from, length]) => minutes(from, from + length)));
        expect(day(days)?.metrics.steps).toBe(covered.size * 10);
      }),
      { numRuns: 60 },
    );
  });

  it("that end within a minute are completed by the next, and a partial one takes nothing away", () => {
    const days = posted(minutes(0, 60), minutes(59, 60, 4), minutes(60, 61, 3), minutes(60, 61, 12));
    expect(day(days)?.metrics.steps).toBe(60 * 10 + 12);
  });

  it("leave the other metrics of the day as they were", () => {
    const days = posted(post(metric("resting_heart_rate", "bpm", [at("08:00", 55)])), minutes(0, 10));
    expect(day(days)?.metrics).toEqual({ restingHrBpm: 55, steps: 100 });
  });

  it("keep a day whose points are no longer kept, and raise its total when more comes", () => {
    const old = (qty: number) =>
      post(metric("step_count", "count", [{ date: "2026-10-20 10:00:00 +0200", qty, source: WATCH }]));
    const days = posted(old(9000), old(100), old(9500));
    expect(days.get("2026-10-20 apple_watch")?.metrics.steps).toBe(9500);
  });

  it("keep the HRV and the breathing of the night, also when the night and they come by posts of their own", () => {
    const night = {
      ...{ date: "2026-10-30", totalSleep: 7, source: WATCH },
      ...{ sleepStart: "2026-10-29 23:00:00 +0200", sleepEnd: "2026-10-30 06:30:00 +0200" },
    };
    const asleep = post(metric("sleep_analysis", "hr", [night]));
    const measured = post(
      metric("heart_rate_variability", "ms", [at("03:00", 60), at("09:00", 20), at("09:30", 20)]),
      metric("respiratory_rate", "count/min", [at("03:00", 14), at("09:00", 20), at("09:30", 20)]),
    );
    for (const order of [
      [asleep, measured],
      [measured, asleep],
      [asleep, measured, measured],
    ])
      expect(day(posted(...order))?.metrics).toEqual({ hrvSdnnMs: 60, respiratoryRateRpm: 14 });
  });

  it("of which too much comes leave the oldest out, in whatever order it comes", () => {
    const moment = (i: number) => `${new Date(NOW - i * 60_000).toISOString().slice(0, 19).replace("T", " ")} +0000`;
    const spans = Array.from({ length: 2_500 }, (_, i) => ({
      ...{ startDate: moment(i + 1), endDate: moment(i), value: "Core", source: WATCH },
    }));
    const kept = (data: readonly Entry[]) =>
      mergePost(post(metric("sleep_analysis", "hr", data)), undefined, NOW).posted.segments;
    expect(kept(spans)).toEqual(kept(spans.toReversed()));
    expect(kept(spans).at(-1)?.[2]).toBe(NOW / 60_000);
  });

  it("make one night of a night that comes in parts", () => {
    const part = (from: string, to: string) =>
      post(
        metric("sleep_analysis", "hr", [
          { startDate: `${from}:00 +0200`, endDate: `${to}:00 +0200`, value: "Core", source: WATCH },
        ]),
      );
    const days = posted(
      part("2026-10-30 01:00", "2026-10-30 03:00"),
      part("2026-10-30 03:00", "2026-10-30 05:00"),
      part("2026-10-29 23:30", "2026-10-30 01:00"),
      part("2026-10-30 03:00", "2026-10-30 04:00"),
    );
    expect(day(days)?.sleeps).toMatchObject([{ asleepMinutes: 330, nap: false }]);
  });

  it("are kept in a row that a table can hold, whatever is posted", () => {
    const names = ["step_count", "active_energy", "apple_exercise_time"];
    const units = ["count", "kcal", "min"];
    const moment = (i: number) => `${new Date(NOW - i * 60_000).toISOString().slice(0, 19).replace("T", " ")} +0000`;
    const all = names.map((name, i) =>
      metric(
        name,
        units[i] ?? "",
        Array.from({ length: 4_000 }, (_, j) => ({ date: moment(j), qty: 0.123456 * j, source: WATCH })),
      ),
    );
    const spans = Array.from({ length: 4_000 }, (_, j) => ({
      startDate: moment(j + 1),
      endDate: moment(j),
      value: "Core",
      source: WATCH,
    }));
    const row = mergePost(post(...all, metric("sleep_analysis", "hr", spans)), undefined, NOW).posted;
    const bytes = itemBytes({ key: keys.posted("me"), version: 1, body: toJsonBody(row) });
    expect(bytes).toBeLessThan(400_000);
    expect(bytes).toBeGreaterThan(100_000);
  });
});
