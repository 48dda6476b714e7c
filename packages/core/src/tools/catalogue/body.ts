/** Tools that read the state of the body in derived values (R7). */
import {
  CrsResult,
  DayState,
  type EpochMs,
  Feeling,
  type HealthAnswer,
  keys,
  LocalDate,
  type Profile,
  type SaidOfDay,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { questionInAny } from "../../ask/read.ts";
import { saidAnswer } from "../../ask/said.ts";
import { eventsBetween } from "../../calendar/rows.ts";
import { loadSaid, tellsDebt } from "../../channels/said.ts";
import { usualArrivalTime } from "../../health/arrivals.ts";
import { findHabits, findScore, loadScores } from "../../health/ledger.ts";
import { describeDay } from "../../health/narrative.ts";
import { FORMULA } from "../../health/sum.ts";
import { weeksOf } from "../../health/weeks.ts";
import { tellsOfIllness, tellsOfRecovery } from "../../language/feelings.ts";
import { newsIn } from "../../language/reports.ts";
import { declines } from "../../person/consents.ts";
import { findProfile } from "../../person/profile.ts";
import { findSaid, maySayOf, saidWrites } from "../../person/said-of-day.ts";
import type { Store } from "../../ports.ts";
import { WITHHELD } from "../../safety/body/health-lockout.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, DAY_MS, HOUR_MS, instantAt, localTime, MINUTE_MS } from "../../time.ts";
import { defineRead, defineWrite, mustRemember, type ToolContext, ToolFailure } from "../tool.ts";

/** In days. No tool looks further back. */
const MOST_BACK = 60;
/** In characters. A question is one sentence, and a few words that change it. */
const MOST_QUESTION = 400;

/**
 * Returns the score of a day: Form, Recovery, body zone, drag, confidence, and what is missing. Derived values only
 * (R7).
 */
export const getCrs = defineRead({
  name: "get_crs",
  description: `Form and Recovery of a day with zone, pillars, drag, confidence and what is missing. ${FORMULA}. Defaults to today.`,
  args: z.strictObject({ date: LocalDate.optional(), daysBack: z.number().int().min(0).max(MOST_BACK).optional() }),
  origin: "system",
  async run({ date, daysBack }, context) {
    const { store, userId, date: today } = context;
    const day = addDays(date ?? today, -(daysBack ?? 0));
    const score = await findScore(store, userId, day);
    if (!score) throw await nothingFor(context, day);
    const { version: _v, computedAt: _c, rescoredAt: _r, basis: _b, findings: _f, sleepTimes: _s, ...crs } = score;
    return crs;
  },
});

/** An illness that was told counts for so many days, or until the person tells that it is over. */
const ILL_DAYS = 4;
/** How many of the last messages are searched for an illness. */
const MOST_MESSAGES = 60;

/** True when the person told of an illness lately, also in a message that a gate answered. */
async function toldIll({ store, userId, now }: ToolContext): Promise<boolean> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_MESSAGES });
  for (const { body } of rows) {
    const { from, at, text } = body;
    if (from !== "owner" || typeof text !== "string" || Number(at) <= now - ILL_DAYS * DAY_MS) continue;
    if (tellsOfRecovery(text)) return false;
    if (tellsOfIllness(text) && newsIn(text) !== "others") return true;
  }
  return false;
}

/**
 * Reads a question about the person's own readings. The numbers stand on the person's page, which asks the readings with
 * the person's session (R7). What can be said in words is said from the scores of the last {@link MOST_BACK} days.
 */
export const askData = defineRead({
  name: "ask_data",
  description:
    'Puts the answer to a question about their own readings, in numbers, on the person\'s page. You get no number, and the words that you may say where there are some. Ask in one short sentence: "average HRV of the last 14 days", "steps yesterday", "worst night this month".',
  args: z.strictObject({ question: z.string().min(1).max(MOST_QUESTION) }),
  origin: "system",
  async run({ question }, { date: today, heard, store, userId }) {
    // Of a message that holds a limit, a prompt and so the argument holds only a part.
    const read = question.includes(WITHHELD) ? heard.question?.() : questionInAny(question, today);
    if (read !== undefined) {
      const isRead = !(await declines(store, userId, "body"));
      const scores = isRead ? await loadScores(store, userId, addDays(today, -MOST_BACK), today) : [];
      const words = saidAnswer(read, { today, scores });
      return { question: read, ...(words === undefined ? {} : { words }) };
    }
    throw new ToolFailure("failed", "that is no question about readings that can be answered");
  },
});

