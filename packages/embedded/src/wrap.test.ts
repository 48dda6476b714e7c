import { expect, test } from "vitest";
import { wrapped } from "./wrap.ts";

test.each([
  ["words that fit stay together", "one two three", 7, ["one two", "three"]],
  ["a line break is a space", "one\n two", 20, ["one two"]],
  ["a word longer than a line is broken", "see abcdefghij", 4, ["see", "abcd", "efgh", "ij"]],
  ["an empty text has no line", " ", 10, []],
])("%s", (_, text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});
