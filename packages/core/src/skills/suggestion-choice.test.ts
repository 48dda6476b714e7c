/**
 * Tests how answers change what is suggested: what helped comes first, what was turned down or left rests, and nothing
 * repeats.
 */
import type { LocalDate } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../time.ts";
import {
  type Answer,
  kindOf,
  learntFrom,
  SUGGESTION_KINDS,
  type Suggested,
  suggestionFor,
  unwantedIn,
} from "./suggestion-choice.ts";
import { type Cause, SUGGEST } from "./suggestions.ts";

const DATE = "2026-10-30";
const ago = (days: number): LocalDate => addDays(DATE, -days);
const WALK = "A walk of half an hour would do you good today.";
const BED = "Go to bed half an hour earlier tonight.";
const said = (days: number, sentence: string, answer?: Answer): Suggested => ({ date: ago(days), sentence, answer });
const CAUSES = Object.keys(SUGGEST) as Cause[];

describe("what is learnt", () => {
  it("is no preference from a person who never answers", () => {
    const left = Array.from({ length: 21 }, (_, i) => said(i + 1, WALK));
    expect(learntFrom(left, DATE)).toMatchObject({ helped: [], leftOut: [] });
    expect(learntFrom([], DATE)).toBeUndefined();
    for (const cause of CAUSES)
      expect(suggestionFor(cause, DATE, learntFrom([said(9, WALK)], DATE))).toBe(suggestionFor(cause, DATE, undefined));
  });

  it.each<[string, Suggested[], "helped" | "leftOut" | undefined]>([
    ["followed once", [said(3, WALK, "followed")], "helped"],
    [
      "followed once and left three times",
      [said(3, WALK, "followed"), said(4, WALK), said(5, WALK), said(6, WALK)],
      "helped",
    ],
    [
      "followed once and left more often",
      [said(3, WALK, "followed"), ...[4, 5, 6, 7].map((on) => said(on, WALK))],
      undefined,
    ],
    ["turned down once", [said(3, WALK, "dismissed")], undefined],
    ["turned down twice", [said(3, WALK, "dismissed"), said(9, WALK, "dismissed")], "leftOut"],
    ["turned down once and left twice", [said(3, WALK, "dismissed"), said(9, WALK), said(10, WALK)], "leftOut"],
    ["left six times", [said(2, BED, "followed"), ...[3, 4, 5, 6, 7, 8].map((on) => said(on, WALK))], "leftOut"],
    ["left five times", [said(2, BED, "followed"), ...[3, 4, 5, 6, 7].map((on) => said(on, WALK))], undefined],
    ["followed more than three weeks ago", [said(22, WALK, "followed")], undefined],
    ["followed on a later day", [said(-1, WALK, "followed"), said(2, BED, "dismissed")], undefined],
    ["followed on the day itself", [said(0, WALK, "followed"), said(2, BED, "dismissed")], undefined],
  ])("of a walk that was %s", (_, suggested, where) => {
    const learnt = learntFrom(suggested, DATE);
    expect([learnt?.helped.includes("movement") ?? false, learnt?.leftOut.includes("movement") ?? false]).toEqual([
      where === "helped",
      where === "leftOut",
    ]);
  });

  it("keeps the sentences of a week that Waldo has in its lists, and no other words", () => {
    const other = "Ana says that a walk is due.";
    const learnt = learntFrom(
      [said(1, WALK, "followed"), said(7, BED), said(8, "Keep your usual pace."), said(2, other)],
      DATE,
    );
    expect(learnt?.lately).toEqual([WALK, BED]);
    expect(JSON.stringify(learnt)).not.toContain("Ana");
  });

  it("is the same in any order, and whatever was said on later days", () => {
    const all = [said(3, WALK, "followed"), said(5, BED, "dismissed"), said(6, BED, "dismissed")];
    const later = [said(-2, BED, "followed")];
    expect(learntFrom([...later, ...all.toReversed()], DATE)).toMatchObject({
      helped: ["movement"],
      leftOut: ["sleep"],
    });
  });
});

