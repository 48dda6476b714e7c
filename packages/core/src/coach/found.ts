/** Gathers what the rules of a heartbeat look at (cadence/nudge-rules.ts): goals, tasks, the calendar and the person's words. */
import {
  type CoachState,
  isOwn,
  keys,
  Message,
  type Nudge,
  type Profile,
  type UserId,
  WEEKLY_REVIEW,
} from "@waldo/contracts";
import { type NudgeFacts, nudgesOf } from "../cadence/nudge-rules.ts";
import { wakingMinutes } from "../cadence/quiet-hours.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { goalsInForce } from "../goals/stored.ts";
import { findScore } from "../health/ledger.ts";
import type { Store } from "../ports.ts";
import { STOP, wordsOf } from "../safety/words.ts";
import { DAY_MS, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, minutesBetween } from "../time.ts";
import { listTasks } from "../tools/tasks.ts";

/** How many tasks and how many of the latest messages are read. */
const [MOST_TASKS, MOST_MESSAGES] = [200, 80];
/** How far ahead free time is looked for. */
const AHEAD_MS = 4 * HOUR_MS;
/** How many days back the person's words are read. */
const TALK_DAYS = 7;

/** Returns what may be brought up at an instant, the most pressing first. Events of now leave no free time. */
export async function findNudges(store: Store, profile: Profile, state: CoachState, now: number): Promise<Nudge[]> {
  return nudgesOf(await factsOf(store, profile, state, now));
}

async function factsOf(store: Store, profile: Profile, { broughtUp }: CoachState, now: number): Promise<NudgeFacts> {
  const { userId, timeZone, wakeTime, sleepTime, coaching } = profile;
  const date = localDate(now, timeZone);
  const [goals, tasks, score, events, said] = await Promise.all([
    goalsInForce(store, userId),
    listTasks(store, userId, MOST_TASKS),
    findScore(store, userId, date),
    eventsBetween(store, userId, now - HOUR_MS, now + AHEAD_MS),
    wordsOfOwner(store, userId, now),
  ]);
  const busy = events.filter((event) => event.busy && !event.allDay && event.end > now);
  const bed = instantAt(date, sleepTime, timeZone);
  const until = Math.min(now + AHEAD_MS, bed > now ? bed : now + AHEAD_MS, ...busy.map(({ start }) => start));
  return {
    ...{ now, date, goals, broughtUp },
    dayPart: minutesBetween(wakeTime, localTime(now, timeZone)) / wakingMinutes({ wakeTime, sleepTime }),
    reviewWeekday: (coaching?.weeklyReview ?? WEEKLY_REVIEW).weekday,
    dueTasks: tasks.filter((one) => one.status === "open" && !one.goal && one.due === date && isOwn(one)),
    zone: score?.bodyZone,
    ...(until > now ? { freeMinutes: (until - now) / MINUTE_MS } : {}),
    talkedOf(title, days) {
      const since = instantAt(date, "00:00", timeZone) - days * DAY_MS;
      return said.some(({ at, words }) => at >= since && mentions(words, title));
    },
  };
}

type Said = { readonly at: number; readonly words: ReadonlySet<string> };

async function wordsOfOwner(store: Store, userId: UserId, now: number): Promise<Said[]> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_MESSAGES });
  return rows.flatMap(({ body }) => {
    const message = Message.safeParse(body).data;
    const counts = message?.from === "owner" && message.hiddenAt === undefined && message.at > now - TALK_DAYS * DAY_MS;
    return counts ? { at: message.at, words: meaningful(message.text) } : [];
  });
}

/** Words shorter than this carry little meaning. */
const LEAST_LETTERS = 4;
/** How much of a title must have been said. */
const MENTIONED = 0.5;

function meaningful(text: string): Set<string> {
  return new Set(
    wordsOf(text).flatMap(({ text: word }) =>
      word !== STOP && word.length >= LEAST_LETTERS ? [word.slice(0, 6)] : [],
    ),
  );
}

function mentions(said: ReadonlySet<string>, title: string): boolean {
  const own = [...meaningful(title)];
  return own.length > 0 && own.filter((word) => said.has(word)).length / own.length >= MENTIONED;
}
