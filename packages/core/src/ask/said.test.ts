import type { CrsResult } from "@waldo/contracts";
import { expect, it } from "vitest";
import { questionInAny } from "./read.ts";
import { saidAnswer } from "./said.ts";

/** Scores of the first nights of October, with half hours asleep, and the half hour of falling asleep from noon. */
const scores = [11, 12, 14, 15, 13, 16].map((halfHoursAsleep, i) => ({
  date: `2026-10-0${i + 1}`,
  findings: {
    night: { kind: "usual", halfHoursAsleep },
    signs: [],
    nightsKnown: 30,
    before: [],
    knowsHrv: true,
    daysWithout: 0,
  },
  sleepTimes: { asleep: 22 + (i % 2), awake: 38 },
  pillars: { sleep: { score: 50 + halfHoursAsleep, band: "usual", confidence: 1 } },
})) as unknown as CrsResult[];
const today = "2026-10-06";
const said = (text: string) => {
  const question = questionInAny(text, today);
  return question && saidAnswer(question, { today, scores });
};

it.each([
  [
    "how many nights under 6 hours this month",
    "One of six days: Thursday 1 October. Friday 2 October lies right at the limit.",
  ],
  [
    "how many nights over 7 hours this month",
    "Two of six days: Sunday 4 October and Tuesday 6 October. Saturday 3 October lies right at the limit.",
  ],
  ["which night was my best this month", "The night to Tuesday 6 October, about eight hours of sleep."],
  [
    "which night was my best this month\nand the worst?",
    "The night to Thursday 1 October, about five and a half hours of sleep.",
  ],
  [
    "when did i go to bed on average this month",
    "In bed at about half past eleven in the evening on average, over six nights.",
  ],
])("“%s” is answered in words", (text, words) => expect(said(text)).toBe(words));

it.each(["how many steps yesterday", "did i get any deep sleep", "which weekday do i sleep worst"])(
  "“%s” needs a reading, and has no words",
  (text) => expect(said(text)).toBeUndefined(),
);
