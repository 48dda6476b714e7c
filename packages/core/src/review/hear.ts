/**
 * Decides for a message that is not a command: it belongs to an open review, or it is an ordinary message.
 *
 * message ─> already a run? ─> already a move? ─> what does it mean (move.ts)?
 * an answer, skip, later, …   the row, the words and the next text
 *                                      ordinary                    the run, and the review waits for it
 *
 * In both cases one transaction stores the decision, under the version of the review.
 */
import {
  type EpochMs,
  keys,
  type LocalDate,
  type MessageRequest,
  type Profile,
  type Review,
  type RunId,
  saidAt,
  type Understanding,
  type UserId,
  WEEKLY_REVIEW,
} from "@waldo/contracts";
import { waitFor } from "../approve/waiters.ts";
import { flushRun } from "../channels/outbox.ts";
import { runOfMessage } from "../digest.ts";
import { livedDate } from "../health/ledger.ts";
import { meterWork } from "../meter/rows.ts";
import { heardWrites } from "../person/heard.ts";
import { transactUnlessPaused } from "../person/paused.ts";
import type { Ports, Write } from "../ports.ts";
import { endOfQuiet, receiveMessage } from "../run/receive.ts";
import { detectDanger, isDanger } from "../safety/crisis/danger.ts";
import { retryConflicts } from "../store/cas.ts";
import { addDays, instantAt, localDate, localTime } from "../time.ts";
import { beginReview } from "./begin.ts";
import { BEGINS, bareWords, type Move, moveOf } from "./move.ts";
import { drive, type Loaded, latestReview, reviewWrite, sayWrites } from "./rows.ts";
import { interrupted, isOver, moved, nextOf } from "./state.ts";

type Message = MessageRequest & { readonly date: LocalDate };

/**
 * Handles a message that is not a command. Returns the run that answers it, or the announcement with the review's
 * answer. Throws the errors of the store and the machines; the same message may be sent again.
 */
export async function hearMessage(ports: Ports, profile: Profile, message: MessageRequest): Promise<RunId> {
  const date = await livedDate(ports.store, profile, ports.clock.now());
  return retryConflicts(() => hearOnce(ports, profile, { ...message, date }));
}

async function hearOnce(ports: Ports, profile: Profile, message: Message): Promise<RunId> {
  const { userId } = profile;
  const { messageId, text, date } = message;
  const ordinary = (also: readonly Write[] = []) => {
    const { date: _, ...request } = message;
    return receiveMessage(ports, userId, request, date, also);
  };
  const last = await latestReview(ports.store, userId);
  const before = last?.review.moves.find(({ of }) => of === messageId);
  const isOpen = last !== undefined && !isOver(last.review);
  const begins = BEGINS.test(bareWords(text));
  if (!isOpen && !before && !begins) return ordinary();
  // This message was handled as an ordinary one before.
  if (await ports.store.get(keys.run(userId, runOfMessage(profile.userId, messageId)))) return ordinary();
  if (last && before) return sayAgain(ports, last.review, before.turn);
  if (!isOpen) return begin(ports, profile, message, ordinary);
  if (nextOf(last.review) === "FINISH") {
    await drive(ports, last.review);
    return ordinary();
  }
  const move = message.edited ? "ordinary" : await meant(ports, profile, last.review, message);
  if (move !== "ordinary") return (await answer(ports, profile, last, { ...message, move })) ?? ordinary();
  return setAside(ports, profile, last, message, ordinary);
}

/** Returns in a few words how far the open review is. Returns undefined when no review is open. */
export async function reviewStanding(store: Ports["store"], userId: UserId): Promise<string | undefined> {
  const { review } = (await latestReview(store, userId)) ?? {};
  if (review === undefined || isOver(review)) return undefined;
  const rests = review.state === "paused" ? "rests at " : "";
  return `${rests}question ${Math.min(review.index + 1, review.questions.length)} of ${review.questions.length}`;
}

async function meant(ports: Ports, profile: Profile, review: Review, { text, date }: Message): Promise<Move> {
  // Loading this code takes time, and most answers do not need it.
  const understanding: Understanding | undefined = text.includes("?") ? await ports.understanding?.() : undefined;
  const time = localTime(ports.clock.now(), profile.timeZone);
  return moveOf(review, text, understanding, { date, time });
}

/** Handles a repeated message of a review: it tells the machine the result again, and sends texts that were not sent. */
async function sayAgain(ports: Ports, review: Review, turn: number): Promise<RunId> {
  await drive(ports, review);
  await flushSaid(ports, review, turn);
  return saidAt(review, turn);
}

