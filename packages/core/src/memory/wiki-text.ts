/**
 * Words inside markdown. What is remembered may have been written by anybody, and a page is opened in editors that act
 * on markdown, HTML, and on Obsidian's own marks. So words go in as words: one line, every active character escaped.
 */
import type { Destination, MemoryBlock } from "@waldo/contracts";
import { REMOVED, sanitise } from "../safety/sanitise.ts";
import { capSize } from "../safety/size-cap.ts";

/** Control characters, and the line and paragraph separators that some editors break lines at. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Active anywhere: CommonMark's inline marks, HTML and entities, tables and strike-through, Obsidian's tags, block ids,
 * mathematics; `@` and `:` make bare links, `%%` comments, `==` highlights, `::` fields.
 */
const ACTIVE = /[\\`*_{}[\]<>#|~^$&@]|%{2,}|={2,}|:{2,}|:(?=\/)/g;
/** Active at the start of a line: lists, rules, and the underlines that make the line above a heading. */
const AT_START = /^(?:[-+=]|\d{1,9}[.)])/;
/** Becomes a link without a scheme. */
const BARE_HOST = /www\./gi;

/** One line, single spaces, nothing at its ends. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").trim();
}

/** Markdown that shows exactly these words, on one line, and does nothing else. */
export function inline(text: string): string {
  return oneLine(text)
    .replace(ACTIVE, (marks) => [...marks].map((mark) => `\\${mark}`).join(""))
    .replace(BARE_HOST, (host) => `${host.slice(0, -1)}\\.`)
    .replace(AT_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
}

/** The words that `inline` was given, of any part of a page. */
export function withoutEscapes(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** At most `most` characters of it, on one line. */
export function clipped(text: string, most: number): string {
  return capSize(oneLine(text), most);
}

/**
 * The words as a sentence: capital first, full stop last. The stop also ends what the health lockout reads as one
 * statement, so a date of ours behind it is never taken for a reading of theirs.
 */
export function asSentence(text: string): string {
  const line = oneLine(text);
  // "iPhone" keeps its small letter.
  const start = /^\p{Ll}(?!\p{Lu})/u.test(line) ? line.replace(/^./u, (first) => first.toUpperCase()) : line;
  return /[.!?]$/.test(line) ? start : `${start}.`;
}

/**
 * A claim as it may be shown there. Each text is cleaned by itself and before it becomes markdown: an escape in the
 * middle of a reading would hide it from the wall.
 */
export function cleanedBlock(block: MemoryBlock, destination: Destination): MemoryBlock {
  const clean = (text: string) =>
    sanitise({ text, origin: block.origin }, destination).text.trim() || (text === "" ? "" : REMOVED);
  return {
    ...block,
    claim: clean(block.claim),
    conditions: clean(block.conditions),
    ...(block.topic === undefined ? {} : { topic: clean(block.topic) }),
  };
}
