/** Tests which claims about the body a text makes, in each word that the product uses for one. */
import { describe, expect, it } from "vitest";
import { bodyClaims, ordinalWord } from "./body-claims.ts";

/** Each claim as its kind and its values. */
const claims = (text: string) =>
  bodyClaims(text).map(({ words: _, ...claim }) => Object.values(claim).flat().join(" "));

describe("a pillar and a direction", () => {
  it.each<[string, string]>([
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
    ["you slept well", "pillar sleep better"],
    ["bad nights", "pillar sleep worse"],
    ["heart-rate variability low", "pillar cass worse"],
    ["heart rate variability low", "pillar cass worse"],
    ["your heart’s recovery is low", "pillar cass worse"],
    ["respiratory up", "pillar rrs worse"],
    ["sleep timing off", "pillar circadian worse"],
    ["sleep timing below", "pillar circadian worse"],
    ["HRV usual", "pillar cass usual"],
    ["HRV as usually", "pillar cass usual"],
    ["HRV normal", "pillar cass usual"],
    ["HRV typical", "pillar cass usual"],
    ["HRV low and usual", "pillar cass worse"],
    ["HRV low high", "pillar cass worse"],
    ["the main drag is sleep", "drag sleep"],
    ["HRV is pulling you down", "drag cass"],
    ["HRV pulls you down", "drag cass"],
    ["HRV is weighing on you", "drag cass"],
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
  it.each([
    "you are",
    "you're",
    "you feel",
    "your form is",
    "the body is",
    "still",
    "back to",
    "it looks",
    "it look",
    "the day ends",
    "the day end",
  ])("is claimed after %j", (start) => {
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
  it.each<[string, string]>([
    ["the shortest in three weeks", "rank sleepLength low 21"],
    ["the longest in a month", "rank sleepLength high 30"],
    ["the lowest in an month", "rank hrv restingHr low 30"],
    ["the lowest in two weeks", "rank hrv restingHr low 14"],
    ["the highest in fourteen days", "rank hrv restingHr high 14"],
    ["the slowest in two months", "rank breathing low 60"],
    ["the fastest in three months", "rank breathing high 85"],
    ["the LOWEST in One Week", "rank hrv restingHr low 7"],
    ["the lowest in human weeks", "rank hrv restingHr low 85"],
    ["the lowest in any weeks", "rank hrv restingHr low 85"],
    ["the lowest in some weeks", "rank hrv restingHr low 85"],
    ["the lowest that I have ever seen of it in two weeks", "rank hrv restingHr low 14"],
  ])("%j", (text, claim) => {
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
  it.each<[string, string[]]>([
    ["asleep about half an hour", ["hours 1 asleep"]],
    ["asleep about an hour", ["hours 2 asleep"]],
    ["asleep about an hour and a half", ["hours 3 asleep"]],
    ["slept about five hours", ["hours 10 asleep"]],
    ["slept about five and a half hours", ["hours 11 asleep"]],
    ["bed about fourteen hours", ["hours 28 any"]],
    ["bed about zero hours", ["hours 0 any"]],
    ["slept about many hours", []],
    ["slept five hours", ["hours 10 asleep"]],
    ["slept seven and a half hours", ["hours 15 asleep"]],
    ["slept about 7.5 hours", ["hours 15 asleep"]],
    ["around 7.5h asleep", ["hours 15 asleep"]],
    ["slept about 7 and a half hours", ["hours 15 asleep"]],
    ["slept roughly 7h30", ["hours 15 asleep"]],
    ["slept 7 hours and 30 minutes", ["hours 15 asleep"]],
    ["your night lasted 7½ hours", ["hours 15 any"]],
    ["slept 7 to 8 hours", ["number 7", "number 8"]],
    ["slept 7.3 hours", ["number 7.3"]],
    ["about two hours of deep sleep", ["pillar sleep better"]],
    ["aim for eight hours of sleep", []],
    ["walked about five hours", []],
  ])("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
});

describe("when the night arrives", () => {
  it.each<[string, string[]]>([
    ["it is usually here by about half past eight", ["arrival half past eight"]],
    ["they come by nine", ["arrival nine"]],
    ["the night arrives by around Ten", ["arrival ten"]],
    ["the wearable syncs by about ten", ["arrival ten"]],
    ["the device normally comes in by eleven", ["arrival eleven"]],
    ["data arrive by noon", ["arrival noon"]],
    ["it comes by ten o'clock", ["arrival ten"]],
    ["you come by nine", []],
    ["it is here", []],
    ["it was said here that you all come by nine", []],
    [`it ${"x".repeat(21)} comes by nine`, []],
  ])("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });
});

describe("other claims", () => {
  it.each<[string, string[]]>([
    ["this may still move", ["provisional"]],
    ["this may still change", ["provisional"]],
    ["it is provisional", ["provisional"]],
    ["still settling", ["provisional"]],
    ["it may move", []],
    ...["can't", "cannot", "could not", "couldn't"].flatMap((not) =>
      ["read", "score"].map((verb): [string, string[]] => [`I ${not} ${verb} it`, ["no_score"]]),
    ),
    ["I score it", []],
    ["at 17:30, or 1.500,5 and 3.", ["number 17:30", "number 1.500,5", "number 3"]],
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
