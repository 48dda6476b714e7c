/** Factors for the freshness and the use of a memory. Recall applies them to the scores of a search. */
import type { EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../../time.ts";
import { DIARY_DAYS } from "../../retention/diary-days.ts";

/** A memory said within this many days is recent: people still talk about it. */
export const RECENT_DAYS = 7;
/** A memory not said or used for this many days is idle: as long as diary entries stay in the store. */
const IDLE_DAYS = DIARY_DAYS;
/** Factors of recent and of idle texts (docs/sources.md, Recall and ranking). */
export const RECENT_BOOST = 1.5;
export const IDLE_BOOST = 0.3;

/**
 * A memory counts ×1.15 when answers used it in more than 30% of the prompts it was loaded into (docs/sources.md,
 * Recall and ranking).
 */
export const CITED_RATE = 0.3;
export const CITED_BOOST = 1.15;

/**
 * Returns the factor of freshness: {@link RECENT_BOOST} up to {@link RECENT_DAYS} old, {@link IDLE_BOOST} from {@link
 * IDLE_DAYS}, 1 between. A memory about the future (a note about next week) counts as recent.
 */
export function temporalBoost(at: EpochMs, now: EpochMs): number {
  const days = (now - at) / DAY_MS;
  if (days <= RECENT_DAYS) return RECENT_BOOST;
  return days >= IDLE_DAYS ? IDLE_BOOST : 1;
}

/**
 * Returns the factor of use: {@link CITED_BOOST} above a citation rate of {@link CITED_RATE}, else 1. A memory that was
 * never loaded gets 1.
 */
export function citationBoost({ loaded, cited }: { readonly loaded: number; readonly cited: number }): number {
  return loaded > 0 && cited / loaded > CITED_RATE ? CITED_BOOST : 1;
}
