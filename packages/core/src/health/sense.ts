// The first half of a wake. It turns raw health data into the score of the day, and learns when the person usually
// wakes and goes to bed. The crs function runs only this half. It is the only part of a wake that reads raw rows (R7).
// It touches no row of the agent.
import {
  type CrsResult,
  EVENT_DROP,
  type Habits,
  keys,
  type Live,
  type LocalDate,
  type LocalTime,
  type SensedWake,
  type SleepEpisode,
  type SourceDay,
  type UserId,
  type UsualTimes,
  type WakeInput,
} from "@waldo/contracts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import { saidNo } from "../person/consents.ts";
import type { Ports } from "../ports.ts";
import { addDays, DAY_MINUTES, localDate, localTime, MINUTE_MS, timeOf } from "../time.ts";
import { withArrival } from "./arrivals.ts";
import { sniffNow } from "./intraday.ts";
import {
  backfillScores,
  findHabits,
  findPersonDay,
  findScore,
  livedDate,
  loadDays,
  loadTimeZone,
  refreshScore,
  rescore,
  scoreNow,
  settleUnworn,
} from "./ledger.ts";
import { sweepRaw } from "./raw-sweep.ts";
import { nightOf } from "./reconcile.ts";
import { median } from "./statistics.ts";

/** Nights from which wake and sleep times are learnt. */
export const HABIT_DAYS = 28;
/** Usual times are rounded to a quarter of an hour. */
const GRID_MINUTES = 15;
const NOON = 12 * 60;

/**
 * Returns the medians of these nights by the person's own clock, to the quarter hour. Returns undefined without nights.
 */
export function usualTimes(nights: readonly SleepEpisode[]): UsualTimes | undefined {
  if (nights.length === 0) return undefined;
  const local = (at: number, offset: number) => Math.floor(at / MINUTE_MS) + offset;
  // Bedtimes lie before and after midnight. Counted from noon, they form one cluster.
  const wakes = nights.map((night) => mod(local(night.end, night.offsetMinutes)));
  const beds = nights.map((night) => mod(local(night.start, night.offsetMinutes) - NOON));
  return { wakeTime: clock(median(wakes)), sleepTime: clock((median(beds) ?? 0) + NOON) };
}

/** Returns the nights of these days, the earliest first. */
export function nightsOf(days: readonly SourceDay[]): SleepEpisode[] {
  const dates = Map.groupBy(days, ({ date }) => date);
  return [...dates.values()].flatMap((rows) => nightOf(rows) ?? []).sort((a, b) => a.end - b.end);
}

const mod = (minutes: number) => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

function clock(minutes: number | undefined): LocalTime {
  return timeOf(Math.round((minutes ?? 0) / GRID_MINUTES) * GRID_MINUTES);
}

type SensePorts = Pick<Ports, "store" | "clock">;

/**
 * Updates the score, and at night deletes raw readings whose time is over. A patrol tick only computes the score, and a
 * reminder needs none. Every other wake stores the score of the day. The result holds the counts of the work, so that
 * the second half of the wake can store them.
 */
export async function sense(ports: SensePorts, input: WakeInput): Promise<SensedWake> {
  const tally = accumulator(input.spent);
  const date = await look({ ...ports, store: meteredStore(ports.store, tally) }, input);
  return { ...input, date, spent: tally.spent() };
}

/**
 * Every wake uses the day of the person's life. Only the nightly upkeep uses the calendar date, so that the work of a
 * night keeps its name.
 */
async function look(
  ports: SensePorts,
  { userId, job, scheduledAt, settled = false, from }: WakeInput,
): Promise<LocalDate> {
  if (job === "upkeep") await sweepRaw(ports, userId);
  const timeZone = await loadTimeZone(ports.store, userId);
  const at = Date.parse(scheduledAt);
  // Without consent nothing of the body is read or computed. The day still changes at the stored time.
  if (saidNo(await ports.store.get(keys.consents(userId)), "body"))
    return job === "upkeep" ? localDate(at, timeZone) : livedDate(ports.store, { userId, timeZone }, at);
  if (job === "upkeep") {
    const date = localDate(at, timeZone);
    await refreshScore(ports, userId, { date, timeZone, settled });
    return date;
  }
  const { date, turn } = await findPersonDay(ports.store, userId, at, timeZone);
  if (job === "remind") return date;
  await settleUnworn(ports, userId, { date, timeZone, turn });
  if (job !== "patrol") {
    if (from !== undefined) {
      await rescore(ports, userId, { from, date, timeZone, turn });
      await backfillScores(ports, userId, date, from);
    }
    const score = await refreshScore(ports, userId, { date, timeZone, turn, settled });
    if (job === "sync") {
      await learn(ports, userId, { score, turn, time: localTime(at, timeZone) });
      await keepLive(ports, userId, date, score.form);
    }
    return date;
  }
  const before = await findScore(ports.store, userId, date);
  const { form } = await scoreNow(ports, userId, { date, timeZone, turn, settled: true, basis: before?.basis });
  const stored = before?.form;
  // If Form fell so far that the person would be told, the score is stored. So the Brief reads the same value.
  if (form !== undefined && stored !== undefined && stored - form >= EVENT_DROP)
    await refreshScore(ports, userId, { date, timeZone, turn, settled: false });
  await keepLive(ports, userId, date, form);
  return date;
}

/** Stores the body as it is now. Readings are looked at when they arrive, and at each tick of the patrol. */
async function keepLive(ports: SensePorts, userId: UserId, date: LocalDate, form: number | undefined): Promise<void> {
  const live: Live = { date, ...(form === undefined ? {} : { form }), ...(await sniffNow(ports, userId, date)) };
  await ports.store.transact([{ op: "put", key: keys.live(userId), body: live }]);
}

type Synced = { readonly score: CrsResult; readonly turn: number; readonly time: string };

/** Stores when the person's day changes, when this night arrived, and when they usually wake and go to bed. */
async function learn({ store }: SensePorts, userId: UserId, { score, turn, time }: Synced): Promise<void> {
  const before = await findHabits(store, userId);
  const known = before?.arrivals ?? [];
  const arrivals = score.findings?.night === undefined ? known : withArrival(known, score.date, time);
  const nights = nightsOf(await loadDays(store, userId, addDays(score.date, -HABIT_DAYS), score.date));
  const usual = usualTimes(nights) ?? before?.usual;
  const isSame = before?.usual?.wakeTime === usual?.wakeTime && before?.usual?.sleepTime === usual?.sleepTime;
  if (before?.turn === turn && arrivals === known && isSame) return;
  const habits: Habits = { turn, arrivals, ...(usual ? { usual } : {}) };
  await store.transact([{ op: "put", key: keys.habits(userId), body: habits }]);
}
