/** Patterns in text without spaces: what may stand between their pieces, and which signs are one. */
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { findPattern, pattern, squeezed, without } from "./ruled.ts";

const isIn = (source: string, text: string) => findPattern(pattern(source), squeezed(text)) !== undefined;

it.each(casesOf<[string, string, boolean]>("pieces", "… in …: …"))("%s in %s: %s", (source, text, found) => {
  expect(isIn(source, text)).toBe(found);
});

it.each([
  ["A  b\tC", "abc"],
  ["أنا إلى آخر ٱسم", "اناالياخراسم"],
  ["حياة", "حياه"],
  ["مَوْت ـ", "موت"],
  ["Ｆull？ yes!", "full。yes。"],
])("%s is read as %s", (text, form) => {
  expect(squeezed(text)).toBe(form);
});

it("what is harmless is blanked out, each time, with its length", () => {
  expect(without([pattern("ab"), pattern("c/d")], "xabyabcxd")).toBe("x〇〇y〇〇〇〇〇");
});
