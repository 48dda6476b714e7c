/** What a message may say: no raw values, no scores, no diagnosis, no words of an advertisement, not too much. */
import { expect, it } from "vitest";
import { wordingFault } from "./wording.ts";

it.each([
  ["", "empty"],
  [" \n ", "empty"],
  ["Your HRV is 41 ms.", "raw_value"],
  ["Your Form is 63 today.", "raw_value"],
  ["A recovery of about 70.", "raw_value"],
  ["Your score went up to 80", "raw_value"],
  ["You have diabetes.", "medical"],
  ["Optimise your day.", "banned_word"],
  ["optimizing", "banned_word"],
  ["An optimisation", "banned_word"],
  ["An optimist sleeps well.", undefined],
  ["Your wellness journey.", "banned_word"],
  ["Time to crush it: crushing!", "banned_word"],
  ["x".repeat(1201), "too_long"],
  [`You have diabetes. ${"word ".repeat(400)}`, "medical"],
  [`Your HRV is 41 ms. ${"word ".repeat(400)}`, "raw_value"],
  [`Optimise. ${"word ".repeat(400)}`, "banned_word"],
  ["x".repeat(1200), undefined],
  ["A steady day. Lunch at 12:30.", undefined],
  ["Fill in the form before 10 tomorrow. It has 3 pages.", "raw_value"],
  ["Your form. Then 3 calls.", undefined],
  ["The optimum is near.", undefined],
])("%j: %s", (text, fault) => {
  expect(wordingFault(text)).toBe(fault);
});
