import { casesOf } from "@waldo/testkit/data";
// Where a reading ends and ordinary talk begins: each unit, each name, how far a name reaches, and what it does not
// mean.
import { describe, expect, it } from "vitest";
import { lockHealth } from "./health-lockout.ts";
import { tokensOf } from "./quantities.ts";

const inside = (text: string) => lockHealth(text, true).text;
const shown = (text: string) => lockHealth(text, false).text;
/** With `#` in the place of what is withheld. */
const withheld = (text: string) => inside(text).replaceAll("[withheld]", "#");
const zoned = (text: string) => shown(text).replaceAll("[withheld]", "#");

describe("a unit makes a reading", () => {
  it.each([
    ...casesOf<string>("lockout-edges", "a unit makes a reading: …"),
    ..."ms msec msecs millisecond milliseconds bpm rpm brpm mmHg milli-seconds"
      .split(" ")
      .map((unit) => `it was 45 ${unit}`),
  ])("%j", (text) => {
    expect(withheld(text)).toBe("it was #");
  });

  it.each([
    "it was 45 beats",
    "it was 45 a minute later",
    "it was 45 beats per day",
    "it was 45 per hour",
    "it was 45 msx",
    "it was 45 milligrams",
  ])("%j is none", (text) => {
    expect(withheld(text)).toBe(text);
  });
});

describe("an amount of sleep is a reading", () => {
  it.each(casesOf<[string, string?]>("lockout-edges", "an amount of sleep is a reading: …"))("%j", (text, expected) => {
    expect(withheld(text)).toBe(expected);
  });

  it.each(casesOf<string>("lockout-edges", "an amount of sleep is a reading: is none"))("%j is none", (text) => {
    expect(withheld(text)).toBe(text);
  });

  it.each(casesOf<string>("lockout-edges", "an amount of sleep is a reading: said in round words stays"))(
    "said in round words stays: %j",
    (text) => {
      expect(withheld(text)).toBe(text);
    },
  );

  it.each(casesOf<[string, string]>("lockout-edges", "an amount of sleep is a reading: said exactly does not"))(
    "said exactly does not: %j",
    (text, expected) => {
      expect(withheld(text)).toBe(expected);
    },
  );
});

describe("a name makes a reading", () => {
  it.each([
    ...casesOf<string>("lockout-edges", "a name makes a reading: …"),
    ..."HRV RMSSD SDNN RHR SpO2 VO2max pulse".split(" "),
  ])("%s", (name) => {
    expect(withheld(`your ${name} is 45 now`)).toBe(`your ${name} is # now`);
    expect(withheld(`a 45 ${name} now`)).toBe(`a # ${name} now`);
  });

  it.each(casesOf<[string, string]>("lockout-edges", "a name makes a reading: … reads …"))(
    "%j reads %j",
    (text, expected) => {
      expect(withheld(text)).toBe(expected);
    },
  );

  it("a share that changed is withheld outside", () => {
    expect(zoned("HRV up 12%")).toBe("HRV up #");
    expect(zoned("pulse up 12 percent now")).toBe("pulse up # now");
  });

  it.each([
    ..."days nights weeks months years am pm th times people hours minutes seconds km reps sets"
      .split(" ")
      .map((word) => `HRV over 7 ${word}`),
    ..."zone zones top past last next previous version".split(" ").map((word) => `HRV ${word} 7`),
  ])("%j is none", (text) => {
    expect(withheld(text)).toBe(text);
  });
});

describe("a name makes a score, and a score is shown as its body zone", () => {
  it.each(
    casesOf<[string, string]>(
      "lockout-edges",
      "a name makes a score, and a score is shown as its body zone: … is shown as …",
    ),
  )("%j is shown as %j", (text, expected) => {
    expect(zoned(text)).toBe(expected);
    if (!expected.includes("#")) expect(inside(text)).toBe(text);
  });

  it.each("days weeks pm times hours min km sets runs".split(" "))("a number of %s is none", (word) => {
    expect(zoned(`Form for 3 ${word}`)).toBe(`Form for 3 ${word}`);
    expect(zoned(`Form is 3 ${word}`)).toBe(`Form is 3 ${word}`);
  });
});

describe("keys", () => {
  it.each(casesOf<[string, string, string]>("lockout-edges", "keys: … is kept as … and shown as …"))(
    "%j is kept as %j and shown as %j",
    (text, kept, said) => {
      expect(inside(text)).toBe(kept);
      expect(shown(text)).toBe(said);
    },
  );
});

it("counts readings and scores apart", () => {
  expect(lockHealth('HRV 45. Form 62. "steps": 3, "form": 62', false)).toMatchObject({ raw: 2, scores: 2 });
  expect(lockHealth('HRV 45. Form 62. "steps": 3, "form": 62', true)).toMatchObject({ raw: 2, scores: 0 });
});

describe("tokens", () => {
  const read = (text: string) =>
    tokensOf(text).map(({ kind, text: word, glued }) => `${kind} ${word}${glued ? " glued" : ""}`);
  it.each(casesOf<[string, string[]]>("lockout-edges", "tokens: of …"))("of %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
