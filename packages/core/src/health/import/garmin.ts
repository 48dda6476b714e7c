// The importer of Garmin. import-export.ts calls it. A broken file is refused with file and line.

import type { Metric } from "@waldo/contracts";
import type { JsonObject } from "../../ports.ts";
import { MINUTE_MS } from "../../time.ts";
import { knownMinutes, mayBeNight } from "./day-collector.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { isObject, type JsonRecord, jsonRecords } from "./json-records.ts";
import { dateAt, parseClock, wallDate } from "./local-time.ts";
import { type Place, shown } from "./refuse.ts";

/** What each file of a Garmin export contains. An account has several of each, with dates and ids in their names. */
const KINDS = [
  { kind: "day", name: /^udsfile.*\.json$/ },
  { kind: "sleep", name: /sleepdata\.json$/ },
  { kind: "healthStatus", name: /healthstatusdata\.json$/ },
] as const;
type GarminKind = (typeof KINDS)[number]["kind"];

/** Returns undefined for a file without useful data, like most files of an account. `name` is in lower case. */
export function garminKind(name: string): GarminKind | undefined {
  return KINDS.find((known) => known.name.test(name))?.kind;
}

/** Reads `2024-03-02T06:00:00.0`, which Garmin means as UTC in fields that end in `GMT` or `Gmt`. */
function garminInstant(value: unknown): number | undefined {
  const clock = typeof value === "string" ? parseClock(value) : undefined;
  return clock && clock.wall - (clock.offsetMinutes ?? 0) * MINUTE_MS;
}

/** Reads the `calendarDate` of a record. */
function garminDate({ value }: JsonRecord): string | undefined {
  const clock = typeof value.calendarDate === "string" ? parseClock(value.calendarDate) : undefined;
  return clock && wallDate(clock.wall);
}

const SOURCE = "garmin";

/**
 * Reads the files that Garmin sends for "Export Your Data". Public code and reports about real exports show these
 * fields and their units (docs/sources.md, Exports of Garmin and Samsung):
 *
 * - `*_sleepData.json`: a sleep, its times in UTC, its stages in seconds, `averageRespiration` in breaths a minute.
 * - `UDSFile_*.json`: a day with `restingHeartRate`, steps, minutes and energy, and when the day began and ended, in
 *   UTC and by the local clock. The difference is the offset.
 * - `*_healthStatusData.json`: `metrics` with the type `HRV`, in ms.
 *
 * Assumed: HRV is the RMSSD of the night that ends on `calendarDate`. Naps (`napList`), training readiness, stress, the
 * body battery and the heart rate of the night are not read.
 */
export async function importGarmin(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const byKind = Map.groupBy(files, (file) => garminKind(baseName(file)));
  const of = (kind: GarminKind) => recordsOf(byKind.get(kind) ?? [], context);
  const offsets = await readDays(of("day"), context);
  await readSleeps(of("sleep"), offsets, context);
  for await (const record of of("healthStatus")) readHrv(record, context);
}

type Dated = { readonly date: string; readonly place: Place; readonly value: JsonObject };

/** Yields the records with a date. The others are noted. */
async function* recordsOf(files: readonly ExportFile[], context: ImportContext): AsyncGenerator<Dated> {
  for (const file of files) {
    for await (const record of jsonRecords(file)) {
      context.counted();
      const date = garminDate(record);
      if (date !== undefined) yield { date, place: record.place, value: record.value };
      else context.notes.add("rejected", record.place, "a record without a calendarDate; left out");
    }
  }
}

/**
 * Returns the number in a field. Returns undefined when it is absent, negative (Garmin's sign for "none") or not a
 * number; the last case is noted.
 */
function numberOf({ place, value }: Pick<Dated, "place" | "value">, field: string, context: ImportContext) {
  const found = value[field];
  if (found === undefined || found === null) return undefined;
  if (typeof found === "number" && Number.isFinite(found)) return found < 0 ? undefined : found;
  context.notes.add("rejected", place, `${shown(field)} is not a number; left out`);
  return undefined;
}

/** The UTC offsets in minutes at the end and the beginning of a date. They differ when the clock changed. */
type Offsets = Map<string, readonly number[]>;

async function readDays(records: AsyncGenerator<Dated>, context: ImportContext): Promise<Offsets> {
  const offsets: Offsets = new Map();
  for await (const record of records) {
    const { date, place, value } = record;
    offsets.set(date, offsetsOf(value));
    const put = (metric: Metric, amount: number | undefined) => {
      if (amount !== undefined) context.days.metric({ date, source: SOURCE }, metric, amount, place);
    };
    // A day without a reading has no resting heart rate or the value 0.
    put("restingHrBpm", numberOf(record, "restingHeartRate", context) || undefined);
    const steps = numberOf(record, "totalSteps", context);
    if (steps === 0) context.notes.add("ignored", place, `no step on ${date}: the device was not worn; left out`);
    if (!steps) continue;
    put("steps", steps);
    put("activeEnergyKcal", numberOf(record, "activeKilocalories", context));
    const moderate = numberOf(record, "moderateIntensityMinutes", context);
    const vigorous = numberOf(record, "vigorousIntensityMinutes", context);
    if (moderate !== undefined && vigorous !== undefined) put("activeMinutes", moderate + vigorous);
  }
  return offsets;
}

