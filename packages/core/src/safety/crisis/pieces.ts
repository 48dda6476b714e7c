/**
 * Finds pieces of text where words are not set apart by spaces, or change inside. A pattern is a list of pieces; each
 * piece has alternatives, and up to GAP signs of the same sentence may stand between two pieces. Spaces do not count.
 *
 *   `薬|錠剤 / 全部飲|一気に飲`     one of the first, then one of the second
 *
 * The work per sign is constant, for any text.
 */
import { folded } from "../../folding.ts";

const GAP = 8;
/** The end of a sentence. A pattern does not cross it. */
const END = "。";

/** Returns the text in one form: no spaces, no vowel marks of Arabic, no variants of a letter. */
export function squeezed(text: string): string {
  return folded(text)
    .toLowerCase()
    .replace(/[.?!。？！؟।;\n]/g, END)
    .replace(/[\u064b-\u0652\u0670\u0640\p{Cf}]/gu, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/[^\p{L}\p{M}\p{N}。〇]/gu, "");
}

type Pattern = readonly (readonly string[])[];

export function pattern(source: string): Pattern {
  return source.split("/").map((piece) => piece.split("|").map(squeezed).filter(Boolean));
}

/** Returns where a pattern stands in a squeezed text, or undefined. */
export function findPattern([first, ...rest]: Pattern, text: string): { from: number; to: number } | undefined {
  for (const start of first ?? [])
    for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + 1)) {
      const to = follow(rest, text, from + start.length);
      if (to !== undefined) return { from, to };
    }
  return undefined;
}

function follow([next, ...rest]: Pattern, text: string, at: number): number | undefined {
  if (next === undefined) return at;
  for (let gap = 0; gap <= GAP; gap++) {
    if (gap > 0 && (text[at + gap - 1] ?? END) === END) return undefined;
    for (const piece of next)
      if (text.startsWith(piece, at + gap)) {
        const to = follow(rest, text, at + gap + piece.length);
        if (to !== undefined) return to;
      }
  }
  return undefined;
}

/** Returns the text with each place of the patterns blanked out. */
export function without(patterns: readonly Pattern[], text: string): string {
  let left = text;
  for (const one of patterns)
    for (let found = findPattern(one, left); found; found = findPattern(one, left))
      left = left.slice(0, found.from) + "〇".repeat(found.to - found.from) + left.slice(found.to);
  return left;
}
