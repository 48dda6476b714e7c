import { DEFAULT_DESIGN, DESIGN_PARAMETERS, Design, FEATURES } from "@waldo/contracts";
import { seeded } from "@waldo/core/digest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anywhere,
  bestOf,
  cross,
  distance,
  drop,
  droppable,
  explore,
  meanScore,
  mutate,
  reset,
  withinGuards,
} from "./explore.ts";

const seed = fc.integer({ min: 0, max: 1e6 });
const movable = fc.uniqueArray(fc.constantFrom(...DESIGN_PARAMETERS), { minLength: 1 });

describe("the operators", () => {
  it("make valid designs and move only what may move", () => {
    fc.assert(
      fc.property(seed, movable, (from, names) => {
        const chance = seeded(from);
        const a = anywhere(names, chance);
        const b = mutate(a, names, chance);
        for (const one of [a, b, cross(a, b, names, chance), reset(b, names, chance)]) {
          expect(Design.parse(one)).toEqual(one);
          for (const name of DESIGN_PARAMETERS) if (!names.includes(name)) expect(one[name]).toBe(DEFAULT_DESIGN[name]);
        }
        for (const feature of droppable(names, chance)) {
          const off = drop(b, names, feature);
          expect(Design.parse(off)).toEqual(off);
          expect(drop(off, names, feature)).toEqual(off);
          for (const name of DESIGN_PARAMETERS)
            expect(off[name]).toBe(names.includes(name) ? (FEATURES[feature]?.[name] ?? b[name]) : b[name]);
        }
        expect(distance(reset(b, names, chance), DEFAULT_DESIGN)).toBeLessThanOrEqual(distance(b, DEFAULT_DESIGN));
        expect(distance(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a search", () => {
  const evaluate = (design: Design) => ({
    scores: [-((design.k1 - 2) ** 2), -((design.b - 0.2) ** 2)],
    tokens: design.recallTokens,
    looked: design.depth,
  });

  it("does the same for the same seed, tries no design twice, and never ends below its start", () => {
    fc.assert(
      fc.property(seed, (from) => {
        const search = () =>
          explore({
            start: DEFAULT_DESIGN,
            movable: ["k1", "b", "depth"],
            designs: 12,
            evaluate,
            chance: seeded(from),
          });
        const archive = search();
        expect(search()).toEqual(archive);
        expect(new Set(archive.map(({ id }) => id)).size).toBe(archive.length);
        expect(archive.length).toBeLessThanOrEqual(13);
        for (const { parents, by } of archive) {
          expect(parents.length).toBe(by === "start" ? 0 : by === "cross" ? 2 : 1);
          for (const parent of parents) expect(archive.some(({ id }) => id === parent)).toBe(true);
        }
        const [start] = archive;
        const best = bestOf(archive);
        expect(best && start && meanScore(best.outcome) >= meanScore(start.outcome)).toBe(true);
        expect(best && withinGuards(best.outcome, start?.outcome)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("finds a feature of three numbers that is of no use, where moving one of them helps little", () => {
    const archive = explore({
      start: DEFAULT_DESIGN,
      movable: ["inWindow", "afterWindow", "saidThen", "k1", "asking", "when"],
      designs: 24,
      evaluate: ({ inWindow, afterWindow, saidThen }) => ({
        scores: [inWindow === 1 && afterWindow === 1 && saidThen === 0 ? 1 : 0],
        ...{ tokens: 1, looked: 1 },
      }),
      chance: seeded(1),
    });
    expect(bestOf(archive)?.design).toMatchObject(FEATURES["namedTime"] ?? {});
    expect(archive.filter(({ by }) => by === "drop").length).toBeGreaterThan(2);
  });

  it("finds the better numbers of a simple hill", () => {
    const archive = explore({ start: DEFAULT_DESIGN, movable: ["k1", "b"], designs: 60, evaluate, chance: seeded(1) });
    const best = bestOf(archive);
    expect(best?.design.k1).toBeGreaterThan(1.6);
    expect(best?.design.b).toBeLessThan(0.5);
  });
});
