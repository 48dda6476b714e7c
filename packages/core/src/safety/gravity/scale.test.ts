/** The scale is of the data that lies beside it, and it takes what people ask every day for harmless. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOf, everydayRows, lexicons } from "../../../../../scripts/gravity-data.ts";
import { seeded } from "../../digest.ts";
import { detectDanger } from "../crisis/danger.ts";
import { matchersOf, plainLexicons, wordsIn } from "./concepts.ts";
import { slipped } from "./learn.ts";
import learned from "./learned.json" with { type: "json" };
import { weigh } from "./scale.ts";

it("learned.json is made of data/gravity and the features as they are: npm run fit:gravity makes it again", () => {
  expect(learned.of).toBe(digestOf());
});

it("every language has the same concepts", () => {
  const { en = {}, ...others } = lexicons();
  for (const [language, words] of Object.entries(others))
    expect([language, Object.keys(words)]).toEqual([language, Object.keys(en)]);
});

it("the shares of any text are shares", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { gravest, ...shares } = weigh(text);
      const all = Object.values(shares);
      expect(all.every((share) => share >= 0 && share <= 1)).toBe(true);
      expect(all.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      expect(gravest).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 200 },
  );
});

/** Of the examples of the intents that were not learned, so many in a thousand may be taken for something grave. */
const MOST_FALSE = 10;

it("almost nothing that people ask every day is grave", () => {
  const rows = everydayRows(true);
  const found = rows.filter(({ text }) => detectDanger(text) !== undefined);
  expect(rows.length).toBeGreaterThan(2_000);
  expect((found.length * 1_000) / rows.length).toBeLessThanOrEqual(MOST_FALSE);
});

it("a word with a letter lost, doubled or exchanged still has its concept", () => {
  const matcher = matchersOf(plainLexicons(lexicons()))["en"];
  for (const word of ["husband", "mother", "yesterday", "colleagues", "everybody"])
    for (let seed = 1; seed < 12; seed++) {
      const typed = slipped(word, seeded(seed));
      if (typed[0] === word[0]) expect([typed, matcher?.match(wordsIn(typed)).flat().length]).not.toEqual([typed, 0]);
    }
});