type Ordinary = (also?: readonly Write[]) => Promise<RunId>;

async function begin(ports: Ports, profile: Profile, message: Message, ordinary: Ordinary): Promise<RunId> {
  if (detectDanger(message.text) !== undefined) return ordinary();
  const { messageId: of, date } = message;
  const also = [absentRun(profile, of), ...(await spoken(ports.store, profile, { ...message, at: ports.clock.now() }))];
  const review = await beginReview(ports, profile, { date, of, also });
  if (!review) return ordinary();
  await flushSaid(ports, review, 1);
  return saidAt(review, 1);
}

/** Returns the rows for the person's words in the thread, as for an ordinary message. */
async function spoken(
  store: Ports["store"],
  { userId }: Profile,
  said: Message & { readonly at: EpochMs },
): Promise<Write[]> {
  // By answering, the person speaks, so a quiet "until I speak" ends.
  return [...heardWrites(userId, said), ...(await endOfQuiet(store, userId))];
}

function absentRun(profile: Profile, messageId: string): Write {
  return {
    op: "check",
    key: keys.run(profile.userId, runOfMessage(profile.userId, messageId)),
    when: [{ is: "absent" }],
  };
}

/**
 * Commits a move together with the next text. Returns undefined while everything is paused; the message then waits like
 * an ordinary one.
 */
async function answer(
  ports: Ports,
  profile: Profile,
  loaded: Loaded,
  message: Message & { readonly move: Exclude<Move, "ordinary"> },
): Promise<RunId | undefined> {
  const { messageId: of, text, date, move } = message;
  const { userId } = profile;
  const work = { userId, date, kind: "message", of: `message-${of}`, trigger: "user_message" } as const;
  return meterWork(ports, work, [{ counts: { ingests: 1 }, models: [] }], async (own) => {
    const now = own.clock.now();
    const next = moved(loaded.review, move, { of, text, now, resumeAt: nextDay(profile, now) });
    const writes = [
      reviewWrite(loaded, next.review),
      absentRun(profile, of),
      // An answer has the same instant as its message, so that a redaction finds the answer.
      ...(await spoken(own.store, profile, { ...message, at: now })),
      ...sayWrites(profile, next.review, next.says, { date, now }),
    ];
    if (!(await transactUnlessPaused(own.store, userId, writes))) return undefined;
    return settle(own, next.review);
  });
}

/** After a move: tells the machine and sends the next text. Returns the name of this text. */
export async function settle(ports: Ports, review: Review): Promise<RunId> {
  await drive(ports, review);
  // The closing text comes one turn after the last answer.
  const turn = nextOf(review) === "FINISH" ? review.turn + 1 : review.turn;
  await flushSaid(ports, review, turn);
  return saidAt(review, turn);
}

/** Sends the text of a turn. If this process cannot send it, the machine or the next wake will. */
async function flushSaid(ports: Ports, review: Review, turn: number): Promise<void> {
  await flushRun(ports, review.userId, saidAt(review, turn));
}

/** Puts the review aside: the message starts a run, and the review waits until that run has closed. */
async function setAside(
  ports: Ports,
  profile: Profile,
  { review, version }: Loaded,
  { messageId, text }: Message,
  ordinary: Ordinary,
): Promise<RunId> {
  const { userId } = profile;
  const runId = runOfMessage(profile.userId, messageId);
  const by = { runId, danger: isDanger(detectDanger(text)), of: messageId, now: ports.clock.now() };
  const next = interrupted(review, by);
  if (!next) return ordinary();
  const token = (await ports.store.get(keys.waiter(userId, review.reviewId)))?.body["token"];
  const heard = await ordinary([
    reviewWrite({ version }, next),
    waitFor(userId, runId, offerAfter(next, String(token ?? review.reviewId))),
  ]);
  if (next.started === next.turn) await drive(ports, next);
  return heard;
}

/** Returns the row that makes the machine offer to continue when the run closes. */
export function offerAfter({ userId, reviewId, turn }: Review, token: string) {
  const offer = { userId, reviewId, next: "OFFER", turn: String(turn) };
  return { token, answers: { DONE: offer, FAILED: offer } };
}

/** Returns the time of the review on the person's next day. */
export function nextDay({ timeZone, coaching }: Profile, now: EpochMs): EpochMs {
  const { time } = coaching?.weeklyReview ?? WEEKLY_REVIEW;
  return instantAt(addDays(localDate(now, timeZone), 1), time, timeZone);
}