function offsetsOf(value: JsonObject): number[] {
  return (["wellnessEndTime", "wellnessStartTime"] as const).flatMap((field) => {
    const gmt = garminInstant(value[`${field}Gmt`]);
    const local = garminInstant(value[`${field}Local`]);
    const minutes = gmt === undefined || local === undefined ? Number.NaN : (local - gmt) / MINUTE_MS;
    return Number.isInteger(minutes) && Math.abs(minutes) <= 14 * 60 ? [minutes] : [];
  });
}

/**
 * Returns the offset at waking. A day with a clock change has two offsets: the offset of the person's zone counts, or
 * else the later one, because clocks change while people sleep. A date without a day record is read in the person's
 * zone.
 */
function offsetAt(wake: number, date: string, offsets: Offsets, { clock }: ImportContext): number {
  const known = offsets.get(date) ?? [];
  const own = clock.offsetAt(wake);
  return known.includes(own) ? own : (known[0] ?? own);
}

type Night = {
  readonly asleep: number;
  readonly place: Place;
  readonly breaths: number | undefined;
  readonly score: number | undefined;
};

/**
 * Passes on every sleep. For each night, the longest sleep of a date, it also passes on the breathing rate and the
 * score.
 */
async function readSleeps(records: AsyncGenerator<Dated>, offsets: Offsets, context: ImportContext): Promise<void> {
  const nights = new Map<string, Night>();
  for await (const record of records) {
    const { date, place, value } = record;
    const start = garminInstant(value.sleepStartTimestampGMT);
    const end = garminInstant(value.sleepEndTimestampGMT);
    if (start === undefined || end === undefined) {
      context.notes.add("rejected", place, `the sleep of ${date} has no times; left out`);
      continue;
    }
    const minutes = (field: string) => {
      const seconds = numberOf(record, field, context);
      return seconds === undefined ? undefined : seconds / 60;
    };
    // Older watches know no REM sleep and write no field for it.
    const rem = value.remSleepSeconds ?? undefined;
    const [lightMinutes, deepMinutes] = [minutes("lightSleepSeconds"), minutes("deepSleepSeconds")];
    const remMinutes = rem === undefined ? undefined : (minutes("remSleepSeconds") ?? Number.NaN);
    const asleep = (lightMinutes ?? Number.NaN) + (deepMinutes ?? Number.NaN) + (remMinutes ?? 0);
    const parts = knownMinutes({ awakeMinutes: minutes("awakeSleepSeconds"), lightMinutes, deepMinutes, remMinutes });
    if (!(asleep > 0)) {
      context.notes.add("ignored", place, `the sleep of ${date} has no stages, so its length is unknown; left out`);
      continue;
    }
    const offsetMinutes = offsetAt(end, date, offsets, context);
    const wakeDate = dateAt(end, offsetMinutes);
    if (wakeDate !== date) {
      context.notes.add("assumed", place, `Garmin has this sleep on ${date}; by its offset it ended on ${wakeDate}`);
    }
    const reading = { start, end, offsetMinutes, asleepMinutes: asleep, ...parts };
    context.days.sleep(SOURCE, reading, place);
    if (!mayBeNight(reading) || asleep <= (nights.get(wakeDate)?.asleep ?? 0)) continue;
    const scores = isObject(value.sleepScores) ? value.sleepScores : {};
    const score = numberOf({ place, value: scores }, "overallScore", context);
    nights.set(wakeDate, { asleep, place, breaths: numberOf(record, "averageRespiration", context), score });
  }
  for (const [date, { place, breaths, score }] of nights) {
    const day = { date, source: SOURCE } as const;
    if (breaths) context.days.metric(day, "respiratoryRateRpm", breaths, place);
    if (score) context.days.deviceScore(day, score, place);
  }
}

function readHrv({ date, place, value }: Dated, context: ImportContext): void {
  if (!Array.isArray(value.metrics)) return;
  for (const metric of value.metrics) {
    if (!isObject(metric) || metric.type !== "HRV") continue;
    // A night without a reading has no value, or 0.
    const ms = numberOf({ place, value: metric }, "value", context);
    if (ms) context.days.metric({ date, source: SOURCE }, "hrvRmssdMs", ms, place);
  }
}
