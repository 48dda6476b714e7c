import fc from "fast-check";
import { expect, it } from "vitest";
import { circularStatistics, clockDifference } from "./circular.ts";

it("means clock times across midnight", () => {
  expect(circularStatistics([23 * 60, 60])?.mean).toBeCloseTo(0, 6);
  expect(circularStatistics([22 * 60, 23 * 60])?.mean).toBeCloseTo(22.5 * 60, 6);
});

it("has no mean where times cancel out", () => {
  expect(circularStatistics([0, 720])).toBeUndefined();
  expect(circularStatistics([])).toBeUndefined();
});

it("spreads by about the ordinary deviation while times stay together", () => {
  expect(circularStatistics([170, 190, 170, 190])?.deviation).toBeCloseTo(10, 1);
});

it("does not care where midnight lies", () => {
  const clock = fc.array(fc.integer({ min: 0, max: 180 }), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(clock, fc.integer({ min: -2000, max: 2000 }), (times, shift) => {
      const plain = circularStatistics(times);
      const shifted = circularStatistics(times.map((time) => time + shift));
      expect(shifted?.deviation).toBeCloseTo(plain?.deviation ?? Number.NaN, 4);
      expect(clockDifference(shifted?.mean ?? 0, (plain?.mean ?? 0) + shift)).toBeCloseTo(0, 6);
    }),
  );
});
