/** Reads the facts for an orientation and a thought. They are read only when a first look saw a change. */
import {
  type CalendarEvent,
  type EpochMs,
  Feedback,
  type Goals,
  type Intention,
  isOwn,
  keys,
  type LocalDate,
  type MemoryBlock,
  Message,
  type Mood,
  type Profile,
  type Task,
  type Thought,
  type UserId,
  type Zone,
} from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { goalsInForce } from "../goals/stored.ts";
import { findScore } from "../health/ledger.ts";
import { liveBlocks } from "../memory/claims/blocks.ts";
import { isBelieved } from "../memory/claims/claim.ts";
import type { Store } from "../ports.ts";
import { verdictOf } from "../skills/effectiveness.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, DAY_MS, elapsed, HOUR_MS, instantAt, localDate } from "../time.ts";
import { type ConcernRow, livingRows } from "../tools/living-rows.ts";
import { listTasks } from "../tools/rows.ts";
import { NEAR_MS, type Touch, touchOf } from "./concerns.ts";

const MOST_TASKS = 100;
const MOST_MESSAGES = 60;
const FEEDBACK_DAYS = 3;
const THOUGHT_DAYS = 8;
const LEARNED_MS = 3 * DAY_MS;

export type Ground = {
  readonly date: LocalDate;
  readonly concerns: readonly ConcernRow[];
  readonly goals: Goals;
  /** The open tasks in the person's own words. */
  readonly tasks: readonly Task[];
  readonly zone?: Zone | undefined;
  readonly busyHours: number;
  /** The words that have touched concerns since the last look. */
  readonly words: readonly Touch[];
  readonly thoughts: readonly Thought[];
  readonly intentions: readonly Intention[];
  readonly taken: Taken;
  /** The newest conclusion that memory has drawn recently. */
  readonly learned?: Pick<MemoryBlock, "patternId" | "claim"> | undefined;
};

/** How the person reacted to what was said in the last days. `latest` names the newest reaction. */
type Taken = { readonly kept: number; readonly refused: number; readonly latest?: string };

/** Reads the facts of a turn. `since` is the instant of the last look. Throws the errors of the store. */
export async function loadGround(store: Store, profile: Profile, since: EpochMs, now: EpochMs): Promise<Ground> {
  const { userId, timeZone } = profile;
  const date = localDate(now, timeZone);
  const ends = instantAt(addDays(date, 1), "00:00", timeZone);
  const kept = livingRows(store, userId);
  const [concerns, goals, tasks, score, events, said, thoughts, intentions, taken, learned] = await Promise.all([
    kept.concerns(),
    goalsInForce(store, userId),
    listTasks(store, userId, MOST_TASKS),
    findScore(store, userId, date),
    eventsBetween(store, userId, now, ends),
    saidSince(store, userId, since, now),
    kept.thoughts(now - THOUGHT_DAYS * DAY_MS),
    kept.intentions(),
    takenLately(store, userId, now),
    learnedLately(store, userId, now),
  ]);
  const own = tasks.filter((one) => one.status === "open" && isOwn(one));
  const changed = tasks
    .filter((one) => isOwn(one) && one.updatedAt > since && one.updatedAt <= now)
    .map(({ title, updatedAt }): Touch => ({ text: title, by: "task", at: updatedAt }));
  const soon = events.filter(({ start }) => start - now < NEAR_MS).map(touchOf);
  return {
    ...{ date, concerns, goals, thoughts, intentions, taken, learned },
    tasks: own,
    zone: score?.bodyZone,
    busyHours: busyHours(events, now, ends),
    words: [...said, ...changed, ...soon],
  };
}

function busyHours(events: readonly CalendarEvent[], from: EpochMs, to: EpochMs): number {
  return events
    .filter(({ busy, allDay }) => busy && !allDay)
    .reduce((sum, { start, end }) => sum + (Math.min(end, to) - Math.max(start, from)) / HOUR_MS, 0);
}

/** Returns what the person said since an instant, as touches of concerns. Deleted messages are left out. */
async function saidSince(store: Store, userId: UserId, since: EpochMs, now: EpochMs): Promise<Touch[]> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_MESSAGES });
  return rows.flatMap(({ body }) => {
    const message = Message.safeParse(body).data;
    if (message?.from !== "owner" || message.hiddenAt !== undefined) return [];
    return message.at > since && message.at <= now ? [{ text: message.text, by: "talk" as const, at: message.at }] : [];
  });
}

async function takenLately(store: Store, userId: UserId, now: EpochMs): Promise<Taken> {
  const since = Math.max(0, now - FEEDBACK_DAYS * DAY_MS);
  let [kept, refused] = [0, 0];
  let latest: string | undefined;
  for await (const { body } of queryAll(store, keys.feedback.between(userId, [since]))) {
    const { kind, runId, at } = Feedback.parse(body);
    const verdict = verdictOf(kind);
    if (at > now || verdict === 0) continue;
    if (verdict > 0) kept++;
    else refused++;
    latest = runId;
  }
  return { kept, refused, ...(latest === undefined ? {} : { latest }) };
}

/** Returns the newest discovery of the last days. A discovery from other people's words does not count. */
async function learnedLately(store: Store, userId: UserId, now: EpochMs): Promise<MemoryBlock | undefined> {
  const found = await liveBlocks(store, userId, "discoveries");
  return found
    .filter((one) => isBelieved(one) && one.origin !== "untrusted" && elapsed(one.recordedAt, now) < LEARNED_MS)
    .sort((a, b) => b.recordedAt - a.recordedAt || (a.patternId < b.patternId ? -1 : 1))[0];
}

/**
 * Returns the mood of the conversation: how much the person kept compared with what they refused. Silence does not
 * count.
 */
export function moodOf({ kept, refused }: Taken): Mood {
  if (kept - refused >= 2) return "warm";
  return refused - kept >= 2 ? "strained" : "neutral";
}
