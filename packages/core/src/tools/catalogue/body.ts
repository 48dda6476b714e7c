/** Tools that read how the body is, in derived values (R7). */
import {
  CrsResult,
  DayState,
  type EpochMs,
  type HealthAnswer,
  keys,
  LocalDate,
  type Profile,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { eventsBetween } from "../../calendar/rows.ts";
import { usualArrivalTime } from "../../health/arrivals.ts";
import { findHabits, findScore, loadScores } from "../../health/ledger.ts";
import { describeDay } from "../../health/narrative.ts";
import { declines } from "../../person/consents.ts";
import { findProfile } from "../../person/profile.ts";
import type { Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, HOUR_MS, instantAt, localTime, MINUTE_MS } from "../../time.ts";
import { defineRead, type ToolContext, ToolFailure } from "../tool.ts";

/**
 * Returns the score of a day: Form, Recovery, body zone, drag, confidence, and what is missing. Derived values only
 * (R7).
 */
export const getCrs = defineRead({
  name: "get_crs",
  description: "Form and Recovery of a day with zone, pillar drag, confidence and what is missing. Defaults to today.",
  args: z.strictObject({ date: LocalDate.optional(), daysBack: z.number().int().min(0).max(60).optional() }),
  origin: "system",
  async run({ date, daysBack }, context) {
    const { store, userId, date: today } = context;
    const day = addDays(date ?? today, -(daysBack ?? 0));
    const row = await store.get(keys.crs(userId, day));
    if (!row) throw await nothingFor(context, day);
    const {
      version: _v,
      computedAt: _c,
      rescoredAt: _r,
      basis: _b,
      findings: _f,
      sleepTimes: _s,
      ...crs
    } = CrsResult.parse(row.body);
    return crs;
  },
});

/**
 * Returns the state of the body in words: what stands out against the person's own weeks, the night, the trend, and how
 * Form has moved since the morning. Derived values only (R7).
 */
export const getHealth = defineRead({
  name: "get_health",
  description:
    "Today's body in words: what stands out against this person's own weeks, the night, strain, the trend of Form, and how Form has moved since the morning.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, context) {
    const { store, userId, date } = context;
    const today = await findScore(store, userId, date);
    if (today === undefined) throw await nothingFor(context, date);
    const profile = await findProfile(store, userId);
    return {
      ...describeDay(today),
      ...(await movedSince(store, userId, date, today)),
      ...(await changedBefore(store, userId, date)),
      ...(profile === undefined ? {} : await tonight(store, profile, date, today)),
      ...(profile === undefined || today.form !== undefined ? {} : await usualArrival(store, profile)),
      ...(today.form === undefined ? await newGap(store, userId, date, today) : {}),
    };
  },
});

/**
 * Returns that missing nights are news, in the field of the answer, unless Waldo spoke on the day before. A gap counts
 * from what was said, and not from the days.
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
 * Why a date has no score. When a person does not agree to the use of their body's data, no run can read a score
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

/** How much sleep an adult needs whose own need is not known, in half hours. */
const USUAL_NEED = 16;
/** From the lights until sleep, and from waking until the first event, in minutes. */
const FALLING_ASLEEP = 15;
const BEFORE_FIRST_EVENT = 75;
/** One night makes up for at most this much, in minutes. */
const MOST_MADE_UP = 60;
const HALF_HOUR = 30;
/** An event within these hours of the usual waking is the first of tomorrow. */
const [EARLIEST_EVENT, LATEST_EVENT] = [4 * HOUR_MS, 5 * HOUR_MS];

/** Returns when to put the lights out so that the night is long enough for tomorrow's first event, by half hours. */
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

/** By when the night usually arrives, from the person's own syncs. */
async function usualArrival(store: Store, { userId, wakeTime }: Profile): Promise<Pick<HealthAnswer, "usualArrival">> {
  const habits = await findHabits(store, userId);
  const time = habits && usualArrivalTime(wakeTime, habits.arrivals);
  return time === undefined ? {} : { usualArrival: time };
}

const WEEK = 7;

/** The move of Form since the first score of the date. A smaller move is not mentioned. */
const MOVED_POINTS = 8;

/**
 * Returns how Form stands against the first final score of the date, and whether the night itself was corrected since.
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
  // Another body zone is a move that the person hears of, however small.
  const isLevel = Math.abs(moved) < MOVED_POINTS && first.bodyZone === now.bodyZone;
  const corrected = nightData(first) !== nightData(now);
  return {
    ...(first.bodyZone === undefined ? {} : { thisMorning: first.bodyZone }),
    sinceMorning: isLevel ? "level" : moved > 0 ? "up" : "down",
    ...(corrected ? { corrected } : {}),
  };
}

/**
 * Returns the latest of the last seven days before `date` that has another body zone now than the person was told,
 * because data came late or was corrected after the last Brief before this day. The hours of a day move its zone too,
 * which is no correction.
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

/** Returns the score of a day as it was known when the person was told of it. */
async function scoreTold(store: Store, userId: UserId, day: LocalDate, told: EpochMs): Promise<CrsResult | undefined> {
  let known: CrsResult | undefined;
  for await (const row of queryAll(store, keys.crsVersion.all(userId, day))) {
    const version = CrsResult.parse(row.body);
    if (knownAt(version) <= told) known = version;
  }
  return known;
}

/** Returns what was found in the night's own data. A nap of the day and yesterday's movement are no part of it. */
function nightData({ findings }: CrsResult): string {
  const { kind, halfHoursAsleep, halfHoursLate } = findings?.night ?? {};
  return JSON.stringify([
    kind,
    halfHoursAsleep,
    halfHoursLate,
    findings?.signs.filter(({ sign }) => sign !== "activity"),
  ]);
}

/** Returns the mean Form of this week and of the week before, 0–100, rounded, as each day stood at waking. */
export const getMasterMetrics = defineRead({
  name: "get_master_metrics",
  description: "The week behind the day: mean Form and days scored, and the same for the week before.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, context) {
    const { store, userId, date } = context;
    const today = await findScore(store, userId, date);
    if (today === undefined && (await declines(store, userId, "body"))) throw declined();
    const forms = [...(today?.findings?.before ?? [])];
    if (today?.form !== undefined) forms.push({ date, form: today.form });
    const split = addDays(date, 1 - WEEK);
    const first = addDays(split, -WEEK);
    return {
      thisWeek: summary(forms.filter((day) => day.date >= split)),
      weekBefore: summary(forms.filter((day) => day.date < split && day.date >= first)),
    };
  },
});

function summary(days: readonly { form: number }[]) {
  const sum = days.reduce((total, { form }) => total + form, 0);
  return { daysScored: days.length, form: days.length === 0 ? null : Math.round(sum / days.length) };
}
