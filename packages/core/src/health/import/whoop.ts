// The importer of WHOOP. import-export.ts calls it. A wrong value is refused with file and line.
import type { Metric } from "@waldo/contracts";
import { type CsvFile, type CsvRow, openCsv } from "./csv-rows.ts";
import { knownMinutes } from "./day-collector.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { parseClock, parseOffset, wallDate, type ZoneClock } from "./local-time.ts";
import { refusal, shown } from "./refuse.ts";
import { addWhoop, type ListedSleep, strainDateOf, type WhoopCycle, type WhoopSleep } from "./whoop-cycles.ts";
import lists from "./words.json" with { type: "json" };

/**
 * The columns of WHOOP's export that matter here, with every known header. WHOOP translates both file names and headers
 * into the account's language, and older exports wrote snake case. So headers are compared as `columnKey` writes them:
 * lower case, without accents, units and punctuation. The names are in data/words/import/whoop.jsonl: English first,
 * then German, Spanish, French and Brazilian Portuguese.
 */
const WHOOP_COLUMNS = lists.whoop satisfies Record<string, readonly string[]>;
type WhoopColumn = keyof typeof WHOOP_COLUMNS;

/** Columns of the English export that Form and Recovery do not use. */
const UNUSED = new Set([
  ...["skin_temp", "blood_oxygen", "energy_burned", "max_hr", "average_hr", "sleep_performance"],
  ...["in_bed_duration", "sleep_need", "sleep_debt", "sleep_efficiency", "sleep_consistency"],
]);

const BY_KEY = new Map(
  Object.entries(WHOOP_COLUMNS).flatMap(([column, keys]) => keys.map((key) => [key, column as WhoopColumn] as const)),
);

const UNITS: ReadonlySet<string> = new Set("bpm ms rpm min minutes cal kcal celsius percent percentage pct".split(" "));

/** Makes `Deep (SWS) duration (min)`, `deep_sws_duration_min` and `Deep SWS Duration` the same key. */
function columnKey(header: string): string {
  const words = header
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\([^()]*\)|%/g, " ")
    .replace(/[^\p{L}\d]+/gu, "_")
    .replace(/^_|_$/g, "")
    .replace(/_sws(?=_)/, "")
    .split("_");
  while (words.length > 1 && UNITS.has(words.at(-1) ?? "")) words.pop();
  return words.join("_");
}

/** Returns for each known column its name in the file. */
function whoopColumns(header: readonly string[]): Map<WhoopColumn, string> {
  const found = new Map<WhoopColumn, string>();
  for (const name of header) {
    const column = BY_KEY.get(columnKey(name));
    if (column !== undefined && !found.has(column)) found.set(column, name);
  }
  return found;
}

/**
 * Returns columns that WHOOP does not write. A translated export returns none, because the translations of unused
 * columns are not listed here.
 */
function unknownColumns(header: readonly string[]): string[] {
  const english = header.some((name) => columnKey(name) === WHOOP_COLUMNS.cycleStart[0]);
  if (!english) return [];
  return header.filter((name) => name !== "" && !BY_KEY.has(columnKey(name)) && !UNUSED.has(columnKey(name)));
}

const CYCLE_COLUMNS: readonly WhoopColumn[] = ["cycleStart", "zone", "recovery", "hrv", "wakeOnset"];
const SLEEP_COLUMNS: readonly WhoopColumn[] = ["zone", "sleepOnset", "wakeOnset", "asleep", "nap"];

export function isWhoopCycles(header: readonly string[]): boolean {
  const found = whoopColumns(header);
  return CYCLE_COLUMNS.every((column) => found.has(column));
}

export function isWhoopSleeps(header: readonly string[]): boolean {
  const found = whoopColumns(header);
  return !found.has("recovery") && SLEEP_COLUMNS.every((column) => found.has(column));
}

/**
 * Returns true for a table that can only be WHOOP's in a language not listed above: its rows have two times and a time
 * zone in WHOOP's form, `UTC-05:00` or `UTCZ`.
 */
export function looksLikeWhoop(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}[,;](\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?[,;]UTC(Z|[+-]\d{2}:\d{2})[,;]/m.test(
    text,
  );
}

const NAP_WORDS = new Set(["true", "yes", "1"]);

/**
 * Reads WHOOP's account export: `physiological_cycles.csv`, and every sleep from `sleeps.csv` when the export has it.
 * A row is a cycle (whoop-cycles.ts).
 */
