// Puts scores on the person's own scale: 10% of their ordinary days are depleted, 20% flagging, 50% steady and 20%
// energized. `cappedBySleep` adds an absolute limit (docs/sources.md, Form and Recovery). The file also computes a
// person's usual pillar scores and compares a score with them. crs.ts uses it.
import { type Band, PILLARS, type Pillar, type ScoreBasis, ZONE_FLOOR } from "@waldo/contracts";
import { FORM_WEIGHTS, type PillarScores, RECOVERY_WEIGHTS } from "./pillars.ts";
import { median, pooledDeviation, robustDeviation, WARM_UP_NIGHTS } from "./statistics.ts";

/** The usual pillar scores of a person come from this many days. */
export const NORM_DAYS = 28;

type Norm = { readonly center: number; readonly deviation: number };
export type Norms = Readonly<Record<Pillar, Norm>>;

/**
 * The usual score and spread of each pillar before the person is known. It is 50 for pillars that are measured against
 * a baseline. For the others it is the middle of the development wearables, rounded.
 */
const USUAL_NORM: Norms = {
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

/** A pillar that changes Form or Recovery by less than one point is not named as a cause. */
const LEAST_POINTS = 1;

/**
 * The pillars that changed the score most compared with the person's own norm: one that lowered it (`drag`), and one
 * that raised it.
 */
type Movers = { readonly drag?: Pillar; readonly lift?: Pillar };

/**
 * Returns the pillar that costs most: its loss on the person's scale times its weight in the formula. When both
 * formulas have the pillar, the larger weight counts. The pillar with the largest gain is returned only when its gain
 * is larger than that loss.
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

export type Scale = ScoreBasis["scale"];
type Edges = Scale["form"];
type Weights = Partial<Record<Pillar, number>>;

/** A person's scale comes from the days of the year before. */
export const SCALE_DAYS = 365;

/** Scores are rounded before they get a body zone, so a zone begins half a point below its floor. */
const FLOORS = [ZONE_FLOOR.flagging - 0.5, ZONE_FLOOR.steady - 0.5, ZONE_FLOOR.energized - 0.5] as const;
/** The shares of days below flagging, below steady and below energized. */
const SHARES = [0.1, 0.3, 0.8] as const;
/** The points of a standard normal distribution below which these shares lie. */
const NORMAL_EDGES: Edges = [-1.2816, -0.5244, 0.8416];

/**
 * The composite score of a person without own data. Its deviation is that of single people in the development
 * wearables, rounded. It counts as much as fourteen of the person's own days.
 */
const USUAL_COMPOSITE = { center: 70, deviation: 9 } as const;
const PRIOR_DAYS = 14;

/** Returns the scale from the pillars of earlier days, each at its waking. */
export function scaleOf(days: readonly PillarScores[]): Scale {
  const spread: Record<string, number> = {};
  for (const pillar of PILLARS) {
    const scores = days.flatMap((day) => day[pillar]?.score ?? []);
    const usual = USUAL_NORM[pillar].deviation;
    const center = median(scores);
    spread[pillar] =
      center === undefined || scores.length < WARM_UP_NIGHTS
        ? usual
        : pooledDeviation(robustDeviation(scores, center), scores.length, usual, PRIOR_DAYS);
  }
  const spreads = spread as Scale["spread"];
  const edges = (weights: Weights): Edges => {
    const sorted = days
      .filter(isScorable)
      .flatMap((day) => compositeOf(weights, day, spreads) ?? [])
      .sort((a, b) => a - b);
    const blended = (index: 0 | 1 | 2): number => {
      const usual = USUAL_COMPOSITE.center + NORMAL_EDGES[index] * USUAL_COMPOSITE.deviation;
      const own = quantile(sorted, SHARES[index]) ?? usual;
      return rounded((sorted.length * own + PRIOR_DAYS * usual) / (sorted.length + PRIOR_DAYS));
    };
    // If all days are alike, the scale must still rise from edge to edge.
    const [low, middle, high] = [blended(0), blended(1), blended(2)];
    return [Math.min(low, middle - LEAST_WIDTH), middle, Math.max(high, middle + LEAST_WIDTH)];
  };
  return { spread: spreads, form: edges(FORM_WEIGHTS), recovery: edges(RECOVERY_WEIGHTS) };
}

const LEAST_WIDTH = 1;

/** False for a day without sleep and without heart rate variability, which has no score. */
export function isScorable(scores: PillarScores): boolean {
  return scores.sleep !== undefined || scores.cass !== undefined;
}

/**
 * Returns a pillar on the scale of the body zones. Its centre is the same for all people, so a person who always sleeps
 * too little still gets low values. Its spread is the person's own, so every pillar counts by its weight.
 */
export function levelled(pillar: Pillar, score: number, spread: Scale["spread"]): number {
  return placed((score - USUAL_NORM[pillar].center) / spread[pillar], NORMAL_EDGES);
}

/** Returns the weighted mean of the pillars that exist, or undefined when there is none. */
export function compositeOf(weights: Weights, scores: PillarScores, spread: Scale["spread"]): number | undefined {
  let [sum, total] = [0, 0];
  for (const pillar of PILLARS) {
    const [scored, weight] = [scores[pillar], weights[pillar]];
    if (scored === undefined || weight === undefined) continue;
    sum += weight * levelled(pillar, scored.score, spread);
    total += weight;
  }
  return total === 0 ? undefined : sum / total;
}

/**
 * Turns a value into a score, for given values at which the body zones begin. It is linear between the edges. Beyond
 * the outer edges it bends towards 0 and 100 without reaching them, so two extreme days still differ. It always rises.
 */
export function placed(value: number, [low, middle, high]: Edges): number {
  const [flagging, steady, energized] = FLOORS;
  const lower = (steady - flagging) / (middle - low);
  const upper = (energized - steady) / (high - middle);
  if (value < low) return flagging * Math.exp((lower / flagging) * (value - low));
  if (value < middle) return flagging + lower * (value - low);
  if (value <= high) return steady + upper * (value - middle);
  const room = 100 - energized;
  return 100 - room * Math.exp((-upper / room) * (value - high));
}

/**
 * Returns Form with its absolute limit. People with too little sleep get used to the feeling, but the costs stay (Van
 * Dongen et al., Sleep 2003;26:117). So the limit does not depend on the person's own year. `debt` is the sleep debt in
 * units of two weeks of six hours in bed; `hours` is the sleep since the evening before.
 */
export function cappedBySleep(
  form: number,
  { debt, hours }: { readonly debt: number; readonly hours: number },
): number {
  let most = 100;
  for (const { debtFrom, hoursBelow, cap } of SLEEP_CAPS) if (debt >= debtFrom || hours < hoursBelow) most = cap;
  return Math.min(form, most);
}

/** Each row limits Form: to just below energized, below steady, or below flagging. */
const SLEEP_CAPS = [
  { debtFrom: 1.5, hoursBelow: 5, cap: ZONE_FLOOR.energized - 1 },
  { debtFrom: 2.5, hoursBelow: 4, cap: ZONE_FLOOR.steady - 1 },
  { debtFrom: Number.POSITIVE_INFINITY, hoursBelow: 3, cap: ZONE_FLOOR.flagging - 1 },
] as const;

function quantile(sorted: readonly number[], share: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (at - Math.floor(at)) * (above - below);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
