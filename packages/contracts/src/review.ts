/**
 * The weekly review: a few questions, one at a time. These are its rows, and the inputs and answers of `review.asl.json`.
 * The row is the truth; the machine only waits, sends what was said, and notices silence.
 */
import * as z from "zod";
import { MOST_GOALS, type WeeklyTime } from "./goals.ts";
import { EpochMs, LocalDate, RunId, UserId } from "./ids.ts";
import { announcementId } from "./outbox.ts";
import { SystemText } from "./words.ts";

/** The day and time of the weekly review where the file names none: Saturday morning. */
export const WEEKLY_REVIEW: WeeklyTime = { weekday: 6, time: "10:00" };

/** The date that the review began, how many there were on it, and a digest: names of executions are of all people. */
export const ReviewId = z.string().regex(/^w-\d{4}-\d{2}-\d{2}-[1-9]-[0-9a-f]{12}$/);
export type ReviewId = z.infer<typeof ReviewId>;

/** The states of `review.asl.json` that do work. In SAY delivery sends, and in ASK the machine waits for the person. */
export const REVIEW_PHASES = ["ASK", "OFFER", "FINISH", "TIMEOUT"] as const;
export const ReviewPhase = z.enum(REVIEW_PHASES);
export type ReviewPhase = z.infer<typeof ReviewPhase>;

/** The state that the machine goes to after what was said is sent. */
export const REVIEW_NEXT = ["ASK", "OFFER", "FINISH", "PAUSED", "DONE", "INCOMPLETE", "SKIPPED"] as const;
export const ReviewNext = z.enum(REVIEW_NEXT);
export type ReviewNext = z.infer<typeof ReviewNext>;

/** Counts the moves of a review. The count is a text, because a row of a waiter holds texts only. */
const Turn = z.string().regex(/^\d{1,4}$/);

/** The input of the machine, and what each of its states answers: ids, an enum and a count (R6). */
export const ReviewInput = z.strictObject({ userId: UserId, reviewId: ReviewId, next: ReviewNext, turn: Turn });
export type ReviewInput = z.infer<typeof ReviewInput>;

/** The payload of a Task. `token` is set in ASK. */
export const ReviewTask = z.strictObject({
  userId: UserId,
  reviewId: ReviewId,
  phase: ReviewPhase,
  turn: Turn,
  token: z.string().min(1).max(2048).optional(),
});
export type ReviewTask = z.infer<typeof ReviewTask>;

/** `incomplete`: nobody answered for a day, or the person left the rest. `skipped`: the person wants none this week. */
export const REVIEW_STATES = ["asking", "paused", "done", "incomplete", "skipped"] as const;
export const ReviewState = z.enum(REVIEW_STATES);
export type ReviewState = z.infer<typeof ReviewState>;

export const REVIEW_BLOCKS = ["wins", "body", "people", "next"] as const;
export const ReviewBlock = z.enum(REVIEW_BLOCKS);
export type ReviewBlock = z.infer<typeof ReviewBlock>;

/** The nine questions, in their order. */
export const REVIEW_QUESTIONS = [
  ...["went-well", "missed"],
  ...["body-felt", "body-helped"],
  ...["people-enjoyed", "people-reach"],
  ...["next-first", "next-second", "next-third"],
] as const;
export const QuestionName = z.enum(REVIEW_QUESTIONS);
export type QuestionName = z.infer<typeof QuestionName>;

/** A question as it is asked, with the one fact of the person's own rows that it carries. */
export const ReviewQuestion = z.strictObject({
  name: QuestionName,
  block: ReviewBlock,
  text: z.string().min(1).max(900),
});
export type ReviewQuestion = z.infer<typeof ReviewQuestion>;

/** The most characters of an answer. */
export const MOST_REVIEW_ANSWER = 8_000;

/** What the person answered, in their own words. Without words they skipped the question. */
const Answered = z.strictObject({
  question: QuestionName,
  text: z.string().max(MOST_REVIEW_ANSWER).optional(),
  at: EpochMs,
});

/**
 * What the review waits for. `answering`: a run answers something else that the person said. `offer`: whether they go on
 * after that. `finish`: whether they finish a review that rested.
 */
export const REVIEW_WAITS = ["question", "answering", "offer", "finish"] as const;
export const ReviewWait = z.enum(REVIEW_WAITS);

/** `rested`: the review was paused when the person said something else. */
const Interrupted = z.strictObject({
  runId: RunId,
  danger: z.literal(true).optional(),
  rested: z.literal(true).optional(),
});

/** What came of a review. `week` is absent where the goals were left as they are. */
export const ReviewOutcome = z.strictObject({
  week: z.strictObject({ was: z.array(z.string()), becomes: z.array(z.string()).max(MOST_GOALS) }).optional(),
  /** What memory keeps of the review, and where the note was stored. */
  kept: z.strictObject({ claim: z.string(), at: EpochMs, id: SystemText }).optional(),
  at: EpochMs,
  takenBack: z.literal(true).optional(),
});
export type ReviewOutcome = z.infer<typeof ReviewOutcome>;

/** One review of a person. */
export const Review = z.strictObject({
  reviewId: ReviewId,
  userId: UserId,
  date: LocalDate,
  state: ReviewState,
  questions: z.array(ReviewQuestion).min(1).max(REVIEW_QUESTIONS.length),
  /** Which question is asked, counted from 0. When it equals the number of questions, all are answered. */
  index: z.number().int().nonnegative(),
  answers: z.array(Answered).max(REVIEW_QUESTIONS.length),
  waits: ReviewWait,
  /** The run that answers something else that the person said. Set while `answering`. */
  interrupted: Interrupted.optional(),
  /** Grows by one with each move. The messages of the review have this number in their names. */
  turn: z.number().int().positive(),
  /** The turn at which the machine was started last. The turn names the execution. */
  started: z.number().int().positive(),
  /** The messages and taps that were moves, with the turn that each made. */
  moves: z.array(z.strictObject({ of: SystemText, turn: z.number().int() })).max(60),
  /** When the review asks again. Set while the review is paused. */
  resumeAt: EpochMs.optional(),
  /** The person ended the review before its last question. What they answered is kept. */
  left: z.literal(true).optional(),
  /** When the person or the review last said something. After a day of silence it ends. */
  touchedAt: EpochMs,
  createdAt: EpochMs,
  updatedAt: EpochMs,
  outcome: ReviewOutcome.optional(),
});
export type Review = z.infer<typeof Review>;

/** Under this id stands what a review said at a turn. */
export function saidAt({ reviewId }: Pick<Review, "reviewId">, turn: number): RunId {
  return announcementId("review", `${reviewId}-${turn}`);
}
