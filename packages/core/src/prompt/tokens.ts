/** Counts tokens, for the prompt budget and for the limits on tool results. */

import { encode } from "gpt-tokenizer/encoding/cl100k_base";

/**
 * Texts go to the encoder in pieces of this size, because its time grows with the square of a word's length and its
 * stack with the length of the text.
 */
const PIECE_CHARS = 2000;
/** A text may contain a tokenizer's control words. They are encoded as plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text by the cl100k_base byte-pair encoding. No provider publishes every tokenizer. This one is
 * public and differs by some percent from the others on English prose. The budgets are our own, so one real measure is
 * enough.
 */
export function countTokens(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = count(text);
  if (counted.size >= MOST_COUNTED) counted.clear();
  counted.set(text, tokens);
  return tokens;
}

/**
 * How many counts are kept. One run counts the same layers several times, because its prompt is built again for each
 * turn.
 */
const MOST_COUNTED = 512;
const counted = new Map<string, number>();

function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    tokens += encode(text.slice(at, end), AS_TEXT).length;
    at = end;
  }
  return tokens;
}

/**
 * The end of a piece: before the last space that follows a word, where the encoding splits anyway; without one, where
 * the piece is full.
 */
function pieceEnd(text: string, at: number): number {
  const full = at + PIECE_CHARS;
  if (full >= text.length) return text.length;
  for (let end = full; end > at + 1; end--)
    if (text[end] === " " && text[end - 1] !== " " && text[end - 1] !== "\n") return end;
  return full;
}
