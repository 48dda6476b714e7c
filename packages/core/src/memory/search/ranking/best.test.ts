import fc from "fast-check";
import { expect, it } from "vitest";
import { bestPositions } from "./search.ts";

it("equals the head of the full sort, for any scores, ties, limits and filters", () => {
  const entry = fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: 0, max: 2 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (entries, limit) => {
      const expected = entries
        .map(([score, time, accepted], position) => ({ score, time, accepted, position }))
        .filter(({ score, accepted }) => score > 0 && accepted)
        .sort((a, b) => b.score - a.score || b.time - a.time || a.position - b.position)
        .slice(0, limit)
        .map(({ position }) => position);
      const scores = Float64Array.from(entries, ([score]) => score);
      const times = Float64Array.from(entries, ([, time]) => time);
      expect(bestPositions(scores, times, limit, (position) => entries[position]?.[2] ?? false)).toEqual(expected);
    }),
  );
});
