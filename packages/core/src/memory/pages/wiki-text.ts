// Writes plain words into markdown, and finds which claims the wiki links. An outsider may have written a remembered
// text, and editors interpret markdown, HTML and Obsidian's own marks. So every text becomes one line, and every
// character with a special meaning is escaped.

import { stopwords } from "@orama/stopwords/english";
import type { Destination, MemoryBlock } from "@waldo/contracts";
import { capSize, REMOVED, sanitise } from "../../safety/sanitise.ts";
import { foldLetters } from "../../safety/words.ts";
import { compareUtf8 } from "../../store/query-plan.ts";
import { topicSlot } from "../claims/claim.ts";
import { wordSet } from "../claims/likeness.ts";

/** Control characters, and the line and paragraph separators of Unicode, which some editors treat as line breaks. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Characters with a meaning anywhere in a line: CommonMark's inline marks, HTML and entities, tables and
 * strike-through, Obsidian's tags, block ids, and mathematics. `@` and `:` make bare links, `%%` comments, `==`
 * highlights, `::` fields.
 */
const ACTIVE = /[\\`*_{}[\]<>#|~^$&@]|%{2,}|={2,}|:{2,}|:(?=\/)/g;
/**
 * Characters with a meaning at the start of a line: lists, rules, and underlines that turn the line above into a
 * heading.
 */
const AT_START = /^(?:[-+=]|\d{1,9}[.)])/;
/** Editors turn this into a link even without a scheme. */
const BARE_HOST = /www\./gi;

/** Returns the text as one line with single spaces, and without spaces at its ends. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").trim();
}

/** Returns markdown that shows exactly these words on one line, and nothing else. */
export function inline(text: string): string {
  return oneLine(text)
    .replace(ACTIVE, (marks) => [...marks].map((mark) => `\\${mark}`).join(""))
    .replace(BARE_HOST, (host) => `${host.slice(0, -1)}\\.`)
    .replace(AT_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
}

/** Undoes `inline` in any part of a page, and returns the original words. */
export function withoutEscapes(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Returns at most `most` characters of the text, on one line. */
export function clipped(text: string, most: number): string {
  return capSize(oneLine(text), most);
}

/**
 * Returns the words as a sentence: with a capital letter first and a full stop last. The full stop also ends the
 * statement for the health lockout. So the lockout never reads a date that follows as a reading of the body.
 */
export function asSentence(text: string): string {
  const line = oneLine(text);
  // A word such as "iPhone" keeps its small first letter.
  const start = /^\p{Ll}(?!\p{Lu})/u.test(line) ? line.replace(/^./u, (first) => first.toUpperCase()) : line;
  return /[.!?]$/.test(line) ? start : `${start}.`;
}

/**
 * Returns the claim in the form for that destination. Each text is cleaned alone and before it becomes markdown,
 * because an escape inside a reading would hide the reading from the health lockout.
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

/** A related claim. `by` is the topic or the word that both have in common. */
export type Related = { readonly block: MemoryBlock; readonly by: string };

/** A word that is in more claims than this does not relate two claims. */
const RARE_CLAIMS = 3;
/** A topic with more claims than this gets no links, because its page shows them. */
const TOPIC_CLAIMS = 6;
const RARE_LETTERS = 5;
const MOST_RELATED = 4;
const SMALL: ReadonlySet<string> = new Set(stopwords.map(foldLetters));

/**
 * Returns the related claims of each claim, at most four: first those with the same topic, then those with the rarest
 * common word. Claims from outside are left out, so that an outsider cannot place a text beside the person's words
 * (R10).
 */
export function relatedClaims(blocks: readonly MemoryBlock[]): ReadonlyMap<MemoryBlock, readonly Related[]> {
  const trusted = blocks.filter(({ origin }) => origin !== "untrusted");
  const topics = groupsOf(trusted, (block) => (slotOf(block) === "" ? [] : [slotOf(block)]));
  const words = groupsOf(trusted, ({ claim }) => [...wordSet(claim)].filter(isTelling));
  const related = new Map<MemoryBlock, Related[]>();
  const link = (by: string, group: readonly MemoryBlock[]) => {
    for (const one of group) {
      const known = related.get(one) ?? [];
      for (const other of group) if (mayLink(one, other, known)) known.push({ block: other, by });
      related.set(one, known);
    }
  };
  for (const [topic, group] of topics) if (group.length <= TOPIC_CLAIMS) link(topic.replaceAll("-", " "), group);
  for (const [word, group] of [...words].sort(([a, x], [b, y]) => x.length - y.length || compareUtf8(a, b)))
    if (group.length <= RARE_CLAIMS) link(word, group);
  return related;
}

function mayLink(one: MemoryBlock, other: MemoryBlock, known: readonly Related[]): boolean {
  if (one === other || known.length === MOST_RELATED || known.some(({ block }) => block === other)) return false;
  // Claims of one section are already together. Claims that replaced each other are already linked.
  const sameSection = one.hall === other.hall && slotOf(one) !== "" && slotOf(one) === slotOf(other);
  return !sameSection && one.supersededBy !== other.patternId && one.supersedes !== other.patternId;
}

function slotOf({ topic = "" }: MemoryBlock): string {
  return topicSlot(topic);
}

function isTelling(word: string): boolean {
  return word.length >= RARE_LETTERS && !SMALL.has(word) && /^\p{L}+$/u.test(word);
}

/** Groups claims by each of their names. Names and claims keep their order. */
export function groupsOf(blocks: readonly MemoryBlock[], namesOf: (block: MemoryBlock) => readonly string[]) {
  const groups = new Map<string, MemoryBlock[]>();
  for (const block of blocks)
    for (const name of namesOf(block)) {
      const group = groups.get(name);
      if (group) group.push(block);
      else groups.set(name, [block]);
    }
  return groups;
}