export async function importWhoop(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const cycles: WhoopCycle[] = [];
  const listed: ListedSleep[] = [];
  for (const file of files) {
    const csv = await openCsv(file);
    const read = cellReader(csv);
    if (isWhoopCycles(csv.header)) {
      noteUnknownColumns(csv, file, context);
      for await (const row of csv.rows()) {
        context.counted();
        const cycle = readCycle(row, read, context.clock);
        if (cycle !== undefined) cycles.push(cycle);
      }
    } else if (isWhoopSleeps(csv.header)) {
      for await (const row of csv.rows()) {
        context.counted();
        const sleep = readSleep(row, read, context.clock);
        const nap = NAP_WORDS.has(row.text(read.header("nap")).toLowerCase());
        if (sleep !== undefined) listed.push({ ...sleep, nap, cycleStart: read.wall(row, "cycleStart") });
      }
    } else {
      throw refusal({ file: file.name, line: 1 }, `${baseName(file)} lacks the columns of WHOOP's export`);
    }
  }
  addWhoop(cycles, listed, context);
}

type Cells = {
  header(column: WhoopColumn): string;
  number(row: CsvRow, column: WhoopColumn): number | undefined;
  wall(row: CsvRow, column: WhoopColumn): number | undefined;
};

function cellReader(csv: CsvFile): Cells {
  const columns = whoopColumns(csv.header);
  const header = (column: WhoopColumn) => columns.get(column) ?? "";
  return {
    header,
    number: (row, column) => (header(column) === "" ? undefined : row.number(header(column))),
    wall(row, column) {
      const text = row.text(header(column));
      if (text === "" || header(column) === "") return undefined;
      const clock = parseClock(text);
      if (clock !== undefined) return clock.wall;
      throw refusal(row.place, `${shown(text)} under ${shown(header(column))} is not a time; export the file again`);
    },
  };
}

/** Returns the offset of the row's own time zone, or else of the person's time zone at waking. */
function offsetOf(row: CsvRow, read: Cells, wake: number, clock: ZoneClock): number {
  const text = row.text(read.header("zone"));
  if (text === "") return clock.offsetAt(clock.toInstant(wake));
  const offset = parseOffset(text);
  if (offset !== undefined) return offset;
  throw refusal(row.place, `${shown(text)} is not a zone; expected one like UTC-05:00 or UTCZ`);
}

function readSleep(row: CsvRow, read: Cells, clock: ZoneClock): WhoopSleep | undefined {
  const onset = read.wall(row, "sleepOnset");
  const wake = read.wall(row, "wakeOnset");
  const asleep = read.number(row, "asleep");
  if (onset === undefined || wake === undefined || asleep === undefined) return undefined;
  const parts = knownMinutes({
    awakeMinutes: read.number(row, "awake"),
    lightMinutes: read.number(row, "light"),
    deepMinutes: read.number(row, "deep"),
    remMinutes: read.number(row, "rem"),
  });
  return { place: row.place, offset: offsetOf(row, read, wake, clock), onset, wake, asleep, parts };
}

function readCycle(row: CsvRow, read: Cells, clock: ZoneClock): WhoopCycle | undefined {
  const start = read.wall(row, "cycleStart");
  const wake = read.wall(row, "wakeOnset");
  const began = start ?? wake;
  if (began === undefined) return undefined;
  const end = read.wall(row, "cycleEnd");
  const values: [Metric, number | undefined][] = [
    ["hrvRmssdMs", read.number(row, "hrv")],
    ["restingHrBpm", read.number(row, "restingHr")],
    ["respiratoryRateRpm", read.number(row, "respiratoryRate")],
  ];
  const sleep = readSleep(row, read, clock);
  return {
    place: row.place,
    content: JSON.stringify([began, end, wake, values, read.number(row, "strain")]),
    start,
    sleep,
    asleep: sleep?.asleep ?? 0,
    wakeDate: wake === undefined ? undefined : wallDate(wake),
    strainDate: strainDateOf(began, end, wake),
    strain: read.number(row, "strain"),
    recovery: read.number(row, "recovery"),
    metrics: values.flatMap(([metric, value]) => (value === undefined ? [] : [[metric, value] as const])),
  };
}

function noteUnknownColumns(csv: CsvFile, file: ExportFile, context: ImportContext): void {
  const unknown = unknownColumns(csv.header);
  if (unknown.length === 0) return;
  context.notes.add("unknown", { file: file.name, line: 1 }, `unknown columns, left out: ${unknown.join(", ")}`);
}
