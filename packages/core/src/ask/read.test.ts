/** Which sentences are questions about one's own days, and what they ask (data/cases/ask.jsonl). */
import { DataAnswer, DataQuestion, INTENT_LANGUAGES, type IntentLanguage } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { seeded } from "../digest.ts";
import { dataAnswer } from "./answer.ts";
import { questionIn } from "./read.ts";
import { shownReading } from "./shown.ts";
import lists from "./words.json" with { type: "json" };

/** A Friday. */
const today = "2026-11-27";

it.each(casesOf<[string, IntentLanguage, DataQuestion]>("ask", "… in … asks …"))(
  "%s (%s)",
  (text, spoken, question) => {
    expect(questionIn(text, { today, spoken })).toEqual(question);
  },
);

it.each(casesOf<[string, IntentLanguage]>("ask", "… in … asks for no number"))(
  "%s (%s) asks for no number",
  (text, spoken) => {
    expect(questionIn(text, { today, spoken })).toBeUndefined();
  },
);

it("a word that nothing uses makes the whole message no question", () => {
  const asked = "what was my average HRV last month";
  expect(questionIn(asked, { today, spoken: "en" })).toBeDefined();
  for (const word of ["tomorrow", "please order pizza", "and the weather", "divided by two", "without"])
    expect(questionIn(`${asked} ${word}`, { today, spoken: "en" })).toBeUndefined();
});

it("a message that is too long to be read whole is no question", () => {
  const asked = "what was my average HRV last month";
  expect(questionIn(`${asked}${" ".repeat(300)}order pizza`, { today, spoken: "en" })).toBeUndefined();
});

it("a date without a year is the last one, and a span may cross the new year", () => {
  const spans = ["on 30 November", "from 20 December to 5 January", "in December"].map(
    (range) => questionIn(`average HRV ${range}`, { today, spoken: "en" })?.range,
  );
  expect(spans).toEqual([
    { span: "dates", from: "2025-11-30", to: "2025-11-30" },
    { span: "dates", from: "2025-12-20", to: "2026-01-05" },
    { span: "dates", from: "2025-12-01", to: "2025-12-31" },
  ]);
});

it.each(INTENT_LANGUAGES)("no order of known words breaks it (%s)", (spoken) => {
  const random = seeded(34);
  const known = Object.values(lists[spoken]).flatMap((lines) => lines.join(" ").split(" "));
  const words = [...known, "7", "10000", "22:30", "2026-11-31", "30", "2026"].map((word) => word.replaceAll("_", " "));
  const rows = {
    today,
    days: [{ date: today, values: { asleep: 400, hrv: 50, steps: 9000 }, tags: ["coffee"] }],
    workouts: [{ date: today, kind: "run" as const, values: { distance: 5000 } }],
  };
  let read = 0;
  for (let i = 0; i < 3000; i++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 6) }, () => words[Math.floor(random() * words.length)]);
    const question = questionIn(text.join(" "), { today, spoken });
    if (question === undefined) continue;
    read += 1;
    const answer = dataAnswer(DataQuestion.parse(question), rows);
    DataAnswer.parse(answer);
    const { title, text: shown } = shownReading(question, answer);
    expect(`${title} ${shown}`).not.toMatch(/undefined|NaN/);
  }
  expect(read).toBeGreaterThan(20);
});
