/**
 * The work of one Task of `review.asl.json`. The row decides: a task that comes late, twice or with an old turn reads
 * it and sends the machine to the state of the review.
 */
import { keys, type Review, type ReviewInput, type ReviewTask, WaldoError } from "@waldo/contracts";
import { waitFor, wakeWaiter } from "../approve/waiters.ts";
import { flushDue } from "../channels/outbox.ts";
import { livedDate } from "../health/ledger.ts";
import { moveCounts } from "../meter/machines.ts";
import { meterWork } from "../meter/rows.ts";
import { loadProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { isTerminal, loadRun } from "../run/journal.ts";
import { retryConflicts } from "../store/cas.ts";
import { endReview } from "./end.ts";
import { offerAfter } from "./hear.ts";
import { type Loaded, loadReview, reviewWrite, sayWrites } from "./rows.ts";
import { answerOf, nextOf, offered, SILENCE_MS } from "./state.ts";

/**
 * Does the work of one Task. ASK gets its answer later through its token, and this returns undefined. The others answer
 * at once.
 */
export async function reviewTask(ports: Ports, task: ReviewTask): Promise<ReviewInput | undefined> {
  const { userId, reviewId, phase, turn } = task;
  const { review } = await load(ports, task);
  const work = { userId, date: review.date, kind: "review", of: `review-${reviewId}-${phase}-${turn}` } as const;
  return meterWork(ports, work, [{ counts: moveCounts(phase), models: [] }], async (own) => {
    if (phase === "ASK") return ask(own, task);
    const after = await retryConflicts(() => ACTS[phase](own, task));
    await flushDue(own, userId);
    return answerOf(after);
  });
}

const ACTS = { OFFER: offer, FINISH: finish, TIMEOUT: timeOut } as const;

async function load(ports: Pick<Ports, "store">, { userId, reviewId }: Pick<ReviewTask, "userId" | "reviewId">) {
  const loaded = await loadReview(ports.store, userId, reviewId);
  if (!loaded) throw new WaldoError("InvalidInput", `there is no review ${reviewId}`);
  return loaded;
}

/**
 * Lets the machine wait. The token is stored first and the row is read after it. So a move that comes meanwhile either
 * finds the token, or this call finds the move.
 */
async function ask(ports: Ports, task: ReviewTask): Promise<undefined> {
  const { userId, reviewId, turn, token } = task;
  if (token === undefined) throw new WaldoError("InvalidInput", "ASK waits for somebody and came without a token");
  await ports.store.transact([waitFor(userId, reviewId, { token, answers: {} })]);
  // If this process has the channels, it sends the texts here.
  await flushDue(ports, userId);
  const { review } = await load(ports, task);
  const { runId } = review.interrupted ?? {};
  if (review.turn !== Number(turn) || nextOf(review) !== "ASK") {
    const isSame = nextOf(review) === "ASK" && review.waits === "answering";
    if (!isSame) return void (await ports.machines.completeTask(token, answerOf(review)));
  }
  if (runId === undefined || review.waits !== "answering") return undefined;
  await ports.store.transact([waitFor(userId, runId, offerAfter(review, token))]);
  // If the run closed before the token was stored, it woke no machine. So this call wakes the machine.
  const { header } = await loadRun(ports.store, userId, runId);
  if (isTerminal(header.state)) await wakeWaiter(ports, userId, runId, header.state);
}

/** Lets the review offer once to continue, after the run that interrupted it has answered. */
async function offer(ports: Ports, task: ReviewTask): Promise<Review> {
  const loaded = await load(ports, task);
  const { review } = loaded;
  const { runId } = review.interrupted ?? {};
  if (review.waits !== "answering" || runId === undefined || nextOf(review) !== "ASK") return review;
  const { header } = await loadRun(ports.store, task.userId, runId);
  // Another message came meanwhile, and its run is still working.
  if (!isTerminal(header.state)) return review;
  const { profile, date, now } = await around(ports, task);
  const next = offered(review, now);
  await ports.store.transact([
    reviewWrite(loaded, next.review),
    ...sayWrites(profile, next.review, next.says, { date, now }),
  ]);
  return next.review;
}

async function finish(ports: Ports, task: ReviewTask): Promise<Review> {
  const loaded = await load(ports, task);
  return nextOf(loaded.review) === "FINISH" ? close(ports, task, loaded) : loaded.review;
}

/**
 * Closes the review when the person has said nothing for a day. If there was a move that the machine does not know of,
 * the review stays open.
 */
async function timeOut(ports: Ports, task: ReviewTask): Promise<Review> {
  const loaded = await load(ports, task);
  return isSilent(loaded.review, ports.clock.now()) ? close(ports, task, loaded) : loaded.review;
}

/** True when a review has been asking for a day without any answer. */
export function isSilent(review: Review, now: number): boolean {
  return nextOf(review) === "ASK" && now - review.touchedAt >= SILENCE_MS;
}

async function close(ports: Ports, task: Pick<ReviewTask, "userId">, loaded: Loaded): Promise<Review> {
  const { profile, date } = await around(ports, task);
  return endReview(ports, profile, loaded, date);
}

async function around(ports: Ports, { userId }: Pick<ReviewTask, "userId">) {
  const profile = await loadProfile(ports.store, userId);
  const now = ports.clock.now();
  return { profile, now, date: await livedDate(ports.store, profile, now) };
}

/**
 * Returns where a machine that died must continue, according to the row. Returns undefined while the review waits for
 * the person.
 */
export async function stoppedAt(
  ports: Pick<Ports, "store" | "clock">,
  review: Review,
): Promise<"OFFER" | "FINISH" | "TIMEOUT" | undefined> {
  const next = nextOf(review);
  if (next === "FINISH") return "FINISH";
  if (next !== "ASK") return undefined;
  const { runId } = review.interrupted ?? {};
  if (review.waits === "answering" && runId !== undefined) {
    const row = await ports.store.get(keys.run(review.userId, runId));
    if (!row || isTerminal((await loadRun(ports.store, review.userId, runId)).header.state)) return "OFFER";
  }
  return isSilent(review, ports.clock.now()) ? "TIMEOUT" : undefined;
}
