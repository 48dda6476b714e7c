// The importer of Oura. import-export.ts calls it. A wrong value is refused with file and line.
import type { Metric } from "@waldo/contracts";
import { addDays, MINUTE_MS } from "../../time.ts";
import { readNumber } from "./bounds.ts";
import { csvHeader, openCsv } from "./csv-rows.ts";
import { knownMinutes, type SleepParts } from "./day-collector.ts";
import { baseName, type ExportFile, readHead } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { isObject, jsonRecords } from "./json-records.ts";
import { dateAt, parseClock, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/**
 * One record of any Oura export, with its fields under lower-case names: API v1 (`rmssd`, `hr_lowest`), API v2
 * (`average_hrv`, `lowest_heart_rate`) and the account's CSV (`Average HRV`, `Lowest Resting Heart Rate`).
 */
type OuraRecord = {
  readonly place: Place;
  /** Returns the first of these fields that has a number. It refuses a field with other content. */
  number(...fields: string[]): number | undefined;
  text(...fields: string[]): string | undefined;
  has(field: string): boolean;
  /** Returns the score inside an object field, as in `readiness: { score }`. */
  scoreIn(field: string): number | undefined;
  /** API v2: the contributors of a daily score tell which kind of day record it is. */
  hasContributor(name: string): boolean;
};

async function* ouraRecords(file: ExportFile): AsyncGenerator<OuraRecord> {
  if (/\.(csv|txt)$/.test(baseName(file)) || csvLooking(await readHead(file, 4096))) {
    const csv = await openCsv(file);
    const columns = csv.header.map((name) => [name, fieldName(name)] as const);
    for await (const row of csv.rows()) {
      const cells = new Map<string, unknown>();
      for (const [name, field] of columns) {
        const text = row.text(name);
        // In Oura's own files semicolons separate the fields, and the decimal mark is a point.
        const number = readNumber(text, ",");
        if (number.is === "number") cells.set(field, number.value);
        else if (number.is === "unreadable") cells.set(field, text);
      }
      yield ouraRecord(row.place, cells);
    }
    return;
  }
  for await (const { place, value } of jsonRecords(file)) yield ouraRecord(place, new Map(Object.entries(value)));
}

/** Makes `Total Sleep Duration` and `total_sleep_duration` the same field. */
export function fieldName(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
}

function csvLooking(head: Uint8Array): boolean {
  const header = csvHeader(head)?.header[0] ?? "";
  return header !== "" && !/[{[]/.test(header);
}

/** Returns a record over its fields. */
export function ouraRecord(place: Place, fields: ReadonlyMap<string, unknown>): OuraRecord {
  return {
    place,
    has: (field) => fields.get(field) !== undefined && fields.get(field) !== null,
    number(...names) {
      for (const name of names) {
        const value = fields.get(name);
        if (value === undefined || value === null) continue;
        if (typeof value === "number" && Number.isFinite(value)) return value;
        throw refusal(place, `${shown(name)} is not a number; export the file again`);
      }
      return undefined;
    },
    text(...names) {
      for (const name of names) {
        const value = fields.get(name);
        if (typeof value === "string" && value !== "") return value;
      }
      return undefined;
    },
    hasContributor(name) {
      const value = fields.get("contributors");
      // The account's CSV writes the object as JSON inside the cell.
      return isObject(value) ? name in value : typeof value === "string" && value.includes(`"${name}"`);
    },
    scoreIn(field) {
      const value = fields.get(field);
      const score = isObject(value) ? value.score : undefined;
      return typeof score === "number" && Number.isFinite(score) ? score : undefined;
    },
  };
}

/** Reads a time with its offset, as all Oura exports write bedtimes. */
export function ouraInstant(text: string, place: Place): { instant: number; offset: number } {
  const clock = parseClock(text);
  if (clock?.offsetMinutes === undefined) {
    throw refusal(place, `${shown(text)} is not a time with an offset; export the file again`);
  }
  return { instant: clock.wall - clock.offsetMinutes * MINUTE_MS, offset: clock.offsetMinutes };
}

/** If the ring was not worn for this long, the activity of the day is not used. */
const NOT_WORN_MINUTES = 20 * 60;

type Night = {
  readonly place: Place;
  readonly parts: SleepParts;
  readonly metrics: readonly (readonly [Metric, number | undefined])[];
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly wakeDate: string;
  readonly asleepMinutes: number;
  /** True when the source calls this sleep the night of its day. */
  readonly long: boolean;
  readonly nap: true | undefined;
  /**
   * API v1 only: the evening on which the night began, and the number of this period in it. Readiness has the same two
   * fields.
   */
  readonly period: string | undefined;
};
type Readiness = {
  readonly place: Place;
  readonly date: string;
  readonly period: string | undefined;
  readonly score: number;
  /**
   * True for a score inside a sleep record. API v2 repeats the score in each sleep of the day. The score of the day's
   * own record is preferred.
   */
  readonly inSleep: boolean;
};

/**
 * Reads Oura exports in their three forms: API v1 files (JSON or JSONL), API v2 files, and the account's CSV.
 *
 * API v1 dates a night by the evening it **began** (`summary_date`), so the wake date comes from `bedtime_end`. Its
 * readiness of the same `summary_date` and `period_id` is the score of the morning after that night. (Checked on 468
 * nights of a real export: readiness's `score_previous_night` follows the sleep score of the same `summary_date` at
 * Spearman 0.96, and of its neighbours at 0.1.) API v2 and the CSV date both by the wake date.
 *
 * The day's HRV, resting heart rate and respiratory rate are those of its long sleep.
 */
export async function importOura(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  await addOura(recordsOf(files, context.counted), context);
}

async function* recordsOf(files: readonly ExportFile[], counted: () => void): AsyncGenerator<OuraRecord> {
  for (const file of files) {
    for await (const record of ouraRecords(file)) {
      counted();
      yield record;
    }
  }
}

/** Where the days of Oura's records go. */
type Into = Pick<ImportContext, "days" | "notes">;

/** Turns Oura's records, from an export or from its cloud, into days. Their order does not matter. */
export async function addOura(records: Iterable<OuraRecord> | AsyncIterable<OuraRecord>, context: Into): Promise<void> {
  const nights: Night[] = [];
  const readiness: Readiness[] = [];
  for await (const record of records) {
    const night = readNight(record, context);
    if (night !== undefined) nights.push(night);
    const score = readReadiness(record);
    if (score !== undefined) readiness.push(score);
    addActivity(record, context);
  }
  const mains = addNights(nights, context);
  readiness.sort((a, b) => Number(b.inSleep) - Number(a.inSleep));
  addReadiness(readiness, nights, mains, context);
}

function minutes(record: OuraRecord, ...fields: string[]): number | undefined {
  const seconds = record.number(...fields);
  return seconds === undefined ? undefined : seconds / 60;
}

/** True when the person deleted the record or marked it as no sleep. */
function isNoSleep(record: OuraRecord): boolean {
  const type = record.text("type");
  return type === "deleted" || type === "rest";
}

function readNight(record: OuraRecord, context: Into): Night | undefined {
  const startText = record.text("bedtime_start");
  const endText = record.text("bedtime_end");
  const asleep = minutes(record, "total", "total_sleep_duration");
  if (startText === undefined || endText === undefined || asleep === undefined) return undefined;
  const type = record.text("type");
  if (isNoSleep(record)) {
    context.notes.add("ignored", record.place, `a period of type ${type} is no sleep; left out`);
    return undefined;
  }
  const start = ouraInstant(startText, record.place);
  const end = ouraInstant(endText, record.place);
  const summaryDate = record.text("summary_date");
  return {
    place: record.place,
    parts: knownMinutes({
      awakeMinutes: minutes(record, "awake", "awake_time"),
      lightMinutes: minutes(record, "light", "light_sleep_duration"),
      deepMinutes: minutes(record, "deep", "deep_sleep_duration"),
      remMinutes: minutes(record, "rem", "rem_sleep_duration"),
    }),
    metrics: [
      ["hrvRmssdMs", record.number("rmssd", "average_hrv")],
      ["restingHrBpm", record.number("hr_lowest", "lowest_heart_rate", "lowest_resting_heart_rate")],
      ["respiratoryRateRpm", record.number("breath_average", "average_breath", "respiratory_rate")],
    ],
    start: start.instant,
    end: end.instant,
    offset: end.offset,
    wakeDate: dateAt(end.instant, end.offset),
    asleepMinutes: asleep,
    long: type === "long_sleep" || record.number("is_longest") === 1,
    nap: type === "late_nap" ? true : undefined,
    period: summaryDate === undefined ? undefined : `${summaryDate} ${record.number("period_id") ?? 0}`,
  };
}

function dateOf(record: OuraRecord, field: string): string | undefined {
  const text = record.text(field);
  if (text === undefined) return undefined;
  const clock = parseClock(text);
  if (clock === undefined) throw refusal(record.place, `${shown(text)} is not a date of the form YYYY-MM-DD`);
  return wallDate(clock.wall);
}

function readReadiness(record: OuraRecord): Readiness | undefined {
  const { place } = record;
  const summaryDate = dateOf(record, "summary_date");
  if (summaryDate !== undefined) {
    const score = record.has("score_previous_night") ? record.number("score") : undefined;
    if (score === undefined) return undefined;
    const wakeDate = addDays(summaryDate, 1);
    return {
      place,
      date: wakeDate,
      period: `${summaryDate} ${record.number("period_id") ?? 0}`,
      score,
      inSleep: false,
    };
  }
  const date = dateOf(record, "day") ?? dateOf(record, "date");
  // In API v2 the days of sleep, activity and readiness all have a score and contributors. The names of the
  // contributors tell which of them it is.
  const own = record.hasContributor("previous_night") ? record.number("score") : undefined;
  const daily = own ?? record.number("readiness_score");
  const score = daily ?? (isNoSleep(record) ? undefined : record.scoreIn("readiness"));
  if (date === undefined || score === undefined) return undefined;
  return { place, date, period: undefined, score, inSleep: daily === undefined };
}

function addActivity(record: OuraRecord, context: Into): void {
  const steps = record.number("steps");
  const date = dateOf(record, "summary_date") ?? dateOf(record, "day") ?? dateOf(record, "date");
  if (steps === undefined || date === undefined) return;
  const { place } = record;
  const notWorn = record.number("non_wear") ?? minutes(record, "non_wear_time") ?? 0;
  if (notWorn >= NOT_WORN_MINUTES) {
    context.notes.add("ignored", place, `the ring was not worn on ${date}; its activity is left out`);
    return;
  }
  const day = { date, source: "oura" } as const;
  context.days.metric(day, "steps", steps, place);
  const energy = record.number("cal_active", "active_calories", "activity_burn");
  if (energy !== undefined) context.days.metric(day, "activeEnergyKcal", energy, place);
  // API v1 counts minutes. The others count seconds.
  const medium = record.number("medium") ?? minutes(record, "medium_activity_time");
  const high = record.number("high") ?? minutes(record, "high_activity_time");
  if (medium === undefined && high === undefined) return;
  context.days.metric(day, "activeMinutes", (medium ?? 0) + (high ?? 0), place);
}

/** Passes on every night and returns the main night of each wake date. */
function addNights(nights: readonly Night[], context: Into): Map<string, Night> {
  const mains = new Map<string, Night>();
  for (const night of nights) {
    const { start, end, offset, asleepMinutes, parts, long, place } = night;
    const nap = night.nap ?? (long ? false : undefined);
    const reading = { start, end, offsetMinutes: offset, asleepMinutes, ...parts };
    context.days.sleep("oura", nap === undefined ? reading : { ...reading, nap }, place);

    const rival = mains.get(night.wakeDate);
    const stands =
      rival === undefined || (night.long === rival.long ? night.asleepMinutes > rival.asleepMinutes : night.long);
    if (stands) mains.set(night.wakeDate, night);
  }
  for (const [date, { metrics, place }] of mains) {
    const day = { date, source: "oura" } as const;
    for (const [metric, value] of metrics) {
      if (value !== undefined) context.days.metric(day, metric, value, place);
    }
  }
  return mains;
}

function addReadiness(
  scores: readonly Readiness[],
  nights: readonly Night[],
  mains: ReadonlyMap<string, Night>,
  context: Into,
): void {
  const wakeDates = new Map(
    nights.flatMap((night) => (night.period === undefined ? [] : [[night.period, night.wakeDate]])),
  );
  const best = new Map<string, Readiness>();
  for (const score of scores) {
    const date = (score.period === undefined ? undefined : wakeDates.get(score.period)) ?? score.date;
    const rival = best.get(date);
    const main = mains.get(date)?.period;
    if (rival !== undefined && rival.score !== score.score) {
      context.notes.add("conflict", score.place, `readiness of ${date} given twice; the one of the long sleep stands`);
    }
    // If no sleep decides, the later period is the night, because API v1 numbers the periods of an evening in order.
    if (rival === undefined || main === undefined || rival.period !== main) best.set(date, score);
  }
  for (const [date, { score, place }] of best) context.days.deviceScore({ date, source: "oura" }, score, place);
}
