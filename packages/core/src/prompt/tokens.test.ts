import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { countTokens } from "./tokens.ts";

describe("counting tokens", () => {
  it("gives 0 for an empty text, and about a token for a word of English", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("The quick brown fox jumps over the lazy dog.")).toBe(14);
  });

  /** Counted once with cl100k_base, the encoding that the weights were fitted to. */
  it.each(casesOf<[string, number, string]>("prompt-tokens", "counting tokens: is close to an encoding for …"))(
    "is close to an encoding for %s",
    (_language, tokens, text) => {
      expect(countTokens(text) / tokens).toBeGreaterThan(0.9);
      expect(countTokens(text) / tokens).toBeLessThan(1.25);
    },
  );

  it("weighs a letter of Chinese, Arabic, Hindi, Thai and Greek more than one of English", () => {
    for (const text of ["你昨晚睡得怎么样", "كيف نمت الليلة الماضية", "आप कैसे सोए", "นอนหลับดีไหม", "κοιμήθηκες καλά"])
      expect(countTokens(text) / text.length).toBeGreaterThan(0.6);
  });

  it("counts control words of a tokenizer as plain text", () => {
    expect(countTokens("lunch <|endoftext|> with Ana")).toBeGreaterThan(5);
  });

  it("counts a long text as the sum of its parts", () => {
    const sentence = "A quiet word about the weather, and another about lunch. ";
    const one = countTokens(sentence.repeat(10));
    expect(Math.abs(countTokens(sentence.repeat(1000)) - 100 * one)).toBeLessThan(100);
  });

  it("counts a very long word without failing", () => {
    expect(countTokens("a".repeat(200_000))).toBeGreaterThan(1000);
    expect(countTokens("😀".repeat(50_000))).toBeGreaterThan(1000);
  });
});
