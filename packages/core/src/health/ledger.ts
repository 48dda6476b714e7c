/**
 * The health table: importers and devices write raw days, and this module computes scores from them. Core reads raw
 * days only through this module, and raw readings only in intraday.ts (R7).
 *
 * There is one score a day. `CRS#date` is the score in force, rewritten under its version. `CRSVERSION#date#n` keeps
 * every version. A new computation with the same data writes nothing.
 */
import {
  CrsResult,
  type EpochMs,
  Habits,
  keys,
  type LocalDate,
  type Metric,
  type Profile,
  type ScoreBasis,
  SourceDay,
  type UserId,
  WaldoError,
  ZoneRow,
} from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Store, type Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, localDate, timeOf } from "../time.ts";
import { computeCRS, computeSeries, lookBackDays, printOf } from "./crs.ts";
import { dayEnds, dayLived, type PersonDay, personDay, TURN_DAYS } from "./day-turn.ts";
import { mainSleep } from "./reconcile.ts";

/** Stores source days. Each one replaces the earlier row of the same source and date. Returns their dates. */
export async function saveDays(store: Store, userId: UserId, days: readonly SourceDay[]): Promise<LocalDate[]> {
  for (let i = 0; i < days.length; i += MAX_TRANSACTION_WRITES) {
    const writes: Write[] = days
      .slice(i, i + MAX_TRANSACTION_WRITES)
      .map((day) => ({ op: "put", key: keys.sourceDay(userId, day.date, day.source), body: day }));
    await store.transact(writes);
  }
  return [...new Set(days.map((day) => day.date))].sort();
}

/** Returns the source days from `from` to `to`, both inclusive, in date order. */
export async function loadDays(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<SourceDay[]> {
  const days: SourceDay[] = [];
  for await (const row of queryAll(store, keys.sourceDay.between(userId, [from], [addDays(to, 1)])))
    days.push(SourceDay.parse(row.body));
  return days;
}

const DAY_TOTALS: readonly Metric[] = ["steps", "activeMinutes", "strain", "activeEnergyKcal"];

/**
 * Returns a day as it can be known at `now`: sleeps that have ended, and what was measured in the night once it has
 * ended. A day without a night hides nothing of what was measured. The day's totals appear only once the day is over,
 * because half a day's steps against a baseline of whole days would look like an idle day.
 */
export function visibleAt(day: SourceDay, now: EpochMs, ends: EpochMs): SourceDay {
  if (now >= ends) return day;
  const sleeps = day.sleeps.filter((sleep) => sleep.end <= now);
  const asleepStill = (mainSleep(day.sleeps)?.end ?? now) > now;
  const seen = Object.entries(day.metrics).filter(([metric]) => !asleepStill && !DAY_TOTALS.includes(metric as Metric));
  return { ...day, sleeps, metrics: Object.fromEntries(seen) };
}

/**
 * Computes the score of a date as of now and stores it if it changed. It is final once the night's data is complete
 * (`settled`), and provisional before. A day that cannot be scored is provisional, because its night may still come. A
 * final score stays final.
 */
export async function refreshScore(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { date, timeZone, turn, settled }: Omit<ScoreRequest, "previousVersion" | "basis">,
): Promise<CrsResult> {
  // Another writer may compute the same date at the same time, from the same raw rows or newer ones. So this reads
  // again.
  return retryConflicts(async () => {
    const row = await ports.store.get(keys.crs(userId, date));
    const before = row && CrsResult.parse(row.body);
    const final = settled || before?.status === "final";
    const request = { date, timeZone, turn, settled: final, previousVersion: before?.version, basis: before?.basis };
    const scored = await scoreNow(ports, userId, request);
    const isOpen = scored.form === undefined && before?.status !== "final";
    const result: CrsResult = isOpen ? { ...scored, status: "provisional" } : scored;
    if (before && sameScore(before, result)) return before;
    await ports.store.transact([
      putOver(row, keys.crs(userId, date), result),
      putNew(keys.crsVersion(userId, date, result.version), withoutBasis(result)),
    ]);
    return result;
  });
}

/** Which day is scored, and what is known of it. */
export type ScoreRequest = {
  readonly date: LocalDate;
  readonly timeZone: string;
  /** The minute at which the person's day turns (day-turn.ts). Midnight when absent. */
  readonly turn?: number | undefined;
  /** Whether the device has sent everything it has for the night. */
  readonly settled: boolean;
  readonly previousVersion?: number | undefined;
  /** What an earlier score of the date was computed against. Without it a year of days is read. */
  readonly basis?: ScoreBasis | undefined;
};

/** Returns the time zone in which a person's days are counted, or `undefined` before anything was synced. */
export async function findTimeZone(store: Pick<Store, "get">, userId: UserId): Promise<string | undefined> {
  const row = await store.get(keys.timeZone(userId));
  return row && ZoneRow.parse(row.body).timeZone;
}

/**
 * Returns the same for the function that reads raw rows. When the row cannot be read, it returns the offset from UTC in
 * which the last night ended. Throws `InvalidInput` when there is neither.
 */
export async function loadTimeZone(store: Pick<Store, "get" | "query">, userId: UserId): Promise<string> {
  const timeZone = (await findTimeZone(store, userId)) ?? (await lastOffset(store, userId));
  if (timeZone === undefined)
    throw new WaldoError("InvalidInput", "this person has no time zone yet: nothing has been synced");
  return timeZone;
}

async function lastOffset(store: Pick<Store, "query">, userId: UserId): Promise<string | undefined> {
  const { rows } = await store.query({ ...keys.sourceDay.all(userId), descending: true, limit: 1 });
  const minutes = rows.flatMap(({ body }) => SourceDay.parse(body).sleeps).at(-1)?.offsetMinutes;
  if (minutes === undefined) return undefined;
  const clock = timeOf(Math.abs(minutes));
  return `${minutes < 0 ? "-" : "+"}${clock}`;
}

/** Returns the day that a person lives at an instant, and when it turned. It reads raw rows (R7). */
export async function findPersonDay(store: Store, userId: UserId, at: EpochMs, timeZone: string): Promise<PersonDay> {
  const today = localDate(at, timeZone);
  return personDay(await loadDays(store, userId, addDays(today, -TURN_DAYS), today), at, timeZone);
}

/** Returns what syncs have shown of a person's times, or undefined before the first sync. */
export async function findHabits(store: Pick<Store, "get">, userId: UserId): Promise<Habits | undefined> {
  const row = await store.get(keys.habits(userId));
  return row && Habits.parse(row.body);
}

/** Returns the day that the person lives, as far as their syncs have shown when it turns. It reads derived rows only. */
export async function livedDate(
  store: Pick<Store, "get">,
  { userId, timeZone }: Pick<Profile, "userId" | "timeZone">,
  now: EpochMs,
): Promise<LocalDate> {
  return dayLived(now, timeZone, (await findHabits(store, userId))?.turn ?? 0);
}

/** Returns the stored score of a date, or `undefined` when there is none yet. */
export async function findScore(store: Store, userId: UserId, date: LocalDate): Promise<CrsResult | undefined> {
  const row = await store.get(keys.crs(userId, date));
  return row && CrsResult.parse(row.body);
}

/**
 * Computes the score of a date as of now, without storing it. The patrol uses it. A basis that no longer fits the days
 * before the date is not used.
 */
export async function scoreNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { date, timeZone, turn = 0, settled, previousVersion = 0, basis }: ScoreRequest,
): Promise<CrsResult> {
  const now = ports.clock.now();
  const ends = dayEnds(date, timeZone, turn);
  const load = async (known: ScoreBasis | undefined) => {
    const days = await loadDays(ports.store, userId, addDays(date, -lookBackDays(known)), date);
    return days.map((day) => (day.date === date ? visibleAt(day, now, ends) : day));
  };
  const latest = basis === undefined ? undefined : await load(basis);
  if (latest && printOf({ date, history: latest }) === basis?.of)
    return computeCRS({ date, now, history: latest, settled, previousVersion, basis });
  return computeCRS({ date, now, history: await load(undefined), settled, previousVersion });
}

