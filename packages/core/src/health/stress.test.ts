import type { IntradaySample } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../time.ts";
import { restOf, STRESS_HIGH, sniff, stressOf } from "./intraday.ts";

const REST = { heartRateBpm: 60, hrvRmssdMs: 50 };
const NOW = Date.UTC(2026, 9, 30, 15);

/** Returns one reading per minute, the last one now. */
const minutes = (rates: readonly number[], more: Partial<IntradaySample> = {}): IntradaySample[] =>
  rates.map((heartRateBpm, i) => ({
    at: NOW - (rates.length - 1 - i) * MINUTE_MS,
    heartRateBpm,
    moving: false,
    ...more,
  }));
const at = (n: number, rate: number) => Array<number>(n).fill(rate);

describe("stress", () => {
  it("is 0 at rest, 1 at half above it, and more when HRV has dropped too", () => {
    const one = (heartRateBpm: number, hrvRmssdMs?: number) =>
      stressOf({ at: 0, heartRateBpm, moving: false, ...(hrvRmssdMs === undefined ? {} : { hrvRmssdMs }) }, REST);
    expect(one(60)).toBe(0);
    expect(one(90)).toBe(1);
    expect(one(78)).toBeCloseTo(0.6);
    expect(one(78, 10)).toBeGreaterThan(one(78, 50));
    expect(one(40)).toBe(0);
  });

  it("lasts for as long as it was high without a break", () => {
    expect(sniff(minutes([...at(5, 62), ...at(12, 85)]), REST, NOW).stress).toMatchObject({ minutes: 11 });
    expect(sniff(minutes([...at(4, 85), ...at(2, 62), ...at(3, 85)]), REST, NOW).stress?.minutes).toBe(3);
  });

  it("is nothing while moving, and a stretch before the movement is over", () => {
    const walk = [...minutes(at(20, 95)).slice(0, 10), ...minutes(at(10, 95), { moving: true })];
    expect(sniff(walk, REST, NOW).stress).toEqual({ level: 0, minutes: 0 });
    const after = minutes([...at(10, 95), ...at(4, 90)]).map((sample, i) => ({ ...sample, moving: i < 10 }));
    expect(sniff(after, REST, NOW).stress?.minutes).toBe(3);
  });

  it("is found anywhere in the hour that the readings show, whenever in the next hour they arrive", () => {
    const early = minutes([...at(12, 85), ...at(30, 62)]);
    for (const late of [0, 3, 7, 20, 60]) {
      expect(sniff(early, REST, NOW + late * MINUTE_MS).stress).toMatchObject({ minutes: 11 });
      expect(sniff(early, REST, NOW + late * MINUTE_MS).stress?.level).toBeGreaterThanOrEqual(STRESS_HIGH);
    }
    const before = minutes([...at(12, 85), ...at(70, 62)]);
    expect(sniff(before, REST, NOW).stress).toMatchObject({ minutes: 0 });
  });

  it("returns nothing for readings of more than an hour ago, and bridges no gap", () => {
    expect(sniff(minutes(at(20, 95)), REST, NOW + 61 * MINUTE_MS)).toEqual({});
    const gap = minutes(at(40, 95)).filter((_, i) => i < 20 || i > 30);
    expect(sniff(gap, REST, NOW).stress?.minutes).toBe(19);
  });

  it("has a spike when the rate jumps and stays up", () => {
    expect(sniff(minutes([...at(10, 60), ...at(6, 100)]), REST, NOW).spike).toBe(true);
    expect(sniff(minutes([...at(10, 60), ...at(3, 100)]), REST, NOW).spike).toBeUndefined();
    expect(sniff(minutes([...at(10, 60), ...at(6, 100)]), REST, NOW + 6 * MINUTE_MS).spike).toBeUndefined();
  });

  it("needs the person's own rest", () => {
    expect(restOf([])).toBeUndefined();
    const day = { date: "2026-10-30", source: "apple_watch", metrics: { restingHrBpm: 58 }, sleeps: [] } as const;
    expect(restOf([{ ...day, sleeps: [] }])).toEqual({ heartRateBpm: 58 });
    expect(STRESS_HIGH).toBe(0.6);
  });
});
