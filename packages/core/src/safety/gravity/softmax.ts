import type { Vector } from "./features.ts";

/** What a text can be. The first is harmless. */
export const CLASSES = ["none", "die", "hurt", "body", "violence", "other", "medicine"] as const;
export type GravityClass = (typeof CLASSES)[number];

/** Adds Σ weight × row of the model to the scores of the classes. `model`: place by class. */
export function addScores(scores: Float64Array, model: Float32Array | Int8Array, { places, weights }: Vector): void {
  const classes = scores.length;
  for (let i = 0; i < places.length; i++) {
    const at = (places[i] as number) * classes;
    const weight = weights[i] as number;
    for (let c = 0; c < classes; c++) scores[c] = (scores[c] as number) + weight * (model[at + c] as number);
  }
}

/** Turns scores into shares that sum to one, in place. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp((scores[c] as number) - most);
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] as number) / sum;
  return scores;
}
