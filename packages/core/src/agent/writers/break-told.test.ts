/** How a Brief and a chat tell that a reading changed by a step. */
import { describe, expect, it } from "vitest";
import { addDays } from "../../time.ts";
import { breakTold } from "./fact-clauses.ts";

const TODAY = "2026-10-11";

describe("what is said of a break", () => {
  it("is one sentence of at most 22 words, in every age of it", () => {
    for (const [back, ago] of [
      [6, /last \w+day/],
      [9, /a week ago/],
      [14, /two weeks ago/],
      [20, /some weeks ago/],
    ] as const) {
      const said = breakTold([{ sign: "hrv", since: addDays(TODAY, -back), days: 1 }], TODAY) ?? "";
      expect(said).toMatch(ago);
      expect(said.split(" ").length).toBeLessThanOrEqual(22);
    }
    expect(breakTold(undefined, TODAY)).toBeUndefined();
  });
});
