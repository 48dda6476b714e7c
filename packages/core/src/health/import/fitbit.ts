// The importer of Fitbit. import-export.ts calls it. A wrong value is refused with file and line.
import type { JsonObject } from "../../ports.ts";
import { DAY_MS } from "../../time.ts";
import { openCsv } from "./csv-rows.ts";
import { knownMinutes } from "./day-collector.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { isObject, type JsonRecord, jsonRecords } from "./json-records.ts";
import { dateAt, midnightOf, parseClock, type WallClock, wallClock, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** What each file of a Fitbit export contains, by its names in an account archive and in Google Takeout. */
const KINDS = [
  { kind: "sleep", name: /^sleep(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "restingHr", name: /^resting_heart_rate(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "moderate", name: /^moderately_active_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "vigorous", name: /^very_active_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "sedentary", name: /^sedentary_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "steps", name: /^steps(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "sleepScore", name: /^sleep_score\.csv$/ },
  // In some years the file name in Takeout ends with `2024-03-(12)`.
  { kind: "hrv", name: /^daily heart rate variability summary.*\.csv$/ },
  { kind: "breathing", name: /^daily respiratory rate summary.*\.csv$/ },
  { kind: "sleepBreathing", name: /^respiratory rate summary.*\.csv$/ },
] as const;
type FitbitKind = (typeof KINDS)[number]["kind"];

/**
 * Returns undefined for a file without useful data, like most files of a Takeout. `name` is without folders, in lower
 * case.
 */
export function fitbitKind(name: string): FitbitKind | undefined {
  return KINDS.find((known) => known.name.test(name))?.kind;
}

/** Minute-by-minute files that make up most of an archive. They are not opened. */
export const FITBIT_UNUSED =
  /^(heart_rate|calories|distance|altitude|exercise|time_in_heart_rate_zones|swim_lengths_data|demographic_vo2_max|run_vo2_max|estimated_oxygen_variation|lightly_active_minutes|weight|water_logs|food_logs)[-_]\d/;

/**
 * Reads the local clock time of a Fitbit JSON: `2019-11-01 00:00:00`, `2024-01-01T23:40:30.000`, or the archive's own
 * `01/31/24 07:00:00`, which has the month first in every account language.
 */
function fitbitClock(text: unknown, place: Place): WallClock {
  if (typeof text === "string") {
    const clock = parseClock(text);
    if (clock !== undefined) return clock.wall;
    const match = /^(\d{2})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
    if (match !== null) {
      const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
      const wall = wallClock(midnightOf(2000 + year, month, day), hour, minute, second);
      if (wall !== undefined) return wall;
    }
  }
  throw refusal(place, `${shown(String(text ?? ""))} is not a time of Fitbit's export; export it again`);
}

function fitbitDate(text: unknown, place: Place): string {
  return wallDate(fitbitClock(text, place));
}

/** Reads a number, or a string with a number, as Fitbit writes minutes. Returns undefined when the field is absent. */
function fitbitNumber(value: JsonObject, field: string, place: Place): number | undefined {
  const found = value[field];
  if (found === undefined || found === null) return undefined;
  const number = typeof found === "string" && found.trim() !== "" ? Number(found) : found;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw refusal(place, `${shown(field)} is not a number; export it again`);
}

const MINUTES_PER_DAY = 1440;

/**
 * Reads a Fitbit account archive or Google Takeout. Sleep and daily files have local clock times without a time zone,
 * so they are read in the import's time zone. Minute files such as `steps-…json` are in UTC. `efficiency` is Fitbit's
 * own measure and not asleep / in bed, so it is not used. The device score is the sleep score of the night's own log
 * entry.
 */
export async function importFitbit(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const byKind = Map.groupBy(files, (file) => fitbitKind(baseName(file)));
  const of = (kind: FitbitKind) => byKind.get(kind) ?? [];
  const nights = await readSleeps(of("sleep"), context);
  await readRestingHr(of("restingHr"), context);
  await readActiveMinutes(of("moderate"), of("vigorous"), of("sedentary"), context);
  await readSteps(of("steps"), context);
  await readSleepScores(of("sleepScore"), nights, context);
  await readDaily(of("hrv"), "rmssd", "hrvRmssdMs", context);
  const breathing = of("breathing");
  if (breathing.length > 0) await readDaily(breathing, "daily_respiratory_rate", "respiratoryRateRpm", context);
  else await readDaily(of("sleepBreathing"), "full_sleep_breathing_rate", "respiratoryRateRpm", context);
}

async function* recordsOf(files: readonly ExportFile[], context: ImportContext): AsyncGenerator<JsonRecord> {
  for (const file of files) {
    for await (const record of jsonRecords(file)) {
      context.counted();
      yield record;
    }
  }
}

type Night = { readonly wakeDate: string; readonly main: boolean; readonly asleep: number };

/** Passes on every sleep and returns them by log id. Archives repeat a log in the files of two months. */
async function readSleeps(files: readonly ExportFile[], context: ImportContext): Promise<Map<string, Night>> {
  const nights = new Map<string, Night>();
  for await (const { place, value } of recordsOf(files, context)) {
    if (value.startTime === undefined || value.endTime === undefined) continue;
    const id = String(value.logId ?? `${value.startTime}`);
    if (nights.has(id)) {
      context.notes.add("duplicate", place, `the sleep log of ${value.dateOfSleep} is there twice; counted once`);
      continue;
    }
    const asleepMinutes = fitbitNumber(value, "minutesAsleep", place);
    if (asleepMinutes === undefined) throw refusal(place, "a sleep without minutesAsleep; export it again");
    const start = context.clock.toInstant(fitbitClock(value.startTime, place));
    const end = context.clock.toInstant(fitbitClock(value.endTime, place));
    const offsetMinutes = context.clock.offsetAt(end);
    const main = value.mainSleep ?? value.isMainSleep;
    const parts = knownMinutes({
      awakeMinutes: fitbitNumber(value, "minutesAwake", place),
      lightMinutes: stageMinutes(value, "light", place),
      deepMinutes: stageMinutes(value, "deep", place),
      remMinutes: stageMinutes(value, "rem", place),
    });
    const nap = typeof main === "boolean" ? { nap: !main } : {};
    context.days.sleep("fitbit", { start, end, offsetMinutes, asleepMinutes, ...parts, ...nap }, place);
    nights.set(id, { wakeDate: dateAt(end, offsetMinutes), main: main !== false, asleep: asleepMinutes });
  }
  return nights;
}

/** Only logs of type `stages` have these minutes. A `classic` log has asleep, restless and awake. */
function stageMinutes(value: JsonRecord["value"], stage: string, place: Place): number | undefined {
  const levels = isObject(value.levels) ? value.levels.summary : undefined;
  const found = isObject(levels) ? levels[stage] : undefined;
  return isObject(found) ? fitbitNumber(found, "minutes", place) : undefined;
}

async function readRestingHr(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  for await (const { place, value } of recordsOf(files, context)) {
    const inner = value.value;
    const bpm = isObject(inner) ? fitbitNumber(inner, "value", place) : fitbitNumber(value, "value", place);
    // Fitbit writes a day without a reading as 0 with no date.
    if (bpm === undefined || bpm === 0) continue;
    const date = fitbitDate(value.dateTime, place);
    context.days.metric({ date, source: "fitbit" }, "restingHrBpm", bpm, place);
  }
}

type Daily = Map<string, { readonly value: number; readonly place: Place }>;

async function readDailyMinutes(files: readonly ExportFile[], context: ImportContext): Promise<Daily> {
  const daily: Daily = new Map();
  for await (const { place, value } of recordsOf(files, context)) {
    const minutes = fitbitNumber(value, "value", place);
    if (minutes !== undefined) daily.set(fitbitDate(value.dateTime, place), { value: minutes, place });
  }
  return daily;
}

/** Active means moderate or vigorous, because light activity is most of any waking day. */
async function readActiveMinutes(
  moderateFiles: readonly ExportFile[],
  vigorousFiles: readonly ExportFile[],
  sedentaryFiles: readonly ExportFile[],
  context: ImportContext,
): Promise<void> {
  const moderate = await readDailyMinutes(moderateFiles, context);
  const vigorous = await readDailyMinutes(vigorousFiles, context);
  const sedentary = await readDailyMinutes(sedentaryFiles, context);
  for (const [date, { value, place }] of moderate) {
    const more = vigorous.get(date)?.value;
    if (more === undefined) continue;
    if (value + more === 0 && (sedentary.get(date)?.value ?? 0) >= MINUTES_PER_DAY) {
      context.notes.add("ignored", place, `the device was not worn on ${date}; its activity is left out`);
      continue;
    }
    context.days.metric({ date, source: "fitbit" }, "activeMinutes", value + more, place);
  }
}

async function readSteps(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const sums = new Map<string, { value: number; place: Place }>();
  const seen = new Set<number>();
  for (const file of files) {
    const entries: { wall: number; steps: number; place: Place }[] = [];
    for await (const { place, value } of recordsOf([file], context)) {
      const steps = fitbitNumber(value, "value", place);
      if (steps !== undefined) entries.push({ wall: fitbitClock(value.dateTime, place), steps, place });
    }
    // A file of daily totals has only midnights, and its dates are already local.
    const daily = entries.every(({ wall }) => wall % DAY_MS === 0);
    for (const { wall, steps, place } of entries) {
      if (seen.has(wall)) {
        context.notes.add("duplicate", place, "a minute of steps is there twice; counted once");
        continue;
      }
      seen.add(wall);
      const date = daily ? wallDate(wall) : dateAt(wall, context.clock.offsetAt(wall));
      const sum = sums.get(date);
      if (sum === undefined) sums.set(date, { value: steps, place });
      else sum.value += steps;
    }
  }
  for (const [date, { value, place }] of sums) {
    if (value === 0) context.notes.add("ignored", place, `no step on ${date}: the device was not worn; left out`);
    else context.days.metric({ date, source: "fitbit" }, "steps", value, place);
  }
}

/**
 * Reads the sleep scores. A score belongs to the night with its log id. If that log is not in the export, it belongs to
 * the date in the timestamp.
 */
async function readSleepScores(
  files: readonly ExportFile[],
  nights: ReadonlyMap<string, Night>,
  context: ImportContext,
): Promise<void> {
  const best = new Map<string, { score: number; night: Night | undefined; place: Place }>();
  for (const file of files) {
    const csv = await openCsv(file);
    for await (const row of csv.rows()) {
      context.counted();
      const score = row.number("overall_score");
      if (score === undefined) continue;
      const night = nights.get(row.text("sleep_log_entry_id"));
      // The `Z` of this timestamp is wrong, because it is the local clock time of the night's end.
      const clock = parseClock(row.text("timestamp"));
      if (clock === undefined)
        throw refusal(row.place, `${shown(row.text("timestamp"))} is not a time; export it again`);
      const date = night?.wakeDate ?? wallDate(clock.wall);
      const rival = best.get(date);
      if (rival !== undefined) {
        context.notes.add("conflict", row.place, `a second sleep score on ${date}; that of the main sleep stands`);
        if (rank(rival.night) >= rank(night)) continue;
      }
      best.set(date, { score, night, place: row.place });
    }
  }
  for (const [date, { score, place }] of best) context.days.deviceScore({ date, source: "fitbit" }, score, place);
}

function rank(night: Night | undefined): number {
  return night === undefined ? -1 : night.asleep + (night.main ? MINUTES_PER_DAY : 0);
}

/** Reads one value per day from `column`. The date is that of the morning after the night. */
async function readDaily(
  files: readonly ExportFile[],
  column: string,
  metric: "hrvRmssdMs" | "respiratoryRateRpm",
  context: ImportContext,
): Promise<void> {
  for (const file of files) {
    const csv = await openCsv(file);
    if (!csv.header.includes(column) || !csv.header.includes("timestamp")) {
      throw refusal({ file: file.name, line: 1 }, `there is no column ${shown(column)}; export it again`);
    }
    for await (const row of csv.rows()) {
      context.counted();
      const value = row.number(column);
      const clock = parseClock(row.text("timestamp"));
      if (clock === undefined)
        throw refusal(row.place, `${shown(row.text("timestamp"))} is not a time; export it again`);
      const day = { date: wallDate(clock.wall), source: "fitbit" } as const;
      if (value !== undefined) context.days.metric(day, metric, value, row.place);
    }
  }
}
