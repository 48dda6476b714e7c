// Factors for the freshness and the use of a memory. Recall applies them to the scores of a search.
import { DEFAULT_DESIGN, type Design, type EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../../time.ts";
import type { Hit } from "./search.ts";

/**
 * A memory with a lower activation is no longer loaded without a search. Ages are in days: one use 54.6 days ago gives
 * this activation.
 */
export const ACTIVATION_THRESHOLD = DEFAULT_DESIGN.activationThreshold;

/** Returns the age of each use of a memory in days, at least one minute each. */
export function agesInDays(uses: readonly EpochMs[], now: EpochMs): number[] {
  const least = 1 / (24 * 60);
  return uses.map((at) => Math.max((now - at) / DAY_MS, least));
}

/**
 * Returns the exact ACT-R base-level activation ln Σ t^−d over the ages of a memory's uses. The caller chooses the unit
 * of the ages. Another unit shifts the result by a constant. Waldo counts days, so e^activation of one use is 1 after a
 * day, 0.38 after 7, 0.18 after 30 and 0.10 after 90. No use gives −Infinity, and an age of 0 gives +Infinity.
 */
export function activation(ages: readonly number[], decay = DEFAULT_DESIGN.decay): number {
  return Math.log(ages.reduce((sum, age) => sum + age ** -decay, 0));
}

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

/**
 * Returns the hits ordered by score and freshness, best first. It makes a second ranking with the temporal boost. Then
 * it multiplies each score by the ratio between the fusion of both rankings (k = 60) and the first ranking alone: ½ (1
 * + (k + rank) / (k + rank when boosted)). So a fresh hit overtakes a hit that is about as relevant, and a clear winner
 * stays first at any age. Multiplying the scores directly by ×0.3 would push every older answer far down. A hit from a
 * time that the query names gets no freshness factor, because the date decides.
 */
export function freshen(hits: readonly Hit[], now: EpochMs, design: Design = DEFAULT_DESIGN): Hit[] {
  if (hits.some(({ why }) => why.inTime)) return [...hits];
  const { fusionK: k } = design;
  const boosted = hits.toSorted(
    (a, b) => b.score * temporalBoost(b.doc.at, now, design) - a.score * temporalBoost(a.doc.at, now, design),
  );
  const rankBoosted = new Map(boosted.map(({ doc }, index) => [doc.id, index + 1]));
  return hits
    .map((hit, index) => {
      const rank = index + 1;
      const factor = (1 + (k + rank) / (k + (rankBoosted.get(hit.doc.id) ?? rank))) / 2;
      return { ...hit, score: hit.score * factor };
    })
    .sort((a, b) => b.score - a.score);
}
