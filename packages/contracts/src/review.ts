/**
 * The weekly review: a few questions, one at a time. These are its rows, and the inputs and answers of
 * `review.asl.json`. The row decides; the machine only waits, sends the texts, and ends the review after a silence.
 */
import * as z from "zod";
import { MOST_GOALS, type WeeklyTime } from "./goals.ts";
import { EpochMs, LocalDate, RunId, UserId } from "./ids.ts";
import { announcementId } from "./outbox.ts";
import { SystemText } from "./words.ts";

/** The day and time of the weekly review when the file names none: Saturday morning. */
export const WEEKLY_REVIEW: WeeklyTime = { weekday: 6, time: "10:00" };

/**
 * The id of a review: its date, its number on that date, and a digest. The digest is needed because execution names are
 * shared by all people.
 */
export const ReviewId = z.string().regex(/^w-\d{4}-\d{2}-\d{2}-[1-9]-[0-9a-f]{12}$/);
export type ReviewId = z.infer<typeof ReviewId>;

/** The states of `review.asl.json` that do work. In SAY delivery sends, and in ASK the machine waits for the person. */
export const REVIEW_PHASES = ["ASK", "OFFER", "FINISH", "TIMEOUT"] as const;
export const ReviewPhase = z.enum(REVIEW_PHASES);
export type ReviewPhase = z.infer<typeof ReviewPhase>;

/** The next state of the machine after a text was sent. */
export const REVIEW_NEXT = ["ASK", "OFFER", "FINISH", "PAUSED", "DONE", "INCOMPLETE", "SKIPPED"] as const;
export const ReviewNext = z.enum(REVIEW_NEXT);
export type ReviewNext = z.infer<typeof ReviewNext>;

/** The number of a move in a review. It is a text, because the row of a waiter holds only texts. */
const Turn = z.string().regex(/^\d{1,4}$/);

/** The input of the machine and the answers of its states: ids, an enum and a count (R6). */
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

/** `incomplete`: nobody answered for a day, or the person stopped. `skipped`: the person wants no review this week. */
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

/** A question of a review, with one fact from the person's rows. */
export const ReviewQuestion = z.strictObject({
  name: QuestionName,
  block: ReviewBlock,
  text: z.string().min(1).max(900),
});
export type ReviewQuestion = z.infer<typeof ReviewQuestion>;

/** The most characters of an answer. */
export const MOST_REVIEW_ANSWER = 8_000;

/** The person's answer in their own words. Without words they skipped the question. */
const Answered = z.strictObject({
  question: QuestionName,
  text: z.string().max(MOST_REVIEW_ANSWER).optional(),
  at: EpochMs,
});

/**
 * What the review waits for. `answering`: a run answers another message of the person. `offer`: whether they continue
 * after that. `finish`: whether they finish a paused review.
 */
export const REVIEW_WAITS = ["question", "answering", "offer", "finish"] as const;
export const ReviewWait = z.enum(REVIEW_WAITS);

/** `rested` is true when the review was paused at that time. */
const Interrupted = z.strictObject({
  runId: RunId,
  danger: z.literal(true).optional(),
  rested: z.literal(true).optional(),
});

/** The result of a review. `week` is absent when the goals did not change. */
export const ReviewOutcome = z.strictObject({
  week: z.strictObject({ was: z.array(z.string()), becomes: z.array(z.string()).max(MOST_GOALS) }).optional(),
  /** The text that memory keeps of the review, and where the note was stored. */
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
  /** The index of the present question, counted from 0. If it equals the number of questions, all are answered. */
  index: z.number().int().nonnegative(),
  answers: z.array(Answered).max(REVIEW_QUESTIONS.length),
  waits: ReviewWait,
  /** The run that answers another message of the person. Set while `answering`. */
  interrupted: Interrupted.optional(),
  /** Grows by one with each move. The names of the review's messages contain this number. */
  turn: z.number().int().positive(),
  /** The turn at which the machine was last started. It is part of the execution's name. */
  started: z.number().int().positive(),
  /** The messages and taps that were moves, each with its turn. */
  moves: z.array(z.strictObject({ of: SystemText, turn: z.number().int() })).max(60),
  /** When the review asks again. Set while the review is paused. */
  resumeAt: EpochMs.optional(),
  /** Set when the person ended the review before its last question. Their answers are kept. */
  left: z.literal(true).optional(),
  /** When the person or the review last sent a message. After a day of silence the review ends. */
  touchedAt: EpochMs,
  createdAt: EpochMs,
  updatedAt: EpochMs,
  outcome: ReviewOutcome.optional(),
});
export type Review = z.infer<typeof Review>;

/** Returns the id of a review's text at a turn. */
export function saidAt({ reviewId }: Pick<Review, "reviewId">, turn: number): RunId {
  return announcementId("review", `${reviewId}-${turn}`);
}
