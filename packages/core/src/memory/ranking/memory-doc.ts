import type { EpochMs } from "@waldo/contracts";

/** One text that can be found again: a claim, a diary entry, a turn of a chat. */
export type MemoryDoc = {
  /** Unique in a corpus. */
  readonly id: string;
  readonly text: string;
  /** When it was said or recorded. */
  readonly at: EpochMs;
  /** Who said it, by name, if known. */
  readonly who?: string;
  /** The caller's class of it, e.g. a hall or "episode"; a search can ask for some tags only. */
  readonly tag: string;
  /** Multiplies the fused score: salience, confidence, citations. Default 1. */
  readonly weight?: number;
  /** The caller's own, opaque: stored with the document and handed back with it; never searched. */
  readonly meta?: string;
};
