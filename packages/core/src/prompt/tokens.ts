import { encode } from "gpt-tokenizer/encoding/cl100k_base";

/** The encoder's time grows with the square of a word's length, and its stack with the text: it is fed pieces. */
const PIECE_CHARS = 2000;
/** A text may spell a tokenizer's control words; here they are text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text by the cl100k_base byte-pair encoding. No provider publishes every tokenizer; this one is public,
 * and within some percent of the others on English prose. Budgets here are ours, so what matters is one real measure.
 */
export function countTokens(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = count(text);
  if (counted.size >= MOST_COUNTED) counted.clear();
  counted.set(text, tokens);
  return tokens;
}

/** One run counts the same layers several times: its prompt is built anew for each turn. */
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

/** Before the last space that follows a word, where the encoding has a seam anyway; else wherever the piece is full. */
function pieceEnd(text: string, at: number): number {
  const full = at + PIECE_CHARS;
  if (full >= text.length) return text.length;
  for (let end = full; end > at + 1; end--)
    if (text[end] === " " && text[end - 1] !== " " && text[end - 1] !== "\n") return end;
  return full;
}
