/**
 * The state machine of a review, as pure functions. A move of the person or of the review gives the next row and the
 * next text. Each move is one turn. The turn names the text, so a step that runs twice sends it once.
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

/** Without a message for this long, the review ends with what it has. `TimeoutSeconds` of ASK is the same. */
export const SILENCE_MS = DAY_MS;

/** True for the final states of a review. */
export const isOver = ({ state }: Pick<Review, "state">): boolean =>
  state === "done" || state === "incomplete" || state === "skipped";

/** Returns the next state of the review's machine. */
export function nextOf({ state, index, questions, left }: Review): ReviewNext {
  if (state === "done") return "DONE";
  if (state === "incomplete") return "INCOMPLETE";
  if (state === "skipped") return "SKIPPED";
  if (state === "paused") return "PAUSED";
  return left || index >= questions.length ? "FINISH" : "ASK";
}

/** Returns the input or the answer that brings a machine to the state of the row. */
export function answerOf(review: Review): ReviewInput {
  const { userId, reviewId, turn } = review;
  return { userId, reviewId, next: nextOf(review), turn: String(turn) };
}

/** The kind of a review's text at a turn. There is no text when the end follows at once. */
export type Says = "question" | "offer" | "gently" | "finish" | "rests" | "skipped" | undefined;
type Moved = { readonly review: Review; readonly says: Says };

/** How many moves a row keeps. A message that is repeated later than this counts as a new one. */
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
  /** The instant at which a paused review asks again. */
  readonly resumeAt: EpochMs;
};

/** Returns the review after a move of the person. An ordinary message is not a move: see {@link interrupted}. */
export function moved(review: Review, move: Exclude<Move, "ordinary">, { of, text, now, resumeAt }: Hearing): Moved {
  if (isOver(review)) throw new WaldoError("InvalidInput", "this review is over");
  const to = (change: Partial<Review>) => turned(review, change, now, of);
  // A new execution continues a paused review. The turn names it.
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

/** Returns the review while a run answers something else, or undefined when its waiting state does not change. */
export function interrupted(
  review: Review,
  by: { readonly runId: RunId; readonly danger: boolean; readonly of: string; readonly now: EpochMs },
): Review | undefined {
  const { runId, danger, of, now } = by;
  // The review is paused until tomorrow and has offered once to continue. It does not offer again.
  if (review.state === "paused" && now < (review.resumeAt ?? 0)) return undefined;
  if (review.waits === "offer" || (review.waits === "finish" && review.state !== "paused")) return undefined;
  const isResting = review.state === "paused";
  const started = isResting ? { started: review.turn + 1 } : {};
  const grave = danger || review.interrupted?.danger === true ? { danger: true as const } : {};
  const rested = isResting || review.interrupted?.rested === true ? { rested: true as const } : {};
  const change = { state: "asking", waits: "answering", interrupted: { runId, ...grave, ...rested } } as const;
  return turned(review, { ...started, ...change }, now, of);
}

/** Returns the move with which the review asks whether to continue, after the interrupting run has closed. */
export function offered(review: Review, now: EpochMs): Moved {
  const { danger, rested } = review.interrupted ?? {};
  const says = danger ? "gently" : rested ? "finish" : "offer";
  return { review: turned(review, { waits: rested ? "finish" : "offer" }, now), says };
}

/** Returns the move with which a paused review asks whether to finish it. */
export function resumed(review: Review, now: EpochMs): Moved {
  const started = review.turn + 1;
  return { review: turned(review, { state: "asking", waits: "finish", started }, now), says: "finish" };
}

/** Returns the buttons below the text of a turn. */
export function buttonsOf({ reviewId, turn }: Pick<Review, "reviewId" | "turn">, says: Says): Button[] {
  const button = (label: string, verb: string): Button => ({ label, data: `review:${verb}:${reviewId}:${turn}` });
  const beside = (one: Button): Button => ({ ...one, beside: true });
  if (says === "question")
    return [button("Skip", "skip"), beside(button("Later", "later")), beside(button("Stop", "stop"))];
  if (says === "offer" || says === "gently") return [button("Go on", "go"), beside(button("Later", "later"))];
  if (says === "finish") return [button("Finish it", "go"), beside(button("Leave it", "leave"))];
  return [];
}

/** Returns the present buttons of the review's last text. */
export function buttonsNow(review: Review, now: EpochMs): Button[] {
  const { outcome, waits, reviewId } = review;
  if (outcome) return canBeTakenBack(outcome, now) ? [undoButton(reviewId)] : [];
  if (review.state !== "asking" || nextOf(review) !== "ASK" || waits === "answering") return [];
  return buttonsOf(review, waits);
}

export const undoButton = (reviewId: string): Button => ({ label: "Undo", data: `review:undo:${reviewId}:0` });

/** True when a review has changed something and it can still be undone. */
export function canBeTakenBack({ week, kept, takenBack, at }: ReviewOutcome, now: EpochMs): boolean {
  return (week !== undefined || kept !== undefined) && !takenBack && now <= at + UNDO_HOURS * HOUR_MS;
}
