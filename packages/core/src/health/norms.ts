/** Computes a person's usual pillar scores, and what a score means against them. crs.ts uses it. */
import { type Band, PILLARS, type Pillar } from "@waldo/contracts";
import { WARM_UP_NIGHTS } from "./baseline.ts";
import type { PillarScores } from "./pillars.ts";
import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "./weights.ts";

/** How many days back a person's usual pillar scores are taken from. */
export const NORM_DAYS = 28;

export type Norm = { readonly center: number; readonly deviation: number };
export type Norms = Readonly<Record<Pillar, Norm>>;

/**
 * Where a pillar usually is and how far it varies, before the person is known. It is 50 for pillars measured against a
 * baseline. For the others it is the middle of what the development wearables show, rounded.
 */
export const USUAL_NORM: Norms = {
  sleep: { center: 71, deviation: 10 },
  cass: { center: 50, deviation: 11 },
  rhrts: { center: 50, deviation: 11 },
  rrs: { center: 50, deviation: 11 },
  circadian: { center: 80, deviation: 12 },
  motion: { center: 90, deviation: 20 },
};

/** Returns the person's own norm of each pillar: the median of their trailing scores, once a week of them is known. */
export function normsOf(trailing: readonly PillarScores[]): Norms {
  const norms: Record<Pillar, Norm> = { ...USUAL_NORM };
  for (const pillar of PILLARS) {
    const scores = trailing.flatMap((day) => day[pillar]?.score ?? []);
    const center = median(scores);
    if (center === undefined || scores.length < WARM_UP_NIGHTS) continue;
    const spread = robustDeviation(scores, center);
    const deviation = pooledDeviation(spread, scores.length, USUAL_NORM[pillar].deviation, WARM_UP_NIGHTS);
    norms[pillar] = { center, deviation };
  }
  return norms;
}

/**
 * Half a deviation is the smallest change worth mentioning (Plews et al., Sports Med 2013;43:773). One and a half is a
 * strong one.
 */
const BAND_EDGES = { usual: 0.5, strong: 1.5 } as const;

export function bandOf(score: number, norm: Norm): Band {
  const off = (score - norm.center) / norm.deviation;
  if (Math.abs(off) <= BAND_EDGES.usual) return "usual";
  if (off < 0) return off < -BAND_EDGES.strong ? "well_below" : "below";
  return off > BAND_EDGES.strong ? "well_above" : "above";
}

/** A change of less than one point of Form or Recovery is not what moved the score. */
const LEAST_POINTS = 1;

/** What moved the score most against the person's own norm: what pulled it down, and what lifted it. */
export type Movers = { readonly drag?: Pillar; readonly lift?: Pillar };

/**
 * Returns the pillar that costs most: its loss on the person's scale times its weight in the formula. When both formulas
 * have the pillar, the larger weight counts. The pillar that gains most is returned only when it gains more than that,
 * so that good news is told when it is the larger news.
 */
export function moversOf(scores: PillarScores, norms: Norms, place: (pillar: Pillar, score: number) => number): Movers {
  let [drag, lift]: [Pillar | undefined, Pillar | undefined] = [undefined, undefined];
  let [loss, gain] = [LEAST_POINTS, LEAST_POINTS];
  for (const pillar of PILLARS) {
    const scored = scores[pillar];
    if (scored === undefined) continue;
    const moved = weightOf(pillar) * (place(pillar, scored.score) - place(pillar, norms[pillar].center));
    if (-moved >= loss) [drag, loss] = [pillar, -moved];
    if (moved >= gain) [lift, gain] = [pillar, moved];
  }
  const news = gain > loss || drag === undefined ? lift : undefined;
  return { ...(drag === undefined ? {} : { drag }), ...(news === undefined ? {} : { lift: news }) };
}

function weightOf(pillar: Pillar): number {
  const form: Partial<Record<Pillar, number>> = FORM_WEIGHTS;
  const recovery: Partial<Record<Pillar, number>> = RECOVERY_WEIGHTS;
  return Math.max(form[pillar] ?? 0, recovery[pillar] ?? 0);
}
