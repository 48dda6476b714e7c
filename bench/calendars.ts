/**
 * Reads calendar files of the world and counts what becomes of their events: `npm run bench:calendars -- [--data PATH]
 * [--json]`. Beside it stands what node-ical reads of the same files. Each folder of the path is one row.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isError } from "@waldo/contracts";
import { importIcs } from "@waldo/core/calendar/ics";
import ical from "node-ical";
import { optionsOf } from "./options.ts";

const values = optionsOf(
  `Usage: npm run bench:calendars -- [--data PATH] [--json]

Reads each .ics file in the folders of a path, and counts the events that were read, guessed and left out.

  --data PATH  where the folders are (default ../shared/data/calendars)
  --json       everything as JSON`,
  { data: { type: "string", default: "../shared/data/calendars" }, json: { type: "boolean", default: false } },
);

type Row = {
  readonly folder: string;
  readonly files: number;
  /** Files that are no calendar, or are beyond bounds. */
  refused: number;
  /** Events that stand in the files that were read. */
  events: number;
  read: number;
  /** Series that lost some repeats. */
  cut: number;
  /** Occurrences in the year of the file, and those of them whose time is marked as uncertain. */
  occurrences: number;
  uncertain: number;
  nodeIcal: number;
};

if (!existsSync(values.data)) console.log("skipped: no calendars there");
else
  print(
    readdirSync(values.data)
      .sort()
      .flatMap((folder) => rowOf(folder)),
  );

function rowOf(folder: string): Row[] {
  const path = join(values.data, folder);
  if (!statSync(path).isDirectory()) return [];
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ics"));
  const row: Row = {
    ...{ folder, files: files.length, refused: 0, events: 0, read: 0, cut: 0 },
    ...{ occurrences: 0, uncertain: 0, nodeIcal: 0 },
  };
  for (const file of files) count(row, readFileSync(join(path, file)));
  return [row];
}

function count(row: Row, bytes: Buffer): void {
  const text = bytes.toString("utf8");
  const [, year = "2026"] = /^DTSTART[^\r\n]*:(\d{4})/m.exec(text) ?? [];
  const from = Date.UTC(Math.max(1971, Number(year)), 0, 1);
  try {
    const { events, skipped } = importIcs(bytes, { timeZone: "Europe/Berlin", from, to: from + 365 * 86_400_000 });
    const all = text.match(/^BEGIN:VEVENT\s*$/gim)?.length ?? 0;
    const { unread_repeats: unread = 0, recurs_beyond_bounds: beyond = 0, ...gone } = skipped;
    row.events += all;
    row.cut += unread + beyond;
    row.read += all - Object.values(gone).reduce((sum, times) => sum + times, 0);
    row.occurrences += events.length;
    row.uncertain += events.filter(({ uncertain }) => uncertain).length;
    row.nodeIcal += peer(text);
  } catch (error) {
    if (!isError(error, "ImportRefused")) throw error;
    row.refused++;
  }
}

/** The events with a start that node-ical reads, the changed occurrences among them. */
function peer(text: string): number {
  try {
    return Object.values(ical.sync.parseICS(text)).reduce((sum, one) => {
      if (one?.type !== "VEVENT" || !(one.start instanceof Date) || Number.isNaN(one.start.getTime())) return sum;
      const changed = new Set(Object.values((one.recurrences as object | undefined) ?? {}));
      return sum + 1 + changed.size;
    }, 0);
  } catch {
    return 0;
  }
}

function print(rows: readonly Row[]): void {
  if (values.json) {
    console.log(JSON.stringify(rows));
    return;
  }
  console.log("| folder | files | refused | events | read | without all repeats | in a year | uncertain | node-ical |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const { folder, files, refused, events, read, cut, occurrences, uncertain, nodeIcal } of rows)
    console.log(`| ${[folder, files, refused, events, read, cut, occurrences, uncertain, nodeIcal].join(" | ")} |`);
}
