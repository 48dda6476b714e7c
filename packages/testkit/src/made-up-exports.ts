/** Exports of made-up people, for tests: a few lines of text that become files, folders and zips. */
import { crc32, deflateRawSync } from "node:zlib";
import { isError, SourceDay, type WaldoError } from "@waldo/contracts";
import { bytesSource } from "../../core/src/health/import/export-file.ts";
import { type ImportOptions, type ImportResult, importExport } from "../../core/src/health/import/import-export.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;
type Options = Partial<ImportOptions>;

/** Imports files by name. Every day must be one that the contract allows. */
export async function importFiles(files: Files, options: Options = {}): Promise<ImportResult> {
  const sources = Object.entries(files).map(([name, content]) => bytesSource(name, content));
  const [only] = sources;
  const result = await importExport(sources.length === 1 && only ? only : sources, { timeZone: "UTC", ...options });
  for (const day of result.days) SourceDay.parse(day);
  return result;
}

/** Returns the one line of a refusal. Fails when the import succeeds or fails in another way. */
export async function refusalOf(files: Files, options: Options = {}): Promise<string> {
  const outcome: ImportResult | WaldoError = await importFiles(files, options).catch((error: unknown) => {
    if (isError(error, "ImportRefused")) return error;
    throw error;
  });
  if (!(outcome instanceof Error)) throw new Error("the import was not refused");
  if (/[\r\n]/.test(outcome.message)) throw new Error(`more than one line: ${outcome.message}`);
  return outcome.message;
}

/** A zip of deflated entries, as the phone and the web sites write them. */
export function zipped(files: Files): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    // Version 2.0, UTF-8 names, deflate, 1 January 2024, checksum, both sizes, name length, no extra field.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x5821, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), shared, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00"), shared, place, path);
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06"), end]);
}

/** Returns the day of a date, from the one source that has it. */
export function dayOf({ days }: ImportResult, date: string, source?: string): SourceDay {
  const found = days.filter((day) => day.date === date && (source === undefined || day.source === source));
  const [day] = found;
  if (day === undefined || found.length > 1) throw new Error(`${found.length} days on ${date}`);
  return day;
}

const WHOOP_HEADER =
  "Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),Heart rate variability (ms)," +
  "Skin temp (celsius),Blood oxygen %,Day Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),Sleep onset,Wake onset," +
  "Sleep performance %,Respiratory rate (rpm),Asleep duration (min),In bed duration (min),Light sleep duration (min)," +
  "Deep (SWS) duration (min),REM duration (min),Awake duration (min),Sleep need (min),Sleep debt (min),Sleep efficiency %," +
  "Sleep consistency %";

export type WhoopCycle = {
  readonly start?: string;
  readonly end?: string;
  readonly timeZone?: string;
  readonly recovery?: number;
  readonly hrv?: number | string;
  readonly strain?: number;
  readonly onset?: string;
  readonly wake?: string;
  readonly asleep?: number;
};

/** One row of the 26 columns. Without an onset it is a cycle without sleep. */
export function whoopRow(cycle: WhoopCycle = {}): string {
  const { start = "2024-03-01 23:00:00", end = "2024-03-02 22:40:00", timeZone = "UTC+01:00", strain = 12.3 } = cycle;
  const { recovery = 66, hrv = 71, onset = start, wake = "2024-03-02 07:00:00", asleep = 440 } = cycle;
  const night = [onset, wake, 90, 14.2, asleep, 480, asleep - 200, 100, 100, 40, 500, 10, 92, 70];
  return [start, end, timeZone, recovery, 52, hrv, 33.1, 97, strain, 2200, 150, 70, ...night].join(",");
}

export const whoopFile = (...rows: readonly string[]) => `${[WHOOP_HEADER, ...rows].join("\n")}\n`;

export type WhoopSleep = {
  readonly cycle?: string;
  readonly onset: string;
  readonly wake: string;
  readonly asleep: number;
  readonly nap: boolean;
  readonly timeZone?: string;
};

/** `sleeps.csv`, with a row for each sleep and the start of its cycle. */
export const whoopSleeps = (...sleeps: readonly WhoopSleep[]) =>
  [
    "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap",
    ...sleeps.map(({ cycle = "2024-03-01 23:00:00", timeZone = "UTC+01:00", onset, wake, asleep, nap }) =>
      [cycle, "", timeZone, onset, wake, asleep, nap].join(","),
    ),
  ].join("\n");

/** A night of Garmin, 23:00 to 07:00 in Berlin. Its times are in UTC, as `*_sleepData.json` writes them. */
export const GARMIN_SLEEP = {
  calendarDate: "2024-03-02",
  sleepStartTimestampGMT: "2024-03-01T22:00:00.0",
  sleepEndTimestampGMT: "2024-03-02T06:00:00.0",
  sleepWindowConfirmationType: "ENHANCED_CONFIRMED_FINAL",
  deepSleepSeconds: 6000,
  lightSleepSeconds: 14_400,
  remSleepSeconds: 6000,
  awakeSleepSeconds: 1800,
  unmeasurableSeconds: 600,
  averageRespiration: 14.2,
  avgSleepStress: 18.5,
  sleepScores: { overallScore: 81, qualityScore: 77 },
  retro: false,
};

