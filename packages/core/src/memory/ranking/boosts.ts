import type { EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../time.ts";

/** Said within the last week: still being talked about. */
export const RECENT_DAYS = 7;
/** Not said or used for longer than the hot window of episodes, 90 days (seed 000 §4f). */
export const IDLE_DAYS = 90;
/** Seed 000 §4g: ×1.5 recent, ×0.3 idle. */
export const RECENT_BOOST = 1.5;
export const IDLE_BOOST = 0.3;

/** A memory that answers drew on in more than 30% of the prompts it was loaded into counts ×1.15 (seed 000 §4g). */
export const CITED_RATE = 0.3;
export const CITED_BOOST = 1.15;

/**
 * Factor of freshness: {@link RECENT_BOOST} up to {@link RECENT_DAYS} old, {@link IDLE_BOOST} from {@link IDLE_DAYS},
 * 1 between. What lies ahead (a note about next week) is recent.
 */
export function temporalBoost(at: EpochMs, now: EpochMs): number {
  const days = (now - at) / DAY_MS;
  if (days <= RECENT_DAYS) return RECENT_BOOST;
  return days >= IDLE_DAYS ? IDLE_BOOST : 1;
}

/** Factor of use: {@link CITED_BOOST} above a citation rate of {@link CITED_RATE}, else 1; 1 where it was never loaded. */
export function citationBoost({ loaded, cited }: { readonly loaded: number; readonly cited: number }): number {
  return loaded > 0 && cited / loaded > CITED_RATE ? CITED_BOOST : 1;
}
