/** The tables, columns and times of a Samsung Health export. samsung.ts uses it. A wrong table is refused with its file. */
import { type CsvRow, csvHeader, openCsv } from "./csv-rows.ts";
import { type ExportFile, readHead } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { parseClock, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** The tables that are read. The first line of a file has the table's name, the version and the number of columns. */
const TABLES = {
  "com.samsung.shealth.sleep": "sleep",
  "com.samsung.health.sleep_stage": "stages",
  "com.samsung.health.respiratory_rate": "breathing",
  "com.samsung.shealth.step_daily_trend": "steps",
} as const;
export type SamsungTable = (typeof TABLES)[keyof typeof TABLES];

/** Returns what a file holds by its first line. Undefined for a table without data for us, as most of an export are. */
export function samsungTable(firstLine: readonly string[]): SamsungTable | undefined {
  return Object.entries(TABLES).find(([name]) => name === firstLine[0])?.[1];
}

/** Returns true for the first line of any table of Samsung Health, also of one that is not read. */
export function isSamsungTable(firstLine: readonly string[]): boolean {
  return /^com\.samsung\.s?health\./.test(firstLine[0] ?? "");
}

/** Returns what a recognised file holds. */
export async function samsungTableOf(file: ExportFile): Promise<SamsungTable | undefined> {
  return samsungTable(csvHeader(await readHead(file))?.header ?? []);
}

export type SamsungRow = {
  readonly place: Place;
  /** Returns the cell of a column, which stands there by its bare name or after the name of the table. */
  text(column: string): string;
  /** Returns a number that is not negative. Undefined when it is missing, negative (which means "none"), or noted. */
  number(column: string): number | undefined;
  /** Returns the instant of a UTC clock time. Undefined when it is no time. */
  instant(column: string): number | undefined;
};

/** Yields the rows below the two lines of a table's head. It refuses a table that lacks one of the columns. */
export async function* samsungRows(
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
export function samsungDate(text: string): string | undefined {
  const clock = parseClock(/^\d{12,13}$/.test(text) ? new Date(Number(text)).toISOString() : text);
  return clock && wallDate(clock.wall);
}
