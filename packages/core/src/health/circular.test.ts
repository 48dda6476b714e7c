import fc from "fast-check";
import { expect, it } from "vitest";
import { circularStatistics, clockDifference } from "./statistics.ts";

it("averages clock times across midnight", () => {
  expect(circularStatistics([23 * 60, 60])?.mean).toBeCloseTo(0, 6);
  expect(circularStatistics([22 * 60, 23 * 60])?.mean).toBeCloseTo(22.5 * 60, 6);
});

it("has no mean when times cancel each other", () => {
  expect(circularStatistics([0, 720])).toBeUndefined();
  expect(circularStatistics([])).toBeUndefined();
});

it("has about the ordinary deviation while times are close together", () => {
  expect(circularStatistics([170, 190, 170, 190])?.deviation).toBeCloseTo(10, 1);
});

it("does not depend on where midnight is", () => {
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
