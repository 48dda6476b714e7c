import { Card } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { sanitise } from "../../sanitise.ts";
import type { Danger } from "../danger.ts";
import { type Region, withoutHelpNumbers } from "../hotlines.ts";
import { CARE_WORDS, dangerAnswer, helpLine, kindWords, morningWords, nearAnswer } from "./answer.ts";
import { CARE_LANGUAGES, type CareLanguage } from "./words.ts";

const crisis: Danger = { tier: "certain", kind: "self", signal: "clear" };
const TIERS: readonly Danger[] = [
  crisis,
  { tier: "physical", kind: "body", signal: "urgent" },
  { tier: "physical", kind: "self", signal: "overdose" },
];
const en = (region: Region) => ({ ...region, language: "en" as const });
const numbers = (region: Region) => dangerAnswer(crisis, en(region)).card.lines.map((line) => line.number);

describe("numbers of the country a person is in", () => {
  it.each(casesOf<[Region, string[]]>("answers-answer", "numbers of the country a person is in: …"))(
    "%j",
    (region, expected) => {
      expect(numbers(region)).toEqual(expected);
    },
  );
});

it("every number on the card is also in the words, and the card is a valid card", () => {
  for (const danger of TIERS)
    for (const timeZone of ["America/Chicago", "Asia/Calcutta", "Europe/Paris", undefined]) {
      const { text, card } = dangerAnswer(danger, en(timeZone === undefined ? {} : { timeZone }));
      expect(Card.parse(card)).toEqual(card);
      for (const { number } of card.lines) expect(text).toContain(number);
    }
});

it("is short, promises nothing, and is kind to a person who was misunderstood", () => {
  for (const danger of TIERS) {
    const { text } = dangerAnswer(danger, en({ timeZone: "Europe/London" }));
    expect(text.length).toBeLessThan(1_200);
    expect(text).toMatch(/if I misread you/i);
    expect(text).not.toMatch(/diagnos|disorder|policy|cannot help|as an AI|!/i);
  }
});

it("a body in danger gets the emergency number first, and the lines that listen only after harm to oneself", () => {
  const [, body, overdose] = TIERS.map((danger) => dangerAnswer(danger, en({ timeZone: "America/New_York" })));
  expect(body?.card.lines.map(({ number }) => number)).toEqual(["911"]);
  expect(overdose?.card.lines.map(({ number }) => number)).toEqual(["911", "988"]);
});

it("says to a body in danger to call now, and to a person in crisis that they are heard, in paragraphs", () => {
  const [words, body, overdose] = TIERS.map(
    (danger) => dangerAnswer(danger, en({ timeZone: "America/New_York" })).text,
  );
  for (const text of [body, overdose]) expect(text).toMatch(/^This sounds serious\. Please call now\. Emergency/);
  expect(words).toMatch(/^I'm glad you wrote that to me/);
  // Within a sentence a label begins with a small letter.
  expect(words).toContain("please call emergency services: 911");
  expect(helpLine(crisis, en({ timeZone: "America/New_York" }))).toContain("In danger, call emergency services: 911.");
  expect([words, body, overdose].map((text) => text?.split("\n\n").length)).toEqual([4, 2, 3]);
  expect(overdose).toContain("988");
});

it("passes the sanitiser unchanged", () => {
  for (const text of [
    ...TIERS.map((danger) => dangerAnswer(danger, en({ timeZone: "Asia/Kolkata" })).text),
    helpLine(crisis, en({})),
  ])
    expect(sanitise({ text, origin: "system" }, "user")).toMatchObject({ text, verdict: "clean" });
});

it.each([
  ["This sounds serious, please call 112.", "This sounds serious, please call #."],
  ["Call the Samaritans on 116 123 or 999.", "Call the Samaritans on # or #."],
  ["Your score was 112.", "Your score was 112."],
  ["Call 112. You slept 911 minutes.", "Call #. You slept 911 minutes."],
  ["Call 1123.", "Call 1123."],
])("a number to call is told apart from other numbers: %j", (text, left) => {
  expect(withoutHelpNumbers(text)).toBe(left);
});

const ZONES = ["America/New_York", "Europe/Berlin", "Asia/Tokyo", "America/Bogota", undefined] as const;
const KINDS: readonly Pick<Danger, "tier" | "kind">[] = [
  { tier: "certain", kind: "self" },
  { tier: "certain", kind: "violence" },
  { tier: "physical", kind: "self" },
  { tier: "physical", kind: "body" },
  { tier: "medicine", kind: "medicine" },
];

describe.each(CARE_LANGUAGES)("in %s", (language: CareLanguage) => {
  const everyText = ZONES.flatMap((timeZone) => {
    const to = { language, ...(timeZone === undefined ? {} : { timeZone }) };
    const answers = KINDS.flatMap((danger) => [false, true].map((again) => dangerAnswer(danger, { ...to, again })));
    for (const { text, card } of answers) for (const { number } of card.lines) expect(text).toContain(number);
    return [
      ...answers.map(({ text }) => text),
      ...(["self", "other"] as const).flatMap((kind) => [kindWords({ kind }, language), helpLine({ kind }, to)]),
      ...(["serious", "unwell"] as const).map((near) => nearAnswer(near, to)),
      ...(["certain", "physical"] as const).map((tier) => morningWords(tier, to)),
    ];
  });

  it("every text is whole: no hole, no double space, no exclamation mark, and short", () => {
    for (const text of everyText) {
      expect(text).not.toMatch(/[{}%]|undefined| {2}|!|！|: \.|: ;/);
      expect(text.length).toBeLessThan(1_300);
    }
  });

  it("every text passes the sanitiser unchanged", () => {
    for (const text of everyText)
      expect(sanitise({ text, origin: "system" }, "user")).toMatchObject({ text, verdict: "clean" });
  });

  it("has its own words, and a second cry gets other and shorter ones", () => {
    const words = CARE_WORDS[language];
    if (language !== "en") expect(words.die.first).not.toEqual(CARE_WORDS.en.die.first);
    for (const kind of ["die", "violence"] as const)
      expect(words[kind].again.join("").length).toBeLessThan(words[kind].first.join("").length);
    expect(words.body.again).not.toEqual(words.body.first);
  });

  it("the lines that fit alone: nobody is asked about violence under a stroke, nor about dying under a blow", () => {
    const to = { language, timeZone: "Europe/Berlin" };
    const stroke = dangerAnswer({ tier: "physical", kind: "body" }, to);
    expect(stroke.card.lines.map(({ number }) => number)).toEqual(["112"]);
    expect(dangerAnswer({ tier: "certain", kind: "violence" }, to).card.lines.map(({ number }) => number)).toEqual([
      "116 016",
      "112",
    ]);
    expect(dangerAnswer({ tier: "medicine", kind: "medicine" }, to).card.lines.map(({ number }) => number)).toEqual([
      "116117",
      "112",
    ]);
  });
});
