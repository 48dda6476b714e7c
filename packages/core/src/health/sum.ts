/**
 * Shows how a score is the sum of its pillars. The page, the terminal and the descriptions of tools say the formula with
 * this file, and scale.ts adds the scores up with the same {@link partsOf}.
 */
import {
  type CrsResult,
  type MissingPart,
  PILLARS,
  type Pillar,
  type ScoreSum,
  type ScoreSums,
} from "@waldo/contracts";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "./pillars.ts";
import { partsOf, type Weights } from "./scale.ts";

/** The formula in one line. The descriptions of tools hold it. */
export const FORMULA = `Form = ${termsOf(FORM_WEIGHTS)}; Recovery = ${termsOf(RECOVERY_WEIGHTS)}, with sleep as at waking; where a pillar is missing the weights of the others are scaled up`;

function termsOf(weights: Weights): string {
  return Object.entries(weights)
    .map(([pillar, weight]) => `${weight}·${pillar}`)
    .join(" + ");
}

/**
 * A sum may differ from its score by this, in points. A score of an earlier release had another formula. Its pillars do
 * not add up to it, so no sum is shown.
 */
const MOST_DIFFERENCE = 1;

/**
 * Returns the sums that give Form and Recovery. A sum is absent without its score, and when the pillars do not give the
 * score.
 */
export function sumsOf(score: CrsResult): ScoreSums {
  const form = sumOf(score, FORM_WEIGHTS, score.form);
  const recovery = sumOf(score, RECOVERY_WEIGHTS, score.recovery);
  return { ...(form === undefined ? {} : { form }), ...(recovery === undefined ? {} : { recovery }) };
}

function sumOf(score: CrsResult, weights: Weights, value: number | undefined): ScoreSum | undefined {
  if (value === undefined) return undefined;
  const shown = (pillar: Pillar) => {
    const { atWaking, score: now } = score.pillars[pillar] ?? {};
    return weights === RECOVERY_WEIGHTS ? (atWaking ?? now) : now;
  };
  const parts = partsOf(weights, shown);
  const total = parts.reduce((sum, { adds }) => sum + adds, 0);
  if (Math.abs(total - value) > MOST_DIFFERENCE) return undefined;
  return {
    value,
    parts: parts.map((part) => ({ ...part, weight: rounded(part.weight, 4), adds: rounded(part.adds, 2) })),
    missing: PILLARS.flatMap((pillar) =>
      weights[pillar] === undefined || shown(pillar) !== undefined ? [] : [{ pillar, why: whyMissing(score, pillar) }],
    ),
  };
}

/** Returns why a pillar is missing, as far as the derived rows tell it. */
function whyMissing({ findings, sleepTimes }: CrsResult, pillar: Pillar): MissingPart["why"] {
  if (pillar === "motion") return "no_load";
  if (pillar !== "sleep" && pillar !== "circadian") return "no_reading";
  if (findings?.night === undefined) return "no_night";
  return sleepTimes === undefined ? "no_times" : "few_nights";
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
