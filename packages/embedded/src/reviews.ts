/** Reviews on a single machine. The row holds what Step Functions would remember, and each look continues from it. */
import type { UserId } from "@waldo/contracts";
import type { Ports } from "@waldo/core/ports";
import { latestReview } from "@waldo/core/review/rows";
import { answerOf, isOver } from "@waldo/core/review/state";
import { stoppedAt } from "@waldo/core/review/task";
import type { LocalMachines } from "./machines.ts";

type World = Pick<Ports, "store" | "clock"> & { readonly machines: LocalMachines };

/** Continues the review that nothing else would wake: its process died, or its waiting time is over. */
export async function resumeReview(world: World, userId: UserId): Promise<void> {
  const stopped = await findStopped(world, userId);
  if (stopped) await world.machines.resumeReview(answerOf(stopped.review), stopped.state);
}

/** True when a review has waited long enough for an answer. */
export async function isReviewDue(world: World, userId: UserId): Promise<boolean> {
  return (await findStopped(world, userId))?.state === "TIMEOUT";
}

async function findStopped(world: World, userId: UserId) {
  const review = (await latestReview(world.store, userId))?.review;
  if (!review || isOver(review)) return undefined;
  const state = await stoppedAt(world, review);
  return state && { review, state };
}
