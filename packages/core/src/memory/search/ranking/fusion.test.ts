import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citationBoost, temporalBoost } from "./scoring.ts";
import { FUSION_K, fuse, PROTECTED_RANK, protectedFusion } from "./search.ts";

const DAY = 86_400_000;
const ranking = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnopqrst"), { maxLength: 20 });
const ids = (fused: readonly { id: string }[]) => fused.map(({ id }) => id);

describe("fuse", () => {
  it("adds 1 / (60 + rank) of every ranking", () => {
    expect(FUSION_K).toBe(60);
    expect(fuse([["a", "b"], ["b"]])).toEqual([
      { id: "b", score: 1 / 62 + 1 / 61 },
      { id: "a", score: 1 / 61 },
    ]);
  });

  it("keeps a single ranking as it is, and prefers no id that is behind in every ranking", () => {
    fc.assert(
      fc.property(ranking, (one) => {
        expect(ids(fuse([one]))).toEqual(one);
        expect(ids(fuse([one, one]))).toEqual(one);
      }),
    );
  });
});

describe("protectedFusion", () => {
  it("lets no semantic ranking lower the lexical top hit below the third place", () => {
    fc.assert(
      fc.property(ranking, ranking, (lexical, semantic) => {
        const fused = ids(protectedFusion(lexical, semantic));
        expect(new Set(fused)).toEqual(new Set([...lexical, ...semantic]));
        if (lexical[0] !== undefined) expect(fused.indexOf(lexical[0])).toBeLessThan(PROTECTED_RANK);
      }),
    );
  });

  it("would lower it without the protection", () => {
    const lexical = ["top", "a", "b", "c"];
    const semantic = ["a", "b", "c"];
    expect(ids(fuse([lexical, semantic])).indexOf("top")).toBe(3);
    const fused = protectedFusion(lexical, semantic);
    expect(ids(fused)).toEqual(["a", "b", "top", "c"]);
    expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it("is the lexical ranking when there is no other", () => {
    expect(ids(protectedFusion(["x", "y"]))).toEqual(["x", "y"]);
    expect(protectedFusion([], [])).toEqual([]);
  });
});

describe("boosts", () => {
  it("favour the last week, and lower what is older than three months", () => {
    const now = 200 * DAY;
    expect([-1, 0, 7, 8, 89, 90, 150].map((days) => temporalBoost(now - days * DAY, now))).toEqual([
      1.5, 1.5, 1.5, 1, 1, 0.3, 0.3,
    ]);
  });

  it("favour a memory that answers used in more than 30% of its loads", () => {
    expect(citationBoost({ loaded: 10, cited: 4 })).toBe(1.15);
    expect(citationBoost({ loaded: 10, cited: 3 })).toBe(1);
    expect(citationBoost({ loaded: 0, cited: 0 })).toBe(1);
  });
});
