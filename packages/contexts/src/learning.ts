/**
 * Learns from forecasts how much recency, causes and frequency tell about the contexts that a person needs next in a
 * project. Weights are searched on past days and tested on days that the search has not used. They replace the standard
 * weights only if they are better there, and they are dropped when they stop being better.
 */
import type {
  Candidate,
  ContextProject,
  ContextSignals,
  EpochMs,
  Forecast,
  TunedWeights,
  Weights,
} from "@waldo/contracts";
import { HIGH_VALUE, type Parts, partsOf, STANDARD_WEIGHTS, scoreOf, slowRecency } from "./prediction.ts";

/** A day is judged by this many of the best contexts. */
const TOP = 10;
/** How many days a project needs before its weights are tuned, and how many days are used at most. */
const LEAST_DAYS = 14;
export const MOST_DAYS = 60;
/** The weights for a past day are chosen from at least this many earlier days. */
const LEAST_TRAINED = 7;
/** If tuned weights are worse than the standard over this many last days, they are dropped. */
const WATCHED_DAYS = 7;
/** How much better tuned weights must be on average, and on how many more days they must be better than worse. */
const LEAST_GAIN = 0.01;

/** The weights of recency and of causes when recency is slow. Frequency has the rest. */
const SLOW_TEMPORAL = [0.7, 0.6, 0.8];
const SLOW_CAUSAL = [0, 0.1];

/**
 * All weights that may be tried, the standard ones first. Rows refer to them by index, so a new one must be added at
 * the end. There are few of them, so that the best of sixty days is not best by chance. A grid of a hundred was not
 * better on held-out days (docs/figures.md, Contexts).
 */
export const GRID: readonly Weights[] = [
  STANDARD_WEIGHTS,
  ...SLOW_CAUSAL.flatMap((causal) =>
    SLOW_TEMPORAL.map((temporal): Weights => {
      const frequency = Math.round((1 - temporal - causal) * 100) / 100;
      return { temporal, causal, frequency, slow: true };
    }),
  ),
];

/** How many contexts a forecast stores. */
const MOST_CANDIDATES = 100;

/** Returns the contexts that a forecast stores: those that any of the weights may rank among the first. */
export function candidatesOf(all: readonly { readonly id: string; readonly signals: ContextSignals }[], now: EpochMs) {
  const value = ({ temporal, frequency }: Candidate) => slowRecency(temporal) + frequency;
  return all
    .map(({ id, signals }): Candidate => ({ id, ...partsOf(signals, now) }))
    .sort((a, b) => value(b) - value(a) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_CANDIDATES);
}

/** Returns candidates, the likeliest first. Equal scores are ordered by id. */
function ranked(candidates: readonly Candidate[], weights: Weights): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate satisfies Parts, weights) }))
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** Returns the result of a past day for each set of weights, so that later days need not read the candidates again. */
export function forecastOf(
  { at, candidates }: { readonly at: EpochMs; readonly candidates: readonly Candidate[] },
  needed: ReadonlySet<string>,
): Forecast {
  const came = (of: readonly Candidate[]) => of.filter(({ id }) => needed.has(id)).length;
  const used = came(candidates);
  const by = GRID.map((weights) => {
    const high = candidates.filter((candidate) => scoreOf(candidate, weights) >= HIGH_VALUE);
    const hits = used === 0 ? 0 : came(ranked(candidates, weights).slice(0, TOP)) / Math.min(TOP, used);
    return { hits, called: high.length, right: came(high) };
  });
  return { at, used, others: needed.size - used, by };
}

/** Returns the result of some weights on a day, or undefined when they were not tried. */
function madeBy({ by }: Forecast, weights: Weights): Forecast["by"][number] {
  const at = GRID.findIndex((one) => JSON.stringify(one) === JSON.stringify(weights));
  return by[at] ?? { hits: 0, called: 0, right: 0 };
}

/**
 * Returns the share of the needed contexts among the ten best, from 0 to 1. If more than ten were needed, it is the
 * share of ten.
 */
export function hitsAtTop(day: Forecast, weights: Weights): number {
  return madeBy(day, weights).hits;
}

/** False for a day on which nothing was needed. Such a day tells nothing about weights. */
const tells = ({ used }: Forecast): boolean => used > 0;

/**
 * Returns the weights with the best result on these days. Between equal ones the first of the grid is taken, which is
 * the standard.
 */
function bestWeights(days: readonly Forecast[]): Weights {
  let best = STANDARD_WEIGHTS;
  let bestMean = Number.NEGATIVE_INFINITY;
  for (const [i, weights] of GRID.entries()) {
    const mean = days.reduce((sum, day) => sum + (day.by[i]?.hits ?? 0), 0) / Math.max(1, days.length);
    if (mean > bestMean + 1e-12) [best, bestMean] = [weights, mean];
  }
  return best;
}

