/** The lines of the library: each is one act in plain words, fits a day, and never stands against what is known of it. */
import { describe, expect, it } from "vitest";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { wordingFault } from "../safety/wording.ts";
import { CAUSES, CAUSES_OF_STRAIN, kindOfAct, SUGGESTION_KINDS } from "./suggestion.ts";
import { suggest } from "./suggestion-choice.ts";
import { type Asked, actOf, fits, SUGGESTIONS, wordsOf } from "./suggestions.ts";

const PLAIN_DAY: Asked = {
  ...{ cause: "plain", date: "2026-10-28", time: "08:00", weekday: "Wednesday", zone: "normal" },
  ...{ events: { count: 0 }, hasGoal: false, night: { halfHoursAsleep: 15 } },
};
const FULL = { count: 5, first: "09:30", last: "17:30" };
const sentences = SUGGESTIONS.flatMap((one) => one.says.map((text) => ({ one, text })));

describe("a line of the library", () => {
  it("has its own name and its own words, and asks for an act that no other line of its cause asks for", () => {
    expect(new Set(SUGGESTIONS.map(({ id }) => id)).size).toBe(SUGGESTIONS.length);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
    expect(new Set(SUGGESTIONS.map(({ cause, act }) => `${cause} ${act}`)).size).toBe(SUGGESTIONS.length);
  });

  it.each(CAUSES)("there are at least six for the cause %s, with different acts", (cause) => {
    expect(SUGGESTIONS.filter((one) => one.cause === cause).length).toBeGreaterThanOrEqual(6);
  });

  it("is one sentence of at most 22 words, without an exclamation mark, a reading or a claim about the body", () => {
    for (const { text } of sentences) {
      expect(text.split(" ").length, text).toBeLessThanOrEqual(22);
      expect(text, text).toMatch(/^[A-Z][^.!?]*\.$/);
      const filled = text.replaceAll(/\{(?:count|bed)\}/g, "five").replaceAll(/\{\w+\}/g, "09:30");
      expect([text, wordingFault(filled)]).toEqual([text, undefined]);
      expect([text, bodyClaims(filled).filter(({ kind }) => kind !== "number")]).toEqual([text, []]);
    }
  });

  it("names a professional from the third day of strain, and where the signs are far out", () => {
    for (const { one, text } of sentences)
      expect([text, /\b(?:doctor|medical advice)\b/.test(text)]).toEqual([
        text,
        one.cause === "strainDays" || one.cause === "strainFar",
      ]);
  });

  it("is known again by its words, whatever fills its places, and nothing else is taken for one", () => {
    const day = { ...PLAIN_DAY, events: FULL, tomorrow: { first: "07:00" }, bed: "half past ten" };
    for (const one of SUGGESTIONS) for (const turn of [0, 1]) expect(actOf(wordsOf(one, day, turn))).toBe(one.act);
    expect(actOf("You have five events until Ana comes: leave ten minutes between two of them.")).toBeUndefined();
    expect(actOf("First today is “Standup” at 09:30.")).toBeUndefined();
  });

  it("of each kind exists", () => {
    expect(new Set(SUGGESTIONS.map(({ act }) => kindOfAct(act)))).toEqual(new Set(SUGGESTION_KINDS));
  });
});

/** The latest hour at which words may be said. */
const UNTIL: readonly (readonly [RegExp, string])[] = [
  [/\bmorning\b/, "10:30"],
  [/\b(?:before|around|until|at|after) noon\b|\bbefore lunch\b|\bat lunch\b/, "12:00"],
  [/\bafter lunch\b/, "13:00"],
  [/\bthis afternoon\b/, "16:00"],
  [/\bthis evening\b/, "20:00"],
  [/\btoday\b/, "22:00"],
];
const HOURS = Array.from({ length: 48 }, (_, i) => `${String(i >> 1).padStart(2, "0")}:${i % 2 ? "30" : "00"}`);
const REST = ["rest-day", "easy-training", "skip-training", "move-work", "move-event", "evening-free", "end-early"];
const LESS = [...REST, "small-version", "slow", "one-thing", "nap"];
const STRAINED = [...CAUSES_OF_STRAIN, "afterStrain"];

