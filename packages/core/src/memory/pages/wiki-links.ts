/**
 * Finds which claims are related: claims of one topic, and claims that share a word which few others have. The wiki
 * uses it for its links.
 */

import { stopwords } from "@orama/stopwords/english";
import type { MemoryBlock } from "@waldo/contracts";
import { foldLetters } from "../../safety/words.ts";
import { compareUtf8 } from "../../store/utf8-order.ts";
import { topicSlot } from "../claims/claim.ts";
import { wordSet } from "../claims/likeness.ts";

/** A related claim. `by` is the topic or the word that both share. */
export type Related = { readonly block: MemoryBlock; readonly by: string };

/** A word in more claims than this says little about any two of them. */
const RARE_CLAIMS = 3;
/** A topic with more claims than this gets no links: its page shows them better. */
const TOPIC_CLAIMS = 6;
const RARE_LETTERS = 5;
const MOST_RELATED = 4;
const SMALL: ReadonlySet<string> = new Set(stopwords.map(foldLetters));

/**
 * Returns the related claims of each claim, a shared topic first, then the rarest word, at most four. Claims from
 * outside are left out, so an outsider cannot place a text beside what a person said (R10).
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
  // Claims of one section already stand together. Claims of one chain already have links to each other.
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
