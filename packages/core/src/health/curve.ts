/** A pillar's score, and how far it can be trusted. */
export type Scored = {
  readonly score: number;
  readonly confidence: number;
  /** Sleep alone: the sleep debt, in units of two weeks of six hours in bed. */
  readonly debt?: number;
};

/**
 * How fast a score leaves its baseline: ten points for the first deviation, as a T-score does (McCall 1922), and less
 * for each further one. With this value a z-score pillar varies from night to night about as much as Sleep does (10 to
 * 12 points over the development wearables, no device's score looked at). Only then do the weights of the formula say
 * what each pillar contributes.
 */
const STEEPNESS = 0.4;

/**
 * Returns a z-score as 0–100 with the logistic curve. No night reaches either end, and two extreme nights still differ.
 * `usual` is the score of z = 0.
 */
export function scoreOfZ(z: number, usual = 50): number {
  return 100 / (1 + Math.exp(-STEEPNESS * z) * (100 / usual - 1));
}

/**
 * Returns 100 at no deviation and 50 at `half`. It falls like a bell curve, so small deviations cost almost nothing.
 */
export function scoreOfDeviation(deviation: number, half: number): number {
  return 100 * 2 ** -((deviation / half) ** 2);
}
