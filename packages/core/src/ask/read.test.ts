/** Which sentences are questions about one's own days, and what they ask (data/cases/ask.jsonl). */
import type { DataQuestion, IntentLanguage } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { questionIn } from "./read.ts";

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
