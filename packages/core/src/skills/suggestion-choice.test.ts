/**
 * How the day and the answers change what is suggested: what does not fit is never said, what was said rests, what was
 * followed comes first, and what was turned down twice rests longer.
 */
import type { LocalDate } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, weekdayOf } from "../time.ts";
import { type Act, CAUSES, CAUSES_OF_STRAIN, kindOfAct, SUGGESTION_KINDS, type Suggestion } from "./suggestion.ts";
import {
  type Answer,
  kindOf,
  learntFrom,
  type Suggested,
  suggest,
  type Told,
  unwantedIn,
} from "./suggestion-choice.ts";
import { type Asked, actOf, fits, held, SUGGESTIONS, wordsOf } from "./suggestions.ts";

const DATE = "2026-10-30";
const ago = (days: number): LocalDate => addDays(DATE, -days);
const WALK = "A walk of half an hour would do you good today.";
const BED = "Go to bed half an hour earlier tonight.";
const said = (days: number, sentence: string, answer?: Answer): Suggested => ({ date: ago(days), sentence, answer });
const STILL: Asked = {
  ...{ cause: "movedLittle", date: DATE, time: "08:00", weekday: "Friday", zone: "normal" },
  ...{ events: { count: 0 }, hasGoal: false, night: { halfHoursAsleep: 15 } },
};
const told = (...acts: Told["told"]): Told => ({ told: acts });

describe("what is learnt", () => {
  it("is no preference from a person who never answers", () => {
    const left = Array.from({ length: 21 }, (_, i) => said(i + 1, WALK));
    expect(learntFrom(left, DATE)).toEqual({ helped: [], leftOut: [], told: [{ act: "walk", ago: 1 }] });
    expect(learntFrom([], DATE)).toBeUndefined();
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

  it("keeps what was suggested by its act, with what became of it, and no words", () => {
    const other = "Ana says that a walk is due.";
    const learnt = learntFrom(
      [said(1, WALK, "followed"), said(9, WALK, "dismissed"), said(7, BED), said(22, "Keep any training easy today.")],
      DATE,
      [said(0, BED), said(2, other), said(22, WALK)],
    );
    expect(learnt?.told).toEqual([
      { act: "walk", ago: 1, followed: 1, dismissed: 1 },
      { act: "bed-earlier", ago: 0 },
    ]);
    expect(JSON.stringify(learnt)).not.toContain("Ana");
  });

  it("is the same in any order, and whatever was said on later days", () => {
    const all = [said(3, WALK, "followed"), said(5, BED, "dismissed"), said(6, BED, "dismissed")];
    const later = [said(-2, BED, "followed")];
    expect(learntFrom([...later, ...all.toReversed()], DATE)).toEqual(learntFrom(all, DATE));
  });
});

describe("the suggestion", () => {
  it("is the same for a day, whatever was asked before", () => {
    expect(suggest(STILL)).toBe(suggest(STILL));
    const days = Array.from({ length: 12 }, (_, i) => suggest({ ...STILL, date: addDays(DATE, i) })?.act);
    expect(new Set(days).size).toBeGreaterThan(6);
  });

  it("that was followed comes first, once it has rested for seven days", () => {
    for (let i = 0; i < 12; i++) {
      const asked = { ...STILL, date: addDays(DATE, i) };
      expect(suggest(asked, told({ act: "stairs", ago: 8, followed: 1 }))?.act).toBe("stairs");
      expect(suggest(asked, told({ act: "stairs", ago: 7, followed: 1 }))?.act).not.toBe("stairs");
    }
  });

  it("that was turned down twice rests for three weeks, and one that was turned down once comes last", () => {
    const others = SUGGESTIONS.filter(({ cause, act }) => cause === "movedLittle" && act !== "walk");
    const rested = others.map(({ act }) => ({ act, ago: 3 }));
    expect(suggest(STILL, told({ act: "walk", ago: 12, dismissed: 1 }, ...rested))?.act).toBe("walk");
    expect(suggest(STILL, told({ act: "walk", ago: 12, dismissed: 2 }, ...rested))).toBeUndefined();
    for (let i = 0; i < 12; i++)
      expect(suggest({ ...STILL, date: addDays(DATE, i) }, told({ act: "walk", ago: 12, dismissed: 1 }))?.act).not.toBe(
        "walk",
      );
  });

  it("that looks at this very day comes before one for any day", () => {
    const full = { ...STILL, cause: "plain", events: { count: 5, first: "09:30", last: "17:00" } } as const;
    for (let i = 0; i < 20; i++) expect(suggest({ ...full, date: addDays(DATE, i) })?.when.events).toBeDefined();
  });

  it("is none rather than one that does not fit", () => {
    expect(suggest({ ...STILL, time: "02:00" })).toBeUndefined();
  });

  it.each(CAUSES_OF_STRAIN)("of %s always stands, at any hour, whatever was said or is not wanted", (cause) => {
    const everything = SUGGESTIONS.map(({ act }) => ({ act, ago: 1, dismissed: 3 }));
    for (const time of ["03:00", "08:00", "13:00", "22:30"])
      for (const zone of ["low", "normal", "strong"] as const)
        for (const woke of ["morning", "evening"] as const)
          expect(
            suggest(
              { ...STILL, cause, time, zone, night: { halfHoursAsleep: 9, woke } },
              { told: everything, unwanted: [...SUGGESTION_KINDS] },
            ),
          ).toBeDefined();
  });
});

const time = fc.integer({ min: 0, max: 47 }).map((i) => `${String(i >> 1).padStart(2, "0")}:${i % 2 ? "30" : "00"}`);
const half = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });
const anyDay = fc.record({
  cause: fc.constantFrom(...CAUSES),
  time,
  zone: fc.constantFrom<Asked["zone"]>("low", "normal", "strong"),
  night: fc.option(
    fc.record({
      halfHoursAsleep: fc.integer({ min: 2, max: 22 }),
      halfHoursLate: half(9),
      halfHoursOwed: half(16),
      wokeEarly: fc.boolean(),
      woke: fc.constantFrom(undefined, "morning" as const, "afternoon" as const),
    }),
    { nil: undefined },
  ),
  events: fc.oneof(
    fc.constant({ count: 0 }),
    fc.record({ count: fc.integer({ min: 1, max: 12 }), first: time, last: fc.option(time, { nil: undefined }) }),
  ),
  tomorrow: fc.record({ first: fc.option(time, { nil: undefined }) }),
  hasGoal: fc.boolean(),
  bed: fc.constantFrom(undefined, "half past ten"),
  answer: fc.constantFrom<(Answer | undefined)[]>("followed", "dismissed", undefined, undefined, undefined),
});

