/**
 * All that is learned of the intents before the first message. Learning takes many seconds, so a runtime stores the
 * result in a file. A stored result is valid only for the same intents and the same `LEARNING`.
 */
import type { Intent } from "@waldo/contracts";
import { type Frames, framesOf } from "./explained.ts";
import { learnWeights, type Weights } from "./match.ts";
import { type SpokenIn, spokenIn } from "./tongue.ts";

/** What is learned. It holds plain values only. */
export type Learned = {
  readonly intents: readonly Intent[];
  readonly weights: Weights;
  readonly spokenIn: SpokenIn;
  readonly frames: Frames;
};

/** The version of the learning method. It changes whenever the same examples would give another result. */
export const LEARNING = "6";

export function learnFrom(intents: readonly Intent[]): Learned {
  return { intents, weights: learnWeights(intents), spokenIn: spokenIn(intents), frames: framesOf(intents) };
}
