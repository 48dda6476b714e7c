import type { RubricScore } from "@waldo/contracts";

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
