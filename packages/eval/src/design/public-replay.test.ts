/** The public set: what it holds, and that it tells a good design from a bad one. */
import { DEFAULT_DESIGN, type Design } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { pairedBootstrap } from "../paired.ts";
import { meanScore } from "./explore.ts";
import { PUBLIC_SET, replayPublicly } from "./public-set.ts";

const standard = replayPublicly(DEFAULT_DESIGN);

function against(changes: Partial<Design>) {
  const { scores } = replayPublicly({ ...DEFAULT_DESIGN, ...changes });
  return pairedBootstrap(scores.map((score, at) => score - (standard.scores[at] ?? 0)));
}

describe("the public set", () => {
  it("has about eighty claims and as many questions, and no diary entry that answers one", () => {
    const claims = PUBLIC_SET.filter(([kind]) => kind !== "diary");
    expect(claims.length).toBeGreaterThanOrEqual(75);
    expect(new Set(PUBLIC_SET.map(([, , text]) => text)).size).toBe(PUBLIC_SET.length);
    expect(standard.scores.length).toBeGreaterThanOrEqual(60);
    expect(PUBLIC_SET.filter(([kind, , , ...questions]) => kind === "diary" && questions.length > 0)).toEqual([]);
    for (const hall of ["facts", "events", "discoveries", "preferences", "advice"])
      expect(PUBLIC_SET.some(([kind, , , ...questions]) => kind === hall && questions.length > 0)).toBe(true);
  });

  it("can be answered by the standard, and leaves room for a better design", () => {
    expect(standard.scores.filter((score) => score === 0)).toEqual([]);
    expect(meanScore(standard)).toBeGreaterThan(0.75);
    expect(meanScore(standard)).toBeLessThan(0.95);
    expect(replayPublicly(DEFAULT_DESIGN)).toEqual(standard);
  });

  it.each<[string, Partial<Design>]>([
    ["knows no other word for a thing", { kindred: 0 }],
    ["hardly looks at events", { "hall.events": 0.25 }],
    ["looks at facts alone", { "hall.facts": 2 }],
  ])("shows that a design is worse which %s", (_, changes) => {
    expect(against(changes).high).toBeLessThan(0);
  });

  it.each<[string, Partial<Design>]>([
    ["moves two numbers a little", { k1: 1.3, b: 0.7 }],
    ["forgets the age of what was said", { recentBoost: 1, idleBoost: 1 }],
  ])("lets a design pass which %s", (_, changes) => {
    expect(against(changes).high).toBeGreaterThanOrEqual(0);
  });
});
