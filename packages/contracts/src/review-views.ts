/** The weekly review in the form for clients: its state, its questions and answers, and its result. */
import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { Button } from "./messages.ts";
import { ReviewBlock, ReviewId, ReviewOutcome, ReviewState, ReviewWait } from "./review.ts";

const AskedQuestion = z.strictObject({
  block: ReviewBlock,
  text: z.string(),
  answer: z.string().optional(),
  /** Set when the person skipped the question. */
  skipped: z.literal(true).optional(),
});

export const ReviewView = z.strictObject({
  reviewId: ReviewId,
  date: LocalDate,
  state: ReviewState,
  waits: ReviewWait,
  /** The questions so far. While the state is `asking`, the last one is waiting for an answer. */
  asked: z.array(AskedQuestion),
  /** How many questions there are. */
  of: z.number().int(),
  week: ReviewOutcome.shape.week,
  kept: z.string().optional(),
  takenBack: z.literal(true).optional(),
  /** When a paused review asks again. */
  resumeAt: EpochMs.optional(),
  /** For POST /taps. */
  buttons: z.array(Button),
});
export type ReviewView = z.infer<typeof ReviewView>;

export const PastReview = z.strictObject({
  reviewId: ReviewId,
  date: LocalDate,
  state: ReviewState,
  kept: z.string().optional(),
});