/**
 * Returns the state of the body in words: what is unusual compared with the person's own weeks, the night, the trend,
 * and how Form has moved since the morning. A past day is told as it is known now. Derived values only (R7).
 */
export const getHealth = defineRead({
  name: "get_health",
  description:
    "A day's body in words (today, or daysBack): what stands out against this person's own weeks, the night, strain, the trend of Form, and how Form has moved since the morning.",
  args: z.strictObject({ daysBack: z.number().int().min(1).max(MOST_BACK).optional() }),
  origin: "system",
  async run({ daysBack }, context) {
    const { store, userId, date, trigger } = context;
    if (daysBack !== undefined) return pastDay(context, addDays(date, -daysBack));
    const today = await findScore(store, userId, date);
    if (today === undefined) throw await nothingFor(context, date);
    const [profile, said] = await Promise.all([findProfile(store, userId), findSaid(store, userId, date)]);
    return {
      ...describeDay(today),
      ...(said === undefined ? {} : { said }),
      ...(await movedSince(store, userId, date, today)),
      ...(await changedBefore(store, userId, date)),
      ...(profile === undefined ? {} : await tonight(store, profile, date, today)),
      ...(profile === undefined || today.form !== undefined ? {} : await usualArrival(store, profile)),
      ...(today.form === undefined ? await newGap(store, userId, date, today) : {}),
      ...(trigger === "user_message" && (await toldIll(context)) ? { toldIll: true as const } : {}),
      ...(trigger === "brief" && tellsDebt((await loadSaid(store, userId)).said, date) ? { debtIsNews: true } : {}),
    };
  },
});

/** Returns a past day as its final score describes it. What holds for today only, such as tonight, is left out. */
async function pastDay(context: ToolContext, day: LocalDate): Promise<HealthAnswer> {
  const { store, userId } = context;
  const score = await findScore(store, userId, day);
  if (score === undefined) throw await nothingFor(context, day);
  const said = await findSaid(store, userId, day);
  return { ...describeDay(score), ...(said === undefined ? {} : { said }) };
}

/**
 * Returns the field of the answer that tells about missing nights as news, unless Waldo spoke on the day before. The
 * gap is counted from the last message, not in days.
 */
async function newGap(
  store: Store,
  userId: UserId,
  date: LocalDate,
  { findings }: CrsResult,
): Promise<Pick<HealthAnswer, "gapIsNew">> {
  if ((findings?.daysWithout ?? 0) === 0) return {};
  const row = await store.get(keys.dayState(userId, addDays(date, -1)));
  return row && DayState.parse(row.body).spoken ? {} : { gapIsNew: true };
}

/**
 * Returns why a date has no score. If the person does not agree to the use of body data, no run can read a score
 * (agreed.ts).
 */
async function nothingFor({ store, userId }: ToolContext, date: LocalDate): Promise<ToolFailure> {
  if (await declines(store, userId, "body")) return declined();
  return new ToolFailure("not_found", `nothing has been computed for ${date}: no health data had arrived`);
}

function declined(): ToolFailure {
  return new ToolFailure(
    "denied",
    "nothing of the body is read: the person does not agree to it. They can, under their consents",
  );
}

const NotedDay = z.strictObject({
  feeling: Feeling.optional(),
  awake: z.literal(true).optional(),
  unworn: z.boolean().optional(),
  date: LocalDate.optional(),
});

/**
 * Keeps what the person says of their own day: how they feel, how long they were awake, and that a night was not
 * recorded. Such a night counts in no score. What they say last counts, and it can be undone. A length is read from the
 * person's own message, because a prompt does not hold such numbers (R7).
 */
