/** The designs that were tried, with their parents and results. */
import { DESIGN_PARAMETERS, type Design } from "@waldo/contracts";
import { digest } from "../../digest.ts";
import { type Chance, distance, type Operator } from "./operators.ts";

/** What a design gave on some cases. */
export type Outcome = {
  /** What is to be high, for each case, in the order of the cases. */
  readonly scores: readonly number[];
  /** Tokens that a prompt takes, as a mean. */
  readonly tokens: number;
  /** Hits that recall looks at, as a mean. It stands for the time, which no pure function can measure. */
  readonly looked: number;
};

export type Tried = {
  readonly id: string;
  readonly design: Design;
  readonly by: Operator | "start";
  readonly parents: readonly string[];
  readonly outcome: Outcome;
};

/** Returns the id of a design: a digest of its numbers. Equal designs have one id. */
export function designId(design: Design): string {
  const numbers = DESIGN_PARAMETERS.map((name) => [name, design[name]]);
  return digest(JSON.stringify(numbers)).slice(0, 12);
}

export function meanScore({ scores }: Pick<Outcome, "scores">): number {
  return scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
}

/** How many of the nearest designs say how new one is. */
const NEIGHBOURS = 3;

/**
 * Draws a parent. The better a design does among those that were tried, and the farther it is from them, the more often
 * it is drawn.
 */
export function drawParent(archive: readonly Tried[], chance: Chance): Tried | undefined {
  const best = archive.toSorted((a, b) => meanScore(b.outcome) - meanScore(a.outcome));
  const novelties = best.map((one) => novelty(one, best));
  const most = Math.max(...novelties, Number.MIN_VALUE);
  const weights = best.map((_, rank) => (0.5 + (novelties[rank] ?? 0) / most) / (1 + rank));
  let left = chance() * weights.reduce((sum, one) => sum + one, 0);
  for (const [rank, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return best[rank];
  }
  return best.at(-1);
}

function novelty(one: Tried, archive: readonly Tried[]): number {
  const near = archive
    .filter(({ id }) => id !== one.id)
    .map(({ design }) => distance(one.design, design))
    .sort((a, b) => a - b)
    .slice(0, NEIGHBOURS);
  return near.reduce((sum, far) => sum + far, 0) / Math.max(1, near.length);
}
