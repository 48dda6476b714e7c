/** What the medical gate reads in place of the words: contractions taken apart, kinds in the place of names. */
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { tokensOf } from "./tokens.ts";

const read = (text: string) =>
  tokensOf(text)
    .map((token) => token.text)
    .join(" ");

it.each(casesOf<[string, string]>("medical-tokens", "a short form … is read as …"))(
  "%s is read as %s",
  (short, long) => {
    expect(read(`x ${short} y`)).toBe(`xstart x ${long} y`);
  },
);

it.each(casesOf<[string, string]>("medical-tokens", "a sentence … is read as …"))(
  "%j is read as %j",
  (text, tokens) => {
    expect(read(text)).toBe(tokens);
  },
);

it("knows where a comma or another sign stands before a word, and the words behind a kind", () => {
  const tokens = tokensOf("Well, you: “have” (type 2 diabetes) – really, now it");
  expect(tokens.map(({ was, pause }) => [was, pause])).toEqual([
    ["", ""],
    ["well", ""],
    ["you", "comma"],
    ["have", "other"],
    ["type 2 diabetes", "other"],
    ["it", "comma"],
  ]);
});
