/** Which claims about the body a text makes, in each word that the product uses for one. */
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { bodyClaims, ordinalWord } from "./body-claims.ts";

/** Each claim as its kind and its values. */
const claims = (text: string) =>
  bodyClaims(text).map(({ words: _, ...claim }) => Object.values(claim).flat().join(" "));

describe("a pillar and a direction", () => {
  it.each<[string, string]>([
    ...casesOf<[string, string]>("body-claims", "a pillar and a direction: …"),
    ..."rough,short,shorter,shortest,awake more,poor,poorly,bad,badly,broken,restless,below,worse,light,lighter,little"
      .split(",")
      .map((word): [string, string] => [`the ${word} sleep`, "pillar sleep worse"]),
    ..."solid,good,great,well,better,above,deep,strong,restful,long,longest,awake less"
      .split(",")
      .map((word): [string, string] => [`sleep ${word}`, "pillar sleep better"]),
    ..."low,lower,below,down,dipped,worse,reduced,poor"
      .split(",")
      .map((word): [string, string] => [`HRV ${word}`, "pillar cass worse"]),
    ..."high,higher,above,up,better,strong,raised"
      .split(",")
      .map((word): [string, string] => [`HRV ${word}`, "pillar cass better"]),
    ..."high,higher,above,up,raised,elevated,worse"
      .split(",")
      .map((word): [string, string] => [`resting pulse ${word}`, "pillar rhrts worse"]),
    ..."low,lower,below,down,calm,better"
      .split(",")
      .map((word): [string, string] => [`resting heart rate ${word}`, "pillar rhrts better"]),
    ..."high,higher,above,up,raised,elevated,faster,worse,unsettled"
      .split(",")
      .map((word): [string, string] => [`breathing ${word}`, "pillar rrs worse"]),
    ..."low,lower,below,calm,slower,better"
      .split(",")
      .map((word): [string, string] => [`breath ${word}`, "pillar rrs better"]),
    ..."irregular,off,late,later,shifted,disrupted,below,worse,drifting"
      .split(",")
      .map((word): [string, string] => [`rhythm ${word}`, "pillar circadian worse"]),
    ..."regular,better,above,settled,aligned,strong"
      .split(",")
      .map((word): [string, string] => [`body clock ${word}`, "pillar circadian better"]),
    ..."off,unbalanced,below,worse,too much,too little"
      .split(",")
      .map((word): [string, string] => [`activity ${word}`, "pillar motion worse"]),
    ..."balanced,better,above,good"
      .split(",")
      .map((word): [string, string] => [`movement ${word}`, "pillar motion better"]),
  ])("%j", (text, claim) => {
    expect(claims(text).join(", ")).toBe(claim);
  });

  it.each(["HRV", "more than usual HRV", "HRV than you usual", "lowly HRV", "a heart attack", "hike up"])(
    "%j makes none",
    (text) => {
      expect(claims(text)).toEqual([]);
    },
  );
});

describe("a pillar that is missing", () => {
  it.each([
    "no HRV",
    "without HRV",
    "HRV is missing",
    "nothing of HRV",
    ..."did not,didn't,has not,hasn't,have not,haven't"
      .split(",")
      .flatMap((not) => ["arrive", "arrived", "sync", "synced", "come"].map((verb) => `HRV ${not} ${verb}`)),
  ])("%j", (text) => {
    expect(claims(text)).toEqual(["missing cass"]);
  });
  it("is not one that is late", () => expect(claims("HRV did not please")).toEqual([]));
});

describe("a body zone", () => {
  it.each(casesOf<string>("body-claims", "a body zone: is claimed after …"))("is claimed after %j", (start) => {
    for (const zone of ["energized", "steady", "flagging", "depleted"])
      expect(claims(`${start} ${zone}`)).toEqual([`bodyZone ${zone}`]);
  });
  it.each(["a steady pace", "keep steady", "you are unsteady"])("is not claimed by %j", (text) => {
    expect(claims(text)).toEqual([]);
  });
});

