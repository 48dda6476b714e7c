/** Tests that the reader of bench:truth finds what contradicts itself, and nothing in what agrees. */
import { describe, expect, it } from "vitest";
import { contradictions, readingOf } from "./truth-read.ts";

const kinds = (a: string, b: string) => [
  ...new Set(contradictions(readingOf("a", a, "main"), readingOf("b", b, "main")).map(({ kind }) => kind)),
];

describe("two texts of one day", () => {
  it.each([
    [
      "You slept about ten and a half hours, close to your usual.",
      "You slept longer than usual, the most in 31 days.",
      "usual",
    ],
    ["You slept about five hours.", "You slept about six hours, much less than you usually get.", "hours"],
    ["Resting pulse much faster than usual", "Your resting heart rate is clearly below your usual.", "direction"],
    ["Your breathing is a little faster than usual.", "Breathing much faster than usual", "size"],
    [
      "Your heart's recovery is the lowest in three months.",
      "Heart recovery lower than usual, the most in 15 days",
      "rank",
    ],
    [
      "You slept about five hours, much less than you usually get.",
      "You moved clearly less than usual yesterday.",
      "cause",
    ],
    ["You're steady today.", "The day is flagging.", "zone"],
    ["Nothing stands out from your last weeks.", "You moved clearly less than usual yesterday.", "nothing"],
    ["I see nothing unusual in your heart's readings.", "Your resting pulse was a little faster than usual.", "usual"],
    ["You are not short of sleep this week.", "You slept much less than you need this week.", "usual"],
  ])("“%s” and “%s” contradict each other: %s", (a, b, kind) => {
    expect(kinds(a, b)).toContain(kind);
    expect(kinds(b, a)).toContain(kind);
  });

  it.each([
    [
      "You slept about five hours, your shortest night in three weeks.",
      "You slept much shorter than usual, the most in 25 days",
    ],
    ["You're steady today, although your breathing is faster than usual.", "Breathing much faster than usual"],
    ["Yesterday you were flagging, and today you're steady.", "The day is steady."],
    ["Go to bed half an hour earlier tonight.", "You went to bed about two hours later than usual."],
    ["Little stands out from your last weeks.", "You moved a little less than usual"],
  ])("“%s” and “%s” agree", (a, b) => {
    expect(kinds(a, b)).toEqual([]);
  });
});