export const noteDay = defineWrite({
  name: "note_day",
  description:
    "Keep the person's own word on their day: how they feel; awake: true when they say how long they lay awake; unworn: their wearable did not record the night (false: it did). date: the day they woke on, today if absent.",
  args: NotedDay.refine(
    ({ feeling, awake, unworn }) => (feeling ?? awake ?? unworn) !== undefined,
    "say what they said",
  ),
  title: ({ feeling, awake, unworn }) =>
    [
      feeling && `Keep that you feel ${feeling}`,
      awake && "Keep how long you were awake",
      unworn === true && "Leave the night out, because your wearable did not record it",
      unworn === false && "Let the night count again",
    ]
      .filter(Boolean)
      .join(", "),
  asking: { phrases: () => ["i feel", "i was awake", "i did not wear"], implied: ["feeling", "awake", "unworn"] },
  async plan({ date: of, awake, ...word }, context) {
    const { store, userId, date: today, now, heard } = context;
    const date = of ?? today;
    if (!maySayOf(date, today)) throw new ToolFailure("failed", "name a day of the last two weeks");
    const halfHoursAwake = awake && heard.halfHoursAwake;
    if (awake && halfHoursAwake === undefined) throw new ToolFailure("not_found", "they did not say for how long");
    if (word.unworn === undefined) await mustRemember(context);
    const said: SaidOfDay = { ...word, ...(halfHoursAwake && { halfHoursAwake }) };
    const { writes, undo } = await saidWrites(store, userId, { date, said, at: now, from: "chat" });
    return { value: { date, said }, writes, undo };
  },
});

/** In half hours. The sleep need of an adult whose own need is unknown. */
const USUAL_NEED = 16;
/** In minutes: from lights out until sleep, and from waking until the first event. */
const FALLING_ASLEEP = 15;
const BEFORE_FIRST_EVENT = 75;
/** In minutes. One night makes up for at most this much lost sleep. */
const MOST_MADE_UP = 60;
const HALF_HOUR = 30;
/** An event within these hours around the usual waking counts as tomorrow's first event. */
const [EARLIEST_EVENT, LATEST_EVENT] = [4 * HOUR_MS, 5 * HOUR_MS];

/**
 * Returns when to put the lights out, so that the night is long enough for tomorrow's first event. Rounded to half
 * hours.
 */
async function tonight(
  store: Store,
  { userId, timeZone, wakeTime, sleepTime }: Profile,
  date: LocalDate,
  { findings }: CrsResult,
): Promise<Pick<HealthAnswer, "lightsOut">> {
  const tomorrow = addDays(date, 1);
  const usualWake = instantAt(tomorrow, wakeTime, timeZone);
  const [from, to] = [usualWake - EARLIEST_EVENT, usualWake + LATEST_EVENT];
  const busy = (await eventsBetween(store, userId, from, to)).filter((event) => event.busy && !event.allDay);
  const first = Math.min(...busy.map(({ start }) => start).filter((start) => start >= from));
  const wake = Math.min(usualWake, first - BEFORE_FIRST_EVENT * MINUTE_MS);
  const { halfHoursNeeded = USUAL_NEED, halfHoursOwed = 0 } = findings?.night ?? {};
  const madeUp = Math.min(MOST_MADE_UP, (halfHoursOwed * HALF_HOUR) / 2);
  const lights = wake - (halfHoursNeeded * HALF_HOUR + FALLING_ASLEEP + madeUp) * MINUTE_MS;
  const grid = Math.floor(lights / (HALF_HOUR * MINUTE_MS)) * HALF_HOUR * MINUTE_MS;
  const usual = instantAt(sleepTime > wakeTime ? date : tomorrow, sleepTime, timeZone);
  return { lightsOut: localTime(Math.min(grid, usual), timeZone) };
}

/** Returns the time by which the night usually arrives, from the person's own syncs. */
async function usualArrival(store: Store, { userId, wakeTime }: Profile): Promise<Pick<HealthAnswer, "usualArrival">> {
  const habits = await findHabits(store, userId);
  const time = habits && usualArrivalTime(wakeTime, habits.arrivals);
  return time === undefined ? {} : { usualArrival: time };
}

