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
    ..."ms msec msecs millisecond milliseconds bpm rpm brpm mmHg milli-seconds"
      .split(" ")
      .map((unit) => `it was 45 ${unit}`),
    "it was 45-ms",
    "it was 45 milli seconds",
    "it was 45 beats per minute",
    "it was 45 beats a minute",
    "it was 45 breath/min",
    "it was 45 heartbeats every minute",
    "it was 45 breaths each min",
    "it was 45 per minute",
    "it was 45/min",
    "it was one hundred ten bpm",
    "it was forty-two bpm",
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
  it.each<[string, string?]>([
    ["slept 7h12", "slept #"],
    ["slept 7h12min", "slept #"],
    ["slept 7 h", "slept #"],
    ["slept 7-hours", "slept #"],
    ["slept 7h 12m", "slept #"],
    ["slept 7 hours and 12 minutes", "slept #"],
    ["slept 7 hours and a half", "slept #"],
    ["slept 7 and a half hours", "slept #"],
    ["slept 7 hours 12 minutes 5 m 3 h", "slept # 3 h"],
    ["slept 7 hours and some minutes", "slept # and some minutes"],
    ["slept 7 hours and then 3 calls", "slept # and then 3 calls"],
    ["slept 7 hours and 3 calls", "slept # and 3 calls"],
    ["asleep 7:12", "asleep #"],
    ["slept 7:12", "slept #"],
    ["6 hours of rem", "# of rem"],
    ["6 hours of good solid sleep", "# of good solid sleep"],
    ["6 hours total sleep", "# total sleep"],
    ["20 minutes awake", "# awake"],
    ["a 20 minute nap", "a # nap"],
    ["nap of about 20 minutes", "nap of about #"],
    ["rem was only 20 minutes", "rem was only #"],
    ["your deep phase took well over 90 minutes", "your deep phase took well over #"],
  ])("%j", (text, expected) => {
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
    ..."HRV RMSSD SDNN RHR SpO2 VO2max pulse".split(" "),
    "heart rate",
    "resting HR",
    "resting pulse",
    "heart rate variability",
    "respiratory rate",
    "breathing rate",
    "respiration rate",
    "breath rate",
    "blood oxygen",
    "oxygen saturation",
    "skin temperature",
    "skin temp",
    "wrist temperature",
    "body temperature",
    "VO2 max",
    "sleep efficiency",
  ])("%s", (name) => {
    expect(withheld(`your ${name} is 45 now`)).toBe(`your ${name} is # now`);
    expect(withheld(`a 45 ${name} now`)).toBe(`a # ${name} now`);
  });

  it.each<[string, string]>([
    ["HRV was at one two three 45", "HRV was at # #"],
    ["HRV of today, as I see it, 45", "HRV of today, as I see it, 45"],
    ["HRV from this one night was 45", "HRV from this one night was #"],
    ["HRV a b c d e 45", "HRV a b c d e #"],
    ["HRV a b c d e f 45", "HRV a b c d e f 45"],
    ["a 45 resting HRV", "a # resting HRV"],
    ["a 45 resting place", "a 45 resting place"],
    ["HRV is good. 45 came", "HRV is good. 45 came"],
    ["HRV is good; 45 came", "HRV is good; 45 came"],
    ["HRV 4.5 today", "HRV # today"],
    ["HRV 45°C", "HRV #"],
    ["HRV 45, 47, 49", "HRV #, #, #"],
    ["HRV 45 to 47 or 49", "HRV #"],
    ["HRV 45→47", "HRV #"],
    ["HRV 45 – 47", "HRV #"],
    ["heart 45", "heart 45"],
    ["rate 45", "rate 45"],
    ["SpO2 97 percent", "SpO2 #"],
    ["oxygen saturation 97%", "oxygen saturation #"],
    ["sleep efficiency 91%", "sleep efficiency #"],
    ["blood oxygen 97%", "blood oxygen #"],
    ["HRV up 12%", "HRV up 12%"],
    ["pulse up 12 percent", "pulse up 12 percent"],
  ])("%j reads %j", (text, expected) => {
    expect(withheld(text)).toBe(expected);
  });

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
  it.each<[string, string]>([
    ["Form 79.5", "energized"],
    ["Form 79.4", "steady"],
    ["Form 65", "steady"],
    ["Form 64.4", "flagging"],
    ["Form 50", "flagging"],
    ["Form 49.4", "depleted"],
    ["Form 100", "energized"],
    ["Form 101", "Form 101"],
    ["Form 62,4", "flagging"],
    ["crs 62", "flagging"],
    ["readiness 62", "flagging"],
    ["RHRTS 62", "flagging"],
    ["RRS 62", "flagging"],
    ["sleep score 62", "sleep score flagging"],
    ["your score is 62", "your score is flagging"],
    ["the score is 62", "the score is 62"],
    ["Form is still at about 62", "Form is still at about flagging"],
    ["Form has now been just at roughly the 62", "Form has now been just at roughly the flagging"],
    ["Form has been up and down and up and down at 62", "Form has been up and down and up and down at 62"],
    ["Form went from 71 to 62", "Form went from steady to flagging"],
    ["Form, they say, 62", "Form, they say, 62"],
    ["62 recovery", "flagging recovery"],
    ["62 readiness", "flagging readiness"],
    ["62 crs", "flagging crs"],
    ["62 sleep score", "flagging sleep score"],
    ["62 sleep talk", "62 sleep talk"],
    ["62 form", "62 form"],
    ["Form 62%", "flagging"],
    ["Form 62/100", "flagging"],
    ["Form 62 out of 100", "flagging"],
    ["Form 62/10", "flagging"],
    ["Form 62 out of 10", "flagging out of 10"],
    ["Form is up 1 point", "Form is up #"],
    ["Form is up 5 pts", "Form is up #"],
    ["Form is up 500 points", "Form is up #"],
    ["Form 62nd", "Form 62nd"],
    ["Form 62b", "Form 62b"],
    ["Form 62 to 140", "flagging to energized"],
    ["tax form 62", "tax form 62"],
    ["application form 62", "application form 62"],
  ])("%j is shown as %j", (text, expected) => {
    expect(zoned(text)).toBe(expected);
    if (!expected.includes("#")) expect(inside(text)).toBe(text);
  });

  it.each("days weeks pm times hours min km sets runs".split(" "))("a number of %s is none", (word) => {
    expect(zoned(`Form for 3 ${word}`)).toBe(`Form for 3 ${word}`);
    expect(zoned(`Form is 3 ${word}`)).toBe(`Form is 3 ${word}`);
  });
});

