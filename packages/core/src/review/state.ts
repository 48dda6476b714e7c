/**
 * The review as a pure machine: a move of the person, or of the review itself, gives the next row and what is said.
 * Each move is one turn. What is said is named by the turn, so a step that runs twice says it once.
 */
import {
  type Button,
  type EpochMs,
  type Review,
  type ReviewInput,
  type ReviewNext,
  type ReviewOutcome,
  type RunId,
  WaldoError,
} from "@waldo/contracts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { UNDO_HOURS } from "../tools/undo.ts";
import type { Move } from "./move.ts";

/** After this long without a word the review ends with what there is. `TimeoutSeconds` of ASK is the same. */
export const SILENCE_MS = DAY_MS;

/** Ends of a review that nothing changes any more. */
export const isOver = ({ state }: Pick<Review, "state">): boolean =>
  state === "done" || state === "incomplete" || state === "skipped";

/** Returns where the machine of a review goes from here. */
export function nextOf({ state, index, questions, left }: Review): ReviewNext {
  if (state === "done") return "DONE";
  if (state === "incomplete") return "INCOMPLETE";
  if (state === "skipped") return "SKIPPED";
  if (state === "paused") return "PAUSED";
  return left || index >= questions.length ? "FINISH" : "ASK";
}

/** Returns the input or the answer that takes a machine to where the row is. */
export function answerOf(review: Review): ReviewInput {
  const { userId, reviewId, turn } = review;
  return { userId, reviewId, next: nextOf(review), turn: String(turn) };
}

/** The kind of words that a review says at a turn. It says nothing where the end follows at once. */
export type Says = "question" | "offer" | "gently" | "finish" | "rests" | "skipped" | undefined;
type Moved = { readonly review: Review; readonly says: Says };

/** A row keeps the latest of them. A message that comes again later than this is taken for a new one. */
const MOST_MOVES = 60;

/** Returns the row one turn later. `by` names the message or the tap. */
export function turned(review: Review, change: Partial<Review>, now: EpochMs, by?: string): Review {
  const turn = review.turn + 1;
  const moves = by === undefined ? review.moves : [...review.moves, { of: by, turn }].slice(-MOST_MOVES);
  const { interrupted: _, resumeAt: __, ...rest } = review;
  return { ...rest, ...change, turn, moves, touchedAt: now, updatedAt: now };
}

type Hearing = {
  readonly of: string;
  readonly text?: string;
  readonly now: EpochMs;
  /** When a review that rests asks again. */
  readonly resumeAt: EpochMs;
};

/** Returns the review after a move of the person. An ordinary message is no move: see {@link interrupted}. */
export function moved(review: Review, move: Exclude<Move, "ordinary">, { of, text, now, resumeAt }: Hearing): Moved {
  if (isOver(review)) throw new WaldoError("InvalidInput", "this review is over");
  const to = (change: Partial<Review>) => turned(review, change, now, of);
  // A paused review is gone on with by a new execution, which the turn names.
  const started = review.state === "paused" ? { started: review.turn + 1 } : {};
  switch (move) {
    case "answer":
    case "skip": {
      const question = review.questions[review.index]?.name;
      if (question === undefined) throw new WaldoError("InvalidInput", "every question is answered");
      const words = move === "answer" && text !== undefined ? { text } : {};
      const answers = [...review.answers, { question, ...words, at: now }];
      const next = to({ ...started, state: "asking", waits: "question", index: review.index + 1, answers });
      return { review: next, says: nextOf(next) === "FINISH" ? undefined : "question" };
    }
    case "later":
      return { review: to({ state: "paused", waits: "finish", resumeAt }), says: "rests" };
    case "goOn":
      return { review: to({ ...started, state: "asking", waits: "question" }), says: "question" };
    case "stop":
      return { review: to({ state: "skipped", waits: "question" }), says: "skipped" };
    case "leave": {
      if (!review.answers.some((answer) => answer.text !== undefined))
        return { review: to({ state: "skipped", waits: "question" }), says: "skipped" };
      return { review: to({ ...started, state: "asking", waits: "question", left: true }), says: undefined };
    }
  }
}

/** Returns the review while a run answers something else, or undefined where the review waits as it did. */
export function interrupted(
  review: Review,
  by: { readonly runId: RunId; readonly danger: boolean; readonly of: string; readonly now: EpochMs },
): Review | undefined {
  const { runId, danger, of, now } = by;
  // It rests until tomorrow, and has offered once. More is not offered.
  if (review.state === "paused" && now < (review.resumeAt ?? 0)) return undefined;
  if (review.waits === "offer" || (review.waits === "finish" && review.state !== "paused")) return undefined;
  const isResting = review.state === "paused";
  const started = isResting ? { started: review.turn + 1 } : {};
  const grave = danger || review.interrupted?.danger === true ? { danger: true as const } : {};
  const rested = isResting || review.interrupted?.rested === true ? { rested: true as const } : {};
  const change = { state: "asking", waits: "answering", interrupted: { runId, ...grave, ...rested } } as const;
  return turned(review, { ...started, ...change }, now, of);
}

/**
 * Returns the move by which the review asks whether to go on, after the run that answered something else has closed.
 */
export function offered(review: Review, now: EpochMs): Moved {
  const { danger, rested } = review.interrupted ?? {};
  const says = danger ? "gently" : rested ? "finish" : "offer";
  return { review: turned(review, { waits: rested ? "finish" : "offer" }, now), says };
}

/** Returns the move by which a review that rested asks whether to finish it. */
export function resumed(review: Review, now: EpochMs): Moved {
  const started = review.turn + 1;
  return { review: turned(review, { state: "asking", waits: "finish", started }, now), says: "finish" };
}

/** Returns the buttons below what is said at a turn. */
export function buttonsOf({ reviewId, turn }: Pick<Review, "reviewId" | "turn">, says: Says): Button[] {
  const button = (label: string, verb: string): Button => ({ label, data: `review:${verb}:${reviewId}:${turn}` });
  const beside = (one: Button): Button => ({ ...one, beside: true });
  if (says === "question")
    return [button("Skip", "skip"), beside(button("Later", "later")), beside(button("Stop", "stop"))];
  if (says === "offer" || says === "gently") return [button("Go on", "go"), beside(button("Later", "later"))];
  if (says === "finish") return [button("Finish it", "go"), beside(button("Leave it", "leave"))];
  return [];
}

/** Returns the buttons that the last words of the review have now. */
export function buttonsNow(review: Review, now: EpochMs): Button[] {
  const { outcome, waits, reviewId } = review;
  if (outcome) return canBeTakenBack(outcome, now) ? [undoButton(reviewId)] : [];
  if (review.state !== "asking" || nextOf(review) !== "ASK" || waits === "answering") return [];
  return buttonsOf(review, waits);
}

export const undoButton = (reviewId: string): Button => ({ label: "Undo", data: `review:undo:${reviewId}:0` });

/** Returns whether there is something of a review to take back, and still time to. */
export function canBeTakenBack({ week, kept, takenBack, at }: ReviewOutcome, now: EpochMs): boolean {
  return (week !== undefined || kept !== undefined) && !takenBack && now <= at + UNDO_HOURS * HOUR_MS;
}
