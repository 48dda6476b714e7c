/** The weekly review as clients get it: where it stands, what was asked and answered, and what came of it. */
import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { Button } from "./messages.ts";
import { ReviewBlock, ReviewId, ReviewOutcome, ReviewState, ReviewWait } from "./review.ts";

const AskedQuestion = z.strictObject({
  block: ReviewBlock,
  text: z.string(),
  answer: z.string().optional(),
  /** Set where the person went on without an answer. */
  skipped: z.literal(true).optional(),
});

export const ReviewView = z.strictObject({
  reviewId: ReviewId,
  date: LocalDate,
  state: ReviewState,
  waits: ReviewWait,
  /** What was asked so far. The last one is the question that waits, while the state is `asking`. */
  asked: z.array(AskedQuestion),
  /** How many questions there are. */
  of: z.number().int(),
  week: ReviewOutcome.shape.week,
  kept: z.string().optional(),
  takenBack: z.literal(true).optional(),
  /** When a review that rests asks again. */
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
