import { seeded } from "@waldo/core/digest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredBootstrap, pairedBootstrap, quantileOfNormal, wilson } from "./paired.ts";

const differences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 });
const drawn = { samples: 300 };

describe("the paired bootstrap", () => {
  it("gives the same interval for the same seed, around the mean", () => {
    fc.assert(
      fc.property(differences, fc.nat(), (some, seed) => {
        const found = pairedBootstrap(some, { ...drawn, seed });
        expect(pairedBootstrap(some, { ...drawn, seed })).toEqual(found);
        expect(found.low).toBeLessThanOrEqual(found.mean + 1e-9);
        expect(found.high).toBeGreaterThanOrEqual(found.mean - 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it("never says that something is better than itself", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }), (scores) => {
        const { low } = pairedBootstrap(
          scores.map((one) => one - one),
          drawn,
        );
        expect(low).toBeLessThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
  });

  it("knows nothing from one case", () => {
    expect(pairedBootstrap([0.4])).toEqual({ mean: 0.4, low: -Infinity, high: Infinity });
  });

  it.each([
    ["a normal difference", 12, (random: () => number) => 0.1 + quantileOfNormal(Math.min(0.999999, random() + 1e-6))],
    ["better, worse or the same", 30, (random: () => number) => [-1, 0, 0, 1, 1][Math.floor(random() * 5)] ?? 0],
  ] as const)("covers the true mean in about 95 of 100 simulated sets: %s", (_, n, draw) => {
    const random = seeded(11);
    const truth = n === 12 ? 0.1 : 0.2;
    const sets = 600;
    let covered = 0;
    for (let i = 0; i < sets; i++) {
      const { low, high } = pairedBootstrap(
        Array.from({ length: n }, () => draw(random)),
        { seed: i, samples: 400 },
      );
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / sets).toBeGreaterThan(0.92);
    expect(covered / sets).toBeLessThan(0.98);
  });
});

describe("the clustered bootstrap", () => {
  const width = ({ low, high }: { readonly low: number; readonly high: number }) => high - low;
  const groups = fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 5 }), { maxLength: 20 });

  it("gives the same interval for the same seed, around the mean of all cases", () => {
    fc.assert(
      fc.property(groups, fc.nat(), (some, seed) => {
        const found = clusteredBootstrap(some, { ...drawn, seed });
        expect(clusteredBootstrap(some, { ...drawn, seed })).toEqual(found);
        const cases = some.flat();
        expect(found.mean).toBeCloseTo(cases.reduce((sum, one) => sum + one, 0) / Math.max(1, cases.length), 12);
        if (some.filter(({ length }) => length > 0).length < 2) expect(found.low).toBe(-Infinity);
        else expect(found.low).toBeLessThanOrEqual(found.mean + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it("is the paired bootstrap where each case is a cluster of its own, whatever empty clusters there are", () => {
    fc.assert(
      fc.property(differences, fc.nat(), (some, seed) => {
        const plain = pairedBootstrap(some, { ...drawn, seed });
        const single = some.flatMap((one) => [[one], []]);
        expect(clusteredBootstrap(single, { ...drawn, seed })).toEqual(plain);
        // With other chances it is close.
        const other = clusteredBootstrap(single, { samples: 4000, seed: seed + 1 });
        expect(width(other)).toBeCloseTo(width(pairedBootstrap(some, { samples: 4000, seed })), 0);
      }),
      { numRuns: 20 },
    );
  });

  it("is wider where the cases of a cluster are alike, and not where they are not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = seeded(seed);
        const normal = () => quantileOfNormal(Math.min(0.999999, random() + 1e-6));
        const of = (alike: number) =>
          Array.from({ length: 12 }, () => {
            const shared = normal();
            return Array.from({ length: 5 }, () => alike * shared + (1 - alike) * normal());
          });
        const [alike, mixed] = [of(0.9), of(0)];
        const ratio = (some: number[][]) =>
          width(clusteredBootstrap(some, { samples: 1000, seed })) /
          width(pairedBootstrap(some.flat(), { samples: 1000, seed }));
        expect(ratio(alike)).toBeGreaterThan(1.2);
        expect(ratio(mixed)).toBeLessThan(ratio(alike));
      }),
      { numRuns: 30 },
    );
  });

  it("covers the true mean in about 95 of 100 simulated sets of correlated cases, where the plain one does not", () => {
    const random = seeded(5);
    const normal = () => quantileOfNormal(Math.min(0.999999, random() + 1e-6));
    const sets = 300;
    const covered = { clustered: 0, plain: 0 };
    for (let i = 0; i < sets; i++) {
      const some = Array.from({ length: 15 }, () => {
        const shared = normal();
        return Array.from({ length: 4 }, () => 0.1 + shared + 0.3 * normal());
      });
      const holds = ({ low, high }: { readonly low: number; readonly high: number }) =>
        Number(low <= 0.1 && 0.1 <= high);
      covered.clustered += holds(clusteredBootstrap(some, { seed: i, samples: 400 }));
      covered.plain += holds(pairedBootstrap(some.flat(), { seed: i, samples: 400 }));
    }
    expect(covered.clustered / sets).toBeGreaterThan(0.91);
    expect(covered.clustered / sets).toBeLessThan(0.985);
    expect(covered.plain / sets).toBeLessThan(0.8);
  });
});

describe("Wilson's interval", () => {
  it("is the one of the tables", () => {
    expect(quantileOfNormal(0.975)).toBeCloseTo(1.959964, 6);
    expect(quantileOfNormal(0.001)).toBeCloseTo(-3.090232, 5);
    const { low, high } = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilson(0, 5).low).toBe(0);
    expect(wilson(5, 5).high).toBe(1);
  });
});
