import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seeded } from "../digest.ts";
import { agreementOf, type Rated } from "./agreement.ts";
import { type CaseScore, compare, withoutLength } from "./compare.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const scores = fc
  .array(fc.record({ wis: share, truth: share, words: fc.nat(200) }), { minLength: 1, maxLength: 30 })
  .map((some) => some.map(({ wis, truth, words }, i): CaseScore => ({ id: `c${i}`, wis, rubrics: { truth }, words })));
const few = { samples: 300 };
const better = (some: readonly CaseScore[], more: Partial<CaseScore> = {}) =>
  some.map((one, i) => ({ ...one, wis: one.wis + 0.2 + 0.01 * (i % 3), ...more }));

describe("a comparison", () => {
  it("of something with itself never promotes", () => {
    fc.assert(
      fc.property(scores, fc.nat(), (some, seed) => {
        const found = compare(some, some, { ...few, seed });
        expect(found.decision).toBe("keep");
        expect(found.sign.p).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it("never promotes both ways", () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        const both = [compare(a, b, few), compare(b, a, few)].map(({ decision }) => decision);
        expect(both).not.toEqual(["promote", "promote"]);
      }),
      { numRuns: 60 },
    );
  });

  it("promotes what is better in each case, and not when a guard is worse", () => {
    fc.assert(
      fc.property(scores, (some) => {
        fc.pre(some.length > 2);
        expect(compare(some, better(some), few).decision).toBe("promote");
        const falser = better(some, { rubrics: { truth: -0.1 } });
        expect(compare(some, falser, few)).toMatchObject({ decision: "keep", why: "worse: truth" });
      }),
      { numRuns: 60 },
    );
  });

  it("promotes noise about as seldom as its level says", () => {
    const random = seeded(5);
    const noise = () => Array.from({ length: 36 }, (_, i) => ({ id: `c${i}`, wis: random(), rubrics: {}, words: 10 }));
    let promoted = 0;
    for (let i = 0; i < 300; i++)
      if (compare(noise(), noise(), { seed: i, samples: 300 }).decision === "promote") promoted++;
    expect(promoted / 300).toBeLessThan(0.05);
  });

  it("takes out of an advantage what goes with length", () => {
    const ratios = Array.from({ length: 20 }, (_, i) => i / 10);
    const longer = withoutLength(
      ratios.map((ratio) => 0.3 * ratio),
      ratios,
    );
    for (const one of longer) expect(one).toBeCloseTo(0, 10);
    expect(withoutLength([0.1, -0.1], [1, 2])).toEqual([0.1, -0.1]);
  });
});

describe("agreement", () => {
  const of = (both: number, none: number, first: number, second: number): Rated[] => [
    ...Array.from({ length: both }, (): Rated => [true, true]),
    ...Array.from({ length: none }, (): Rated => [false, false]),
    ...Array.from({ length: first }, (): Rated => [true, false]),
    ...Array.from({ length: second }, (): Rated => [false, true]),
  ];

  it("is Cohen's kappa, the raw share and PABAK", () => {
    const found = agreementOf(of(20, 15, 5, 10));
    expect(found).toMatchObject({ n: 50, raw: { value: 0.7 }, yes: [0.5, 0.6] });
    expect(found?.kappa?.value).toBeCloseTo(0.4, 10);
    expect(found?.pabak.value).toBeCloseTo(0.4, 10);
    expect(found?.kappa?.low).toBeLessThan(0.4);
    expect(found?.kappa?.high).toBeGreaterThan(0.4);
  });

  it("has no kappa where a rater always says the same, and PABAK still tells", () => {
    expect(agreementOf(of(48, 0, 2, 0))).toMatchObject({ kappa: null, raw: { value: 0.96 } });
    expect(agreementOf([])).toBeUndefined();
  });
});
