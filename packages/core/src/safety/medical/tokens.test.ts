/** Tests what the medical gate reads in place of the words: contractions taken apart, kinds in the place of names. */
import { expect, it } from "vitest";
import { tokensOf } from "./tokens.ts";

const read = (text: string) =>
  tokensOf(text)
    .map((token) => token.text)
    .join(" ");

it.each([
  ["you're", "you are"],
  ["you've", "you have"],
  ["you'll", "you will"],
  ["you'd", "you would"],
  ["it's", "it is"],
  ["it'll", "it will"],
  ["that's", "that is"],
  ["that'll", "that will"],
  ["he's", "he is"],
  ["she's", "she is"],
  ["they're", "they are"],
  ["they've", "they have"],
  ["there's", "there is"],
  ["what's", "what is"],
  ["I'm", "i am"],
  ["I've", "i have"],
  ["I'd", "i would"],
  ["isn't", "is not"],
  ["aren't", "are not"],
  ["don't", "do not"],
  ["doesn't", "does not"],
  ["didn't", "did not"],
  ["can't", "can not"],
  ["cannot", "can not"],
  ["won't", "will not"],
  ["wouldn't", "would not"],
  ["shouldn't", "should not"],
  ["couldn't", "could not"],
  ["needn't", "need not"],
  ["haven't", "have not"],
  ["hasn't", "has not"],
  ["wasn't", "was not"],
  ["let's", "lets"],
  ["gonna", "going to"],
  ["u", "you"],
  ["ur", "your"],
  ["I'll", "i will"],
  ["we'll", "we will"],
  ["we're", "we are"],
  ["he'll", "he will"],
  ["she'll", "she will"],
  // Without the apostrophe these are other words.
  ["ill", "ill"],
  ["well", "well"],
  ["were", "were"],
])("%s is read as %s", (short, long) => {
  expect(read(`x ${short} y`)).toBe(`xstart x ${long} y`);
});

it.each([
  ["You really just have diabetes", "xstart you have xillness"],
  ["you have dia*bet*es", "xstart you have xillness"],
  ["prob. the flu", "xstart xhedge xillness"],
  ["So. Two! It", "xstart so . xstart xnum . xstart it"],
  ["so\n- it\n• that\nis", "xstart so . xstart it . xstart that is"],
  ["take 20mg", "xstart take xnum xunit"],
  ["take 2.5 mcg", "xstart take xnum . xstart xnum xunit"],
  ["3 tablets", "xstart xnum xmeds"],
  ["l'ibuprofène", "xstart xdrug"],
  ["a statement of insulation at the station", "xstart a statement of insulation at the station"],
  ["the diagnosis and the prognosis", "xstart the diagnosis and the prognosis"],
  ["100mg, 5µg and 1000IU", "xstart xnum xunit xnum xunit and xnum xunit"],
  ["5mgx and x5mg", "xstart smgx and xsmg"],
  ["l'été and d'ici", "xstart l ete and d ici"],
  ["so\n  - it", "xstart so . xstart it"],
  ["your mum and your dog", "xstart xkin and your dog"],
  ["your metroprolol", "xstart your xdrug"],
  ["a bad case of diabetes", "xstart xillness"],
  ["signs of an infection", "xstart xsigned"],
  ["the ibuprofen", "xstart xdrug"],
  ["diabetes, flu", "xstart xillness xillness"],
  ["take 5g and 5ML", "xstart take xnum xloose and xnum xloose"],
  ["take 5 drops", "xstart take xnum xloose"],
  ["the tablets", "xstart the xmeds"],
  ["a tablet of the ibuprofen", "xstart xmeds of xdrug"],
  ["an aspirin tablet", "xstart xdrug"],
  ["symptoms for flu", "xstart xsigned"],
  ["a diabetes infection", "xstart xillness"],
  ["an early sign of the flu infection", "xstart xsigned"],
  ["a mild, flu", "xstart a mild xillness"],
  ["a touch for a flu", "xstart xillness"],
  ["my mother", "xstart my mother"],
  ["you have the flu, test it", "xstart you have xillness test it"],
  ["quell'influenza d'un", "xstart quellinfluenza dun"],
  ["a drugs store, a tropical depression", "xstart a · a ·"],
  ["", ""],
])("%j is read as %j", (text, tokens) => {
  expect(read(text)).toBe(tokens);
});

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
