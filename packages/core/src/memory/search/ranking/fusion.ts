import { DEFAULT_DESIGN } from "@waldo/contracts";

/** Cormack, Clarke & Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet": k = 60. */
export const FUSION_K = DEFAULT_DESIGN.fusionK;

/** A semantic ranking may lower the first lexical hit to this rank and no further. */
export const PROTECTED_RANK = 3;

export type Fused = { readonly id: string; readonly score: number };

/**
 * Returns the reciprocal rank fusion of rankings of ids, best first: Σ weight / (k + rank), ranks from 1. A ranking without
 * an id adds nothing to its score. Ids with equal scores keep the order in which they first appear when the rankings
 * are read in turn.
 */
export function fuse(rankings: readonly (readonly string[])[], k = FUSION_K, weights: readonly number[] = []): Fused[] {
  const scores = new Map<string, number>();
  for (const [at, ranking] of rankings.entries())
    for (const [index, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + (weights[at] ?? 1) / (k + index + 1));
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

/**
 * Joins a lexical and a semantic ranking with {@link fuse}, but never puts the first lexical hit below rank {@link
 * PROTECTED_RANK}: words that were really said count more than a likeness. A hit that is lifted back takes the score of
 * the hit it displaces. Without a semantic ranking the lexical order stays.
 */
export function protectedFusion(lexical: readonly string[], semantic: readonly string[] = [], k = FUSION_K): Fused[] {
  const fused = fuse(semantic.length === 0 ? [lexical] : [lexical, semantic], k);
  const top = lexical[0];
  const from = fused.findIndex(({ id }) => id === top);
  const displaced = fused[PROTECTED_RANK - 1];
  if (top === undefined || displaced === undefined || from < PROTECTED_RANK) return fused;
  fused.splice(from, 1);
  fused.splice(PROTECTED_RANK - 1, 0, { id: top, score: displaced.score });
  return fused;
}
