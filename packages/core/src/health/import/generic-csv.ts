/** Imports a daily CSV that no other importer knows, with a column map. A wrong cell is refused with file and line. */
import { DEFAULT_HOURS, METRICS, type Source } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { dateReader } from "./calendar-date.ts";
import type { ColumnMap, ColumnTarget } from "./column-map.ts";
import { type CsvRow, openCsv } from "./csv-rows.ts";
import { knownMinutes, type SleepReading } from "./day-collector.ts";
import type { ExportFile } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { parseClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** Columns whose values tell people apart in a study's file. */
const PERSON_COLUMN = /^(id|user_?id|participant(_?id)?|subject(_?id)?|person(_?id)?|pid)$/i;

/**
 * Reads a CSV with one row a day through a column map. A row with minutes asleep but without sleep times becomes a
 * night that ends at the map's wake time. The length comes from the file, and the clock time is assumed. A note and the
 * night itself say so, and no finding is made about its times.
 */
export async function importGenericCsv(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  for (const file of files) {
    const map = context.columnMap;
    if (map === undefined) throw refusal({ file: file.name, line: 1 }, "a daily CSV needs a column map");
    await importFile(file, map, context);
  }
}

async function importFile(file: ExportFile, map: ColumnMap, context: ImportContext): Promise<void> {
  const csv = await openCsv(file);
  const place = { file: file.name, line: 1 };
  const wanted = [...Object.values(map.columns).map(({ column }) => column), ...Object.keys(map.where ?? {})];
  for (const column of wanted) {
    if (csv.header.includes(column)) continue;
    throw refusal(
      place,
      `there is no column ${shown(column)}; there are: ${csv.header.filter((name) => name).join(", ")}`,
    );
  }
  const unused = csv.header.filter((name) => name !== "" && !wanted.includes(name));
  if (unused.length > 0) context.notes.add("unknown", place, `columns not in the map, left out: ${unused.join(", ")}`);

  const checkPerson = personCheck(csv.header, map);
  const readDate = dateReader(map.dateOrder);
  const seen = new Map<string, string>();
  for await (const row of csv.rows()) {
    if (!Object.entries(map.where ?? {}).every(([column, value]) => row.text(column) === value)) continue;
    context.counted();
    const date = readDate(row.text(map.columns.date?.column ?? "date"), row.place);
    checkPerson(row, date);
    const content = JSON.stringify(wanted.map((column) => row.text(column)));
    if (seen.get(date) === content) {
      context.notes.add("duplicate", row.place, `the row of ${date} is there twice; counted once`);
      continue;
    }
    seen.set(date, content);
    importRow(row, date, map, context);
  }
  if (seen.size === 0) {
    const filter = Object.entries(map.where ?? {}).map(([column, value]) => `${column}=${value}`);
    throw refusal(place, filter.length === 0 ? "no rows" : `no row with ${filter.join(" and ")}; check the value`);
  }
}

/**
 * Refuses a file of several people. It has several people when ids repeat in other rows, or when one date has two ids.
 * If all ids of a column differ, they only number the rows, and the file is accepted.
 */
function personCheck(header: readonly string[], map: ColumnMap): (row: CsvRow, date: string) => void {
  const column = header.find((name) => PERSON_COLUMN.test(name) && map.where?.[name] === undefined);
  const ids = new Set<string>();
  const dates = new Set<string>();
  let repeats = false;
  return (row, date) => {
    if (column === undefined) return;
    const id = row.text(column);
    const other = ids.size > 0 && !ids.has(id);
    repeats ||= ids.has(id);
    ids.add(id);
    if (ids.size > 1 && (repeats || (other && dates.has(date)))) {
      const how = `import one of them with where ${column}=${id}`;
      throw refusal(row.place, `the column ${shown(column)} names several people; ${how}`);
    }
    dates.add(date);
  };
}

function importRow(row: CsvRow, date: string, map: ColumnMap, context: ImportContext): void {
  const source: Source = map.source ?? "generic";
  const day = { date, source };
  const number = (target: ColumnTarget): number | undefined => {
    const mapped = map.columns[target];
    const value = mapped === undefined ? undefined : row.number(mapped.column);
    return value === undefined ? undefined : value * (mapped?.factor ?? 1);
  };
  for (const metric of METRICS) {
    const value = number(metric);
    if (value !== undefined) context.days.metric(day, metric, value, row.place);
  }
  const score = number("deviceScore");
  if (score !== undefined) context.days.deviceScore(day, score, row.place);

  const asleepMinutes = number("sleepMinutes");
  if (asleepMinutes === undefined) return;
  const awakeMinutes = number("awakeMinutes");
  const inBed = inBedMinutes(asleepMinutes, awakeMinutes, number);
  const times = sleepTimes(row, { date, inBed }, map, context);
  const reading: SleepReading = { ...times, asleepMinutes };
  const parts = knownMinutes({
    awakeMinutes,
    lightMinutes: number("lightMinutes"),
    deepMinutes: number("deepMinutes"),
    remMinutes: number("remMinutes"),
  });
  context.days.sleep(source, { ...reading, ...parts }, row.place);
}

function inBedMinutes(
  asleep: number,
  awake: number | undefined,
  number: (target: ColumnTarget) => number | undefined,
): number {
  const inBed = number("inBedMinutes");
  if (inBed !== undefined) return inBed;
  if (awake !== undefined) return asleep + awake;
  const efficiency = number("efficiency") ?? 1;
  const share = efficiency > 1 ? efficiency / 100 : efficiency;
  return share > 0 && share <= 1 ? asleep / share : asleep;
}

function sleepTimes(
  row: CsvRow,
  { date, inBed }: { readonly date: string; readonly inBed: number },
  map: ColumnMap,
  context: ImportContext,
): Pick<SleepReading, "start" | "end" | "offsetMinutes" | "timesAssumed"> {
  const { sleepStart, sleepEnd } = map.columns;
  const end = sleepEnd === undefined ? undefined : clockCell(row.text(sleepEnd.column), row.place, context);
  const start = sleepStart === undefined ? undefined : clockCell(row.text(sleepStart.column), row.place, context);
  if (end !== undefined) {
    return {
      start: start?.instant ?? Math.round(end.instant - inBed * MINUTE_MS),
      end: end.instant,
      offsetMinutes: end.offset,
    };
  }
  const wakeTime = map.wakeTime ?? DEFAULT_HOURS.wakeTime;
  const wake = parseClock(`${date}T${wakeTime}`);
  if (wake === undefined) throw refusal(row.place, `the wake time ${shown(wakeTime)} is not of the form HH:MM`);
  context.notes.once(
    "assumed",
    row.place,
    `the file gives no sleep times: every night is taken to end at ${wakeTime} in ${context.clock.timeZone}`,
  );
  const instant = context.clock.toInstant(wake.wall);
  return {
    start: Math.round(instant - inBed * MINUTE_MS),
    end: instant,
    offsetMinutes: context.clock.offsetAt(instant),
    timesAssumed: true,
  };
}

function clockCell(
  text: string,
  place: Place,
  context: ImportContext,
): { instant: number; offset: number } | undefined {
  if (text === "") return undefined;
  const clock = parseClock(text);
  if (clock === undefined) throw refusal(place, `${shown(text)} is not a time; write YYYY-MM-DD HH:MM`);
  const instant =
    clock.offsetMinutes === undefined
      ? context.clock.toInstant(clock.wall)
      : clock.wall - clock.offsetMinutes * MINUTE_MS;
  return { instant, offset: clock.offsetMinutes ?? context.clock.offsetAt(instant) };
}