/** For how many days before a date the scores are kept at hand for pages about what is usual. */
export const TRAILING_DAYS = 14;

/**
 * Scores the unscored ones of the fourteen days before `date` as they were at waking, in one pass. Returns how many it
 * scored.
 */
export async function backfillScores(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
): Promise<number> {
  const [from, to] = [addDays(date, -TRAILING_DAYS), addDays(date, -1)];
  const known = new Set((await loadScores(ports.store, userId, from, to)).map((score) => score.date));
  if (known.size === TRAILING_DAYS) return 0;
  const days = await loadDays(ports.store, userId, addDays(from, -lookBackDays()), to);
  const absent = computeSeries(days, from).filter((score) => !known.has(score.date));
  const writes = absent.flatMap((score): Write[] => [
    putNew(keys.crs(userId, score.date), score),
    putNew(keys.crsVersion(userId, score.date, score.version), score),
  ]);
  for (let i = 0; i < writes.length; i += MAX_TRANSACTION_WRITES)
    await ports.store.transact(writes.slice(i, i + MAX_TRANSACTION_WRITES));
  return absent.length;
}

/** The basis is the same in every version of a date, so only the score in force keeps it. */
function withoutBasis({ basis: _, ...score }: CrsResult): CrsResult {
  return score;
}

function sameScore(a: CrsResult, b: CrsResult): boolean {
  const { version: _va, computedAt: _ca, ...x } = a;
  const { version: _vb, computedAt: _cb, ...y } = b;
  return JSON.stringify(x) === JSON.stringify(CrsResult.omit({ version: true, computedAt: true }).parse(y));
}

/**
 * Returns the scores in force from `from` to `to`, both inclusive, oldest first. Scores are derived, so all agent code
 * may read them.
 */
export async function loadScores(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<CrsResult[]> {
  const scores: CrsResult[] = [];
  for await (const row of queryAll(store, keys.crs.between(userId, [from], [addDays(to, 1)])))
    scores.push(CrsResult.parse(row.body));
  return scores;
}
