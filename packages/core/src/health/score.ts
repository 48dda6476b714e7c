/** A pillar's score with how far it can be trusted. */
export type Scored = { readonly score: number; readonly confidence: number };

/**
 * How fast a score leaves its baseline: ten points for the first deviation, as a T-score does (McCall 1922), less for
 * each further one. With it a pillar that is a z-score varies from night to night about as much as Sleep does (10 to
 * 12 points over the development wearables, no device's score looked at): only then do the weights of the formula say
 * what each pillar contributes.
 */
const STEEPNESS = 0.4;

/**
 * A z-score as 0–100: the logistic curve, so that no night falls off either end and two far-out nights still differ.
 * `usual` is the score of z = 0.
 */
export function scoreOfZ(z: number, usual = 50): number {
  return 100 / (1 + Math.exp(-STEEPNESS * z) * (100 / usual - 1));
}

/** 100 at no deviation, 50 at `half`, falling as a bell does: small deviations cost almost nothing. */
export function scoreOfDeviation(deviation: number, half: number): number {
  return 100 * 2 ** -((deviation / half) ** 2);
}
