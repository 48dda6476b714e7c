/** Patterns in text without spaces: what may stand between their pieces, and which signs are one. */
import { expect, it } from "vitest";
import { findPattern, pattern, squeezed, without } from "./ruled.ts";

const isIn = (source: string, text: string) => findPattern(pattern(source), squeezed(text)) !== undefined;

it.each([
  ["薬|錠剤/全部飲|一気に飲", "錠剤を一気に飲んだ", true],
  ["薬/全部飲", "全部飲んだ薬", false],
  ["a/b", `a${"x".repeat(8)}b`, true],
  ["a/b", `a${"x".repeat(9)}b`, false],
  ["a/b", "a. b", false],
  ["a/b", "a b.", true],
  ["a/b", "a। b", false],
  // The first "b" is too far from "c", the second is not.
  ["a/b/c", `ab${"x".repeat(4)}b${"y".repeat(6)}c`, true],
  ["ab", "a a b", true],
  ["a|/c", "xc", false],
])("%s in %s: %s", (source, text, found) => {
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
