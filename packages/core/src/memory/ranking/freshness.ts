import type { EpochMs } from "@waldo/contracts";
import { temporalBoost } from "./boosts.ts";
import { FUSION_K } from "./fusion.ts";
import type { Hit } from "./search.ts";

/**
 * Hits with freshness counted in, best first. The temporal boost makes a second ranking, and each score is multiplied
 * by what fusing both rankings (k = 60) gives over the first alone: ½ (1 + (k + rank) / (k + rank when boosted)). So
 * what is fresh overtakes what is about as relevant, while a clear winner stays ahead however old; multiplying the
 * scores themselves by ×0.3 buries every older answer. Where a hit is of the time the query names, the date decides.
 */
export function freshen(hits: readonly Hit[], now: EpochMs): Hit[] {
  if (hits.some(({ why }) => why.inTime)) return [...hits];
  const boosted = hits.toSorted(
    (a, b) => b.score * temporalBoost(b.doc.at, now) - a.score * temporalBoost(a.doc.at, now),
  );
  const rankBoosted = new Map(boosted.map(({ doc }, index) => [doc.id, index + 1]));
  return hits
    .map((hit, index) => {
      const rank = index + 1;
      const factor = (1 + (FUSION_K + rank) / (FUSION_K + (rankBoosted.get(hit.doc.id) ?? rank))) / 2;
      return { ...hit, score: hit.score * factor };
    })
    .sort((a, b) => b.score - a.score);
}
