/** Results are small, whatever the store holds: texts are clipped, lists and documents come page by page. */
import { clipLine } from "../calendar/clip-line.ts";
import { countTokens } from "../prompt/tokens.ts";

/** Tokens of a page. The rest of a result's allowance is for what stands around it. */
export const PAGE_TOKENS = 380;

/** The beginning of a text as one line: at most `chars` of it, and half as many tokens. */
export function clip(text: string, chars: number): string {
  let line = clipLine(text, chars);
  for (let kept = chars; kept > 1 && countTokens(line) > chars / 2; ) {
    kept = Math.floor(kept * 0.7);
    line = clipLine(line, kept);
  }
  return line;
}

export type ListPage<T> = { readonly items: readonly T[]; readonly page: number; readonly pages: number };

/** One page of a list, from 1. A page holds as many items as fit; no item is larger than a page if its texts are clipped. */
export function pageOf<T>(items: readonly T[], page = 1): ListPage<T> {
  const pages: T[][] = [];
  let left = 0;
  for (const item of items) {
    const tokens = countTokens(JSON.stringify(item)) + 1;
    const last = pages.at(-1);
    if (last && tokens <= left) last.push(item);
    else pages.push([item]);
    left = (last && tokens <= left ? left : PAGE_TOKENS) - tokens;
  }
  return { items: pages[page - 1] ?? [], page, pages: Math.max(1, pages.length) };
}

/** Where a list goes on, for the result: nothing when it is all there. */
export function more({ page, pages }: ListPage<unknown>): { readonly page?: number; readonly pages?: number } {
  return pages > 1 ? { page, pages } : {};
}

/** UTF-16 units a part of a document has at most. */
const PART_CHARS = 1500;

/** One part of a long text, from 1, cut between words where that is possible. `undefined`: there is no such part. */
export function partOf(text: string, part = 1): { readonly text: string; readonly parts: number } | undefined {
  let wanted: string | undefined;
  let parts = 0;
  const whole = text.toWellFormed();
  for (let at = 0; at < whole.length; ) {
    const end = partEnd(whole, at);
    parts++;
    if (parts === part) wanted = whole.slice(at, end).trim();
    at = end;
  }
  return wanted === undefined ? undefined : { text: wanted, parts };
}

function partEnd(text: string, at: number): number {
  let end = Math.min(text.length, at + PART_CHARS);
  while (end > at + 1 && countTokens(JSON.stringify(text.slice(at, end))) > PAGE_TOKENS)
    end = at + Math.max(1, Math.floor((end - at) * 0.7));
  if (end === text.length) return end;
  const space = text.lastIndexOf(" ", end);
  if (space > at + (end - at) / 2) return space + 1;
  // Not between the halves of one character.
  const half = text.charCodeAt(end);
  return half >= 0xdc00 && half <= 0xdfff && end - 1 > at ? end - 1 : end;
}
