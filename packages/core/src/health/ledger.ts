// The health table: importers and devices write raw days, and this module computes scores from them. Core reads raw
// days only through this module, and raw readings only in intraday.ts (R7).
//
// A day has one score. `CRS#date` is the score in force; its version guards each rewrite. `CRSVERSION#date#n` keeps
// every version. A new computation with the same data writes nothing.
//
// An export may hold days of a source that is also read from a cloud. The code that reads the cloud may not read raw
// rows (R7). So the code that writes such days stores their dates in the same transaction. The next reading of the
// cloud then overwrites them.
import {
  CrsResult,
  type EpochMs,
  Habits,
  keys,
  type LocalDate,
  type Metric,
  type Profile,
  PULLED_SOURCES,
  Replaced,
  type ScoreBasis,
  SourceDay,
  UnwornNights,
  type UserId,
  WaldoError,
  ZoneRow,
} from "@waldo/contracts";
import { asTold } from "../day/bands.ts";
import { unwornNights } from "../person/said-of-day.ts";
import { MAX_TRANSACTION_WRITES, type Ports, type Store, type Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, localDate, timeOf } from "../time.ts";
import { basesOf, computeCRS, computeSeries, lookBackDays, printOf, seriesOf } from "./crs.ts";
import { dayEnds, dayLived, type PersonDay, personDay, TURN_DAYS } from "./day-turn.ts";
import { mainSleep } from "./reconcile.ts";
import { withoutNight, withoutScoredNight } from "./unworn.ts";

/**
 * Returns additional writes for the writes of these days, at most one per source. Each fails when its row has changed.
 */
async function replacedWrites(store: Pick<Store, "get">, userId: UserId, days: readonly SourceDay[]): Promise<Write[]> {
  const writes: Write[] = [];
  for (const source of PULLED_SOURCES) {
    const dates = days.filter((day) => day.source === source).map(({ date }) => date);
    if (dates.length === 0) continue;
    const key = keys.replaced(userId, source);
    const row = await store.get(key);
    const known = row && Replaced.parse(row.body);
    const all = [...dates, ...(known ? [known.from, known.to] : [])].sort();
    writes.push(putOver(row, key, { from: all[0], to: all.at(-1) }));
  }
  return writes;
}

/** A transaction has room for this many days, and for one row of each source that is also read from a cloud. */
const DAYS_AT_ONCE = MAX_TRANSACTION_WRITES - PULLED_SOURCES.length;

/**
 * Stores the source days of an export or a device. A day replaces the earlier row of the same source and date. If that
 * row came from a vendor's cloud, the cloud is read again. Returns their dates.
 */
export async function saveDays(store: Store, userId: UserId, days: readonly SourceDay[]): Promise<LocalDate[]> {
  for (let i = 0; i < days.length; i += DAYS_AT_ONCE) {
    const batch = days.slice(i, i + DAYS_AT_ONCE);
    await retryConflicts(async () =>
      store.transact([...dayWrites(userId, batch), ...(await replacedWrites(store, userId, batch))]),
    );
  }
  return [...new Set(days.map((day) => day.date))].sort();
}

/** Returns the writes of source days, for a transaction that also holds other writes. */
export function dayWrites(userId: UserId, days: readonly SourceDay[]): Write[] {
  return days.map((day) => ({ op: "put", key: keys.sourceDay(userId, day.date, day.source), body: day }));
}

/**
 * Returns the source days from `from` to `to`, both inclusive, in date order. A day whose night was not recorded, as the
 * person said, comes without that night, so no score and no norm counts it.
 */
