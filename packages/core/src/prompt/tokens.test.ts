import { describe, expect, it } from "vitest";
import { countTokens } from "./tokens.ts";

describe("counting tokens", () => {
  it("gives 0 for an empty text, and for a sentence the count of the encoding", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("The quick brown fox jumps over the lazy dog.")).toBe(10);
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
