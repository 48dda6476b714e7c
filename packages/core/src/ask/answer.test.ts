/** What is answered from rows, and what is not guessed. */
import { type AskedDay, type AskedWorkout, DataAnswer, DataQuestion } from "@waldo/contracts";
import { expect, it } from "vitest";
import { addDays } from "../time.ts";
import { dataAnswer } from "./answer.ts";
import type { AskedRows } from "./chosen.ts";
import { questionIn } from "./read.ts";

/** A Friday. */
const today = "2026-11-27";

/** Days that end today. A value that is undefined was not measured. */
function daysOf(hrv: readonly (number | undefined)[], more: Partial<AskedDay> = {}): AskedDay[] {
  return hrv.map((value, i) => ({
    date: addDays(today, i - hrv.length + 1),
    values: { ...(value !== undefined && { hrv: value }) },
    tags: [],
    ...more,
  }));
}

const run = (daysAgo: number, distance: number, duration = 30): AskedWorkout => ({
  date: addDays(today, -daysAgo),
  kind: "run",
  values: { distance, duration },
});

const rowsOf = (days: AskedDay[], workouts: AskedWorkout[] = []): AskedRows => ({ today, days, workouts });

function asked(text: string, rows: AskedRows) {
  const question = questionIn(text, { today, spoken: "en" });
  if (question === undefined) throw new Error(`“${text}” was not read`);
  return { question: DataQuestion.parse(question), answer: DataAnswer.parse(dataAnswer(question, rows)) };
}

const answerOf = (text: string, rows: AskedRows) => asked(text, rows).answer;

it("counts only days that have the value, and says which", () => {
  expect(answerOf("average HRV in the last 7 days", rowsOf(daysOf([90, 40, undefined, 50, undefined, 60])))).toEqual({
    ...{ is: "number", value: 60, unit: "ms", n: 4, nOf: "days" },
    ...{ first: "2026-11-22", last: "2026-11-27" },
  });
});

it("“the last 7 days” begin six days ago and end today", () => {
  const answer = answerOf("total HRV in the last 7 days", rowsOf(daysOf([1000, 1, 1, 1, 1, 1, 1, 1])));
  expect(answer).toMatchObject({ value: 7, n: 7, first: "2026-11-21" });
});

it("the highest and the lowest have their date", () => {
  const rows = rowsOf(daysOf([40, 70, 50]));
  expect(answerOf("highest HRV ever", rows)).toMatchObject({ value: 70, on: "2026-11-26", n: 3 });
  expect(answerOf("lowest HRV ever", rows)).toMatchObject({ value: 40, on: "2026-11-25" });
});

it.each([
  ["a time without a day", "average HRV in January 2020", rowsOf(daysOf([50])), { why: "noDays", n: 0 }],
  [
    "days without the value",
    "average HRV this week",
    rowsOf(daysOf([undefined, undefined])),
    { why: "noReading", n: 2 },
  ],
  ["nothing that passes", "average HRV on Sundays", rowsOf(daysOf([50, 50])), { why: "noMatch", n: 2 }],
  ["one value has no spread", "standard deviation of my HRV ever", rowsOf(daysOf([50])), { why: "tooFew", n: 1 }],
  ["seven values show no trend", "trend of my HRV", rowsOf(daysOf([1, 2, 3, 4, 5, 6, 7])), { why: "tooFew", n: 7 }],
  [
    "bedtimes do not add up",
    "total bedtime ever",
    rowsOf(daysOf([1], { values: { bedTime: -30 } })),
    { why: "noSense" },
  ],
  ["no workout was ever recorded", "how many times did I run this week", rowsOf(daysOf([50])), { why: "noReading" }],
])("%s: no answer, with the reason", (_, text, rows, reason) => {
  expect(answerOf(text, rows)).toMatchObject({ is: "none", ...reason });
});

it("no run in a week that is known is zero runs", () => {
  const rows = rowsOf(daysOf([50, 50, 50]), [run(40, 5000)]);
  expect(answerOf("how many times did I run this week", rows)).toMatchObject({
    is: "number",
    value: 0,
    unit: "workouts",
  });
  expect(answerOf("how far did I run this week", rows)).toMatchObject({ is: "number", value: 0, unit: "metres" });
});

it("workouts are counted off from the last", () => {
  const rows = rowsOf(daysOf([50]), [run(9, 1000), run(5, 5000), run(1, 7000)]);
  expect(answerOf("average distance of my last 2 runs", rows)).toMatchObject({ value: 6000, n: 2, nOf: "workouts" });
  expect(answerOf("how many runs over 4 km did I do", rows)).toMatchObject({ value: 2 });
});

it("the mean of bedtimes before and after midnight is midnight", () => {
  const days = daysOf([1, 1]).map((day, i) => ({ ...day, values: { bedTime: i === 0 ? -30 : 30 } }));
  expect(answerOf("average bedtime this week", rowsOf(days))).toMatchObject({ value: 0, unit: "clock", n: 2 });
  expect(answerOf("earliest bedtime this week", rowsOf(days))).toMatchObject({ value: 1410, on: "2026-11-26" });
});

it("a day without a report is no day without alcohol, and a night is that after", () => {
  const tags = [["alcohol"], ["stress"], [], []];
  const days = daysOf([10, 20, 30, 40]).map((day, i) => ({ ...day, tags: tags[i] ?? [] }));
  expect(answerOf("HRV with alcohol vs without", rowsOf(days))).toMatchObject({
    is: "compared",
    one: { value: 20, n: 1 },
    other: { value: 30, n: 1 },
    difference: -10,
  });
});

it("“since when” goes back over days that pass, to the last that does not", () => {
  const days = daysOf([1, 1, 1, 1, 1]).map((day, i) => ({
    ...day,
    values: i === 3 ? {} : { restingHr: [70, 50, 61, 0, 62][i] ?? 0 },
  }));
  const text = "since when is my resting heart rate above 60";
  expect(answerOf(text, rowsOf(days))).toMatchObject({ is: "date", on: "2026-11-25" });
  expect(answerOf(text, rowsOf(days.slice(0, 2)))).toMatchObject({ is: "none", why: "noMatch" });
});

it("a trend is up or down only beyond the noise of both halves", () => {
  const noise = [50, 58, 47, 55, 49, 57, 48, 56, 51, 54];
  expect(answerOf("trend of my HRV", rowsOf(daysOf(noise)))).toMatchObject({ is: "trend", way: "steady" });
  const rising = noise.map((value, i) => value + 6 * i);
  expect(answerOf("trend of my HRV", rowsOf(daysOf(rising)))).toMatchObject({ is: "trend", way: "up", n: 10 });
});
