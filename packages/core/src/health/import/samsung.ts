// The importer of Samsung Health. import-export.ts calls it. It picks the files by path, and their tables by the first
// line. A broken table or file is refused with file and line.

import type { Metric } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { outOfBounds } from "./bounds.ts";
import { type CsvRow, csvHeader, openCsv } from "./csv-rows.ts";
import { mayBeNight } from "./day-collector.ts";
import { type ExportFile, readHead } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { jsonRecords } from "./json-records.ts";
import { dateAt, parseClock, parseOffset, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** True for a file with HRV readings. No table holds them. The folder of the file decides. */
export function isSamsungHrv(path: string): boolean {
  return /(^|[\\/])jsons[\\/]com\.samsung\.health\.hrv[\\/]/.test(path) && path.endsWith(".json");
}

/**
 * Returns true for the other files beside the tables, which are never read. There is one for each hour of heart rate,
 * of stress and of movement, so there may be a hundred thousand.
 */
export function isSamsungUnused(path: string): boolean {
  return /(^|[\\/])(jsons|files)[\\/]com\.samsung\./.test(path) && !isSamsungHrv(path);
}

/** The tables that are read. The first line of a file has the table's name, the version and the number of columns. */
const TABLES = {
  "com.samsung.shealth.sleep": "sleep",
  "com.samsung.health.sleep_stage": "stages",
  "com.samsung.health.respiratory_rate": "breathing",
  "com.samsung.shealth.step_daily_trend": "steps",
} as const;
type SamsungTable = (typeof TABLES)[keyof typeof TABLES];

/**
 * Returns the content type of a file from its first line. Returns undefined for a table without useful data, like most
 * tables of an export.
 */
export function samsungTable(firstLine: readonly string[]): SamsungTable | undefined {
  return Object.entries(TABLES).find(([name]) => name === firstLine[0])?.[1];
}

/** Returns true for the first line of any table of Samsung Health, also of one that is not read. */
export function isSamsungTable(firstLine: readonly string[]): boolean {
  return /^com\.samsung\.s?health\./.test(firstLine[0] ?? "");
}

/** Returns what a recognised file holds. */
async function samsungTableOf(file: ExportFile): Promise<SamsungTable | undefined> {
  return samsungTable(csvHeader(await readHead(file))?.header ?? []);
}

type SamsungRow = {
  readonly place: Place;
  /**
   * Returns the cell of a column. In the header a column has its own name, with or without the name of the table before
   * it.
   */
  text(column: string): string;
  /**
   * Returns the number in a column. Returns undefined when the cell is empty, negative ("none") or not a number; the
   * last case is noted.
   */
  number(column: string): number | undefined;
  /** Returns the instant of a UTC clock time, or undefined for any other text. */
  instant(column: string): number | undefined;
};

/** Yields the rows below the two lines of a table's head. It refuses a table that lacks one of the columns. */
async function* samsungRows(
  file: ExportFile,
  columns: readonly string[],
  context: ImportContext,
): AsyncGenerator<SamsungRow> {
  const csv = await openCsv(file, 1);
  const byName = new Map(csv.header.map((name) => [name.slice(name.lastIndexOf(".") + 1), name]));
  const missing = columns.find((column) => !byName.has(column));
  if (missing !== undefined) {
    throw refusal({ file: file.name, line: 2 }, `there is no column ${shown(missing)}; export it again`);
  }
  for await (const row of csv.rows()) {
    context.counted();
    yield samsungRow(row, byName, context);
  }
}

function samsungRow(row: CsvRow, byName: ReadonlyMap<string, string>, context: ImportContext): SamsungRow {
  const text = (column: string) => row.text(byName.get(column) ?? "");
  return {
    place: row.place,
    text,
    number(column) {
      const cell = text(column);
      const value = cell === "" ? Number.NaN : Number(cell);
      if (Number.isFinite(value)) return value < 0 ? undefined : value;
      if (cell !== "") context.notes.add("rejected", row.place, `${shown(column)} is not a number; left out`);
      return undefined;
    },
    instant(column) {
      const clock = parseClock(text(column));
      return clock?.offsetMinutes === undefined ? clock?.wall : undefined;
    },
  };
}

/** Reads a local date: `2024-03-02 00:00:00.000`, or in older exports the milliseconds of that midnight as if in UTC. */
function samsungDate(text: string): string | undefined {
  const clock = parseClock(/^\d{12,13}$/.test(text) ? new Date(Number(text)).toISOString() : text);
  return clock && wallDate(clock.wall);
}

const SOURCE = "samsung";

/**
 * Reads the files of "Download personal data" in Samsung Health. Public code for real exports shows these fields and
 * their units (docs/sources.md, Exports of Garmin and Samsung):
 *
 * - `com.samsung.shealth.sleep`: a sleep with times in UTC, its `time_offset` (`UTC+0530`) and `sleep_score`. Parts of
 *   one night share a `combined_id`. `sleep_duration` counts time awake, so the length of the sleep comes from the
 *   stages.
 * - `com.samsung.health.sleep_stage`: a stage of the sleep `sleep_id`: 40001 awake, 40002 light, 40003 deep, 40004 REM.
 * - `jsons/com.samsung.health.hrv/`: windows with `rmssd` in ms and times in milliseconds.
 * - `com.samsung.health.respiratory_rate`: `average` in breaths a minute. Of HRV and breathing, the mean over the night
 *   counts.
 * - `com.samsung.shealth.step_daily_trend`: the steps of a local date. `source_type` -2 is the sum over all devices.
 *
 * There is no resting heart rate in an export. The heart rate, the stress and Samsung's own scores of the day are no
 * substitute and are not read.
 */
export async function importSamsung(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const tables = new Map<SamsungTable | undefined, ExportFile[]>();
  for (const file of files) {
    if (isSamsungHrv(file.name)) continue;
    const table = await samsungTableOf(file);
    tables.set(table, [...(tables.get(table) ?? []), file]);
  }
  const of = (table: SamsungTable) => tables.get(table) ?? [];
  const stages = await readStages(of("stages"), context);
  const nights = passOn(await readSleeps(of("sleep"), context), stages, context);
  await readBreathing(of("breathing"), nights, context);
  const hrv = files.filter(({ name }) => isSamsungHrv(name));
  await readHrv(hrv, nights, context);
  await readSteps(of("steps"), context);
}

type Stages = { awakeMinutes: number; lightMinutes: number; deepMinutes: number; remMinutes: number };
const STAGES: ReadonlyMap<string, keyof Stages> = new Map([
  ["40001", "awakeMinutes"],
  ["40002", "lightMinutes"],
  ["40003", "deepMinutes"],
  ["40004", "remMinutes"],
]);
const noStages = (): Stages => ({ awakeMinutes: 0, lightMinutes: 0, deepMinutes: 0, remMinutes: 0 });

/** Returns the minutes of each stage by the id of the sleep. */
async function readStages(files: readonly ExportFile[], context: ImportContext): Promise<Map<string, Stages>> {
  const bySleep = new Map<string, Stages>();
  for (const file of files) {
    for await (const row of samsungRows(file, ["sleep_id", "stage", "start_time", "end_time"], context)) {
      const [start, end] = [row.instant("start_time"), row.instant("end_time")];
      const stage = STAGES.get(row.text("stage"));
      const id = row.text("sleep_id");
      if (start === undefined || end === undefined || end <= start || stage === undefined || id === "") {
        context.notes.add("rejected", row.place, "a stage without its sleep, its kind or its times; left out");
        continue;
      }
      const known = bySleep.get(id) ?? noStages();
      known[stage] += (end - start) / MINUTE_MS;
      bySleep.set(id, known);
    }
  }
  return bySleep;
}

type Part = {
  readonly id: string;
  readonly place: Place;
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly score: number | undefined;
};

/** Returns the parts of every sleep. Most sleeps have one. */
async function readSleeps(files: readonly ExportFile[], context: ImportContext): Promise<Part[][]> {
  const seen = new Set<string>();
  const sleeps = new Map<string, Part[]>();
  for (const file of files) {
    for await (const row of samsungRows(file, ["datauuid", "start_time", "end_time", "time_offset"], context)) {
      const { place } = row;
      const [start, end, id] = [row.instant("start_time"), row.instant("end_time"), row.text("datauuid")];
      if (start === undefined || end === undefined || id === "") {
        context.notes.add("rejected", place, "a sleep without an id or times; left out");
        continue;
      }
      if (seen.has(id)) {
        context.notes.add("duplicate", place, "the same sleep is there twice; counted once");
        continue;
      }
      seen.add(id);
      const stated = parseOffset(row.text("time_offset"));
      if (stated === undefined) context.notes.once("assumed", place, "a sleep without an offset is in your time zone");
      const offset = stated ?? context.clock.offsetAt(end);
      const part = { id, place, start, end, offset, score: row.number("sleep_score") };
      const night = row.text("combined_id") || id;
      sleeps.set(night, [...(sleeps.get(night) ?? []), part]);
    }
  }
  return [...sleeps.values()];
}

/** The longest sleep of a date that is no nap, from `start` to `end`. */
type Night = { readonly date: string; readonly start: number; readonly end: number; readonly asleep: number };

/** Passes on every sleep and returns the night of each date, ordered by time. */
function passOn(sleeps: readonly Part[][], stages: ReadonlyMap<string, Stages>, context: ImportContext): Night[] {
  const nights = new Map<string, Night & { readonly place: Place; readonly score: number | undefined }>();
  for (const parts of sleeps) {
    const last = parts.reduce((latest, part) => (part.end > latest.end ? part : latest));
    const { place, end, offset: offsetMinutes } = last;
    const start = Math.min(...parts.map((part) => part.start));
    const date = dateAt(end, offsetMinutes);
    const sums = noStages();
    for (const { id } of parts) {
      const part = stages.get(id) ?? noStages();
      for (const stage of STAGES.values()) sums[stage] += part[stage];
    }
    const asleep = sums.lightMinutes + sums.deepMinutes + sums.remMinutes;
    if (asleep === 0) {
      context.notes.add("ignored", place, `the sleep of ${date} has no stages, so its length is unknown; left out`);
      continue;
    }
    const reading = { start, end, offsetMinutes, asleepMinutes: asleep, ...sums };
    context.days.sleep(SOURCE, reading, place);
    if (!mayBeNight(reading) || asleep <= (nights.get(date)?.asleep ?? 0)) continue;
    // A night of several parts has a score for each part. There is no score for the whole night, so it gets none.
    nights.set(date, { date, start, end, asleep, place, score: parts.length === 1 ? last.score : undefined });
  }
  for (const { date, place, score } of nights.values()) {
    if (score) context.days.deviceScore({ date, source: SOURCE }, score, place);
  }
  return [...nights.values()].sort((a, b) => a.start - b.start);
}

/**
 * Returns the index of the last night that began before the instant, or -1. It is fast, because an export has a million
 * readings.
 */
function lastBefore(nights: readonly Night[], instant: number): number {
  let [low, high] = [-1, nights.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((nights[middle]?.start ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Collects readings and passes on their mean over each night. Readings during the day are ignored. */
function nightMeans(nights: readonly Night[], metric: Metric, context: ImportContext) {
  const sums = new Map<string, { sum: number; count: number; readonly place: Place }>();
  return {
    add(instant: number, value: number, place: Place): void {
      const reason = outOfBounds(metric, value);
      if (reason !== undefined) {
        context.notes.add("rejected", place, `a reading of ${metric} ${reason}; left out`);
        return;
      }
      const night = nights[lastBefore(nights, instant)];
      if (night === undefined || instant > night.end) return;
      const known = sums.get(night.date) ?? { sum: 0, count: 0, place };
      known.sum += value;
      known.count++;
      sums.set(night.date, known);
    },
    passOn(): void {
      for (const [date, { sum, count, place }] of sums) {
        context.days.metric({ date, source: SOURCE }, metric, Math.round((sum / count) * 100) / 100, place);
      }
    },
  };
}

async function readBreathing(files: readonly ExportFile[], nights: readonly Night[], context: ImportContext) {
  const means = nightMeans(nights, "respiratoryRateRpm", context);
  for (const file of files) {
    for await (const row of samsungRows(file, ["average", "start_time", "end_time"], context)) {
      const [start, end, breaths] = [row.instant("start_time"), row.instant("end_time"), row.number("average")];
      // Samsung writes 0 where it has no reading.
      if (start !== undefined && end !== undefined && breaths) means.add((start + end) / 2, breaths, row.place);
    }
  }
  means.passOn();
}

async function readHrv(files: readonly ExportFile[], nights: readonly Night[], context: ImportContext) {
  const means = nightMeans(nights, "hrvRmssdMs", context);
  for (const file of files) {
    for await (const { place, value } of jsonRecords(file)) {
      context.counted();
      const { start_time: start, end_time: end, rmssd } = value;
      if (typeof start !== "number" || typeof end !== "number" || typeof rmssd !== "number") {
        context.notes.add("rejected", place, "a window of HRV without times or without an rmssd; left out");
      } else if (rmssd > 0) means.add((start + end) / 2, rmssd, place);
    }
  }
  means.passOn();
}

async function readSteps(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const best = new Map<string, { readonly count: number; readonly place: Place }>();
  for (const file of files) {
    for await (const row of samsungRows(file, ["day_time", "count", "source_type"], context)) {
      if (row.text("source_type") !== "-2") continue;
      const [date, count] = [samsungDate(row.text("day_time")), row.number("count")];
      if (date === undefined) context.notes.add("rejected", row.place, "a day of steps without a date; left out");
      else if (count !== undefined && count >= (best.get(date)?.count ?? 0))
        best.set(date, { count, place: row.place });
    }
  }
  for (const [date, { count, place }] of best) {
    if (count === 0) context.notes.add("ignored", place, `no step on ${date}: the device was not worn; left out`);
    else context.days.metric({ date, source: SOURCE }, "steps", count, place);
  }
}
