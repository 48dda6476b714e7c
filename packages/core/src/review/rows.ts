/** The rows of reviews, the outbox rows of a review's texts, and the call that tells its machine about a move. */
import { keys, type LocalDate, type Profile, Review, type UserId } from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { digest } from "../digest.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { answerOf, buttonsOf, type Says } from "./state.ts";
import { textOf } from "./words.ts";

export type Loaded = { readonly review: Review; readonly version: number };

/** Returns a person's reviews, the newest first. */
export async function reviewsOf(store: Pick<Store, "query">, userId: UserId, most: number): Promise<Loaded[]> {
  const { rows } = await store.query({ ...keys.review.all(userId), descending: true, limit: most });
  return rows.flatMap(({ body, version }) => {
    const review = Review.safeParse(body).data;
    return review ? [{ review, version }] : [];
  });
}

/** Returns the newest review of a person, open or over. */
export async function latestReview(store: Pick<Store, "query">, userId: UserId): Promise<Loaded | undefined> {
  return (await reviewsOf(store, userId, 1))[0];
}

export async function loadReview(
  store: Pick<Store, "get">,
  userId: UserId,
  reviewId: string,
): Promise<Loaded | undefined> {
  const row = await store.get(keys.review(userId, reviewId));
  return row && { review: Review.parse(row.body), version: row.version };
}

/** Returns the id of the n-th review that begins on a date. */
export function reviewIdOf(userId: UserId, date: LocalDate, n: number): string {
  return `w-${date}-${n}-${digest(userId, "review", date, n).slice(0, 12)}`;
}

/** Returns the write that replaces the row that was read. */
export function reviewWrite({ version }: { readonly version: number }, review: Review): Write {
  return putOver({ version }, keys.review(review.userId, review.reviewId), review);
}

/**
 * Returns the rows of a review's text at its turn. The same turn again gives the same rows, so the text is sent once
 * (R5).
 */
export function sayWrites(
  profile: Profile,
  review: Review,
  says: Says,
  { date, now }: { readonly date: LocalDate; readonly now: number },
): Write[] {
  if (says === undefined) return [];
  const buttons = buttonsOf(review, says);
  // The person chose the day of the review, so its first text and its second try go out like a reminder.
  const kind = review.turn === 1 || says === "finish" ? "reminder" : "reply";
  const isOfBody = says === "question" && review.questions[review.index]?.block === "body";
  return wordsWrites(profile, review, {
    ...{ kind, text: textOf(review, says), date, now, aboutBody: isOfBody },
    ...(buttons.length > 0 ? { buttons } : {}),
  });
}

type Words = {
  readonly kind: "reminder" | "reply";
  readonly text: string;
  readonly date: LocalDate;
  readonly now: number;
  readonly aboutBody?: boolean;
  readonly buttons?: ReturnType<typeof buttonsOf>;
};

/** Returns the writes of a review's text that is not a question. */
export function wordsWrites(profile: Profile, review: Review, { date, now, ...said }: Words): Write[] {
  const name = `${review.reviewId}-${review.turn}`;
  return announcement(
    profile,
    { by: "review", name, trigger: "user_message", date, now },
    { ...said, origin: "agent" },
  );
}

/**
 * Tells the machine of a review the state of its row. A waiting machine is answered. If none waits, or if the review
 * was paused, a new execution is started. The start gives it its name, so the call may be repeated.
 */
export async function drive(ports: Pick<Ports, "store" | "machines">, review: Review): Promise<void> {
  const { userId, reviewId, started, turn } = review;
  const waiter = started === turn ? undefined : await ports.store.get(keys.waiter(userId, reviewId));
  if (waiter) return ports.machines.completeTask(String(waiter.body["token"]), answerOf(review));
  await ports.machines.startReview(`${reviewId}-${started}`, answerOf(review));
}
