import { describe, expect, it } from "vitest";
import { BASELINE_OLDEST_DAYS, baselineBefore, PRIOR_CONFIDENCE } from "./statistics.ts";

const nights = (values: readonly number[], from = 0) => values.map((value, index) => ({ day: from + index, value }));
const repeat = (value: number, times: number) => Array.from({ length: times }, () => value);

describe("baseline", () => {
  it("is the population's, at low confidence, in the first seven nights", () => {
    const early = baselineBefore("restingHrBpm", nights(repeat(48, 6)), 6);
    expect(early).toEqual({ center: 65.5, deviation: 7.7, confidence: PRIOR_CONFIDENCE });
    const warm = baselineBefore("restingHrBpm", nights(repeat(48, 7)), 7);
    expect(warm?.center).toBe(48);
    expect(warm?.confidence).toBeGreaterThan(PRIOR_CONFIDENCE);
  });

  it("does not use the day itself or later days", () => {
    const known = nights([...repeat(50, 10), 90, 90, 90]);
    expect(baselineBefore("restingHrBpm", known, 10)).toEqual(baselineBefore("restingHrBpm", known.slice(0, 10), 10));
  });

  it("is not moved by one night of fever", () => {
    const usual = baselineBefore("restingHrBpm", nights(repeat(50, 20)), 20);
    const withFever = baselineBefore("restingHrBpm", nights([...repeat(50, 19), 95]), 20);
    expect(withFever).toEqual(usual);
  });

  it("keeps a spread when all nights have the same integer", () => {
    expect(baselineBefore("restingHrBpm", nights(repeat(50, 30)), 30)?.deviation).toBeGreaterThan(0.5);
  });

  it("follows the last thirty nights, and uses no night older than the limit", () => {
    const moved = nights([...repeat(50, 60), ...repeat(60, 30)]);
    expect(baselineBefore("restingHrBpm", moved, 90)).toMatchObject({ center: 60, confidence: 1 });
    const longAgo = nights(repeat(50, 30));
    const gone = 29 + BASELINE_OLDEST_DAYS + 1;
    expect(baselineBefore("restingHrBpm", longAgo, gone)?.confidence).toBe(PRIOR_CONFIDENCE);
    expect(baselineBefore("restingHrBpm", longAgo, 56)?.center).toBe(50);
  });

  it("is undefined for a load before the person has data", () => {
    expect(baselineBefore("steps", nights(repeat(8000, 3)), 3)).toBeUndefined();
  });
});
