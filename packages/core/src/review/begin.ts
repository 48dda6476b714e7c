/** Begins a review. One transaction stores its questions, its row and its first words. */
import { keys, type LocalDate, type Profile, type Review } from "@waldo/contracts";
import { transactUnlessPaused } from "../person/paused.ts";
import type { Ports, Write } from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { factsOf, questionsFor } from "./facts.ts";
import { drive, latestReview, reviewIdOf, sayWrites } from "./rows.ts";
import { isOver } from "./state.ts";

/** The name of a review has one digit for its number on a date. */
const MOST_A_DAY = 9;

type Asked = {
  readonly date: LocalDate;
  /** The message or request that asked for the review. If it is absent, the review begins because its day has come. */
  readonly of?: string;
  /** Writes that commit with the review. */
  readonly also?: readonly Write[];
};

/**
 * Begins a review and asks its first question. Returns undefined when a review is open, when the weekly review of this
 * date has begun already, or when everything is paused. Throws `ConditionFailed` when another process was faster.
 */
export async function beginReview(ports: Ports, profile: Profile, asked: Asked): Promise<Review | undefined> {
  const { userId } = profile;
  const { date, of, also = [] } = asked;
  const now = ports.clock.now();
  const last = (await latestReview(ports.store, userId))?.review;
  if (last && !isOver(last)) return undefined;
  const sameDay = last?.date === date ? Number(last.reviewId.slice(13, 14)) : 0;
  if (sameDay > 0 && (of === undefined || sameDay === MOST_A_DAY)) return undefined;
  const { facts, body } = await factsOf(ports.store, profile, date);
  const review: Review = {
    ...{ reviewId: reviewIdOf(userId, date, sameDay + 1), userId, date, state: "asking" },
    ...{ questions: questionsFor(facts, { body }), index: 0, answers: [], waits: "question", turn: 1, started: 1 },
    moves: of === undefined ? [] : [{ of, turn: 1 }],
    ...{ touchedAt: now, createdAt: now, updatedAt: now },
  };
  const writes = [
    putNew(keys.review(userId, review.reviewId), review),
    ...sayWrites(profile, review, "question", { date, now }),
    ...also,
  ];
  if (!(await transactUnlessPaused(ports.store, userId, writes))) return undefined;
  await drive(ports, review);
  return review;
}
