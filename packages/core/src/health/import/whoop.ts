/** The importer of WHOOP. import-export.ts calls it. A wrong value is refused with file and line. */
import type { Metric } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { type CsvFile, type CsvRow, openCsv } from "./csv-rows.ts";
import { knownMinutes, type SleepParts } from "./day-collector.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { parseClock, parseOffset, wallDate, type ZoneClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";
import { isWhoopCycles, isWhoopSleeps, unknownColumns, type WhoopColumn, whoopColumns } from "./whoop-columns.ts";

const NAP_WORDS = new Set(["true", "yes", "1"]);

/**
 * Reads WHOOP's account export: `physiological_cycles.csv`, and every sleep from `sleeps.csv` when the export has it.
 *
 * A row is a cycle: it begins when the person falls asleep and ends when they next do. HRV, resting heart rate,
 * respiratory rate, recovery and sleep belong to the local date of **wake onset**, in the row's own time zone. Strain
 * belongs to the date on which the person lived the cycle, which is the local date of its middle. Of two scored sleeps
 * on one wake date the longer gives the date's values, and the shorter stays as a nap.
 *
 * Newer exports write a nap of the cycle over its night in `physiological_cycles.csv`. The night is then in `sleeps.csv`
 * alone. Without that file the night is missing, and the nap stays a nap.
 */
