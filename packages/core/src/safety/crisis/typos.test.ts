/** Which typing slips are read as a word of the list, and which are not. */
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { repairer } from "./typos.ts";

const WORDS = ["suicide", "myself", "hurting", "knife", "kill", "x".repeat(28).concat("yz")];
const read = repairer(WORDS, ["insulation"], ["sur"]);

it.each(casesOf<[string, string, string?]>("typos", "is read as a word of the list: …"))(
  "%s: %s",
  (_what, typed, meant = typed) => {
    expect(read(typed)).toBe(meant);
  },
);

it.each(casesOf<[string, string]>("typos", "is left alone: …"))("is left alone: %s", (_what, typed) => {
  expect(read(typed)).toBe(typed);
});

it("of two words with the same letters but one, the right one is found", () => {
  expect(repairer(["xabcdef", "yabcdef"], [], [])("aybcdef")).toBe("yabcdef");
});