/** What could be said at some hour of a day, in every cause. */
function sayable(day: Partial<Asked>): { act: string; cause: string; text: string; time: string }[] {
  return HOURS.flatMap((time) =>
    CAUSES.flatMap((cause) => {
      const asked: Asked = { ...PLAIN_DAY, ...day, cause, time };
      return SUGGESTIONS.filter((one) => one.cause === cause && fits(one, asked)).flatMap((one) =>
        one.says.map((_, turn) => ({ act: one.act, cause, text: wordsOf(one, asked, turn), time })),
      );
    }),
  );
}

describe("never", () => {
  it.each<[string, Partial<Asked>]>([
    ["after a late bed", { night: { halfHoursAsleep: 10, halfHoursLate: 2, halfHoursOwed: 8 } }],
    ["after a bed at 02:48", { night: { halfHoursAsleep: 11, halfHoursLate: 8, halfHoursOwed: 8 } }],
    ["after a wake that was too early", { night: { halfHoursAsleep: 9, wokeEarly: true, halfHoursOwed: 8 } }],
  ])("half an hour earlier %s", (_, day) => {
    const said = sayable({ ...day, events: FULL, tomorrow: { first: "07:00" } });
    expect(said.length).toBeGreaterThan(100);
    for (const { text, act } of said) {
      expect(text).not.toMatch(/half an hour (?:earlier|more in bed)|bed early tonight/);
      expect(act).not.toBe("bed-earlier");
    }
  });

  it("an hour of the day that is over", () => {
    const said = sayable({
      events: FULL,
      tomorrow: { first: "07:00" },
      night: { halfHoursAsleep: 9, halfHoursOwed: 9 },
    });
    for (const { text, time, cause } of said)
      for (const [words, until] of UNTIL)
        if (words.test(text) && !CAUSES_OF_STRAIN.includes(cause as "together"))
          expect(time < until && time >= "04:00", `${time} ${text}`).toBe(true);
  });

  it("rest under a strong day, unless signs of strain are there or just over", () => {
    for (const { text, act, cause } of sayable({ zone: "strong", night: { halfHoursAsleep: 9, halfHoursOwed: 9 } }))
      expect(LESS.includes(act) && !STRAINED.includes(cause), text).toBe(false);
  });

  it.each([10, 11, 13, 15])("anything about driving after %i half hours of sleep", (halfHoursAsleep) => {
    for (const { text, act } of sayable({ night: { halfHoursAsleep, halfHoursOwed: 9 } })) {
      expect(act).not.toBe("drive");
      expect(text).not.toMatch(/\bdriv|\bcar\b|\broad\b/);
    }
  });

  it("hard things on a low day", () => {
    for (const { text, act } of sayable({ zone: "low", night: { halfHoursAsleep: 15 }, hasGoal: true }))
      expect(["hard-training", "put-off", "talk", "decide", "learn"], text).not.toContain(act);
  });

  it("an hour of the clock to somebody who did not wake in the morning", () => {
    for (const woke of ["afternoon", "evening", "night"] as const)
      for (const { text } of sayable({ night: { halfHoursAsleep: 9, halfHoursOwed: 9, woke } }))
        expect(text).not.toMatch(/\bmorning|\bnoon\b|lunch|afternoon|evening|tonight|dinner/);
  });

  it("a place that nothing fills", () => {
    for (const { text } of sayable({ events: { count: 12 } })) expect(text).not.toMatch(/[{}]/);
  });
});

it("the same day asks for driving after four hours, and for half an hour more after a short night at the usual hour", () => {
  const short = { ...PLAIN_DAY, cause: "shortNight", night: { halfHoursAsleep: 8 } } as const;
  const acts = SUGGESTIONS.filter((one) => one.cause === "shortNight" && fits(one, short)).map(({ act }) => act);
  expect(acts).toContain("drive");
  expect(acts).toContain("bed-earlier");
  expect(suggest(short)).toBeDefined();
});
