/** Decides whether the morning Brief still waits for the night's sync. */
import type { EpochMs } from "@waldo/contracts";
import { MINUTE_MS } from "../time.ts";

/** How long the morning Brief waits for the night's sync at most, before it speaks without the night. */
export const MORNING_HOLD_MS = 90 * MINUTE_MS;
/** How much later than usual a night may be. */
const GRACE_MINUTES = 15;

/** What is known when a morning Brief is due or waits. */
export type Waiting = {
  readonly due: EpochMs;
  readonly now: EpochMs;
  /** By how many minutes after the wake time the person's nights usually arrive (health/arrivals.ts). */
  readonly usual?: number | undefined;
};

/**
 * Returns whether the morning Brief should go now or wait for the night's sync. It waits until a quarter of an hour
 * after the night usually comes, or for 90 minutes where that is not known or later.
 */
export function morningReady(
  score: { readonly status: "provisional" | "final" } | undefined,
  { due, now, usual }: Waiting,
): boolean {
  const wait = usual === undefined ? MORNING_HOLD_MS : (Math.max(0, usual) + GRACE_MINUTES) * MINUTE_MS;
  return score?.status === "final" || now >= due + Math.min(wait, MORNING_HOLD_MS);
}
