/**
 * Writes plain words into markdown. An outsider may have written what is remembered, and editors act on markdown, HTML
 * and Obsidian's own marks. So every text becomes one line, and every active character in it is escaped.
 */
import type { Destination, MemoryBlock } from "@waldo/contracts";
import { REMOVED, sanitise } from "../../safety/sanitise.ts";
import { capSize } from "../../safety/size-cap.ts";

/** Control characters, and the line and paragraph separators that some editors break lines at. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Characters that are active anywhere: CommonMark's inline marks, HTML and entities, tables and strike-through,
 * Obsidian's tags, block ids, and mathematics. `@` and `:` make bare links, `%%` comments, `==` highlights, `::`
 * fields.
 */
const ACTIVE = /[\\`*_{}[\]<>#|~^$&@]|%{2,}|={2,}|:{2,}|:(?=\/)/g;
/**
 * Characters that are active at the start of a line: lists, rules, and the underlines that turn the line above into a
 * heading.
 */
const AT_START = /^(?:[-+=]|\d{1,9}[.)])/;
/** Editors turn this into a link even without a scheme. */
const BARE_HOST = /www\./gi;

/** Returns the text as one line with single spaces and none at its ends. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").trim();
}

/** Returns markdown that shows exactly these words on one line and does nothing else. */
export function inline(text: string): string {
  return oneLine(text)
    .replace(ACTIVE, (marks) => [...marks].map((mark) => `\\${mark}`).join(""))
    .replace(BARE_HOST, (host) => `${host.slice(0, -1)}\\.`)
    .replace(AT_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
}

/** Returns the words that `inline` was given, from any part of a page. */
export function withoutEscapes(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Returns at most `most` characters of the text, on one line. */
export function clipped(text: string, most: number): string {
  return capSize(oneLine(text), most);
}

/**
 * Returns the words as a sentence: with a capital first and a full stop last. The full stop also ends what the health
 * lockout reads as one statement. So the lockout never takes one of our dates after it for a reading in the person's
 * text.
 */
export function asSentence(text: string): string {
  const line = oneLine(text);
  // "iPhone" keeps its small first letter.
  const start = /^\p{Ll}(?!\p{Lu})/u.test(line) ? line.replace(/^./u, (first) => first.toUpperCase()) : line;
  return /[.!?]$/.test(line) ? start : `${start}.`;
}

/**
 * Returns the claim as it may be shown at that destination. Each text is cleaned alone, and before it becomes markdown:
 * an escape inside a reading would hide the reading from the health lockout.
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