function meanOf(days: readonly Forecast[], weights: Weights): number {
  return days.length === 0 ? 0 : days.reduce((sum, day) => sum + hitsAtTop(day, weights), 0) / days.length;
}

type WalkedDay = {
  readonly at: EpochMs;
  /** The best weights on the days before this one. */
  readonly weights: Weights;
  readonly tuned: number;
  readonly standard: number;
};

/** Judges each day with weights that were chosen on earlier days only. */
function walkForward(days: readonly Forecast[]): WalkedDay[] {
  const telling = days.filter(tells);
  return telling.slice(LEAST_TRAINED).map((day, i) => {
    const weights = bestWeights(telling.slice(Math.max(0, i + LEAST_TRAINED - MOST_DAYS), i + LEAST_TRAINED));
    return { at: day.at, weights, tuned: hitsAtTop(day, weights), standard: hitsAtTop(day, STANDARD_WEIGHTS) };
  });
}

type Tuning = { readonly tuned?: TunedWeights; readonly walked: readonly WalkedDay[]; readonly why: string };

/** Returns the weights to use from now on, if weights other than the standard were better on held-out days. */
export function tune(days: readonly Forecast[], at: EpochMs): Tuning {
  const telling = days.filter(tells).slice(-MOST_DAYS);
  if (telling.length < LEAST_DAYS)
    return { walked: [], why: `${telling.length} of ${LEAST_DAYS} days with a need are known` };
  const walked = walkForward(telling);
  const mean = (of: (day: WalkedDay) => number) => walked.reduce((sum, day) => sum + of(day), 0) / walked.length;
  const [tuned, standard] = [mean((day) => day.tuned), mean((day) => day.standard)];
  const better = walked.filter((day) => day.tuned > day.standard).length;
  const worse = walked.filter((day) => day.tuned < day.standard).length;
  if (tuned - standard < LEAST_GAIN || better <= worse || !isUnlikelyChance(better, worse))
    return { walked, why: "on held-out days they did not beat the standard weights" };
  const heldOut = { tuned, standard, days: walked.length };
  return { walked, tuned: { weights: bestWeights(telling), at, heldOut }, why: "they did better on held-out days" };
}

/** The sign test: true when a fair coin would give so many heads less than once in ten times. */
function isUnlikelyChance(better: number, worse: number): boolean {
  const n = better + worse;
  let tail = 0;
  let ways = 1;
  for (let k = 0; k <= worse; k++) {
    tail += ways;
    ways = (ways * (n - k)) / (k + 1);
  }
  return tail / 2 ** n < 0.1;
}

/** True when tuned weights are no longer better on the last days. */
export function mustRollBack(days: readonly Forecast[], { weights, at }: TunedWeights): boolean {
  const since = days
    .filter(tells)
    .filter((day) => day.at >= at)
    .slice(-WATCHED_DAYS);
  if (since.length < WATCHED_DAYS || meanOf(since, weights) >= meanOf(since, STANDARD_WEIGHTS)) return false;
  const gains = since.map((day) => hitsAtTop(day, weights) - hitsAtTop(day, STANDARD_WEIGHTS));
  return isUnlikelyChance(gains.filter((gain) => gain < 0).length, gains.filter((gain) => gain > 0).length);
}

type SharedPattern = {
  readonly pattern: string;
  readonly projects: readonly string[];
  readonly frequency: number;
};

/** A tag or a step counts as shared when at least two projects have it. */
const LEAST_SHARED = 2;
const MOST_PATTERNS = 20;

/** Returns what a person's projects have in common: tags, and which kind of action follows which. */
export function sharedPatterns(projects: readonly ContextProject[]): SharedPattern[] {
  const found = new Map<string, { projects: string[]; frequency: number }>();
  for (const { project, tags, pairs } of projects)
    for (const [pattern, count] of [
      ...Object.entries(tags).map(([tag, n]) => [`tag ${tag}`, n] as const),
      ...Object.entries(pairs).map(([pair, n]) => [pair.replace(">", " → "), n] as const),
    ]) {
      const known = found.get(pattern) ?? { projects: [], frequency: 0 };
      found.set(pattern, { projects: [...known.projects, project], frequency: known.frequency + count });
    }
  return [...found]
    .map(([pattern, rest]) => ({ pattern, ...rest }))
    .filter(({ projects: of }) => of.length >= LEAST_SHARED)
    .sort(
      (a, b) => b.projects.length - a.projects.length || b.frequency - a.frequency || (a.pattern < b.pattern ? -1 : 1),
    )
    .slice(0, MOST_PATTERNS);
}

/** Returns how often the limit for early fetching was right, and how many needed contexts were below it. */
export function precisionOf(days: readonly Forecast[], weights: Weights) {
  const sum = (of: (day: Forecast) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    called: sum((day) => madeBy(day, weights).called),
    right: sum((day) => madeBy(day, weights).right),
    needed: sum(({ used, others }) => used + others),
  };
}