/** Plays days in a row, each with its answer, and looks at each suggestion. */
function play(
  days: readonly (Omit<Asked, "date" | "weekday"> & { readonly answer: Answer | undefined })[],
  look: (one: Suggestion, asked: Asked, before: readonly { readonly act: Act; readonly ago: number }[]) => void,
): void {
  const seen: Suggested[] = [];
  for (const [index, { answer, ...day }] of days.entries()) {
    const date = addDays(DATE, index);
    const asked: Asked = { ...day, date, weekday: weekdayOf(date) };
    const learnt = learntFrom(seen, date);
    const one = suggest(asked, learnt);
    if (one === undefined) continue;
    look(one, asked, learnt?.told ?? []);
    const sentence = wordsOf(one, asked, index);
    expect(actOf(sentence)).toBe(one.act);
    seen.push({ date, sentence, answer });
  }
}

it("on days of any kind fits its own conditions and none that forbid it, and no act returns within seven days", () => {
  fc.assert(
    fc.property(fc.array(anyDay, { minLength: 40, maxLength: 40 }), (days) => {
      play(days, (one, asked, before) => {
        expect(one.cause).toBe(asked.cause);
        expect(fits(one, asked)).toBe(true);
        expect(held(one.when, asked)).not.toContain(false);
        expect(held(one.not ?? {}, asked)).not.toContain(true);
        if (CAUSES_OF_STRAIN.includes(one.cause)) return;
        expect(before.find(({ act }) => act === one.act)?.ago ?? 8).toBeGreaterThan(7);
      });
    }),
    { numRuns: 200 },
  );
});

describe("the kinds", () => {
  it("of the library are those of their acts", () => {
    for (const { says, act } of SUGGESTIONS)
      for (const text of says) if (!text.includes("{")) expect([text, kindOf(text)]).toEqual([text, kindOfAct(act)]);
  });

  it.each<[string, string]>([
    ["A walk to the park would do you good.", "movement"],
    ["Eat regularly and have no caffeine after five.", "food and drink"],
    ["Take breaks before you need them.", "pause"],
    ["Keep any exercise easy.", "light effort"],
    ["Put the hardest thing first.", "order of the day"],
    ["Go on as usual.", "usual day"],
  ])("“%s” of somebody else is about %s", (sentence, kind) => {
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
    const learnt: Told = { told: [{ act: "walk", ago: 9, followed: 2 }], unwanted: ["movement"] };
    for (let i = 0; i < 30; i++) {
      const one = suggest({ ...STILL, date: addDays(DATE, i) }, learnt);
      expect(one === undefined ? undefined : kindOfAct(one.act)).not.toBe("movement");
    }
  });
});
