// Handles the buttons of a review: `review:<verb>:<review>:<turn>`. The channel tells who tapped; the button does not.
// One button asks for a review: it continues an open one, or else begins a new one.
import { type LocalDate, type Profile, WaldoError } from "@waldo/contracts";
import { livedDate } from "../health/ledger.ts";
import { pausedSince, transactUnlessPaused } from "../person/paused.ts";
import type { Ports } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { beginReview } from "./begin.ts";
import { type TakenBack, takeBack } from "./end.ts";
import { nextDay, settle } from "./hear.ts";
import type { Move } from "./move.ts";
import { latestReview, loadReview, reviewWrite, sayWrites } from "./rows.ts";
import { isOver, moved, nextOf } from "./state.ts";

type Request = { readonly date: LocalDate; readonly of: string };

/**
 * Returns the open review after the start. The same request again changes nothing. Throws `InvalidInput` when no review
 * can begin.
 */
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
    // The review is asking already, and its question is in the thread.
    const isAsking = review.state === "asking" && review.waits === "question";
    if (isAsking || nextOf(review) === "FINISH") return review.reviewId;
    const now = ports.clock.now();
    const next = moved(review, "goOn", { of, now, resumeAt: nextDay(profile, now) });
    const writes = [reviewWrite(last, next.review), ...sayWrites(profile, next.review, next.says, { date, now })];
    if (await transactUnlessPaused(ports.store, profile.userId, writes)) await settle(ports, next.review);
    return review.reviewId;
  });
}

const BEGIN = "review:";

const VERBS: Readonly<Record<string, { readonly move: Exclude<Move, "ordinary" | "answer">; readonly says: string }>> =
  {
    skip: { move: "skip", says: "Skipped." },
    later: { move: "later", says: "Later, then." },
    stop: { move: "stop", says: "Stopped." },
    go: { move: "goOn", says: "Here we go." },
    leave: { move: "leave", says: "Left for this week." },
  };

const UNDONE: Record<TakenBack, string> = {
  undone: "Undone.",
  too_late: "It is too late to undo that.",
  not_undoable: "That cannot be undone any more.",
};
const PAUSED = "I am paused and do nothing for now. Tap again when I am back.";
const ANSWERED = "That has been answered already.";

/** `speaks` is true when the review sends a text itself. The notice is then shown only at the button. */
type ReviewTap = { readonly kind: "notice"; readonly text: string; readonly speaks: boolean };
const notice = (text: string, speaks = false): ReviewTap => ({ kind: "notice", text, speaks });

/** Handles the data of a button. The same tap again changes nothing. */
export async function tapReview(ports: Ports, profile: Profile, data: string): Promise<ReviewTap> {
  const [verb = "", reviewId = "", turn = ""] = data.slice(BEGIN.length).split(":");
  const { userId } = profile;
  if ((await pausedSince(ports.store, userId)) !== undefined) return notice(PAUSED);
  if (verb === "undo") return notice(UNDONE[await takeBack(ports, userId, reviewId)]);
  const wanted = VERBS[verb];
  if (!wanted) return notice(ANSWERED);
  return retryConflicts(async () => {
    const loaded = await loadReview(ports.store, userId, reviewId);
    if (!loaded) return notice(ANSWERED);
    const { review } = loaded;
    if (review.moves.some(({ of }) => of === data)) {
      await settle(ports, review);
      return notice(wanted.says, true);
    }
    if (isOver(review) || nextOf(review) === "FINISH" || review.turn !== Number(turn)) return notice(ANSWERED);
    const now = ports.clock.now();
    const date = await livedDate(ports.store, profile, now);
    const next = moved(review, wanted.move, { of: data, now, resumeAt: nextDay(profile, now) });
    const writes = [reviewWrite(loaded, next.review), ...sayWrites(profile, next.review, next.says, { date, now })];
    if (!(await transactUnlessPaused(ports.store, userId, writes))) return notice(PAUSED);
    await settle(ports, next.review);
    return notice(wanted.says, true);
  });
}
