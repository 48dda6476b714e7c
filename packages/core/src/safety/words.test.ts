import { expect, it } from "vitest";
import { wordsOf } from "./words.ts";

const heard = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join(" ");

it.each([
  ["Don’t stop, it's fine", "dont stop its fine"],
  ["Yes! No? Maybe; then\n\nnew", "yes . no . maybe . then . new"],
  ["one line\nbreak is layout", "one line break is layout"],
  ["k i l l  m y s e l f", "kill myself"],
  ["b.y. plan A B C", "b . y . plan a b c"],
  ["su1c1de d!e h@te", "suicide die hate"],
  ["7 days, 45ms", "7 days asms"],
  ["мy оwn раssage", "my own passage"],
  ["s\u200bl\u00adeep", "sleep"],
  ["café ＡＢＣ", "cafe abc"],
  ["🙂 … —", ""],
  ["Yes!. No", "yes . no"],
  ["k i . l l", "k i . l l"],
  ["w0rd h3llo 7oday", "word hello today"],
  ["@home cash$ !now 'so' `so´", "home cash now so so"],
  ["авеёзіїјкмнорсѕтухԁԛԝ", "abeeeiijkmhopcstyxdqw"],
  ["αβεικνορτυχ", "abeikvoptux"],
  ["ıłøɡⅼ", "ilogl"],
])("%j is read as %j", (text, expected) => {
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