const WEEK = 7;

/** In points. A smaller move of Form since the first score of the date is not mentioned. */
const MOVED_POINTS = 8;

/**
 * Returns how Form compares with the first final score of the date, and whether the data of the night was corrected
 * since.
 */
async function movedSince(
  store: Store,
  userId: UserId,
  date: LocalDate,
  now: CrsResult,
): Promise<Pick<HealthAnswer, "sinceMorning" | "corrected" | "thisMorning">> {
  let first: CrsResult | undefined;
  for await (const row of queryAll(store, keys.crsVersion.all(userId, date))) {
    const version = CrsResult.parse(row.body);
    if (version.status === "final" && version.form !== undefined) {
      first = version;
      break;
    }
  }
  if (first?.form === undefined || now.form === undefined) return {};
  const moved = now.form - first.form;
  // A change of the body zone is mentioned, however small the move is.
  const isLevel = Math.abs(moved) < MOVED_POINTS && first.bodyZone === now.bodyZone;
  const corrected = nightData(first) !== nightData(now);
  return {
    ...(first.bodyZone === undefined ? {} : { thisMorning: first.bodyZone }),
    sinceMorning: isLevel ? "level" : moved > 0 ? "up" : "down",
    ...(corrected ? { corrected } : {}),
  };
}

/**
 * Returns the latest of the last seven days before `date` whose body zone is no longer the one that the person was
 * told, because data came late or was corrected after the last Brief before this day. The normal change of the zone
 * during a day does not count.
 */
async function changedBefore(store: Store, userId: UserId, date: LocalDate): Promise<Pick<HealthAnswer, "earlier">> {
  let told = 0;
  for await (const row of queryAll(store, keys.dayState.between(userId, [addDays(date, -WEEK)], [date])))
    told = Math.max(told, DayState.parse(row.body).spoken?.at ?? 0);
  if (told === 0) return {};
  const scores = await loadScores(store, userId, addDays(date, -WEEK), addDays(date, -1));
  for (const now of scores.reverse()) {
    const { date: day, bodyZone: is } = now;
    if (knownAt(now) <= told || is === undefined) continue;
    const then = await scoreTold(store, userId, day, told);
    const isCorrected = now.rescoredAt !== undefined || then === undefined || nightData(then) !== nightData(now);
    const was = then?.bodyZone;
    if (isCorrected && was !== is) return { earlier: { date: day, ...(was === undefined ? {} : { was }), is } };
  }
  return {};
}

const knownAt = ({ rescoredAt, computedAt }: CrsResult): EpochMs => rescoredAt ?? computedAt;

/** Returns the score of a day as it was when the person was told about it. */
async function scoreTold(store: Store, userId: UserId, day: LocalDate, told: EpochMs): Promise<CrsResult | undefined> {
  let known: CrsResult | undefined;
  for await (const row of queryAll(store, keys.crsVersion.all(userId, day))) {
    const version = CrsResult.parse(row.body);
    if (knownAt(version) <= told) known = version;
  }
  return known;
}

/** Returns the findings from the night's own data. Naps and yesterday's movement are left out. */
function nightData({ findings }: CrsResult): string {
  const { kind, halfHoursAsleep, halfHoursLate } = findings?.night ?? {};
  return JSON.stringify([
    kind,
    halfHoursAsleep,
    halfHoursLate,
    findings?.signs.filter(({ sign }) => sign !== "activity"),
  ]);
}

/**
 * Returns the mean Form of this week and of the week before, 0–100, rounded. Each day counts with its score at waking.
 */
export const getMasterMetrics = defineRead({
  name: "get_master_metrics",
  description: "The week behind the day: mean Form and days scored, and the same for the week before.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, context) {
    const { store, userId, date } = context;
    const today = await findScore(store, userId, date);
    if (today === undefined && (await declines(store, userId, "body"))) throw declined();
    return weeksOf(today, date);
  },
});
