/** Keeps results small, whatever the store holds: it clips texts and returns lists and documents page by page. */
import { clipLine } from "../calendar/ics-lines.ts";
import type { Json } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { mapTexts } from "../store/json-body.ts";

/** The most tokens of one page. The rest of a result's limit is for the fields around the page. */
export const PAGE_TOKENS = 380;

/** Returns the beginning of a text as one line: at most `chars` characters, and at most half as many tokens. */
export function clip(text: string, chars: number): string {
  let line = clipLine(text, chars);
  for (let kept = chars; kept > 1 && countTokens(line) > chars / 2; ) {
    kept = Math.floor(kept * 0.7);
    line = clipLine(line, kept);
  }
  return line;
}

type ListPage<T> = { readonly items: readonly T[]; readonly page: number; readonly pages: number };

/**
 * Returns one page of a list; the first is page 1. A page holds as many items as fit. No item is larger than a page if
 * its texts are clipped.
 */
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

/** Returns the page number and the page count, for a result. It is empty when the list fits on one page. */
export function more({ page, pages }: ListPage<unknown>): { readonly page?: number; readonly pages?: number } {
  return pages > 1 ? { page, pages } : {};
}

/** The most UTF-16 units in one part of a document. */
const PART_CHARS = 1500;

/**
 * Returns one part of a long text; the first is part 1. It cuts between words if possible. Returns `undefined` when the
 * part does not exist.
 */
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
  // The cut must not fall between the halves of one character.
  const half = text.charCodeAt(end);
  return half >= 0xdc00 && half <= 0xdfff && end - 1 > at ? end - 1 : end;
}

/** The lengths to which the texts of a too large result are clipped, tried in this order. */
const CLIPS = [400, 200, 100, 50] as const;

/**
 * Returns a result of at most `cap` tokens. Tools page their lists themselves; this is for results that are still too
 * large. First texts are clipped, then lists lose their last items. A shortened result says so.
 */
export function fitted(value: Json, cap: number): Json {
  if (tokensOf(value) <= cap) return value;
  const marked = (shorter: Json): Json =>
    shorter !== null && typeof shorter === "object" && !Array.isArray(shorter)
      ? { ...shorter, shortened: true }
      : shorter;
  let shorter = value;
  for (const chars of CLIPS) {
    shorter = mapTexts(value, (text) => clip(text, chars));
    if (tokensOf(marked(shorter)) <= cap) return marked(shorter);
  }
  for (let kept = MOST_KEPT; kept >= 1; kept = Math.floor(kept / 2)) {
    const fewer = marked(shortLists(shorter, kept));
    if (tokensOf(fewer) <= cap) return fewer;
  }
  return { shortened: true, note: "too large to show: ask for a part of it" };
}

const MOST_KEPT = 64;

function tokensOf(value: Json): number {
  return countTokens(JSON.stringify(value));
}

function shortLists(value: Json, most: number): Json {
  if (Array.isArray(value)) return value.slice(0, most).map((member) => shortLists(member, most));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortLists(member, most)]));
}
