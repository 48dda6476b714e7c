/**
 * Compares two ways of doing the same cases: two models, two phrasings, two recipes. It is pure. The second is promoted
 * only when it is better beyond chance and worse in nothing that is guarded.
 */
import type { Rubric, TraceEval } from "@waldo/contracts";
import { pairedBootstrap, type Resampling, type SignTest, signTest } from "./paired.ts";
import { wisOfRuns } from "./score.ts";

/** The result of one case: its figure, and the scores of the rubrics that apply. */
export type CaseScore = {
  readonly id: string;
  /** 0 where the case does not hold. */
  readonly wis: number;
  /** `held`: 1 where the case holds, else 0. */
  readonly rubrics: Partial<Record<Rubric | "held", number>>;
  /** How many words were said. */
  readonly words: number;
};

/** What may not become worse, whatever becomes better: no new falsehood, no refusal, no word at night. */
const GUARDS = ["held", "truth", "content", "timing", "gates"] as const;

type Guard = {
  readonly rubric: (typeof GUARDS)[number];
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** True when the mean is below zero: a guard asks for no proof of harm. */
  readonly worse: boolean;
};

type Comparison = {
  readonly cases: number;
  /** Of the second minus the first, without what goes with length. Null: too few cases for an interval. */
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly sign: SignTest;
  readonly guards: readonly Guard[];
  readonly decision: "promote" | "keep";
  readonly why: string;
};

/** Returns the comparison of the cases that both have. The same options give the same result. */
export function compare(
  first: readonly CaseScore[],
  second: readonly CaseScore[],
  options: Resampling = {},
): Comparison {
  const pairs = first.flatMap((a) => second.filter(({ id }) => id === a.id).map((b) => [a, b] as const));
  const raw = pairs.map(([a, b]) => b.wis - a.wis);
  const lengths = pairs.map(([a, b]) => Math.log((b.words + 1) / (a.words + 1)));
  const differences = withoutLength(raw, lengths);
  const { mean, low, high } = pairedBootstrap(differences, options);
  const guards = GUARDS.flatMap((rubric) => guardOf(rubric, pairs, options));
  const worse = guards.filter((guard) => guard.worse).map(({ rubric }) => rubric);
  const better = low > 0;
  return {
    cases: pairs.length,
    mean,
    ...{ low: finite(low), high: finite(high) },
    sign: signTest(raw),
    guards,
    decision: better && worse.length === 0 ? "promote" : "keep",
    why: !better
      ? "it is not better beyond chance"
      : worse.length > 0
        ? `worse: ${worse.join(", ")}`
        : "it is better, and nothing is worse",
  };
}

function guardOf(
  rubric: Guard["rubric"],
  pairs: readonly (readonly [CaseScore, CaseScore])[],
  options: Resampling,
): Guard[] {
  const differences = pairs.flatMap(([a, b]) => {
    const [before, after] = [a.rubrics[rubric], b.rubrics[rubric]];
    return before === undefined || after === undefined ? [] : [after - before];
  });
  if (differences.length === 0) return [];
  const { mean, low, high } = pairedBootstrap(differences, options);
  return [{ rubric, mean, low: finite(low), high: finite(high), worse: mean < -1e-9 }];
}

const finite = (number: number) => (Number.isFinite(number) ? number : null);

/**
 * Takes out of the differences what goes with the length of the texts, by a line of least squares that is followed to
 * texts of one length. It only ever takes away from an advantage of the longer: where longer is worse, nothing is given
 * back.
 */
export function withoutLength(differences: readonly number[], logRatios: readonly number[]): number[] {
  const n = differences.length;
  const meanX = logRatios.reduce((sum, x) => sum + x, 0) / Math.max(1, n);
  const meanY = differences.reduce((sum, y) => sum + y, 0) / Math.max(1, n);
  const spread = logRatios.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  if (n < MOST_FEW || spread < 1e-9) return [...differences];
  const slope = logRatios.reduce((sum, x, i) => sum + (x - meanX) * ((differences[i] ?? 0) - meanY), 0) / spread;
  return slope <= 0 ? [...differences] : differences.map((y, i) => y - slope * Math.max(0, logRatios[i] ?? 0));
}
/** With fewer cases a line says nothing. */
const MOST_FEW = 8;

/**
 * Returns the score of a case from the evaluations of its runs: their means. What the person of a case keeps is part of
 * the case and not of the model, so it is left out of the figure.
 */
export function caseScore(
  { id, held, words }: { readonly id: string; readonly held: boolean; readonly words: number },
  evals: readonly TraceEval[],
): CaseScore {
  const { wis = 1, parts } = wisOfRuns(evals, {});
  const { kept: _, ...rubrics } = parts;
  return { id, wis: held ? wis : 0, rubrics: { ...rubrics, held: held ? 1 : 0 }, words };
}
