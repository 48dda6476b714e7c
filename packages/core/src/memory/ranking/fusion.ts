/** Cormack, Clarke & Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet": k = 60. Seed 000 §4g. */
export const FUSION_K = 60;

/** An embedding may lower the lexical top hit to this rank and no further. */
export const PROTECTED_RANK = 3;

export type Fused = { readonly id: string; readonly score: number };

/**
 * Reciprocal rank fusion of rankings of ids, best first: Σ 1 / (k + rank), ranks from 1. An id that a ranking lacks
 * gets nothing from it. Equal scores keep the order of first appearance, reading the rankings in turn.
 */
export function fuse(rankings: readonly (readonly string[])[], k = FUSION_K): Fused[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (k + index + 1));
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

/**
 * A lexical ranking joined by a semantic one, by {@link fuse}, except that the lexical top hit is never below rank
 * {@link PROTECTED_RANK}: words that were really said outrank a likeness. A hit lifted back takes the score of the
 * one it displaces. Without a semantic ranking the lexical order stands.
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
