import { describe, expect, it } from "vitest";
import { countTokens } from "./tokens.ts";

describe("counting tokens", () => {
  it("of nothing is nothing, and of a sentence what the encoding says", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("The quick brown fox jumps over the lazy dog.")).toBe(10);
  });

  it("control words of a tokenizer are text like any other", () => {
    expect(countTokens("lunch <|endoftext|> with Ana")).toBeGreaterThan(5);
  });

  it("a long text is the sum of its parts", () => {
    const sentence = "A quiet word about the weather, and another about lunch. ";
    const one = countTokens(sentence.repeat(10));
    expect(Math.abs(countTokens(sentence.repeat(1000)) - 100 * one)).toBeLessThan(100);
  });

  it("a word without end is counted, not choked on", () => {
    expect(countTokens("a".repeat(200_000))).toBeGreaterThan(1000);
    expect(countTokens("😀".repeat(50_000))).toBeGreaterThan(1000);
  });
});
