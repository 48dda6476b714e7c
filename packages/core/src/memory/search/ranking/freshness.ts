import { DEFAULT_DESIGN, type Design, type EpochMs } from "@waldo/contracts";
import { temporalBoost } from "./boosts.ts";
import type { Hit } from "./search.ts";

/**
 * Returns the hits ordered by score and freshness, best first. It makes a second ranking with the temporal boost. Then
 * it multiplies each score by what a fusion of both rankings (k = 60) gives compared with the first ranking alone: ½ (1
 * + (k + rank) / (k + rank when boosted)). So a fresh hit overtakes a hit that is about as relevant, and a clear winner
 * stays first at any age. Multiplying the scores themselves by ×0.3 would bury every older answer. A hit from a time
 * that the query names gets no freshness factor, because the date decides.
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
