/** The person asks for a review by a button: one that is open goes on, else a new one begins. */
import { type LocalDate, type Profile, WaldoError } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { transactUnlessPaused } from "../store/unless-paused.ts";
import { beginReview } from "./begin.ts";
import { nextDay, settle } from "./hear.ts";
import { latestReview, reviewWrite, sayWrites } from "./rows.ts";
import { isOver, moved, nextOf } from "./state.ts";

type Request = { readonly date: LocalDate; readonly of: string };

/** Returns the review that is open then. The same request again changes nothing. Throws `InvalidInput` where none can begin. */
export function startNow(ports: Ports, profile: Profile, { date, of }: Request): Promise<string> {
  return retryConflicts(async () => {
    const last = await latestReview(ports.store, profile.userId);
    const isOpen = last !== undefined && !isOver(last.review);
    if (last?.review.moves.some((move) => move.of === of)) return last.review.reviewId;
    if (!isOpen) {
      const begun = await beginReview(ports, profile, { date, of });
      if (begun) {
        await settle(ports, begun);
        return begun.reviewId;
      }
      throw new WaldoError("InvalidInput", "no review can begin now: everything is paused, or there were many today");
    }
    const { review } = last;
    // It asks already, and the question stands there.
    const isAsking = review.state === "asking" && review.waits === "question";
    if (isAsking || nextOf(review) === "FINISH") return review.reviewId;
    const now = ports.clock.now();
    const next = moved(review, "goOn", { of, now, resumeAt: nextDay(profile, now) });
    const writes = [reviewWrite(last, next.review), ...sayWrites(profile, next.review, next.says, { date, now })];
    if (await transactUnlessPaused(ports.store, profile.userId, writes)) await settle(ports, next.review);
    return review.reviewId;
  });
}
