/** The way of a design into force: never without the bar, never by chance alone, and back byte for byte. */
import { DEFAULT_DESIGN, type Design, DesignRow, keys, SHADOW_NIGHTS } from "@waldo/contracts";
import { seeded } from "@waldo/core/digest";
import { loadDesign, rollBack, rolledBack, STANDARD_ROW } from "@waldo/core/memory/design/in-force";
import { DAY_MS } from "@waldo/core/time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryWorld, USER } from "../../../embedded/test/memory-world.ts";
import { designId, distance } from "./explore.ts";
import { type DesignMove, type DesignNight, designAfter, LEAST_TRACES } from "./night.ts";

const DAY = Date.UTC(2026, 2, 10);
const date = (night: number) => new Date(DAY + night * DAY_MS).toISOString().slice(0, 10);

type Life = {
  readonly seed: number;
  readonly traces: number;
  /** What a design far from the standard gives to a trace, besides chance. */
  readonly gain: number;
  readonly noise: number;
  readonly tokens?: number;
  /** What such a design gives to each question of the public set. */
  readonly general?: number;
};

/** Returns a night of a life in which designs differ by what the life says. Four traces more come each day. */
function nightOf(
  { seed, traces, gain, noise, tokens = 100, general = 0 }: Life,
  night: number,
  kept = 0.8,
): DesignNight {
  const count = traces + 4 * night;
  const all = Array.from({ length: count }, (_, at) => ({ at: DAY + (at - traces) * (DAY_MS / 4) }));
  return {
    date: date(night),
    now: DAY + night * DAY_MS,
    traces: all,
    evaluate: (design: Design, some) => ({
      scores: some.map(({ at }) => {
        const chance = seeded(seed ^ Math.floor(at / 1000) ^ Number.parseInt(designId(design).slice(0, 7), 16))();
        return 0.5 + gain * Math.min(1, 5 * distance(design, DEFAULT_DESIGN)) + noise * (chance - 0.5);
      }),
      tokens: distance(design, DEFAULT_DESIGN) === 0 ? 100 : tokens,
      looked: 10,
    }),
    evaluatePublicly: (design) => ({
      scores: Array.from({ length: 60 }, (_, i) => {
        const far = Math.min(1, 5 * distance(design, DEFAULT_DESIGN));
        const chance = seeded(seed ^ i ^ Number.parseInt(designId(design).slice(0, 7), 16))();
        return 0.5 + general * far + (far === 0 ? 0 : 0.2 * (chance - 0.5));
      }),
      tokens: 100,
      looked: 10,
    }),
    kept: { rate: kept, high: kept + 0.1 },
    seed: seed + night,
  };
}

function live(life: Life, nights: number): { readonly row: DesignRow; readonly moves: DesignMove[] } {
  let row: DesignRow = STANDARD_ROW;
  const moves: DesignMove[] = [];
  for (let night = 0; night < nights; night++) {
    const move = designAfter(row, nightOf(life, night));
    row = DesignRow.parse(move.next);
    moves.push(move);
  }
  return { row, moves };
}

