import { DEFAULT_DESIGN, type MemoryBlock } from "@waldo/contracts";
import { activation, agesInDays } from "./ranking/activation.ts";

/** Sorts claims, the liveliest first. Equal ones are ordered by id, so the order is always the same. */
export function byLiveliness(
  blocks: readonly MemoryBlock[],
  now: number,
  decay: number = DEFAULT_DESIGN.decay,
): MemoryBlock[] {
  return blocks
    .map((block) => ({ block, weight: liveliness(block, now, decay) }))
    .sort((a, b) => b.weight - a.weight || (a.block.patternId < b.block.patternId ? -1 : 1))
    .map(({ block }) => block);
}

/**
 * Returns how much a claim deserves a place in a prompt that did not ask for it: e^activation (ACT-R, always positive),
 * times confidence, times 0.5 + salience.
 */
function liveliness(block: MemoryBlock, now: number, decay: number): number {
  const awake = Math.exp(activation(agesInDays(block.uses, now), decay));
  return awake * block.confidence * (0.5 + block.salience);
}
