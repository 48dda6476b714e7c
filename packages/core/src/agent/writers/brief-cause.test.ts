/** The cause that a morning names, with its size, and what it advises then. The words come from lists by date. */

import { advised, BRIEF_PARTS, brief, DATE, type Day, morning, night, say } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { SuggestionCause } from "../../skills/suggestion.ts";
import * as words from "./brief-words.ts";

const NOTHING = words.ofDate(words.NOTHING_STANDS_OUT, DATE);
const SMALL = words.ofDate(words.NO_ONE_CAUSE, DATE);
const owing = (hours: string) => words.ofDate(words.OWING, DATE).replace("%", hours);
const AWAKE = ", although you were awake more than usual during the night";
const LONG = ": you slept about nine hours, much more than you usually get";

/** What the library calls a cause of a morning, by the day's findings. */
const OF_CAUSE: Record<words.Cause, readonly (SuggestionCause | undefined)[]> = {
  sleepLow: ["shortNight", "roughNight", "brokenNight", "lateBed", "earlyWake", "debt"],
  sleepFine: ["shortNight", "roughNight", "brokenNight", "lateBed", "earlyWake", "debt"],
  heart: ["heartLow", "pulseUp", "breathing"],
  strain: ["together"],
  strainDays: ["strainDays"],
  strainFar: ["strainFar"],
  after: ["afterStrain"],
  timing: ["timing", "lateBed"],
  active: ["movedMuch"],
  still: ["movedLittle"],
  good: ["goodNight", "recoveryHigh", "plain"],
  plain: ["plain", "earlyWake"],
  low: ["low", "earlyWake"],
  first: ["firstNights"],
};

describe("the cause of a morning", () => {
  const low = { zone: "flagging" } as const;
  it.each<[Day, string, words.Cause, string?]>([
    ...casesOf<[Day, string, words.Cause, string?]>("brief-cause", "the cause of a morning: … is…", {
      ...BRIEF_PARTS,
      AWAKE,
      LONG,
      NOTHING,
      SMALL,
      low,
      owing,
    }),
    ...(
      [
        [26, "thirteen"],
        [28, "fourteen"],
      ] as const
    ).map(([halfHours, hours]): [Day, string, words.Cause, string] => [
      { nightsKnown: 5, night: night("first", halfHours) },
      `: you slept about ${hours} hours`,
      "first",
      say(words.FIRST_NIGHTS, "two days"),
    ]),
    // A night in pieces has no length that could be called short.
    ...[undefined, night("short", 9, { inPieces: true })].map((night): [Day, string, words.Cause, string] => [
      { nightsKnown: 5, night, missing: ["sleep"] },
      `: ${words
        .ofDate(words.FIRST_NIGHTS, DATE)
        .replace("%", "two days")
        .replace(/^./, (c) => c.toLowerCase())
        .slice(0, -1)}`,
      "first",
      say(words.NO_SLEEP),
    ]),
  ])("%j is%s", (day, told, cause, second) => {
    const { before, advice } = advised(brief(day));
    expect(before).toBe(morning(day.zone, told, second));
    expect(OF_CAUSE[cause]).toContain(advice?.cause);
  });
});