export async function loadDays(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<SourceDay[]> {
  const unworn = await unwornNights(store, userId);
  const days: SourceDay[] = [];
  for await (const row of queryAll(store, keys.sourceDay.between(userId, [from], [addDays(to, 1)]))) {
    const day = SourceDay.parse(row.body);
    days.push(unworn.has(day.date) ? withoutNight(day) : day);
  }
  return days;
}

/** The totals that grow until the day is over. */
export const DAY_TOTALS: readonly Metric[] = ["steps", "activeMinutes", "strain", "activeEnergyKcal"];

/**
 * Returns a day with only what is known at `now`: sleeps that have ended, and the values of the night after its end. If
 * a day has no night, all its measured values are returned. The totals of the day appear only after its end, because
 * the steps of half a day, compared with whole days, would look like an idle day.
 */
function visibleAt(day: SourceDay, now: EpochMs, ends: EpochMs): SourceDay {
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
  // Another process may compute the same date at the same time, from the same or newer raw rows. So this reads again.
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

/**
 * Computes again the scores of the days from `from` up to the day before `date`, each for the same moment as its stored
 * score. A score changes when data of its day, or of a day in its baselines, came late or was corrected. A day without
 * a stored score gets none. All source days are read once.
 */
export function rescore(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { from, date, timeZone, turn }: RescoreRequest,
): Promise<void> {
  return retryConflicts(async () => {
    // `from` is the oldest changed day. The last changed day is not known.
    const stored = await loadScores(store, userId, from, addDays(date, -1));
    const [first, last] = [stored[0]?.date, stored.at(-1)?.date];
    if (first === undefined || last === undefined) return;
    const past = pastUntil(store, userId, { first, last });
    const series = stored.some(({ basis }) => basis === undefined) ? await past.series() : new Map<string, CrsResult>();
    const rescoredAt = clock.now();
    const changed: CrsResult[] = [];
    for (const before of stored) {
      const { date: day, computedAt, version: previousVersion, basis, status } = before;
      const then = { store, clock: { now: () => computedAt } };
      const request = { date: day, timeZone, turn, settled: status === "final", previousVersion, basis };
      // A score of backfillScores has no basis. It was computed for the moment of waking.
      const same = basis === undefined ? series.get(day) : await scoreNow(then, userId, request, past);
      if (!same || sameScore(withoutBasis(before), withoutBasis(same))) continue;
      // A night that arrived after its day was over will not change any more.
      const last = same.form === undefined ? same : { ...same, status: "final" as const };
      changed.push({ ...last, version: previousVersion + 1, rescoredAt });
    }
    await writeScores(store, userId, changed);
  });
}

type RescoreRequest = {
  /** The oldest day whose data may have changed. */
  readonly from: LocalDate;
  /** The day of the person's life. It is not scored again here. */
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly turn?: number | undefined;
};

/** The source days that the scores of many dates need. */
type Past = {
  /** Returns the days from one date to another, both inclusive, in date order. */
  days(from: LocalDate, to: LocalDate): Promise<readonly SourceDay[]>;
  /** Returns the basis of a date's score. */
  basis(date: LocalDate): Promise<ScoreBasis>;
  /** Returns the scores of all dates at waking. */
  series(): Promise<ReadonlyMap<LocalDate, CrsResult>>;
};

/** Returns the days up to `last` for the scores from `first` on. Each day is read once, and only when it is needed. */
function pastUntil(
  store: Store,
  userId: UserId,
  { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
): Past {
  let [known, since]: [SourceDay[], LocalDate] = [[], addDays(last, 1)];
  let bases: ReturnType<typeof basesOf> | undefined;
  const days: Past["days"] = async (from, to) => {
    if (from < since) {
      known = [...(await loadDays(store, userId, from, addDays(since, -1))), ...known];
      since = from;
    }
    return known.filter(({ date }) => date >= from && date <= to);
  };
  const all = () => days(addDays(first, -lookBackDays()), last);
  return {
    days,
    async basis(date) {
      bases ??= basesOf(await all());
      return bases(date);
    },
    series: async () => new Map(computeSeries(await all(), first).map((score) => [score.date, score])),
  };
}

/** The day to score, and what is known about it. */
type ScoreRequest = {
  readonly date: LocalDate;
  readonly timeZone: string;
  /** The minute at which the person's day changes (day-turn.ts). If it is absent, it is midnight. */
  readonly turn?: number | undefined;
  /** True when the device has sent all its data of the night. */
  readonly settled: boolean;
  readonly previousVersion?: number | undefined;
  /** The basis of an earlier score of the date. Without it a year of days is read. */
  readonly basis?: ScoreBasis | undefined;
};

/** Returns the time zone in which a person's days are counted, or `undefined` before anything was synced. */
export async function findTimeZone(store: Pick<Store, "get">, userId: UserId): Promise<string | undefined> {
  const row = await store.get(keys.timeZone(userId));
  return row && ZoneRow.parse(row.body).timeZone;
}

/**
 * Returns the same for a function that reads raw rows. When there is no such row, it returns the offset from UTC in which
 * the last night ended, or `undefined` when there is neither.
 */
export async function findKnownZone(store: Pick<Store, "get" | "query">, userId: UserId): Promise<string | undefined> {
  return (await findTimeZone(store, userId)) ?? (await lastOffset(store, userId));
}

/** Returns the same. Throws `InvalidInput` when there is neither. */
export async function loadTimeZone(store: Pick<Store, "get" | "query">, userId: UserId): Promise<string> {
  const timeZone = await findKnownZone(store, userId);
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

/** Returns the day of the person's life at an instant, and when it began. It reads raw rows (R7). */
export async function findPersonDay(store: Store, userId: UserId, at: EpochMs, timeZone: string): Promise<PersonDay> {
  const today = localDate(at, timeZone);
  return personDay(await loadDays(store, userId, addDays(today, -TURN_DAYS), today), at, timeZone);
}

/** Returns the person's habits as their syncs show them, or undefined before the first sync. */
export async function findHabits(store: Pick<Store, "get">, userId: UserId): Promise<Habits | undefined> {
  const row = await store.get(keys.habits(userId));
  return row && Habits.parse(row.body);
}

/**
 * Returns the day of the person's life. The time of its change is what their syncs have shown so far. It reads derived
 * rows only.
 */
export async function livedDate(
  store: Pick<Store, "get">,
  { userId, timeZone }: Pick<Profile, "userId" | "timeZone">,
  now: EpochMs,
): Promise<LocalDate> {
  return dayLived(now, timeZone, (await findHabits(store, userId))?.turn ?? 0);
}

/**
 * Computes again the scores that a night changes when the person takes it out, or takes it in again: its own day and the
 * days before `date` whose norms hold it. The derived row names the nights that the scores leave out now, and is written
 * last. So a process that dies on the way does it once more.
 */
export async function settleUnworn(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  today: Omit<RescoreRequest, "from">,
): Promise<boolean> {
  const key = keys.leftOut(userId);
  const [said, row] = await Promise.all([unwornNights(ports.store, userId), ports.store.get(key)]);
  const before = new Set(row ? UnwornNights.parse(row.body).dates : []);
  const [from] = [...said, ...before].filter((night) => said.has(night) !== before.has(night)).sort();
  if (from === undefined) return false;
  if (from < today.date) await rescore(ports, userId, { ...today, from });
  await refreshScore(ports, userId, { ...today, settled: false });
  await ports.store.transact([{ op: "put", key, body: { dates: [...said] } }]);
  return true;
}

/** Returns the stored score of a date, or `undefined` when there is none yet. */
export async function findScore(store: Store, userId: UserId, date: LocalDate): Promise<CrsResult | undefined> {
  const [row, unworn] = await Promise.all([store.get(keys.crs(userId, date)), unwornNights(store, userId)]);
  return row && scoreIn(row.body, unworn);
}

/** A night that the person took out counts at once as absent. The next wake stores the score without it. */
function scoreIn(body: object, unworn: ReadonlySet<LocalDate>): CrsResult {
  const score = CrsResult.parse(body);
  return asTold(unworn.has(score.date) ? withoutScoredNight(score) : score);
}

/**
 * Computes the score of a date as of now, without storing it. The patrol uses it. If the days before the date have
 * changed, the given basis is not used. `past` holds the source days when many dates are scored.
 */
export async function scoreNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { date, timeZone, turn = 0, settled, previousVersion = 0, basis }: ScoreRequest,
  past?: Past,
): Promise<CrsResult> {
  const now = ports.clock.now();
  const ends = dayEnds(date, timeZone, turn);
  const load = async (known: ScoreBasis | undefined) => {
    const from = addDays(date, -lookBackDays(known));
    const days = await (past?.days(from, date) ?? loadDays(ports.store, userId, from, date));
    return days.map((day) => (day.date === date ? visibleAt(day, now, ends) : day));
  };
  const latest = basis === undefined ? undefined : await load(basis);
  if (latest && printOf({ date, history: latest }) === basis?.of)
    return computeCRS({ date, now, history: latest, settled, previousVersion, basis });
  if (latest && past)
    return computeCRS({ date, now, history: latest, settled, previousVersion, basis: await past.basis(date) });
  return computeCRS({ date, now, history: await load(undefined), settled, previousVersion });
}

/** The scores of this many days before a date are stored for pages that show what is usual. */
export const TRAILING_DAYS = 14;
/** The past is scored for this many days before a date, so that a person can look back a year. */
const PAST_DAYS = 365;

/**
 * Scores the days from `since` up to the day before `date` that have no score, in one pass, each at its waking. Days
 * older than {@link PAST_DAYS} are left out. Returns the number of new scores.
 */
export function backfillScores(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  date: LocalDate,
  since = addDays(date, -PAST_DAYS),
): Promise<number> {
  const [oldest, to] = [addDays(date, -PAST_DAYS), addDays(date, -1)];
  const from = since < oldest ? oldest : since;
  return retryConflicts(async () => {
    const known = new Set((await loadScores(store, userId, from, to)).map((score) => score.date));
    if (addDays(from, known.size) > to) return 0;
    const days = await loadDays(store, userId, addDays(from, -lookBackDays()), to);
    // Each batch is written before the next one is computed, so that a year of days does not delay other work.
    let [count, batch]: [number, CrsResult[]] = [0, []];
    for (const score of seriesOf(days, from)) {
      if (known.has(score.date)) continue;
      batch.push(score);
      count += 1;
      if (batch.length < SCORED_AT_ONCE) continue;
      await writeScores(store, userId, batch);
      batch = [];
    }
    await writeScores(store, userId, batch);
    return count;
  });
}

/** Ten days take some hundredths of a second to score. */
const SCORED_AT_ONCE = 10;

/**
 * Writes scores and their versions. If another process has written one of the scores meanwhile, the whole transaction
 * fails.
 */
async function writeScores(store: Store, userId: UserId, scores: readonly CrsResult[]): Promise<void> {
  const writes = scores.flatMap((score): Write[] => {
    const key = keys.crs(userId, score.date);
    const before = [{ is: "equals", attribute: "version", value: score.version - 1 }] as const;
    return [
      score.version === 1 ? putNew(key, score) : { op: "put", key, body: score, when: before },
      putNew(keys.crsVersion(userId, score.date, score.version), withoutBasis(score)),
    ];
  });
  for (let i = 0; i < writes.length; i += MAX_TRANSACTION_WRITES)
    await store.transact(writes.slice(i, i + MAX_TRANSACTION_WRITES));
}

/**
 * Returns a score without its basis. The basis is the same in every version of a date, so only the score in force keeps
 * it.
 */
function withoutBasis({ basis: _, ...score }: CrsResult): CrsResult {
  return score;
}

function sameScore(a: CrsResult, b: CrsResult): boolean {
  const { version: _va, computedAt: _ca, rescoredAt: _ra, ...x } = CrsResult.parse(a);
  const { version: _vb, computedAt: _cb, rescoredAt: _rb, ...y } = CrsResult.parse(b);
  return JSON.stringify(x) === JSON.stringify(y);
}

/**
 * Returns the scores in force from `from` to `to`, both inclusive, oldest first. Scores are derived, so all agent code
 * may read them.
 */
export async function loadScores(store: Store, userId: UserId, from: LocalDate, to: LocalDate): Promise<CrsResult[]> {
  const unworn = await unwornNights(store, userId);
  const scores: CrsResult[] = [];
  for await (const row of queryAll(store, keys.crs.between(userId, [from], [addDays(to, 1)])))
    scores.push(scoreIn(row.body, unworn));
  return scores;
}