describe("keys", () => {
  it.each<[string, string, string]>([
    ["hrvRmssdMs: 41", "hrvRmssdMs: null", "hrvRmssdMs: null"],
    ["'hrv_sdnn_ms' = '41.5'", "'hrv_sdnn_ms' = null", "'hrv_sdnn_ms' = null"],
    ["respiratoryRateRpm=-4", "respiratoryRateRpm=null", "respiratoryRateRpm=null"],
    ["active_minutes: 3", "active_minutes: null", "active_minutes: null"],
    ["activeEnergyKcal: 3", "activeEnergyKcal: null", "activeEnergyKcal: null"],
    [
      "awakeMinutes: 3, light_minutes: 4",
      "awakeMinutes: null, light_minutes: null",
      "awakeMinutes: null, light_minutes: null",
    ],
    ["rem_minutes   :   3", "rem_minutes   :   null", "rem_minutes   :   null"],
    ["'strain': 3", "'strain': null", "'strain': null"],
    ['"efficiency"="91"', '"efficiency"=null', '"efficiency"=null'],
    ["steps: 3", "steps: 3", "steps: 3"],
    ["'score': 81", "'score': 81", "'score': \"energized\""],
    ['"crs" = 5', '"crs" = 5', '"crs" = "depleted"'],
    ['"form": 101', '"form": 101', '"form": 101'],
    ['"form": 100', '"form": 100', '"form": "energized"'],
    ['"form": 64.5', '"form": 64.5', '"form": "steady"'],
  ])("%j is kept as %j and shown as %j", (text, kept, said) => {
    expect(inside(text)).toBe(kept);
    expect(shown(text)).toBe(said);
  });
});

it("counts readings and scores apart", () => {
  expect(lockHealth('HRV 45. Form 62. "steps": 3, "form": 62', false)).toMatchObject({ raw: 2, scores: 2 });
  expect(lockHealth('HRV 45. Form 62. "steps": 3, "form": 62', true)).toMatchObject({ raw: 2, scores: 0 });
});

describe("tokens", () => {
  const read = (text: string) =>
    tokensOf(text).map(({ kind, text: word, glued }) => `${kind} ${word}${glued ? " glued" : ""}`);
  it.each<[string, string[]]>([
    ["45ms, ok", ["number 45", "word ms glued", "sign , glued", "word ok"]],
    ["1.5 2,5 7:12", ["number 1.5", "number 2,5", "number 7:12"]],
    ["A. b.c", ["word a", "stop . glued", "word b", "word c"]],
    ["end?", ["word end", "stop ? glued"]],
    ["one\n\ntwo", ["number one", "stop \n\n glued", "number two glued"]],
    ["one\ntwo", ["number one two"]],
    ["forty-two", ["number forty two"]],
    ["forty - two", ["number forty", "sign -", "number two"]],
    ["4-two", ["number 4", "number two glued"]],
    ["4 two", ["number 4", "number two"]],
    ["m\u200bs Ｂｐｍ", ["word ms", "word bpm"]],
    ["50%+/→", ["number 50", "sign % glued", "sign + glued", "sign / glued", "sign → glued"]],
  ])("of %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
