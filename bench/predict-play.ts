/**
 * Plays a history day by day. Before a day begins each ranker says its ten files, and the product's own code learns from
 * the days that are over; then the day is played. Nothing that a ranker sees comes from a later day.
 */
import type { EpochMs, Forecast, TunedWeights, Weights } from "@waldo/contracts";
import {
  candidatesOf,
  forecastOf,
  MOST_DAYS,
  mustRollBack,
  precisionOf,
  TOP,
  tune,
} from "@waldo/core/contexts/learning";
import { causalScore, STANDARD_WEIGHTS } from "@waldo/core/contexts/prediction";
import { digest } from "@waldo/core/digest";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import type { Commit } from "./predict-history.ts";
import { firstBy, type KnownFile, PEERS, productValue, scoredFiles, signalsOfFile } from "./predict-rankers.ts";

export const STANDARD = "standard";
export const TUNED = "tuned";
export const RANKERS = [STANDARD, TUNED, ...PEERS.map(({ name }) => name)] as const;

/** How many of the last contexts a new one may depend on (core/contexts/save.ts). */
const MOST_INFERRED = 5;

export type JudgedDay = {
  readonly at: EpochMs;
  /** How many files that were known before were touched. */
  readonly needed: number;
  /** How many of the first ten of each ranker were among them. */
  readonly hits: Readonly<Record<string, number>>;
};
export type Played = {
  readonly days: readonly JudgedDay[];
  readonly files: number;
  readonly commits: number;
  /** The tuned weights after the last day. Absent: the standard ones. */
  readonly tuned?: TunedWeights;
  /** On how many days tuned weights stood, how often they were taken up or changed, and how often given up. */
  readonly tunedDays: number;
  readonly takenUp: number;
  readonly givenUp: number;
  /** What a score of 0.6 and more was worth, by the standard weights and by those that stood. */
  readonly high: { readonly standard: High; readonly tuned: High };
};
/** How many files had a high score before a day, how many of them were touched, and how many were touched in all. */
type High = { readonly called: number; readonly right: number; readonly needed: number };

/** Plays a history. `tell` is called before each day. */
export function playHistory(commits: readonly Commit[], tell: (day: number, of: number) => void = () => {}): Played {
  const known = new Map<string, KnownFile>();
  const saved: EpochMs[] = [];
  const judged: JudgedDay[] = [];
  const noneYet: High = { called: 0, right: 0, needed: 0 };
  const high = { standard: noneYet, tuned: noneYet };
  const learner = newLearner();
  const days = byDay(commits);
  for (const [i, day] of days.entries()) {
    tell(i, days.length);
    const truth = new Set(day.commits.flatMap(({ files }) => files.flatMap((name) => known.get(name)?.id ?? [])));
    if (truth.size > 0) {
      const files = [...known.values()];
      const candidates = scoredFiles(files);
      const weights = learner.weights(day.at);
      judged.push(judge(files, candidates, { now: day.at, truth, weights }));
      const over = dayOf(candidates, truth, day.at);
      learner.learn(over);
      high.standard = plus(high.standard, precisionOf([over], STANDARD_WEIGHTS));
      high.tuned = plus(high.tuned, precisionOf([over], weights));
    }
    for (const commit of day.commits) touch(known, saved, commit);
  }
  return { days: judged, files: known.size, commits: commits.length, ...learner.result(), high };
}

function plus(a: High, b: High): High {
  return { called: a.called + b.called, right: a.right + b.right, needed: a.needed + b.needed };
}

function byDay(commits: readonly Commit[]): { at: EpochMs; commits: Commit[] }[] {
  const days = Map.groupBy(commits, ({ at }) => Math.floor(at / DAY_MS) * DAY_MS);
  return [...days].map(([at, of]) => ({ at, commits: of })).sort((a, b) => a.at - b.at);
}

/** A file is saved when it is first touched, and depends on what was saved within the hour before, at most five. */
export function touch(known: Map<string, KnownFile>, saved: EpochMs[], { at, files }: Commit): void {
  for (const name of files) {
    const file = known.get(name);
    if (file) {
      file.touched.push(at);
      continue;
    }
    const near = saved.slice(-MOST_INFERRED).filter((before) => at - before < HOUR_MS);
    const dependencies = near.map((_, i) => ({ id: `before-${i}`, by: "inferred" as const }));
    const id = `ctx-${digest("file", name).slice(0, 24)}`;
    known.set(name, { id, touched: [at], causal: causalScore({ dependencies }) });
    saved.push(at);
  }
}

function judge(
  files: readonly KnownFile[],
  candidates: readonly KnownFile[],
  { now, truth, weights }: { readonly now: EpochMs; readonly truth: ReadonlySet<string>; readonly weights: Weights },
): JudgedDay {
  const hits = (of: readonly KnownFile[], value: (file: KnownFile) => number) =>
    firstBy(of, TOP, value).filter(({ id }) => truth.has(id)).length;
  return {
    at: now,
    needed: truth.size,
    hits: {
      [STANDARD]: hits(candidates, productValue(STANDARD_WEIGHTS, now)),
      [TUNED]: hits(candidates, productValue(weights, now)),
      ...Object.fromEntries(PEERS.map(({ name, value }) => [name, hits(files, (file) => value(file, now))])),
    },
  };
}

/** Returns the day as core/contexts/ahead.ts remembers it. */
function dayOf(scored: readonly KnownFile[], truth: ReadonlySet<string>, at: EpochMs): Forecast {
  const files = scored.map((file) => ({ id: file.id, signals: signalsOfFile(file) }));
  return forecastOf({ at, candidates: candidatesOf(files, at) }, truth);
}

/** Does with the weights what core/contexts/ahead.ts does once a day. */
function newLearner() {
  let days: Forecast[] = [];
  let tuned: TunedWeights | undefined;
  let [tunedDays, takenUp, givenUp] = [0, 0, 0];
  const learned = (at: EpochMs): TunedWeights | undefined => {
    if (tuned && mustRollBack(days, tuned)) {
      givenUp++;
      return undefined;
    }
    const found = tune(days, at).tuned;
    if (found === undefined) return tuned;
    const isSame = tuned && JSON.stringify(tuned.weights) === JSON.stringify(found.weights);
    if (!isSame) takenUp++;
    return isSame && tuned ? { ...found, at: tuned.at } : found;
  };
  return {
    weights(at: EpochMs): Weights {
      tuned = learned(at);
      if (tuned) tunedDays++;
      return tuned?.weights ?? STANDARD_WEIGHTS;
    },
    learn(day: Forecast): void {
      days = [...days, day].slice(-MOST_DAYS);
    },
    result: () => ({ ...(tuned ? { tuned } : {}), tunedDays, takenUp, givenUp }),
  };
}
