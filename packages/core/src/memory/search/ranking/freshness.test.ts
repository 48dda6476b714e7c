import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshen } from "./scoring.ts";
import type { Hit } from "./search.ts";

const DAY = 86_400_000;
const NOW = 400 * DAY;

function hit(id: string, score: number, daysOld: number, inTime = false): Hit {
  return {
    doc: { id, text: id, at: NOW - daysOld * DAY, tag: "events" },
    score,
    why: { words: [], relevance: score, ...(inTime ? { inTime } : {}) },
  };
}
const order = (hits: readonly Hit[]) => freshen(hits, NOW).map(({ doc }) => doc.id);

describe("freshen", () => {
  it("lets a text of yesterday overtake one that is about as relevant and a year old", () => {
    expect(order([hit("old", 5.1, 365), hit("fresh", 5.05, 1)])).toEqual(["fresh", "old"]);
  });

  it("keeps a clear winner first at any age", () => {
    const fresh = Array.from({ length: 30 }, (_, n) => hit(`fresh${n}`, 4 - n / 100, 1));
    expect(order([hit("winner", 9, 365), ...fresh])[0]).toBe("winner");
  });

  it("leaves the order to the date when the query names one", () => {
    expect(order([hit("then", 5.1, 365, true), hit("fresh", 5.05, 1)])).toEqual(["then", "fresh"]);
  });

  it("changes nothing among equally fresh hits, and loses none", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 9, noNaN: true })), (scores) => {
        const hits = scores.toSorted((a, b) => b - a).map((score, n) => hit(`${n}`, score, 30));
        expect(freshen(hits, NOW)).toEqual(hits);
      }),
    );
  });
});
