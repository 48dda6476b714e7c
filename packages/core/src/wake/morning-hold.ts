/** Decides whether the morning Brief still waits for the night's sync. */
import type { EpochMs } from "@waldo/contracts";
import { MINUTE_MS } from "../time.ts";

/** How long the morning Brief waits for the night's sync before it speaks without the night. */
export const MORNING_HOLD_MS = 90 * MINUTE_MS;

/** Returns whether the morning Brief should go now or wait for the night's sync. */
export function morningReady(
  score: { readonly status: "provisional" | "final" } | undefined,
  due: EpochMs,
  now: EpochMs,
): boolean {
  return score?.status === "final" || now >= due + MORNING_HOLD_MS;
}
