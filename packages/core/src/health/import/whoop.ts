/** The importer of WHOOP. import-export.ts calls it. A wrong value is refused with file and line. */
import type { Metric } from "@waldo/contracts";
import { type CsvFile, type CsvRow, openCsv } from "./csv-rows.ts";
import { knownMinutes } from "./day-collector.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { parseClock, parseOffset, wallDate, type ZoneClock } from "./local-time.ts";
import { refusal, shown } from "./refuse.ts";
import { isWhoopCycles, isWhoopSleeps, unknownColumns, type WhoopColumn, whoopColumns } from "./whoop-columns.ts";
import { addWhoop, type ListedSleep, strainDateOf, type WhoopCycle, type WhoopSleep } from "./whoop-cycles.ts";

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
