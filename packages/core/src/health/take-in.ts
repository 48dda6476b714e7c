// Imports an export. It reads the whole export before it writes anything. It does not read the same export twice, and
// it refuses the export of another person.
//
// A store belongs to one person. An export holds no name, so its days are compared with the stored days, source by
// source. A new export of the same person mostly repeats the numbers, even if the device or a corrected column map has
// changed some. Two devices of one person give different numbers, but both rise and fall together. For the device of
// another person neither is true:
//
// too few shared days of one source         unknown: a first export, another kind of device, other dates
//     a number agrees on half of them           the same person
//     sleep, steps or HRV move together         the same person with another device
//     neither                                   another person: refused

import { createHash } from "node:crypto";
import { keys, METRICS, type Source, type SourceDay, TakenExport, type UserId, WaldoError } from "@waldo/contracts";
import { requireConsent } from "../person/consents.ts";
import type { ByteSource, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { MINUTE_MS } from "../time.ts";
import { type ImportOptions, type ImportResult, importExport } from "./import/import-export.ts";
import { loadDays, saveDays } from "./ledger.ts";
import { mainSleep } from "./reconcile.ts";

/**
 * With fewer shared days than this, nobody can tell who wore the device. `generic` may be any device, so it needs more
 * days: a person who changes devices may wear both for some days.
 */
const ENOUGH_DAYS = (source: Source) => (source === "generic" ? ENOUGH_TO_MOVE : 3);
/**
 * If two series have this correlation over this many days, they are of one person. No two people of the LifeSnaps study
 * reach it in these fields (embedded/src/whose.real-data.test.ts).
 */
const ENOUGH_TO_MOVE = 14;
const TOGETHER = 0.7;
const MOVING: readonly Field[] = ["asleep", "steps", "hrvRmssdMs", "hrvSdnnMs"];
/** A number may be written with fewer digits than before; two bedtimes may differ by a rounded minute. */
const ROUNDING = { share: 0.001, bedtimeMinutes: 1 };
/** A field with fewer different values than this can be the same for many people. */
const ENOUGH_VALUES = 3;

export type Span = Pick<TakenExport, "first" | "last" | "lastNight" | "days">;

/** Returns the span of a person's stored days, or undefined when there are none. */
export async function heldSpan(store: Store, userId: UserId): Promise<Span | undefined> {
  return spanOf(await allDays(store, userId));
}

/** Returns the first date, the last date, the last date with a night, and the number of dates. */
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

/** Throws `ImportRefused` when an export belongs to another person than the stored days. It writes nothing. */
export async function refuseAnother(
  store: Store,
  userId: UserId,
  { where }: Pick<TakenExport, "where">,
  days: readonly SourceDay[],
): Promise<void> {
  for await (const { body } of queryAll(store, keys.imported.all(userId)))
    if (isOther(TakenExport.safeParse(body).data?.where, where))
      throw refused("other rows of the table are chosen than in an earlier import");
  const shared = sharedNumbers(await allDays(store, userId), days);
  if (shared.length > 0 && !shared.some(isSamePerson))
    throw refused("on the days that both have, the same device measured something else");
}

function refused(why: string): WaldoError {
  return new WaldoError("ImportRefused", `these are another person's nights, and nothing was imported: ${why}`);
}

/** True when both choose rows by the same columns but by different values. */
function isOther(before: TakenExport["where"], now: TakenExport["where"]): boolean {
  if (before === undefined || now === undefined) return false;
  const columns = Object.keys(now);
  return (
    columns.length === Object.keys(before).length &&
    columns.every((column) => before[column] !== undefined) &&
    columns.some((column) => before[column] !== now[column])
  );
}

/** The values of one field of one source that both sides have, day by day. */
type Shared = { readonly field: Field; readonly pairs: readonly (readonly [held: number, fresh: number])[] };

/** Returns the fields that both sides have on enough days. */
function sharedNumbers(held: readonly SourceDay[], fresh: readonly SourceDay[]): Shared[] {
  const known = new Map(held.map((day) => [`${day.source} ${day.date}`, day]));
  const both = fresh.flatMap((day) => {
    const before = known.get(`${day.source} ${day.date}`);
    return before ? [{ source: day.source, before, day }] : [];
  });
  return [...Map.groupBy(both, ({ source }) => source)].flatMap(([source, of]) =>
    FIELDS.map((field) => {
      const pairs = of.map(({ before, day }) => [numberOf(before, field), numberOf(day, field)] as const);
      // Many devices write zero for "not worn".
      return { field, pairs: pairs.filter((pair): pair is [number, number] => Boolean(pair[0] && pair[1])) };
    }).filter(
      ({ pairs }) => pairs.length >= ENOUGH_DAYS(source) && new Set(pairs.map(([a]) => a)).size >= ENOUGH_VALUES,
    ),
  );
}

function isSamePerson({ field, pairs }: Shared): boolean {
  const apart = (a: number, b: number) =>
    field === "bedtime" ? ROUNDING.bedtimeMinutes : ROUNDING.share * Math.max(a, b);
  const same = pairs.filter(([a, b]) => Math.abs(a - b) <= apart(a, b)).length;
  return (
    same * 2 >= pairs.length ||
    (MOVING.includes(field) && pairs.length >= ENOUGH_TO_MOVE && correlation(pairs) >= TOGETHER)
  );
}

/** Returns Pearson's correlation: 1 when both sides move together, about 0 when they are unrelated. */
function correlation(pairs: Shared["pairs"]): number {
  const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [meanA, meanB] = [mean(0), mean(1)];
  let [together, a, b] = [0, 0, 0];
  for (const [x, y] of pairs) {
    together += (x - meanA) * (y - meanB);
    a += (x - meanA) ** 2;
    b += (y - meanB) ** 2;
  }
  return together / Math.sqrt(a * b);
}

/** The end of a night is left out: where a file has no clock times, every night ends at the same assumed time. */
const FIELDS = [...METRICS, "deviceScore", "asleep", "bedtime"] as const;
type Field = (typeof FIELDS)[number];

function numberOf(day: SourceDay, field: Field): number | undefined {
  if (field === "deviceScore") return day.deviceScore;
  if (field !== "asleep" && field !== "bedtime") return day.metrics[field];
  const night = mainSleep(day.sleeps);
  return field === "asleep" ? night?.asleepMinutes : night && night.start / MINUTE_MS;
}

export type Fresh = { readonly taken: TakenExport; readonly result: ImportResult };

const NOTES_KEPT = 20;

/** The options that change how an export is read. */
export type Reading = Pick<ImportOptions, "timeZone" | "columnMap" | "format">;

/** Returns a fingerprint of the options and of the id of an export's bytes. */
export function printOf(bytes: unknown, { timeZone, columnMap, format }: Reading): string {
  return createHash("sha256")
    .update(JSON.stringify([bytes, { timeZone, columnMap, format }]))
    .digest("hex")
    .slice(0, 32);
}

/**
 * Returns the stored result of an import, or `undefined` when the export must be read. If an older version wrote the
 * row with fewer fields, the export is read once more, which changes nothing.
 */
export async function alreadyTaken(store: Store, userId: UserId, print: string): Promise<TakenExport | undefined> {
  return TakenExport.safeParse((await store.get(keys.imported(userId, print)))?.body).data;
}

/** Reads the export without writing anything. Throws ImportRefused, in one line. */
export async function read(sources: readonly ByteSource[], options: ImportOptions): Promise<Fresh> {
  const result = await importExport(sources, options);
  const { format, span, days, notes } = result;
  const where = options.columnMap?.where;
  const taken: TakenExport = {
    format,
    ...span,
    lastNight: days.findLast((day) => day.sleeps.length > 0)?.date ?? span.last,
    days: days.length,
    nights: days.filter((day) => day.sleeps.some(({ nap }) => !nap)).length,
    notes: notes.slice(0, NOTES_KEPT),
    noteCount: notes.length,
    ...(where === undefined ? {} : { where }),
  };
  return { taken, result };
}

/**
 * `atomically` runs work whose writes are all stored or all dropped. Without it a process that dies may leave some of
 * the days; the same export again writes the same rows.
 */
export type ExportStore = Store & { readonly atomically?: <T>(work: () => Promise<T>) => Promise<T> };

/**
 * Writes the days, and a mark that the export is imported. Throws `ImportRefused` for another person's days, and
 * `ConsentNeeded` when the person does not agree that such data is stored.
 */
export async function takeIn(
  store: ExportStore,
  userId: UserId,
  print: string,
  { taken, result }: Fresh,
): Promise<void> {
  await requireConsent(store, userId, "body");
  await refuseAnother(store, userId, taken, result.days);
  const write = async () => {
    await saveDays(store, userId, result.days);
    await store.transact([{ op: "put", key: keys.imported(userId, print), body: taken }]);
  };
  await (store.atomically ? store.atomically(write) : write());
}