export async function importWhoop(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  const cycles: Cycle[] = [];
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
  for (const sleep of listed) addSleep(sleep, sleep.nap, context);
  addCycles(withNights(cycles, listed), context);
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

type Sleep = {
  readonly place: Place;
  readonly offset: number;
  readonly onset: number;
  readonly wake: number;
  readonly asleep: number;
  readonly parts: SleepParts;
};
/** A row of `sleeps.csv`. It names its cycle by the cycle's start. */
type ListedSleep = Sleep & { readonly nap: boolean; readonly cycleStart: number | undefined };
type Cycle = {
  readonly place: Place;
  readonly content: string;
  readonly start: number | undefined;
  /** The sleep that the row gives. */
  readonly sleep: Sleep | undefined;
  /** Whether that sleep is in `sleeps.csv` too. */
  readonly isListed?: boolean;
  /** The minutes asleep by which the cycle wins its date. */
  readonly asleep: number;
  /** Local date of wake onset. Undefined for a row without a sleep. */
  readonly wakeDate: string | undefined;
  readonly strainDate: string;
  readonly strain: number | undefined;
  readonly recovery: number | undefined;
  readonly metrics: readonly (readonly [Metric, number])[];
};

/** Returns the offset of the row's own time zone, or else of the person's time zone at waking. */
function offsetOf(row: CsvRow, read: Cells, wake: number, clock: ZoneClock): number {
  const text = row.text(read.header("zone"));
  if (text === "") return clock.offsetAt(clock.toInstant(wake));
  const offset = parseOffset(text);
  if (offset !== undefined) return offset;
  throw refusal(row.place, `${shown(text)} is not a zone; expected one like UTC-05:00 or UTCZ`);
}

function readSleep(row: CsvRow, read: Cells, clock: ZoneClock): Sleep | undefined {
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

function readCycle(row: CsvRow, read: Cells, clock: ZoneClock): Cycle | undefined {
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
    strainDate: wallDate(end === undefined ? (wake ?? began) : (began + end) / 2),
    strain: read.number(row, "strain"),
    recovery: read.number(row, "recovery"),
    metrics: values.flatMap(([metric, value]) => (value === undefined ? [] : [[metric, value] as const])),
  };
}

/** Returns the cycles with the wake dates of their nights, as `sleeps.csv` has them. */
function withNights(cycles: readonly Cycle[], listed: readonly ListedSleep[]): Cycle[] {
  const times = ({ onset, wake }: Sleep) => `${onset} ${wake}`;
  const known = new Set(listed.map(times));
  const ofCycle = Map.groupBy(
    listed.filter(({ nap }) => !nap).sort((a, b) => b.asleep - a.asleep),
    ({ cycleStart }) => cycleStart,
  );
  return cycles.map((cycle) => {
    const { start, sleep } = cycle;
    const isListed = sleep !== undefined && known.has(times(sleep));
    const night = start === undefined ? undefined : ofCycle.get(start)?.[0];
    if (night === undefined) return { ...cycle, isListed };
    return { ...cycle, isListed, asleep: night.asleep, wakeDate: wallDate(night.wake) };
  });
}

/** A cycle begins with its night. A short sleep that begins so long after the start of its cycle is a nap. */
const NAP = { asleepMinutes: 180, afterStartMs: 180 * MINUTE_MS } as const;

function isNap({ start, sleep }: Cycle): boolean {
  if (start === undefined || sleep === undefined) return false;
  return sleep.asleep < NAP.asleepMinutes && sleep.onset - start >= NAP.afterStartMs;
}

function addCycles(cycles: readonly Cycle[], context: ImportContext): void {
  const seen = new Set<string>();
  const once = cycles.filter((cycle) => {
    const repeated = seen.has(cycle.content);
    seen.add(cycle.content);
    if (repeated) context.notes.add("duplicate", cycle.place, "this cycle is there twice; counted once");
    return !repeated;
  });
  const best = new Map<string, Cycle>();
  for (const cycle of once) {
    if (cycle.wakeDate === undefined) {
      if (cycle.metrics.length === 0) continue;
      context.notes.add("ignored", cycle.place, "values without a wake onset belong to no date; left out");
      continue;
    }
    const rival = best.get(cycle.wakeDate);
    if (rival !== undefined) {
      const loser = cycle.asleep > rival.asleep ? rival : cycle;
      const message = `a second scored sleep ends on ${cycle.wakeDate}; the longer one gives the day's values`;
      context.notes.add("overlap", loser.place, message);
      if (loser === cycle) continue;
    }
    best.set(cycle.wakeDate, cycle);
  }
  for (const cycle of once) if (!cycle.isListed) addSleep(cycle.sleep, isNap(cycle), context);
  for (const [date, cycle] of best) {
    const day = { date, source: "whoop" } as const;
    for (const [metric, value] of cycle.metrics) context.days.metric(day, metric, value, cycle.place);
    if (cycle.recovery !== undefined) context.days.deviceScore(day, cycle.recovery, cycle.place);
  }
  addStrain(once, context);
}

/** Strain is logarithmic and cannot be added up. So of two cycles on one date the harder one counts. */
function addStrain(cycles: readonly Cycle[], context: ImportContext): void {
  const hardest = new Map<string, Cycle>();
  for (const cycle of cycles) {
    if (cycle.strain === undefined) continue;
    const rival = hardest.get(cycle.strainDate);
    if (rival !== undefined) {
      context.notes.add("conflict", cycle.place, `a second cycle on ${cycle.strainDate}; the higher strain stands`);
    }
    if (rival?.strain === undefined || cycle.strain > rival.strain) hardest.set(cycle.strainDate, cycle);
  }
  for (const [date, { strain, place }] of hardest) {
    if (strain !== undefined) context.days.metric({ date, source: "whoop" }, "strain", strain, place);
  }
}

function addSleep(sleep: Sleep | undefined, nap: boolean, context: ImportContext): void {
  if (sleep === undefined) return;
  const { onset, wake, offset, asleep, parts, place } = sleep;
  const times = { start: onset - offset * MINUTE_MS, end: wake - offset * MINUTE_MS, offsetMinutes: offset };
  context.days.sleep("whoop", { ...times, ...parts, asleepMinutes: asleep, nap }, place);
}

function noteUnknownColumns(csv: CsvFile, file: ExportFile, context: ImportContext): void {
  const unknown = unknownColumns(csv.header);
  if (unknown.length === 0) return;
  context.notes.add("unknown", { file: file.name, line: 1 }, `unknown columns, left out: ${unknown.join(", ")}`);
}
