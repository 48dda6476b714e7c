/** What leads a day, and what is told beside it: good news as much as bad, the turn before the state. */
import type { DayDescription, Sign, SignName, Turn } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsOf } from "./facts.ts";
import { storyOf } from "./story.ts";

type Told = Pick<DayDescription, "signs" | "turns" | "night">;

/** A sign as "hrv high far, most of 28, day 3". */
const sign = (name: SignName, side: Sign["side"], size: Sign["size"], more: Partial<Sign> = {}): Sign => ({
  ...{ sign: name, side, size, days: 1 },
  ...more,
});
const owing = (halfHoursOwed: number) => ({ kind: "usual" as const, halfHoursAsleep: 14, halfHoursOwed });
const told = (day: Partial<Told>) => {
  const { lead, other } = storyOf(factsOf({ signs: [], ...day }));
  return [lead?.id, other?.id];
};
const back = (name: SignName, days: number): Turn => ({ sign: name, side: name === "hrv" ? "low" : "high", days });

describe("the story of a day", () => {
  it.each<[string, Partial<Told>, (string | undefined)[]]>([
    ["nothing", {}, [undefined, undefined]],
    ["a slight sign is not worth a sentence", { signs: [sign("breathing", "high", "slight")] }, [undefined, undefined]],
    [
      "the best recovery in three months, before a debt of sleep",
      { signs: [sign("hrv", "high", "clear", { mostOf: 84 })], night: owing(5) },
      ["hrv.high", undefined],
    ],
    [
      "both records of a good morning",
      {
        signs: [sign("hrv", "high", "far", { mostOf: 29 }), sign("restingHr", "low", "clear", { mostOf: 29 })],
      },
      ["hrv.high", "restingHr.low"],
    ],
    [
      "two that disagree",
      { signs: [sign("sleepLength", "low", "far", { mostOf: 30 }), sign("hrv", "high", "clear", { mostOf: 90 })] },
      ["sleepLength.low", "hrv.high"],
    ],
    [
      "the night, and not how much of it was awake",
      { signs: [sign("sleepQuality", "low", "far", { mostOf: 60 }), sign("sleepLength", "low", "clear")] },
      ["sleepLength.low", undefined],
    ],
    ["the turn", { turns: [back("hrv", 4)] }, ["hrv.back", undefined]],
    [
      "the turn before a state that has lasted",
      { turns: [back("hrv", 4)], signs: [sign("restingHr", "high", "clear", { days: 4 })] },
      ["hrv.back", "restingHr.high"],
    ],
    [
      "the third day, and not the second",
      { signs: [sign("hrv", "low", "slight", { days: 3 })] },
      ["hrv.low", undefined],
    ],
    ["of the second day nothing", { signs: [sign("hrv", "low", "slight", { days: 2 })] }, [undefined, undefined]],
    [
      "an early night explains, and does not lead",
      { signs: [sign("bedTime", "low", "far"), sign("sleepLength", "high", "clear")] },
      ["sleepLength.high", undefined],
    ],
    ["a debt alone is no news of a day", { night: owing(14) }, [undefined, undefined]],
  ])("tells %s", (_what, day, story) => {
    expect(told(day)).toEqual(story);
  });

  it("is the same in whatever order the facts come, and its two facts are of two subjects", () => {
    const names = ["sleepLength", "sleepQuality", "hrv", "restingHr", "breathing", "bedTime", "activity"] as const;
    const signs = fc.uniqueArray(
      fc.record({
        sign: fc.constantFrom(...names),
        side: fc.constantFrom("low" as const, "high" as const),
        size: fc.constantFrom("slight" as const, "clear" as const, "far" as const),
        mostOf: fc.integer({ min: 7, max: 90 }),
        days: fc.integer({ min: 1, max: 12 }),
      }),
      { selector: (one) => one.sign },
    );
    fc.assert(
      fc.property(signs, (given) => {
        const story = storyOf(factsOf({ signs: given }));
        expect(storyOf(factsOf({ signs: given.toReversed() }))).toEqual(story);
        if (story.other) expect(story.other.subject).not.toBe(story.lead?.subject);
      }),
    );
  });
});
