import { encode } from "gpt-tokenizer/encoding/cl100k_base";

/**
 * Tokens of a text by the cl100k_base byte-pair encoding. No provider publishes every tokenizer; this one is public,
 * and within some percent of the others on English prose. Budgets here are ours, so what matters is one real measure.
 */
export function countTokens(text: string): number {
  return text === "" ? 0 : encode(text).length;
}