/** A day of Garmin in Berlin, as `UDSFile_*.json` writes it. */
export const GARMIN_DAY = {
  calendarDate: "2024-03-02",
  wellnessStartTimeGmt: "2024-03-01T23:00:00.0",
  wellnessStartTimeLocal: "2024-03-02T00:00:00.0",
  wellnessEndTimeGmt: "2024-03-02T23:00:00.0",
  wellnessEndTimeLocal: "2024-03-03T00:00:00.0",
  restingHeartRate: 51,
  totalSteps: 8123,
  activeKilocalories: 412.0,
  moderateIntensityMinutes: 22,
  vigorousIntensityMinutes: 9,
  allDayStress: { aggregatorList: [{ type: "TOTAL", averageStressLevel: 31 }] },
};

/** The health status of the same date, as `*_healthStatusData.json` writes it. */
export const GARMIN_STATUS = {
  calendarDate: "2024-03-02",
  metrics: [
    { type: "HRV", value: 58, baselineLowerLimit: 44, baselineUpperLimit: 66, status: "IN_RANGE" },
    { type: "HR", value: 49, status: "IN_RANGE" },
    { type: "SKIN_TEMP_C", status: "UNKNOWN" },
  ],
};

/** A table of Samsung Health: its name in the first line, then the header, then rows that end in a comma. */
const samsungFile = (table: string, header: string, ...rows: readonly string[]) =>
  `\uFEFF${table},7006003,13\r\n${header}\r\n${rows.map((row) => `${row},\r\n`).join("")}`;

const SAMSUNG_SLEEP = "com.samsung.health.sleep.";
const SAMSUNG_SLEEP_COLUMNS = ["start_time", "end_time", "time_offset", "datauuid"].map((name) => SAMSUNG_SLEEP + name);

export const samsungSleeps = (...rows: readonly string[]) =>
  samsungFile(
    "com.samsung.shealth.sleep",
    `sleep_score,combined_id,efficiency,sleep_duration,${SAMSUNG_SLEEP_COLUMNS.join()}`,
    ...rows,
  );

export const samsungStages = (...rows: readonly string[]) =>
  samsungFile("com.samsung.health.sleep_stage", "start_time,sleep_id,stage,time_offset,end_time,datauuid", ...rows);

/** An export of Samsung Health with one night, 23:00 to 07:00 in Delhi (UTC+0530), and one day of steps. */
export const SAMSUNG_EXPORT: Files = {
  "com.samsung.shealth.sleep.20240305101010.csv": samsungSleeps(
    "78,,91,480,2024-03-01 17:30:00.000,2024-03-02 01:30:00.000,UTC+0530,night",
  ),
  "com.samsung.health.sleep_stage.20240305101010.csv": samsungStages(
    "2024-03-01 17:30:00.000,night,40002,UTC+0530,2024-03-01 21:30:00.000,s1",
    "2024-03-01 21:30:00.000,night,40003,UTC+0530,2024-03-01 23:10:00.000,s2",
    "2024-03-01 23:10:00.000,night,40001,UTC+0530,2024-03-01 23:50:00.000,s3",
    "2024-03-01 23:50:00.000,night,40004,UTC+0530,2024-03-02 01:30:00.000,s4",
  ),
  "com.samsung.health.respiratory_rate.20240305101010.csv": samsungFile(
    "com.samsung.health.respiratory_rate",
    "start_time,average,lower_limit,upper_limit,end_time,time_offset",
    "2024-03-01 17:30:00.000,14.0,11.0,17.0,2024-03-01 21:30:00.000,UTC+0530",
    "2024-03-01 21:30:00.000,15.0,11.0,17.0,2024-03-02 01:30:00.000,UTC+0530",
  ),
  "com.samsung.shealth.step_daily_trend.20240305101010.csv": samsungFile(
    "com.samsung.shealth.step_daily_trend",
    "source_type,count,distance,day_time,calorie",
    "0,5000,3400.5,2024-03-02 00:00:00.000,190.1",
    "-2,7000,4800.5,2024-03-02 00:00:00.000,270.1",
  ),
  "com.samsung.shealth.stress.20240305101010.csv": samsungFile(
    "com.samsung.shealth.stress",
    "start_time,score,time_offset",
    "2024-03-01 18:00:00.000,31.0,UTC+0530",
  ),
  "jsons/com.samsung.health.hrv/a/a1.binning_data.json": JSON.stringify([
    { start_time: Date.UTC(2024, 2, 1, 18), end_time: Date.UTC(2024, 2, 1, 18, 10), sdnn: 61.2, rmssd: 50 },
    { start_time: Date.UTC(2024, 2, 1, 22), end_time: Date.UTC(2024, 2, 1, 22, 10), sdnn: 66.1, rmssd: 62 },
    // In the afternoon.
    { start_time: Date.UTC(2024, 2, 2, 9), end_time: Date.UTC(2024, 2, 2, 9, 10), sdnn: 20.1, rmssd: 12 },
  ]),
  "jsons/com.samsung.shealth.tracker.heart_rate/b/b1.binning_data.json": "not even opened",
};
