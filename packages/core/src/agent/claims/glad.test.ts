import { expect, it } from "vitest";
import { gladFault } from "./told.ts";

it.each([
  ["You named “call the printer” for today. Shall it be the first thing after lunch?", 2, undefined],
  ["Your goal says “you must not give up”. What is its first step?", 2, undefined],
  ["How are you feeling about the book?", 1, "feelings"],
  ["You still haven't called the printer.", 1, "guilt"],
  ["Yet again the outline is open.", 1, "guilt"],
  ["You should really call the printer.", 1, "lecture"],
  ["One. Two. Three.", 3, "too_long"],
] as const)("%s", (text, sentences, fault) => {
  expect(gladFault(text, sentences)).toBe(fault);
});
