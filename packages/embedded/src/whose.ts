/**
 * A home belongs to one person. An export says nobody's name, so its days are compared with those that the home holds:
 * of one source, one night of one person was measured once. A new export of the same person repeats it, also where the
 * device has revised it or a column map was mended; another person's device measured something else.
 *
 *   fewer than three shared days of one source   nothing is known: a first export, another device, other dates
 *   one field agrees on half of the shared days  the same person
 *   no field does                                another person: refused
 */
import {
  keys,
  type LocalDate,
  METRICS,
  type Metric,
  type SourceDay,
  TakenExport,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { loadDays } from "@waldo/core/health/ledger";
import { mainSleep } from "@waldo/core/health/reconcile";
import type { Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { MINUTE_MS } from "@waldo/core/time";

/** Fewer shared days than this say nothing about who wore the device. */
const ENOUGH_DAYS = 3;
/** A number may be written with fewer digits than before; two bedtimes may differ by a rounded minute. */
const ROUNDING = { share: 0.001, bedtimeMinutes: 1 };
/** A field with fewer different values than this is the same for many people. */
const ENOUGH_VALUES = 3;

export type Span = Pick<TakenExport, "first" | "last" | "lastNight" | "days">;

/** Returns what the home holds of a person's days, or undefined when it holds none. */
export async function heldSpan(store: Store, userId: UserId): Promise<Span | undefined> {
  return spanOf(await allDays(store, userId));
}

/** Returns the first and last date of these days, the last one with a night, and how many dates there are. */
function spanOf(days: readonly SourceDay[]): Span | undefined {
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const nights = days.flatMap(({ date, sleeps }) => (sleeps.length > 0 ? [date] : [])).sort();
  return { first, last, lastNight: nights.at(-1) ?? last, days: dates.length };
}

function allDays(store: Store, userId: UserId): Promise<SourceDay[]> {
  return loadDays(store, userId, "0000-01-01", "9999-12-30");
}

/** Throws `ImportRefused` when an export is of another person than the days that the home holds. Writes nothing. */
export async function refuseAnother(
  store: Store,
  userId: UserId,
  { where }: Pick<TakenExport, "where">,
  days: readonly SourceDay[],
): Promise<void> {
  for await (const { body } of queryAll(store, keys.imported.all(userId)))
    if (isOther(TakenExport.safeParse(body).data?.where, where))
      throw refused("--where chooses other rows than an earlier import did");
  const { shared, agree } = compare(await allDays(store, userId), days);
  if (shared >= ENOUGH_DAYS && !agree)
    throw refused(`the nights of the ${shared} days that both have are another person's`);
}

function refused(why: string): WaldoError {
  return new WaldoError(
    "ImportRefused",
    `this home holds another person's nights, and nothing was imported: ${why}. Give this person a home of their own with --home <folder>`,
  );
}

/** True when both choose rows by the same columns, with other values. */
function isOther(before: TakenExport["where"], now: TakenExport["where"]): boolean {
  if (before === undefined || now === undefined) return false;
  const columns = Object.keys(now);
  return (
    columns.length === Object.keys(before).length &&
    columns.every((column) => before[column] !== undefined) &&
    columns.some((column) => before[column] !== now[column])
  );
}

/** Counts the days that both sides have of one source, and says whether some field agrees on half of them. */
function compare(held: readonly SourceDay[], fresh: readonly SourceDay[]): { shared: number; agree: boolean } {
  const known = new Map(held.map((day) => [`${day.source} ${day.date}`, day]));
  const tallies = new Map<string, { days: number; same: number; values: Set<number> }>();
  const shared = new Set<LocalDate>();
  for (const day of fresh) {
    const before = known.get(`${day.source} ${day.date}`);
    if (before === undefined) continue;
    for (const field of FIELDS) {
      const [a, b] = [fieldOf(before, field), fieldOf(day, field)];
      // Zero is what many devices write for "not worn".
      if (!a || !b) continue;
      shared.add(day.date);
      const name = `${day.source} ${field}`;
      const tally = tallies.get(name) ?? { days: 0, same: 0, values: new Set() };
      const apart = field === "bedtime" ? ROUNDING.bedtimeMinutes : ROUNDING.share * Math.max(a, b);
      tallies.set(name, {
        days: tally.days + 1,
        same: tally.same + (Math.abs(a - b) <= apart ? 1 : 0),
        values: tally.values.add(a),
      });
    }
  }
  const telling = [...tallies.values()].filter(
    ({ days, values }) => days >= ENOUGH_DAYS && values.size >= ENOUGH_VALUES,
  );
  return { shared: telling.length === 0 ? 0 : shared.size, agree: telling.some(({ days, same }) => same * 2 >= days) };
}

/** The end of a night is left out: where a file has no clock times, every night ends at the same assumed time. */
const FIELDS = [...METRICS, "deviceScore", "asleep", "bedtime"] as const;

function fieldOf(day: SourceDay, field: Metric | "deviceScore" | "asleep" | "bedtime"): number | undefined {
  if (field === "deviceScore") return day.deviceScore;
  if (field !== "asleep" && field !== "bedtime") return day.metrics[field];
  const night = mainSleep(day.sleeps);
  return field === "asleep" ? night?.asleepMinutes : night && night.start / MINUTE_MS;
}
