// The heartbeat: every 45 waking minutes plain code looks for something to mention. Most often it finds nothing, which
// costs nothing. Otherwise a run asks the cheap model tier once whether a message is useful. Each subject is asked
// about once and then rests, whatever the answer was. The rules (cadence/nudge-rules.ts) use goals, tasks, the calendar
// and the person's words.
import {
  type Beat,
  type CoachState,
  HEARTBEAT_MINUTES,
  isOwn,
  keys,
  Message,
  type Nudge,
  type Profile,
  type TriggerEvent,
  type UserId,
  WEEKLY_REVIEW,
} from "@waldo/contracts";
import { LONGEST_REST_DAYS, type NudgeFacts, nudgesOf } from "../cadence/nudge-rules.ts";
import { wakingMinutes } from "../cadence/quiet-hours.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { runIdFor } from "../digest.ts";
import { goalsInForce } from "../goals/stored.ts";
import { findScore } from "../health/ledger.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import type { Offer, Ports, Store, Tick } from "../ports.ts";
import { STOP, wordsOf } from "../safety/words.ts";
import { DAY_MS, elapsed, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, minutesBetween } from "../time.ts";
import { listTasks } from "../tools/rows.ts";
import { whyBadTime } from "../voices/policy.ts";
import { keepState, loadState } from "./state.ts";

/** How many tasks, and how many of the latest messages, are read. */
const [MOST_TASKS, MOST_MESSAGES] = [200, 80];
/** How far ahead the search for free time goes. */
const AHEAD_MS = 4 * HOUR_MS;
/** How many days back the person's words are read. */
const TALK_DAYS = 7;

/** Returns what may be mentioned at an instant, the most urgent first. During an event there is no free time. */
async function findNudges(store: Store, profile: Profile, state: CoachState, now: number): Promise<Nudge[]> {
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
  const isDone = (title: string) =>
    said.some(({ text, words }) => mentions(words, title) && tellsDone(text)) ||
    tasks.some((task) => task.status === "done" && mentions(meaningful(task.title), title));
  const open = {
    ...goals,
    today: goals.today.filter((one) => !isDone(one)),
    week: goals.week.filter((one) => !isDone(one)),
  };
  return {
    ...{ now, date, goals: open, broughtUp },
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

type Said = { readonly at: number; readonly text: string; readonly words: ReadonlySet<string> };

async function wordsOfOwner(store: Store, userId: UserId, now: number): Promise<Said[]> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_MESSAGES });
  return rows.flatMap(({ body }) => {
    const message = Message.safeParse(body).data;
    const counts = message?.from === "owner" && message.hiddenAt === undefined && message.at > now - TALK_DAYS * DAY_MS;
    return counts ? { at: message.at, text: message.text, words: meaningful(message.text) } : [];
  });
}

const DONE =
  /\b(?:done|did|finished|completed|ticked off|sent|called|wrote|drafted|outlined|submitted|bought|paid|fertig|erledigt|geschafft)\b/i;
const NOT_YET =
  /\b(?:not|never|isn['’]?t|wasn['’]?t|haven['’]?t|didn['’]?t|not yet|will|going to|tomorrow|should|nicht|noch|morgen)\b/i;

/** True when words tell that something is done. A thing that is done is never asked for again. */
function tellsDone(text: string): boolean {
  return DONE.test(text) && !NOT_YET.test(text);
}

/** Shorter words, in letters, carry little meaning. */
const LEAST_LETTERS = 4;
/** The share of a title's words that the person must have said. */
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

/** A heartbeat comes with a tick, and a tick may come a little early. */
const SLACK_MS = MINUTE_MS;
/** The most subjects that one heartbeat asks about, and the most heartbeats of a day that ask. */
const [MOST_FOUND, MOST_A_DAY] = [2, 6];

/** The facts that decide a heartbeat. */
type Moment = { readonly now: number; readonly profile: Profile; readonly state: CoachState };

/** True when a heartbeat is due at this tick. */
export function isBeatDue({ state, now }: Pick<Moment, "state" | "now">): boolean {
  return elapsed(state.beatAt, now) >= HEARTBEAT_MINUTES * MINUTE_MS - SLACK_MS;
}

