/** What the index holds of memory, and how it is read back: one document for each claim, staged note and diary entry. */
import type { Episode, MemoryBlock, MemoryNote } from "@waldo/contracts";
import type { MemoryDoc } from "./ranking/memory-doc.ts";

/** The tag of diary entries; claims carry the name of their hall. */
export const EPISODE_TAG = "episode";

/** Characters of a diary entry that are indexed and shown. The entry itself is longer, and is where it is. */
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

/** `createdAt` is when its run began, which is what its row is named by. */
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

/** Reads a document back. The segment it comes out of was written here and carries a checksum, so it is not checked again. */
export function rememberedIn(doc: MemoryDoc): Remembered {
  if (doc.meta === undefined) throw new TypeError(`the document ${doc.id} is not one of memory's`);
  return JSON.parse(doc.meta) as Remembered;
}