describe("a trend and a move", () => {
  it.each<[string, string]>([
    ..."rising climbing improving".split(" ").map((word): [string, string] => [`form is ${word}`, "trend rising"]),
    ..."falling sliding dropping declining"
      .split(" ")
      .map((word): [string, string] => [`days of ${word}`, "trend falling"]),
    ..."level holding".split(" ").map((word): [string, string] => [`a ${word} week`, "trend level"]),
    ..."up risen climbed recovered"
      .split(" ")
      .map((word): [string, string] => [`${word} since this morning`, "since_morning up"]),
    ..."down slipped dropped fallen"
      .split(" ")
      .map((word): [string, string] => [`${word} since the morning`, "since_morning down"]),
    ..."held level unchanged"
      .split(" ")
      .map((word): [string, string] => [`${word} since this morning`, "since_morning level"]),
    ["nothing new since this morning", "since_morning level"],
    ["nothing has changed since this morning", "since_morning level"],
    ["no change since this morning", "since_morning level"],
    ["the same as this morning", "since_morning level"],
    ["much as it was this morning", "since_morning level"],
    ["things stand as they did this morning", "since_morning level"],
    ["where you were this morning", "since_morning level"],
    ["it is going as it began", "since_morning level"],
  ])("%j", (text, claim) => {
    expect(claims(text)).toEqual([claim]);
  });
  it.each([
    "rising sun",
    "up this morning",
    "nothing new",
    "the same that you said of all that came before this morning",
    "former rising",
  ])("is not claimed by %j", (text) => expect(claims(text)).toEqual([]));
});

describe("a run of days", () => {
  const words = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
  it.each(words.map((word, i) => [word, i + 1] as const))("%s in a row is %i", (word, days) => {
    expect(claims(`the ${word} day in a row`)).toEqual([`streak ${days}`]);
    expect(ordinalWord(days)).toBe(word);
  });
  it.each<[string, string[]]>([
    ["the 4th day in a row", ["streak 4", "number 4"]],
    ["12 days in a row", ["streak 12", "number 12"]],
    ["the first of the third in a row", ["streak 3"]],
    ["in a row for the third time", []],
    ["the third day", []],
    ["the eleventh day in a row", []],
  ])("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
  it("has no word past ten", () => expect([ordinalWord(0), ordinalWord(11)]).toEqual([undefined, undefined]));
});

describe("the most of a span", () => {
  it.each(casesOf<[string, string]>("body-claims", "the most of a span: …"))("%j", (text, claim) => {
    expect(claims(text)).toEqual([claim]);
  });
  it.each(["the lowest", "the lowest in town", "the best in two weeks", `the lowest ${"x".repeat(42)} in two weeks`])(
    "is not claimed by %j",
    (text) => {
      expect(claims(text)).toEqual([]);
    },
  );
});

describe("hours of sleep", () => {
  it.each(casesOf<[string, string[]]>("body-claims", "hours of sleep: …"))("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
});

describe("when the night arrives", () => {
  it.each(casesOf<[string, string[]]>("body-claims", "when the night arrives: …"))("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
});

describe("other claims", () => {
  it.each<[string, string[]]>([
    ...casesOf<[string, string[]]>("body-claims", "other claims: …"),
    ...["can't", "cannot", "could not", "couldn't"].flatMap((not) =>
      ["read", "score"].map((verb): [string, string[]] => [`I ${not} ${verb} it`, ["no_score"]]),
    ),
  ])("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
});

it("each clause makes its own claims, with its own words", () => {
  expect(bodyClaims("A rough night, but your HRV is above usual").map(({ kind, words }) => [kind, words])).toEqual([
    ["pillar", "A rough night"],
    ["pillar", "your HRV is above usual"],
  ]);
  for (const join of [". ", "! ", "? ", "; ", ", ", ": ", "— ", "– ", "\n", " and ", " but ", " while ", " though "])
    expect(claims(`rough night${join}HRV high`)).toEqual(["pillar sleep worse", "pillar cass better"]);
  expect(claims("the night, which is short")).toEqual(["pillar sleep worse"]);
  expect(claims("the night, that is short")).toEqual([]);
  expect(claims("slept about five and a half hours")).toEqual(["hours 11 asleep"]);
});
