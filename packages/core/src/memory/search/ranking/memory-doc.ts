import type { EpochMs } from "@waldo/contracts";

/** One text that a search can find: a claim, a diary entry, a turn of a chat. */
export type MemoryDoc = {
  /** Unique in a corpus. */
  readonly id: string;
  readonly text: string;
  /** When it was said or recorded. */
  readonly at: EpochMs;
  /** Who said it, by name, if known. */
  readonly who?: string;
  /** The caller's class for the text, e.g. a hall or "episode". A search can ask for some tags only. */
  readonly tag: string;
  /** A factor on the fused score, for salience, confidence and citations. Default 1. */
  readonly weight?: number;
  /** The caller's own data. It is stored with the document and returned with it, and never searched. */
  readonly meta?: string;
};
