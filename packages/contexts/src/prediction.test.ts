/** The formulas of prediction against those of the document "Wake Intelligence", written down here a second time. */
import type { Causality, ContextSignals } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causalScore, frequencyScore, nextAccess, partsOf, predict, scoreOf, tierOf } from "./prediction.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-03-01T12:00:00Z");

/** The document's layer 2 and 3, with its own names. */
const documents = {
  tier(lastAccessed: number | null, timestamp: number, now: number) {
    const hoursSince = (now - (lastAccessed ?? timestamp)) / (1000 * 60 * 60);
    if (hoursSince < 1) return "ACTIVE";
    if (hoursSince < 24) return "RECENT";
    if (hoursSince < 720) return "ARCHIVED";
    return "EXPIRED";
  },
  temporal(lastAccessed: number | null, timestamp: number, now: number) {
    if (lastAccessed === null)
      return { ACTIVE: 0.3, RECENT: 0.2, ARCHIVED: 0.1, EXPIRED: 0.0 }[documents.tier(null, timestamp, now)];
    return Math.exp(-((now - lastAccessed) / (1000 * 60 * 60)) / 24);
  },
  causal(causality: { dependencies: number; causedBy: string | null } | null) {
    if (causality === null) return 0.0;
    if (causality.causedBy === null && causality.dependencies > 0)
      return Math.min(1.0, 0.5 + causality.dependencies * 0.1);
    if (causality.dependencies > 0) return Math.min(0.7, 0.3 + causality.dependencies * 0.1);
    return 0.2;
  },
  frequency: (count: number) => (count === 0 ? 0.0 : Math.log(count + 1) / Math.log(101)),
  next(count: number, lastAccessed: number | null, timestamp: number, now: number) {
    if (lastAccessed === null || count === 0) return null;
    if (count === 1) return lastAccessed + 24 * HOUR;
    const avgInterval = (lastAccessed - timestamp) / count;
    return Math.min(lastAccessed + avgInterval, now + 7 * 24 * 60 * 60 * 1000);
  },
};

const signals = fc
  .record({
    age: fc.integer({ min: 0, max: 200 * 24 * HOUR }),
    since: fc.double({ min: 0, max: 1, noNaN: true }),
    accessCount: fc.integer({ min: 0, max: 500 }),
    dependencies: fc.integer({ min: 0, max: 20 }),
    isRoot: fc.boolean(),
    isCaused: fc.boolean(),
  })
  .map(({ age, since, accessCount, dependencies, isRoot, isCaused }) => {
    const at = NOW - age;
    const lastAccess = accessCount === 0 ? undefined : Math.round(at + since * age);
    const causality: Causality | undefined = isCaused
      ? {
          dependencies: Array.from({ length: dependencies }, (_, i) => ({ id: `d${i}`, by: "stated" as const })),
          ...(isRoot ? {} : { causedBy: "parent" }),
        }
      : undefined;
    const known: ContextSignals = {
      ...{ at, accessCount, causal: causalScore(causality) },
      ...(lastAccess === undefined ? {} : { lastAccess }),
    };
    return { known, causality };
  });

describe("prediction", () => {
  it("has the document's tiers, scores and next access, to 1e-12", () => {
    fc.assert(
      fc.property(signals, ({ known, causality }) => {
        const last = known.lastAccess ?? null;
        const parts = partsOf(known, NOW);
        expect(tierOf(known, NOW)).toBe(documents.tier(last, known.at, NOW));
        expect(Math.abs(parts.temporal - documents.temporal(last, known.at, NOW))).toBeLessThanOrEqual(1e-12);
        const causal = documents.causal(
          causality ? { dependencies: causality.dependencies.length, causedBy: causality.causedBy ?? null } : null,
        );
        expect(Math.abs(parts.causal - causal)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(parts.frequency - documents.frequency(known.accessCount))).toBeLessThanOrEqual(1e-12);
        const score =
          0.4 * documents.temporal(last, known.at, NOW) + 0.3 * causal + 0.3 * documents.frequency(known.accessCount);
        expect(Math.abs(predict(known, NOW).score - score)).toBeLessThanOrEqual(1e-12);
        const next = documents.next(known.accessCount, last, known.at, NOW);
        // Ours is a whole millisecond.
        expect(nextAccess(known, NOW)).toBe(next === null ? undefined : Math.min(Math.round(next), NOW + 168 * HOUR));
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the reasons of the document, and one where there is none", () => {
    const at = NOW - 40 * 24 * HOUR;
    const reasons = (more: Partial<ContextSignals>) => predict({ at, accessCount: 0, causal: 0, ...more }, NOW).reasons;
    expect(reasons({})).toEqual(["baseline_prediction"]);
    expect(reasons({ accessCount: 12, lastAccess: NOW - 60_000, causal: 1 })).toEqual([
      "high_composite_score",
      "recently_accessed",
      "high_access_frequency",
      "causal_chain_root",
      "active_memory_tier",
    ]);
    expect(reasons({ accessCount: 3, lastAccess: NOW - 5 * HOUR, causal: 0.4 })).toEqual([
      "accessed_today",
      "moderate_access_frequency",
      "causal_chain_member",
    ]);
  });

  it("does not count a refused cause, and a read in the future as one of now", () => {
    const cause = { id: "a", by: "inferred" as const };
    expect(causalScore({ dependencies: [cause] })).toBe(0.6);
    expect(causalScore({ dependencies: [{ ...cause, refused: true }] })).toBe(0.2);
    expect(partsOf({ at: NOW, accessCount: 1, lastAccess: NOW + HOUR, causal: 0 }, NOW).temporal).toBe(1);
    expect(scoreOf({ temporal: 1, causal: 1, frequency: frequencyScore(100) })).toBeCloseTo(1, 12);
  });
});
