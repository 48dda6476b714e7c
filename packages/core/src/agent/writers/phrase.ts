/** How writers put words together: other people's words in quotation marks, the system's own numbers as words. */
import { bodyClaims } from "../../safety/body/body-claims.ts";
import { wordingFault } from "../../safety/wording.ts";
import type { Quote } from "./writer.ts";

/** The most UTF-16 units of a quotation. */
const QUOTED_CHARS = 120;

/**
 * Puts words in quotation marks, on one line, cut at a word. Returns undefined where a message may not say the words,
 * or where they say something about the body, because that was true on another day or of another person.
 */
export const quoted: Quote = (words) => {
  const line = withoutStops(words.replaceAll(/\s+/gu, " ").replaceAll(/["“”]/gu, "'").trim());
  const cut = line.length <= QUOTED_CHARS ? line : `${line.slice(0, line.lastIndexOf(" ", QUOTED_CHARS - 1))}…`;
  if (cut === "" || cut === "…" || cut.includes("[removed]") || cut.includes("[withheld]")) return undefined;
  const aboutBody = bodyClaims(cut).some(({ kind }) => kind !== "number");
  return wordingFault(cut) === undefined && !aboutBody ? `“${cut}”` : undefined;
};

/** Quotes nothing. With it a writer shows what is left of a text when the quotation may not be said. */
export const unquoted: Quote = () => undefined;

/** Words with fewer letters do not distinguish one subject from another. */
const TELLING_LETTERS = 4;

/** Returns the words that tell what a text is about, in lower case. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length >= TELLING_LETTERS));
}

/** True when two texts share such a word. */
export function akin(a: string, b: string): boolean {
  const words = tellingWords(a);
  return [...tellingWords(b)].some((word) => words.has(word));
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A small count as a word; above ten it is "more than ten". */
export function counted(n: number): string {
  return COUNTS[n] ?? "more than ten";
}

/** Joins the sentences that exist, in order. */
export function together(...sentences: readonly (string | undefined)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== "");
  return said.length === 0 ? undefined : said.join(" ");
}

/** An event with its time: “Budget” at 09:30, or "an event at 09:30" where its title may not be said. */
export function happening({ title, start }: { title: string; start: string }, quote: Quote): string {
  return `${quote(title) ?? "an event"} at ${start}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withoutStops(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end--;
  return text.slice(0, end);
}
