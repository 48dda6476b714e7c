/**
 * The health table: raw days in, scores out. Raw rows are read here and nowhere else outside the importers (R7).
 *
 * One score a day: `CRS#date` is the score in force, rewritten under its version; `CRSVERSION#date#n` keeps each one
 * that ever was. Recomputing with nothing new writes nothing.
 */
import {
  CrsResult,
  type EpochMs,
  isError,
  keys,
  type LocalDate,
  type Metric,
  SourceDay,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store, Write } from "../ports.ts";
import { MAX_TRANSACTION_WRITES } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, instantAt } from "../time.ts";
import { computeCRS, computeSeries, LOOK_BACK_DAYS } from "./crs.ts";

/** Stores source days, each replacing what that source said of that date before. Returns their dates. */
export async function saveDays(store: Store, userId: UserId, days: readonly SourceDay[]): Promise<LocalDate[]> {
  for (let i = 0; i < days.length; i += MAX_TRANSACTION_WRITES) {
    const writes: Write[] = days
      .slice(i, i + MAX_TRANSACTION_WRITES)
      .map((day) => ({ op: "put", key: keys.sourceDay(userId, day.date, day.source), body: day }));
    await store.transact(writes);
  }
  return [...new Set(days.map((day) => day.date))].sort();
}

/** Source days from `from` to `to`, both inclusive, in date order. */
export async function loadDays(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<SourceDay[]> {
  const { table, pk } = keys.sourceDay(userId, from, "");
  const days: SourceDay[] = [];
  for await (const row of queryAll(store, { table, pk, from: `DAY#${from}#`, to: `DAY#${addDays(to, 1)}#` }))
    days.push(SourceDay.parse(row.body));
  return days;
}

const DAY_TOTALS: readonly Metric[] = ["steps", "activeMinutes", "strain", "activeEnergyKcal"];

/**
 * A day as it can be known at `now`: sleeps that have ended, what was measured in them, and the day's totals only
 * once the day is over, because half a day's steps against a baseline of whole days would read as an idle day.
 */
export function visibleAt(day: SourceDay, now: EpochMs, dayEnds: EpochMs): SourceDay {
  if (now >= dayEnds) return day;
  const sleeps = day.sleeps.filter((sleep) => sleep.end <= now);
  const asleepStill = day.sleeps.length > 0 && sleeps.every((sleep) => sleep.nap);
  const seen = Object.entries(day.metrics).filter(([metric]) => !asleepStill && !DAY_TOTALS.includes(metric as Metric));
  return { ...day, sleeps, metrics: Object.fromEntries(seen) };
}

/**
 * Computes the score of a date as of now and stores it if it changed. Final once the night's data is in (`settled`),
 * provisional before; what has been final stays final.
 */
export async function refreshScore(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
  zone: string,
  settled: boolean,
): Promise<CrsResult> {
  const row = await ports.store.get(keys.crs(userId, date));
  const before = row && CrsResult.parse(row.body);
  const final = settled || before?.status === "final";
  const result = await scoreNow(ports, userId, date, zone, final, before?.version ?? 0);
  if (before && sameScore(before, result)) return before;
  try {
    await ports.store.transact([
      {
        op: "put",
        key: keys.crs(userId, date),
        body: result,
        when: [row ? { is: "version", version: row.version } : { is: "absent" }],
      },
      { op: "put", key: keys.crsVersion(userId, date, result.version), body: result, when: [{ is: "absent" }] },
    ]);
    return result;
  } catch (error) {
    // Another writer computed the date meanwhile, from the same raw rows or newer ones: look again.
    if (!isError(error, "ConditionFailed")) throw error;
    return refreshScore(ports, userId, date, zone, settled);
  }
}

/** The score of a date as of now, without storing it: what the patrol looks at. */
export async function scoreNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
  zone: string,
  settled: boolean,
  previousVersion = 0,
): Promise<CrsResult> {
  const now = ports.clock.now();
  const dayEnds = instantAt(addDays(date, 1), "00:00", zone);
  const days = await loadDays(ports.store, userId, addDays(date, -LOOK_BACK_DAYS), date);
  const history = days.map((day) => (day.date === date ? visibleAt(day, now, dayEnds) : day));
  return computeCRS({ date, now, history, settled, previousVersion });
}

/** Scores every unscored day from `from` to `to` as it stood on waking, in one pass. Returns how many there were. */
export async function backfillScores(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  from: LocalDate,
  to: LocalDate,
): Promise<number> {
  const known = new Set((await loadScores(ports.store, userId, from, to)).map((score) => score.date));
  const days = await loadDays(ports.store, userId, addDays(from, -LOOK_BACK_DAYS), to);
  const absent = computeSeries(days).filter((score) => score.date >= from && !known.has(score.date));
  const writes = absent.flatMap((score): Write[] => [
    { op: "put", key: keys.crs(userId, score.date), body: score, when: [{ is: "absent" }] },
    { op: "put", key: keys.crsVersion(userId, score.date, score.version), body: score, when: [{ is: "absent" }] },
  ]);
  for (let i = 0; i < writes.length; i += MAX_TRANSACTION_WRITES)
    await ports.store.transact(writes.slice(i, i + MAX_TRANSACTION_WRITES));
  return absent.length;
}

function sameScore(a: CrsResult, b: CrsResult): boolean {
  const { version: _va, computedAt: _ca, ...x } = a;
  const { version: _vb, computedAt: _cb, ...y } = b;
  return JSON.stringify(x) === JSON.stringify(CrsResult.omit({ version: true, computedAt: true }).parse(y));
}

/** Scores in force from `from` to `to`, both inclusive, oldest first. Derived: anyone in the agent zone may read them. */
export async function loadScores(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<CrsResult[]> {
  const { table, pk } = keys.crs(userId, from);
  const scores: CrsResult[] = [];
  for await (const row of queryAll(store, { table, pk, from: `CRS#${from}`, to: `CRS#${addDays(to, 1)}` }))
    scores.push(CrsResult.parse(row.body));
  return scores;
}