const lives = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  traces: fc.integer({ min: 0, max: 80 }),
  gain: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  noise: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("the night of designs", () => {
  it("promotes what is better, after seven nights in shadow and not before", () => {
    const { row, moves } = live({ seed: 3, traces: 60, gain: 0.2, noise: 0.1 }, SHADOW_NIGHTS + 1);
    expect(moves.map(({ what }) => what)).toEqual([
      "shadowed",
      ...Array.from({ length: SHADOW_NIGHTS - 1 }, () => "compared"),
      "promoted",
    ]);
    expect(row).toMatchObject({ state: "promoted", parent: {}, keptThen: 0.8 });
  });

  it("promotes nothing without the bar, in any life", () => {
    fc.assert(
      fc.property(lives, (life) => {
        let row: DesignRow = STANDARD_ROW;
        for (let night = 0; night < 12; night++) {
          const before = row;
          const { next, what } = designAfter(row, nightOf(life, night));
          row = DesignRow.parse(next);
          if (what !== "promoted") {
            expect(row.changes).toEqual(before.changes);
            continue;
          }
          const nights = before.shadow?.nights ?? [];
          expect(nights.length).toBeGreaterThanOrEqual(SHADOW_NIGHTS - 1);
          expect(new Set(nights.map((one) => one.date)).size).toBe(nights.length);
          for (const { low, worse } of nights) expect([low !== null && low > 0, worse]).toEqual([true, []]);
          expect(row).toMatchObject({ changes: before.shadow?.changes, parent: before.changes });
        }
      }),
      { numRuns: 12 },
    );
  });

  it("never promotes where all designs do the same: A against A", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { row } = live({ ...life, gain: 0, noise: 0 }, 10);
        expect(row).toEqual(STANDARD_ROW);
      }),
      { numRuns: 8 },
    );
  });

  it("does not look below forty traces, and never takes what costs more", () => {
    const few = { seed: 1, traces: LEAST_TRACES - 20, gain: 0.2, noise: 0 };
    expect(designAfter(STANDARD_ROW, nightOf(few, 0))).toMatchObject({ what: "few", tried: [] });
    expect(live({ seed: 1, traces: 60, gain: 0.2, noise: 0, tokens: 150 }, 9).row).toEqual(STANDARD_ROW);
  });

  it("counts one question that was asked again and again as one", () => {
    const night = nightOf({ seed: 3, traces: 60, gain: 0.2, noise: 0.1 }, 0);
    expect(designAfter(STANDARD_ROW, night).what).toBe("shadowed");
    const traces = night.traces.map(({ at }) => ({ at, againAt: DAY }));
    expect(designAfter(STANDARD_ROW, { ...night, traces }).what).toBe("nothing better");
  });

  it("takes no design into shadow, leaves none there and promotes none that finds less in the public set", () => {
    const better = { seed: 3, traces: 60, gain: 0.2, noise: 0.1 };
    const worse = { ...better, general: -0.2 };
    const begun = designAfter(STANDARD_ROW, nightOf(worse, 0));
    expect(begun).toMatchObject({ what: "nothing better", next: STANDARD_ROW, found: { worse: ["public"] } });
    expect(begun.found?.low).toBeGreaterThan(0);
    for (const nights of [2, SHADOW_NIGHTS]) {
      const { row } = live(better, nights);
      expect(row.shadow?.nights).toHaveLength(nights - 1);
      const move = designAfter(row, nightOf(worse, nights));
      expect(move).toMatchObject({ what: "given up", next: STANDARD_ROW, found: { worse: ["public"] } });
      // A difference that chance may have made is no reason.
      const same = designAfter(row, nightOf({ ...better, general: -0.005 }, nights));
      expect([same.what, same.found?.worse]).toEqual([nights === 2 ? "compared" : "promoted", []]);
    }
  });

  it("does the same when the night runs again, and counts one night once", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { row } = live({ ...life, traces: 60 }, 3);
        const again = nightOf({ ...life, traces: 60 }, 3);
        const once = designAfter(row, again);
        expect(designAfter(row, again)).toEqual(once);
        const counted = once.next.shadow?.nights.length;
        if (once.what === "compared") expect(designAfter(once.next, again).next.shadow?.nights.length).toBe(counted);
      }),
      { numRuns: 8 },
    );
  });
});

describe("the way back", () => {
  const promoted = () => live({ seed: 3, traces: 60, gain: 0.2, noise: 0.1 }, SHADOW_NIGHTS + 1).row;

  it("is taken by itself when the person keeps less, or finds less than with the parent", () => {
    const row = promoted();
    const keepsLess = nightOf({ seed: 3, traces: 60, gain: 0.2, noise: 0.1 }, 10, 0.5);
    expect(designAfter(row, keepsLess)).toMatchObject({ what: "went back", next: STANDARD_ROW });
    const findsLess = nightOf({ seed: 3, traces: 60, gain: -0.2, noise: 0.1 }, 14);
    const back = designAfter(row, findsLess);
    expect(back).toMatchObject({ what: "went back", next: STANDARD_ROW, found: { changes: row.changes } });
    expect(back.found?.mean).toBeLessThan(0);
    expect(designAfter(row, nightOf({ seed: 3, traces: 60, gain: 0.2, noise: 0.1 }, 10)).what).not.toBe("went back");
  });

  it("restores the parent byte for byte, and gives up a shadow first", () => {
    const parent = { k1: 1.5, "hall.facts": 0.7 };
    const row: DesignRow = { state: "promoted", changes: { b: 0.4 }, parent, since: DAY };
    expect(JSON.stringify(rolledBack(row)?.changes)).toBe(JSON.stringify(parent));
    const shadow = { changes: { b: 0.9 }, heldFrom: DAY, begun: DAY, nights: [] };
    expect(rolledBack({ ...row, shadow })).toEqual(row);
    expect(rolledBack({ state: "shadow", changes: {}, shadow })).toEqual(STANDARD_ROW);
    expect(rolledBack(STANDARD_ROW)).toBeUndefined();
  });

  it("is one call over the store, also for a row that recall reads", async () => {
    const w = await memoryWorld();
    await w.note("facts", "Their sister lives in Lisbon");
    const usual = await w.recalled("sister Lisbon");
    const row: DesignRow = {
      state: "promoted",
      changes: { recallTokens: 100, mostLines: 4, lineChars: 80 },
      parent: {},
    };
    await w.store.transact([{ op: "put", key: keys.design(USER), body: row }]);
    const long = `Their brother ${"often ".repeat(30)}visits Lisbon`;
    await w.note("facts", long);
    expect((await w.recalled("brother Lisbon")).claims[0]?.length).toBeLessThan(110);
    expect(await rollBack(w.store, USER)).toEqual(STANDARD_ROW);
    expect((await w.recalled("brother Lisbon")).claims[0]?.length).toBeGreaterThan(180);
    expect((await loadDesign(w.store, USER)).state).toEqual(STANDARD_ROW);
    expect(await rollBack(w.store, USER)).toBeUndefined();
    expect(usual.claims).toHaveLength(1);
  });
});
