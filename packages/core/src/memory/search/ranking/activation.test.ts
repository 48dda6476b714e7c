import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTIVATION_THRESHOLD, activation } from "./scoring.ts";

const GOLDEN = new URL("../../../../../../../shared/data/reference/actr_bll_golden.json", import.meta.url);

describe.skipIf(!existsSync(GOLDEN))("pyactr's base-level learning (skipped: no ../shared/data)", () => {
  it("is matched to 1e-9", () => {
    const { cases } = JSON.parse(readFileSync(GOLDEN, "utf8")) as {
      cases: { now_s: number; times_s: number[]; decay: number; B_exact: number }[];
    };
    for (const { now_s, times_s, decay, B_exact } of cases) {
      const ages = times_s.map((time) => now_s - time);
      expect(Math.abs(activation(ages, decay) - B_exact)).toBeLessThan(1e-9);
    }
    expect(cases.length).toBeGreaterThan(9);
  });
});

describe("activation", () => {
  it("fades as the design says: 1 after a day, 0.38 after a week, 0.18 after a month, 0.10 after three", () => {
    const strength = (days: number) => Number(Math.exp(activation([days])).toFixed(2));
    // The value after 90 days is 0.105. The design rounds it down.
    expect([1, 7, 30, 90].map(strength)).toEqual([1, 0.38, 0.18, 0.11]);
  });

  it("one use falls below the threshold after 54 days, and another use lifts it again", () => {
    expect(activation([54])).toBeGreaterThan(ACTIVATION_THRESHOLD);
    expect(activation([55])).toBeLessThan(ACTIVATION_THRESHOLD);
    expect(activation([55, 20])).toBeGreaterThan(ACTIVATION_THRESHOLD);
    expect(activation([])).toBe(Number.NEGATIVE_INFINITY);
  });

  it("grows with every use and falls with age", () => {
    const ages = fc.array(fc.double({ min: 0.01, max: 10_000, noNaN: true }), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(ages, fc.double({ min: 0.01, max: 10_000, noNaN: true }), (used, more) => {
        expect(activation([...used, more])).toBeGreaterThanOrEqual(activation(used));
        expect(activation(used.map((age) => age + more))).toBeLessThan(activation(used));
      }),
    );
  });
});
