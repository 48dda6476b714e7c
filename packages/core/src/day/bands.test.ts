/** Tests that bands and causes follow from the facts of a day alone, for any signs. */
import { type CrsResult, PILLARS, SIGNS, type Sign } from "@waldo/contracts";
import { night, sign } from "@waldo/testkit/brief-day";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asTold, bandsOf, dayStory, PILLAR_OF } from "./bands.ts";
import { factsOf } from "./facts.ts";

const signs = fc.uniqueArray(
  fc.record({
    sign: fc.constantFrom(...SIGNS),
    side: fc.constantFrom("low", "high"),
    size: fc.constantFrom("slight", "clear", "far"),
    days: fc.integer({ min: 1, max: 9 }),
  }) satisfies fc.Arbitrary<Sign>,
  { selector: ({ sign }) => sign },
);
const owed = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined });
const nightOf = (halfHoursOwed: number | undefined) =>
  night("usual", 15, halfHoursOwed === undefined ? {} : { halfHoursOwed });

const score = (found: readonly Sign[], halfHoursOwed?: number): CrsResult => ({
  ...{ date: "2026-10-30", version: 1, status: "final", computedAt: 1, form: 60, recovery: 60, confidence: 1 },
  pillars: Object.fromEntries(PILLARS.map((one) => [one, { score: 50, band: "well_above", confidence: 1 }])),
  ...{ missing: [], sources: [], drag: "rrs", lift: "motion" },
  findings: {
    ...{ night: nightOf(halfHoursOwed), signs: [...found], nightsKnown: 30, knowsHrv: true },
    ...{ daysWithout: 0, before: [] },
  },
});

describe("a band", () => {
  it("is usual exactly where no fact is about the pillar, and far exactly where the fact is", () => {
    fc.assert(
      fc.property(signs, owed, (found, halves) => {
        const told = asTold(score(found, halves));
        const facts = factsOf({ signs: found, night: nightOf(halves) });
        for (const pillar of PILLARS) {
          const { band, by } = told.pillars[pillar] ?? {};
          const own = facts.filter(({ subject }) => PILLAR_OF[subject] === pillar);
          expect(band === "usual").toBe(own.length === 0);
          const fact = own.find(({ id }) => id === by);
          expect(fact?.size === "far").toBe(band?.startsWith("well_") ?? false);
        }
      }),
    );
  });

  it.each([
    ["hrv", "low", "clear", "cass", "below"],
    ["hrv", "high", "slight", "cass", "above"],
    ["restingHr", "high", "far", "rhrts", "well_below"],
    ["restingHr", "low", "far", "rhrts", "well_above"],
    ["breathing", "low", "slight", "rrs", "above"],
    ["bedTime", "low", "clear", "circadian", "below"],
    ["wakeTime", "high", "far", "circadian", "well_below"],
    ["activity", "high", "clear", "motion", "above"],
    ["sleepLength", "high", "clear", "sleep", "above"],
  ] as const)("of %s %s %s is: %s %s", (name, side, size, pillar, band) => {
    expect(bandsOf(factsOf({ signs: [sign(name, side, size)] }))).toEqual({
      [pillar]: { band, by: `${name}.${side}` },
    });
  });

  it("of sleep follows the debt of the week when the night itself was usual", () => {
    const bandOf = (...found: Sign[]) => bandsOf(factsOf({ signs: found, night: nightOf(13) })).sleep;
    expect(bandOf()).toEqual({ band: "well_below", by: "debt.high" });
    expect(bandOf(sign("sleepLength", "high", "slight"))).toEqual({ band: "above", by: "sleepLength.high" });
  });
});

describe("the cause of a day", () => {
  it("is the pillar of the fact that leads the story, in a row of an earlier release too", () => {
    fc.assert(
      fc.property(signs, owed, (found, halves) => {
        const told = asTold(score(found, halves));
        const { facts, lead } = dayStory(told);
        const main = facts.find(({ id }) => id === lead);
        const bad = facts.filter(({ tone }) => tone === "bad").map(({ subject }) => PILLAR_OF[subject]);
        expect(told.lift).toBe(main?.tone === "good" ? PILLAR_OF[main.subject] : undefined);
        expect([...bad, undefined]).toContain(told.drag);
        if (main?.tone === "bad") expect(told.drag).toBe(PILLAR_OF[main.subject]);
        if (told.lift !== undefined) expect(told.drag).toBeUndefined();
        expect(asTold(told)).toEqual(told);
      }),
    );
  });

  it("stays as it is in a row without findings", () => {
    const { findings: _, ...old } = score([]);
    expect(asTold(old)).toEqual(old);
    expect(dayStory({ findings: undefined })).toEqual({ facts: [] });
  });
});
