/** Exports of made-up people, for tests: a few lines of text that become files, folders and zips. */
import { crc32, deflateRawSync } from "node:zlib";
import { isError, SourceDay, type WaldoError } from "@waldo/contracts";
import { bytesSource } from "../../core/src/health/import/byte-source.ts";
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

export const WHOOP_HEADER =
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