describe("the suggestion", () => {
  it("is the entry of the date while nothing is learnt", () => {
    const nine = Array.from({ length: 9 }, (_, i) => suggestionFor("heart", addDays(DATE, i), undefined));
    expect(new Set(nine)).toEqual(new Set(SUGGEST.heart));
  });

  it("is of the kind that helped first, and of the kind that was turned down last", () => {
    for (let i = 0; i < 9; i++) {
      const on = addDays(DATE, i);
      const first = suggestionFor("sleepLow", on, { helped: ["food and drink"], leftOut: [], lately: [] });
      expect(kindOf(first)).toBe("food and drink");
      const other = suggestionFor("sleepLow", on, { helped: [], leftOut: ["sleep", "pause"], lately: [] });
      expect(["sleep", "pause"]).not.toContain(kindOf(other));
    }
  });

  it("offers what was turned down when all else was said within the week", () => {
    const left = SUGGEST.still.filter((one) => kindOf(one) !== "movement");
    const learnt = { helped: [], leftOut: ["movement" as const], lately: left };
    expect(kindOf(suggestionFor("still", DATE, learnt))).toBe("movement");
  });

  it("of a serious day is not changed by answers", () => {
    for (const cause of ["strain", "strainDays", "strainFar", "first"] as const)
      expect(
        suggestionFor(cause, DATE, { helped: [], leftOut: [...SUGGESTION_KINDS], lately: [...SUGGEST[cause]] }),
      ).toBe(suggestionFor(cause, DATE, undefined));
  });

  it("follows from the cause and does not return within seven days, whatever was answered and on whichever days", () => {
    const day = fc.record({
      cause: fc.constantFrom(...CAUSES),
      answer: fc.constantFrom<(Answer | "none")[]>(
        "followed",
        "dismissed",
        ...Array.from({ length: 30 }, () => "none" as const),
      ),
      isPlayed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(day, { minLength: 80, maxLength: 80 }), (days) => {
        const seen: Suggested[] = [];
        for (const [index, { cause, answer, isPlayed }] of days.entries()) {
          if (!isPlayed) continue;
          const date = addDays(DATE, index);
          const sentence = suggestionFor(cause, date, learntFrom(seen, date));
          expect(SUGGEST[cause]).toContain(sentence);
          for (const earlier of seen)
            if (earlier.date >= addDays(date, -7)) expect(earlier.sentence).not.toBe(sentence);
          seen.push({ date, sentence, ...(answer === "none" ? {} : { answer }) });
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("the kinds", () => {
  const serious: readonly Cause[] = ["strainDays", "strainFar"];
  it.each(CAUSES.flatMap((cause) => (serious.includes(cause) ? [] : SUGGEST[cause])))(
    "knows what “%s” is about",
    (sentence) => {
      expect(kindOf(sentence)).toBeDefined();
    },
  );

  it.each<[string, string]>([
    [WALK, "movement"],
    [BED, "sleep"],
    ["Eat regularly and have no caffeine after lunch.", "food and drink"],
    ["Take breaks before you need them today.", "pause"],
    ["Keep any exercise easy today.", "light effort"],
    ["Put the hardest thing first today.", "order of the day"],
    ["Go on as usual.", "usual day"],
  ])("“%s” is about %s", (sentence, kind) => {
    expect(kindOf(sentence)).toBe(kind);
  });
});

describe("what the person asked never to hear again", () => {
  it.each([
    ["don't suggest walks again", "movement"],
    ["don't suggest a walk again", "movement"],
    ["stop telling me to go outside", "movement"],
    ["never mention coffee again", "food and drink"],
    ["I had a walk and coffee", undefined],
    ["stop reminding me", undefined],
  ])("%j names %s", (words, kind) => {
    expect(unwantedIn(words)).toBe(kind);
  });

  it("is not suggested on any day, whatever helped before", () => {
    const learnt = { helped: ["movement" as const], leftOut: [], lately: [], unwanted: ["movement" as const] };
    for (let i = 0; i < 30; i++) expect(kindOf(suggestionFor("still", addDays(DATE, i), learnt))).not.toBe("movement");
  });
});
