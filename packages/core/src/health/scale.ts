// The scale on which a person reads a pillar, and their usual pillar scores. Form and Recovery are plain weighted sums
// of the pillars on this scale, so all that is personal and all that is absolute stands in a pillar (docs/sources.md,
// Form and Recovery; docs/decisions/0044). crs.ts uses it.
import { PILLARS, type Pillar, type ScoreBasis, ZONE_FLOOR } from "@waldo/contracts";
import { FORM_WEIGHTS, type PillarScores } from "./pillars.ts";
import { median, pooledDeviation, robustDeviation, WARM_UP_NIGHTS } from "./statistics.ts";

type Norm = { readonly center: number; readonly deviation: number };
type Norms = Readonly<Record<Pillar, Norm>>;

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

export type Scale = ScoreBasis["scale"];
export type Weights = Partial<Record<Pillar, number>>;

/** A person's scale is taken from the days of the year before. */
export const SCALE_DAYS = 365;

/** Scores are rounded before they are named, so a body zone begins half a point below its floor. */
const STEADY_FROM = ZONE_FLOOR.steady - 0.5;
const ENERGIZED_FROM = ZONE_FLOOR.energized - 0.5;
/** The shares of a person's days that lie below steady and below energized. */
const BELOW = { steady: 0.3, energized: 0.8 } as const;
/** Below the usual a deviation counts for more: a person has few very bad days and many good ones that are alike. */
const BELOW_USUAL = 1.3;

/**
 * Where steady and energized begin for a person who is not known yet, in levels. It is what the development wearables
 * show within people, rounded. It weighs as much as thirty days of the person's own.
 */
const USUAL_EDGES = { steady: -0.67, energized: 0.56 } as const;
const PRIOR_DAYS = 30;
/** Days that are all alike still need a line that rises, in levels between steady and energized. */
const LEAST_WIDTH = 0.2;

/** Returns the scale from the pillars of the days before, each as it was at waking. */
export function scaleOf(days: readonly PillarScores[]): Scale {
  const usual = Object.fromEntries(PILLARS.map((pillar) => [pillar, usualOf(pillar, days)])) as Scale["usual"];
  const levels = days
    .filter(isScorable)
    .flatMap((day) => meanOf(FORM_WEIGHTS, (pillar) => day[pillar] && levelOf(day[pillar].score, usual[pillar])) ?? [])
    .sort((a, b) => a - b);
  const edge = (zone: "steady" | "energized"): number => {
    const own = quantile(levels, BELOW[zone]) ?? 0;
    return (levels.length * own + PRIOR_DAYS * USUAL_EDGES[zone]) / (levels.length + PRIOR_DAYS);
  };
  const steady = edge("steady");
  const slope = (ENERGIZED_FROM - STEADY_FROM) / Math.max(LEAST_WIDTH, edge("energized") - steady);
  return { usual, line: { base: rounded(STEADY_FROM - slope * steady), slope: rounded(slope) } };
}

/** Returns where a pillar is on the person's days of the year, and how far it varies, drawn towards what is usual. */
function usualOf(pillar: Pillar, days: readonly PillarScores[]): Norm {
  const usual = USUAL_NORM[pillar];
  const scores = days.flatMap((day) => day[pillar]?.score ?? []);
  const own = median(scores);
  if (own === undefined || scores.length < WARM_UP_NIGHTS) return usual;
  const count = scores.length;
  return {
    center: rounded((count * own + PRIOR_DAYS * usual.center) / (count + PRIOR_DAYS)),
    deviation: rounded(pooledDeviation(robustDeviation(scores, own), count, usual.deviation, PRIOR_DAYS)),
  };
}

/** Without sleep and without heart rate variability a day has no score. */
export function isScorable(scores: PillarScores): boolean {
  return scores.sleep !== undefined || scores.cass !== undefined;
}

/** Returns how far a pillar is from the person's usual, in their deviations. */
function levelOf(score: number, { center, deviation }: Norm): number {
  const level = (score - center) / deviation;
  return level < 0 ? BELOW_USUAL * level : level;
}

/** Returns a pillar as the person reads it, 0–100. */
export function placed(pillar: Pillar, score: number, { usual, line }: Scale): number {
  return Math.min(100, Math.max(0, line.base + line.slope * levelOf(score, usual[pillar])));
}

/**
 * Returns the absolute part of Sleep, 0–100. A person who sleeps too little adapts to how it feels and not to what it
 * costs (Van Dongen et al., Sleep 2003;26:117), so their own year does not excuse it. `debt` is the sleep debt in units
 * of two weeks of six hours in bed; `hours` is the sleep since the evening before.
 */
export function mostSleep({ debt, hours }: { readonly debt: number; readonly hours: number }): number {
  let most = 100;
  for (const limit of SLEEP_LIMITS) if (debt >= limit.debtFrom || hours < limit.hoursBelow) most = limit.most;
  return most;
}

/**
 * With the other pillars at 100 the first row leaves Form just below energized. With the others as usual, the next rows
 * leave it below steady and below flagging.
 */
const SLEEP_LIMITS = [
  { debtFrom: 1.5, hoursBelow: 5, most: 58 },
  { debtFrom: 2.5, hoursBelow: 4, most: 35 },
  { debtFrom: Number.POSITIVE_INFINITY, hoursBelow: 3, most: 10 },
] as const;

/** A pillar in a weighted mean: its score, its weight among the pillars that are there, and what it adds to the mean. */
type Part = { readonly pillar: Pillar; readonly score: number; readonly weight: number; readonly adds: number };

/** Returns the parts of a weighted mean. Where a pillar has no score, the weights of the others are scaled up. */
export function partsOf(weights: Weights, of: (pillar: Pillar) => number | undefined): Part[] {
  const known = PILLARS.flatMap((pillar) => {
    const [score, weight] = [of(pillar), weights[pillar]];
    return score === undefined || weight === undefined ? [] : [{ pillar, score, weight }];
  });
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  return known.map(({ weight, ...one }) => ({ ...one, weight: weight / total, adds: (weight / total) * one.score }));
}

/** Returns the weighted mean over the pillars that have a value, or undefined when none has one. */
export function meanOf(weights: Weights, of: (pillar: Pillar) => number | undefined): number | undefined {
  const parts = partsOf(weights, of);
  return parts.length === 0 ? undefined : parts.reduce((sum, { adds }) => sum + adds, 0);
}

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
