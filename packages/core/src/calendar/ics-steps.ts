/**
 * The budget of work for one calendar file. A rule from outside may never match, or match a million times. So whatever
 * searches for dates pays for each step, and stops when the budget is used up.
 */

/** Steps left for a whole file. A search takes from it. */
export type Steps = { left: number };

/** The most steps of one file: all its rules and time zones together. This is some seconds of searching. */
export const STEPS_PER_FILE = 300_000;

/** Thrown when a rule or a time zone asks for more than any calendar needs. */
export class TooManySteps extends Error {
  override readonly name = "TooManySteps";
}

/** Takes steps from the budget. Throws `TooManySteps` when there are not enough left. */
export function spend(steps: Steps, cost: number): void {
  steps.left = Math.max(0, steps.left - cost);
  if (steps.left === 0) throw new TooManySteps("steps");
}
