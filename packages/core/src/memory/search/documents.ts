// Turns memory into documents for the index, and back. Each claim, staged note and diary entry is one document.
import { DEFAULT_DESIGN, type Episode, type MemoryBlock, type MemoryNote } from "@waldo/contracts";
import type { MemoryDoc } from "./ranking/inverted.ts";
import { activation, agesInDays } from "./ranking/scoring.ts";

/** Sorts claims by liveliness, the highest first. Equal ones are ordered by id, so the order is always the same. */
export function byLiveliness(
  blocks: readonly MemoryBlock[],
  now: number,
  decay: number = DEFAULT_DESIGN.decay,
): MemoryBlock[] {
  return blocks
    .map((block) => ({ block, weight: liveliness(block, now, decay) }))
    .sort((a, b) => b.weight - a.weight || (a.block.patternId < b.block.patternId ? -1 : 1))
    .map(({ block }) => block);
}

/**
 * Returns the liveliness of a claim, which orders claims for prompts without a search: e^activation (ACT-R, always
 * positive), times confidence, times 0.5 + salience.
 */
function liveliness(block: MemoryBlock, now: number, decay: number): number {
  const awake = Math.exp(activation(agesInDays(block.uses, now), decay));
  return awake * block.confidence * (0.5 + block.salience);
}

/** The tag of diary entries. A claim's tag is the name of its hall. */
export const EPISODE_TAG = "episode";

/** How many characters of a diary entry are indexed and shown. The full entry stays in the diary. */
const EPISODE_CHARS = 1000;

export type Remembered =
  | { readonly kind: "claim"; readonly block: MemoryBlock }
  | { readonly kind: "pending"; readonly note: MemoryNote }
  | { readonly kind: "episode"; readonly episode: Episode; readonly createdAt: number };

export function claimDoc(block: MemoryBlock): MemoryDoc {
  return {
    id: block.patternId,
    tag: block.hall,
    text: [block.claim, block.conditions, block.topic].filter(Boolean).join(" · "),
    at: block.validFrom,
    meta: JSON.stringify({ kind: "claim", block }),
  };
}

export function noteDoc(note: MemoryNote, sk: string): MemoryDoc {
  return {
    id: sk,
    tag: note.hall,
    text: [note.claim, note.conditions, note.topic].filter(Boolean).join(" · "),
    at: note.at,
    meta: JSON.stringify({ kind: "pending", note }),
  };
}

/** `createdAt` is the instant at which the run of the entry began. It is part of the entry's row key. */
export function episodeDoc(entry: Episode, createdAt: number): MemoryDoc {
  const episode = { ...entry, summary: entry.summary.slice(0, EPISODE_CHARS) };
  return {
    id: episodeId(createdAt, entry.runId),
    tag: EPISODE_TAG,
    text: episode.summary,
    at: entry.at,
    meta: JSON.stringify({ kind: "episode", episode, createdAt }),
  };
}

export function episodeId(createdAt: number, runId: string): string {
  return `episode:${createdAt}:${runId}`;
}

/**
 * Reads a document back. This code wrote the segment, and the segment has a checksum, so the content is not validated
 * again.
 */
export function rememberedIn(doc: MemoryDoc): Remembered {
  if (doc.meta === undefined) throw new TypeError(`the document ${doc.id} is not one of memory's`);
  return JSON.parse(doc.meta) as Remembered;
}
