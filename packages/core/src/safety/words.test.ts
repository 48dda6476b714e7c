import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { wordsOf } from "./words.ts";

const heard = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join(" ");

it.each(casesOf<[string, string]>("words", "… is read as …"))("%j is read as %j", (text, expected) => {
  expect(heard(text)).toBe(expected);
});

it("words keep their place in the text", () => {
  const text = "  “Wörd” k i l l now";
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(["Wörd", "k i l l", "now"]);
  for (const mark of "'’ʼ`´@$") {
    const marked = `so ${mark}Wörd${mark} it`;
    expect(wordsOf(marked).map(({ start, end }) => marked.slice(start, end))).toEqual(["so", "Wörd", "it"]);
  }
  const ended = "Well! So it.. goes";
  expect(wordsOf(ended).map(({ start, end }) => ended.slice(start, end))).toEqual([
    "Well",
    "!",
    "So",
    "it",
    "..",
    "goes",
  ]);
});

it("a letter of which nothing is left is no word", () => {
  expect(wordsOf("a ﾞ b")).toHaveLength(2);
});