/**
 * Returns a heartbeat that ends before the search, because of the day or because there is nothing until later. Returns
 * undefined when the search should take place. `restUntil` is the end of the rest that a model asked for.
 */
export function beatBefore({ now, profile, state }: Moment, restUntil: number | undefined): Beat | undefined {
  if (restUntil !== undefined && restUntil > now && restUntil - now <= DAY_MS)
    return { outcome: "free", why: `nothing to look at before ${localTime(restUntil, profile.timeZone)}` };
  const asked = Object.values(state.broughtUp).filter((at) => now - at < DAY_MS && now >= at);
  return new Set(asked).size >= MOST_A_DAY ? { outcome: "suppressed", why: "enough was brought up today" } : undefined;
}

/** Returns the heartbeat of a tick, for the arbiter. While the voice may not speak, it does not search. */
export async function nudge({ store }: Ports, tick: Tick, closed: string | undefined): Promise<Offer | undefined> {
  const { profile, now, wake } = tick;
  if (whyBadTime(tick) !== undefined) return undefined;
  const loaded = await loadState(store, profile.userId);
  const moment: Moment = { now, profile, state: loaded.state };
  if (!isBeatDue(moment)) return undefined;
  const quiet = (beat: Beat): Offer => ({
    ...{ topic: "heartbeat", reason: beat.why, beat },
    writes: [keepState(loaded, profile.userId, { ...loaded.state, beatAt: now })],
  });
  if (closed !== undefined) return quiet({ outcome: "suppressed", why: closed });
  const rest = (await store.get(keys.last(profile.userId, "rest")))?.body["at"];
  const before = beatBefore(moment, typeof rest === "number" ? rest : undefined);
  if (before !== undefined) return quiet(before);
  const nudges = await wantedNudges(store, profile, loaded.state, now);
  const { beat, event, state } = beatOn(moment, nudges, Date.parse(wake.scheduledAt));
  const writes = [keepState(loaded, profile.userId, state)];
  const topic = `${(beat.about ?? []).join("+")}-${localDate(now, profile.timeZone)}`;
  return { topic, reason: `heartbeat: ${beat.why}`, beat, writes, ...(event ? { event } : {}) };
}

/** Returns what may be mentioned. Subjects that the person does not want to hear of are left out. */
async function wantedNudges(store: Store, profile: Profile, state: CoachState, now: number): Promise<Nudge[]> {
  const found = await findNudges(store, profile, state, now);
  const muted = found.length === 0 ? [] : await mutedTopics(store, profile.userId);
  return found.filter(({ title }) => !isMuted(muted, title));
}

/** The result of a heartbeat: its entry in the log, the new state, and the run that it starts. */
type Beaten = { readonly beat: Beat; readonly state: CoachState; readonly event?: TriggerEvent };

/** Decides a heartbeat from what was found. `at` is the instant of the tick, so the same tick gives the same run. */
export function beatOn({ now, profile, state }: Moment, nudges: readonly Nudge[], at: number): Beaten {
  const found = nudges.slice(0, MOST_FOUND);
  if (found.length === 0)
    return { beat: { outcome: "free", why: "nothing is due, and nothing is new" }, state: { ...state, beatAt: now } };
  const { userId } = profile;
  const event = { userId, trigger: "heartbeat", nonce: `beat-${at}`, occurredAt: now } as const;
  const runId = runIdFor(event);
  const about = found.map(({ kind }) => kind);
  return {
    event,
    beat: { outcome: "asked", why: `asked about ${about.join(" and ")}`, runId, about: found.map(({ key }) => key) },
    state: {
      ...state,
      beatAt: now,
      asked: { runId, found },
      broughtUp: { ...lately(state, now), ...named(found, now) },
    },
  };
}

function named(found: readonly Nudge[], now: number): Record<string, number> {
  return Object.fromEntries(found.map(({ key }) => [key, now]));
}

/**
 * Returns the subjects that were mentioned recently, by name. An older one is dropped, because it may be mentioned
 * again.
 */
function lately({ broughtUp }: CoachState, now: number): Record<string, number> {
  return Object.fromEntries(Object.entries(broughtUp).filter(([, at]) => now - at <= (LONGEST_REST_DAYS + 1) * DAY_MS));
}
