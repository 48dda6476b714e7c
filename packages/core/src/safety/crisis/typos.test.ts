/** Tests which typing slips are read as a word of the list, and which are not. */
import { expect, it } from "vitest";
import { repairer } from "./typos.ts";

const WORDS = ["suicide", "myself", "hurting", "knife", "kill", "x".repeat(28).concat("yz")];
const read = repairer(WORDS, ["insulation"], ["sur"]);

it.each([
  ["suicide", "suicide"],
  ["a letter too few", "suicde", "suicide"],
  ["a letter too few at the end", "mysel", "myself"],
  ["a letter too many", "suiccide", "suicide"],
  ["a letter too many in a word of six", "mysellf", "myself"],
  ["a letter too many in a word of another list", "insulattion", "insulation"],
  ["a wrong letter", "suixide", "suicide"],
  ["a wrong last letter", "suicidr", "suicide"],
  ["two neighbours swapped", "suciide", "suicide"],
  ["the last two swapped", "suicied", "suicide"],
  ["the first two swapped", "usicide", "suicide"],
  ["a letter that was held down", "suiiiicide", "suicide"],
  ["a letter held down in a short word", "kiiill", "kill"],
  ["a double letter held down", "killlll", "kill"],
  ["a wrong letter in a word of thirty", `${"x".repeat(27)}oyz`, `${"x".repeat(28)}yz`],
])("%s: %s", (_what, typed, meant = typed) => {
  expect(read(typed)).toBe(meant);
});

it.each([
  ["the first letter is missing", "uicide"],
  ["another first letter", "duicide"],
  ["a letter before the word", "asuicide"],
  ["the first letter is the second one, and wrong", "uuicide"],
  ["two wrong letters", "suxxide"],
  ["a letter in another place", "suiidec"],
  ["two letters too few", "suicd"],
  ["a word of five", "knifr"],
  ["a word of five with a letter more", "knifre"],
  ["a slip of four letters", "kiill"],
  ["a word of its own, though near", "hunting"],
  ["a beginning that is a word of its own", "surcide"],
  ["a held-down letter in a word of no list", "niiiice"],
  ["a word too long", `${"x".repeat(29)}yz`],
  ["nothing", ""],
])("is left alone: %s", (_what, typed) => {
  expect(read(typed)).toBe(typed);
});

it("of two words with the same letters but one, the right one is found", () => {
  expect(repairer(["xabcdef", "yabcdef"], [], [])("aybcdef")).toBe("yabcdef");
});
