import { MINUTE_MS } from "../../time.ts";
import { readNumber } from "./cell-number.ts";
import { csvHeader, openCsv } from "./csv-rows.ts";
import { baseName, type ExportFile, readHead } from "./export-file.ts";
import { isObject, jsonRecords } from "./json-records.ts";
import { parseClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/**
 * One record of any Oura export, with its fields under lower-case names: API v1 (`rmssd`, `hr_lowest`), API v2
 * (`average_hrv`, `lowest_heart_rate`) and the account's CSV (`Average HRV`, `Lowest Resting Heart Rate`).
 */
export type OuraRecord = {
  readonly place: Place;
  /** Returns the first of these fields that has a number. It refuses a field with any other content. */
  number(...fields: string[]): number | undefined;
  text(...fields: string[]): string | undefined;
  has(field: string): boolean;
  /** Returns the score inside an object field, as in `readiness: { score }`. */
  scoreIn(field: string): number | undefined;
  /** API v2: the contributors of a daily score show which kind of day it is. */
  hasContributor(name: string): boolean;
};

export async function* ouraRecords(file: ExportFile): AsyncGenerator<OuraRecord> {
  if (/\.(csv|txt)$/.test(baseName(file)) || csvLooking(await readHead(file, 4096))) {
    const csv = await openCsv(file);
    const columns = csv.header.map((name) => [name, fieldName(name)] as const);
    for await (const row of csv.rows()) {
      const cells = new Map<string, unknown>();
      for (const [name, field] of columns) {
        const text = row.text(name);
        // Oura's own files have semicolons between fields and still write decimal points.
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
