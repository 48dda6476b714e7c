/** Tests what a message may say: no raw values, no scores, no diagnosis, no words of an advertisement, not too much. */
import { expect, it } from "vitest";
import { lengthFault, wordingFault } from "./wording.ts";

it.each([
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
  [`You have diabetes. ${"word ".repeat(400)}`, "medical"],
  [`Your HRV is 41 ms. ${"word ".repeat(400)}`, "raw_value"],
  [`Optimise. ${"word ".repeat(400)}`, "banned_word"],
  ["A steady day. Lunch at 12:30.", undefined],
  ["Fill in the form before 10 tomorrow. It has 3 pages.", "raw_value"],
  ["Your form. Then 3 calls.", undefined],
  ["The optimum is near.", undefined],
])("%j: %s", (text, fault) => {
  expect(wordingFault(text)).toBe(fault);
});

it.each([
  ["It takes 20 minutes.", "raw_value"],
  ["It takes 1 minute.", "raw_value"],
  ["It takes 20min.", "raw_value"],
  ["It takes 1,250.5 ms.", "raw_value"],
  ["1 beat, then another.", "raw_value"],
  ["1 breath in.", "raw_value"],
  ["12 breaths in.", "raw_value"],
  ["Back in 1 hour.", "raw_value"],
  ["Back in 1 hr.", "raw_value"],
  ["80 % of it.", "raw_value"],
  ["Your 3 calls take hours.", undefined],
  ["A biohacker crushes it.", "banned_word"],
  ["They crush it.", "banned_word"],
  ["A biohack.", "banned_word"],
  ["A day optimised.", "banned_word"],
])("unasked and about no body, %j: %s", (text, fault) => {
  expect(wordingFault(text, { unasked: true, aboutBody: false })).toBe(fault);
});

it("checks a text as a Brief where nothing else is said", () => {
  expect(wordingFault("Your HRV is 41 now.")).toBe("raw_value");
  expect(wordingFault("Your HRV is 41 now.", { unasked: true, aboutBody: false })).toBeUndefined();
});

it.each([
  ["Your recovery was 70 of late.", "raw_value"],
  ["Your form is due.", undefined],
  ["Your HRV is 41 ms.", "raw_value"],
  ["Your Form is 63 today.", "raw_value"],
  ["You slept 5 hours and 40 minutes.", "raw_value"],
  ["Fill in the form before 10 tomorrow. It has 3 pages.", undefined],
  ["Boil it for 20 minutes; it is a journey.", undefined],
  ["You have diabetes.", "medical"],
])("in an answer about the person's body, %j: %s", (text, fault) => {
  expect(wordingFault(text, { unasked: false, aboutBody: true })).toBe(fault);
});

it("lets an answer say what is known of bodies in general", () => {
  const general = "A resting heart rate of 60 to 100 bpm is usual for adults.";
  expect(wordingFault(general, { unasked: false, aboutBody: false })).toBeUndefined();
  expect(wordingFault(general)).toBe("raw_value");
});

it.each([
  ["", 10, "empty"],
  [" \n ", 10, "empty"],
  ["x".repeat(11), 10, "too_long"],
  ["x".repeat(10), 10, undefined],
])("%j of at most %d characters: %s", (text, most, fault) => {
  expect(lengthFault(text, most)).toBe(fault);
});
