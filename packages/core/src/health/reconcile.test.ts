import type { Source, SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { madeUpNap, madeUpNight } from "../../../testkit/src/made-up-days.ts";
import { mainSleep, reconcile } from "./reconcile.ts";

const date = "2026-09-10";
const day = (source: Source, rest: Partial<SourceDay>): SourceDay => ({
  date,
  source,
  metrics: {},
  sleeps: [],
  ...rest,
});

describe("reconcile", () => {
  it("takes each metric from the most trusted source that has it, and averages none", () => {
    const merged = reconcile([
      day("whoop", { metrics: { hrvRmssdMs: 60, restingHrBpm: 50, strain: 12 } }),
      day("apple_watch", { metrics: { hrvSdnnMs: 70, restingHrBpm: 54 } }),
      day("oura", { metrics: { hrvRmssdMs: 40, restingHrBpm: 48 } }),
      day("phone", { metrics: { steps: 9000 } }),
    ]);
    expect(merged.metrics).toEqual({
      hrvSdnnMs: { value: 70, source: "apple_watch" },
      hrvRmssdMs: { value: 40, source: "oura" },
      restingHrBpm: { value: 54, source: "apple_watch" },
      strain: { value: 12, source: "whoop" },
      steps: { value: 9000, source: "phone" },
    });
    expect(merged.primarySource).toBe("apple_watch");
    expect(merged.contributingSources).toEqual(["apple_watch", "oura", "whoop", "phone"]);
    expect(merged.choices).toEqual([
      { of: "hrvRmssdMs", used: "oura", over: ["whoop"] },
      { of: "restingHrBpm", used: "apple_watch", over: ["oura", "whoop"] },
    ]);
  });

  it("names no source that contributed nothing", () => {
    const merged = reconcile([
      day("samsung", { metrics: { restingHrBpm: 60 } }),
      day("oura", { metrics: { restingHrBpm: 55 } }),
    ]);
    expect(merged.contributingSources).toEqual(["oura"]);
  });

  it("takes the night from one source and drops naps that overlap it or each other", () => {
    const night = madeUpNight(date);
    const merged = reconcile([
      day("oura", { sleeps: [night, madeUpNap(date, 14, 30)] }),
      day("whoop", { sleeps: [madeUpNight(date, { hours: 9 }), madeUpNap(date, 14.25, 30), madeUpNap(date, 17, 20)] }),
      day("samsung", { sleeps: [madeUpNap(date, 6, 45)] }),
    ]);
    expect(merged.sleepSource).toBe("oura");
    expect(merged.sleeps).toEqual([night, madeUpNap(date, 14, 30), madeUpNap(date, 17, 20)]);
    expect(merged.contributingSources).toEqual(["oura", "whoop"]);
  });

  it("prefers a source with a night to a better one that only recorded a nap", () => {
    const merged = reconcile([
      day("apple_watch", { sleeps: [madeUpNap(date, 15, 20)] }),
      day("fitbit", { sleeps: [madeUpNight(date)] }),
    ]);
    expect(merged.sleepSource).toBe("fitbit");
    expect(merged.sleeps).toHaveLength(2);
  });

  it("takes the later of two rows of one source", () => {
    const merged = reconcile([
      day("oura", { metrics: { restingHrBpm: 55 } }),
      day("oura", { metrics: { restingHrBpm: 57 } }),
    ]);
    expect(merged.metrics.restingHrBpm?.value).toBe(57);
  });

  it("refuses an empty list and rows of two dates", () => {
    expect(() => reconcile([])).toThrow(/exactly one date/);
    expect(() => reconcile([day("oura", {}), { ...day("whoop", {}), date: "2026-09-11" }])).toThrow(/exactly one date/);
  });
});

it("the night is the longest sleep that is no nap", () => {
  const short = madeUpNight(date, { hours: 3 });
  const long = madeUpNight(date, { bed: 3, hours: 5 });
  expect(mainSleep([short, long, { ...madeUpNight(date, { hours: 10 }), nap: true }])).toBe(long);
  expect(mainSleep([madeUpNap(date, 14, 30)])).toBeUndefined();
});
