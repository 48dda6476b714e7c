// The score of a rubric, and the single figure of a run and of a night with its parts. The weights are in
// contracts/eval.ts.
import {
  type KeepRate,
  RUBRICS,
  type RubricScore,
  type TraceEval,
  WIS_WEIGHTS,
  type Wis,
  type WisPart,
} from "@waldo/contracts";

/** A rubric looks at one thing of a run. */
export function scored(score: number, ...reasons: readonly (string | false)[]): RubricScore {
  const rounded = Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000;
  return { applies: true, score: rounded, reasons: reasons.filter((one) => one !== false) };
}

export function notApplicable(why: string): RubricScore {
  return { applies: false, reasons: [why] };
}

/** "1 sentence", "2 sentences". */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

const PARTS = Object.keys(WIS_WEIGHTS) as WisPart[];

/** Returns the weighted mean of the existing parts. Without any part there is no figure. */
export function wisOf(parts: Wis["parts"]): Wis {
  const there = PARTS.filter((part) => parts[part] !== undefined);
  const weight = there.reduce((sum, part) => sum + WIS_WEIGHTS[part], 0);
  if (weight === 0) return { parts };
  const wis = there.reduce((sum, part) => sum + WIS_WEIGHTS[part] * (parts[part] ?? 0), 0) / weight;
  return { wis: Math.round(Math.min(1, wis) * 1000) / 1000, parts };
}

/**
 * Returns the figure of several runs: each rubric is the mean of the runs to which it applies, and `kept` is the
 * KeepRate.
 */
export function wisOfRuns(
  runs: readonly Pick<TraceEval, "rubrics">[],
  { rate }: { readonly rate?: KeepRate["rate"] },
): Wis {
  const means = RUBRICS.flatMap((rubric) => {
    const scores = runs.flatMap(({ rubrics: { [rubric]: one } }) => (one.applies ? [one.score] : []));
    return scores.length === 0 ? [] : [[rubric, scores.reduce((sum, one) => sum + one, 0) / scores.length] as const];
  });
  return wisOf({ ...Object.fromEntries(means), ...(rate === undefined ? {} : { kept: rate }) });
}
