/** Tests what is kept of a day that is over, counted by hand. */
import { expect, it } from "vitest";
import { forecastOf, GRID, hitsAtTop, precisionOf } from "./learning.ts";
import { STANDARD_WEIGHTS } from "./prediction.ts";

const recent = { temporal: 1, causal: 1, frequency: 0 };
const frequent = { temporal: 0.05, causal: 0, frequency: 1 };
/** Twelve that were read just now, and two that are read often. */
const candidates = [
  ...Array.from({ length: 12 }, (_, i) => ({ id: `recent-${String(i).padStart(2, "0")}`, ...recent })),
  ...["a", "b"].map((id) => ({ id: `frequent-${id}`, ...frequent })),
];

it("a day says of each weights how much of the need stood among ten, and what a high score was worth", () => {
  const needed = new Set(["recent-00", "recent-11", "frequent-a", "new"]);
  const day = forecastOf({ at: 1, candidates }, needed);
  expect(day).toMatchObject({ at: 1, used: 3, others: 1 });
  expect(day.by.length).toBe(GRID.length);
  // 0.7 for each recent one: the first ten are recent-00 to recent-09. Each frequent one has 0.32.
  expect(hitsAtTop(day, STANDARD_WEIGHTS)).toBe(1 / 3);
  expect(precisionOf([day, day], STANDARD_WEIGHTS)).toEqual({ called: 24, right: 4, needed: 8 });
  // By slow recency alone with three tenths of frequency, 0.7 × (1 − ln 0.05)^−1/4 + 0.3 = 0.795 leads, and 0.7 follows.
  expect(hitsAtTop(day, { temporal: 0.7, causal: 0, frequency: 0.3, slow: true })).toBe(2 / 3);
});

it("of weights that were never tried a day says nothing, and a day without a need has no hits", () => {
  const day = forecastOf({ at: 1, candidates }, new Set());
  expect([day.used, ...day.by.map(({ hits }) => hits)]).toEqual([0, ...GRID.map(() => 0)]);
  const other = { temporal: 0.9, causal: 0.1, frequency: 0 };
  expect(precisionOf([forecastOf({ at: 1, candidates }, new Set(["frequent-a"]))], other).called).toBe(0);
});
