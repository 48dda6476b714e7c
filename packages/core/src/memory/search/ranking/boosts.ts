/** Factors for the freshness and the use of a memory. Recall applies them to the scores of a search. */
import { DEFAULT_DESIGN, type Design, type EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../../time.ts";

/** Returns the factor of freshness. A memory about the future (a note about next week) counts as recent. */
export function temporalBoost(at: EpochMs, now: EpochMs, design: Design = DEFAULT_DESIGN): number {
  const days = (now - at) / DAY_MS;
  if (days <= design.recentDays) return design.recentBoost;
  return days >= design.idleDays ? design.idleBoost : 1;
}

/** Returns the factor of use. A memory that was never loaded gets 1. */
export function citationBoost(
  { loaded, cited }: { readonly loaded: number; readonly cited: number },
  design: Design = DEFAULT_DESIGN,
): number {
  return loaded > 0 && cited / loaded > design.citedRate ? design.citedBoost : 1;
}
