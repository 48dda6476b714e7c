/**
 * Reads a folder of real wearable exports for bench:health. It skips an export that no importer takes and keeps the
 * reason.
 */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isError, type SourceDay } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { bytesSource } from "@waldo/core/health/import/export-file";
import type { ExportFormat } from "@waldo/core/health/import/export-format";
import { importExport } from "@waldo/core/health/import/import-export";
import { fileSources } from "@waldo/embedded/file-source";

/** One real person: the days as imported, and what the person said of a day if the set asked. */
export type WearablePerson = {
  readonly set: string;
  readonly name: string;
  readonly days: readonly SourceDay[];
  /** The meaning of `deviceScore` in this set. */
  readonly deviceScore: string;
  readonly saidReadiness: ReadonlyMap<string, number>;
};
type Wearables = { readonly people: WearablePerson[]; readonly skipped: string[] };

/**
 * Wall clocks without a time zone are read as UTC. The mathematics uses only clock times, and they come back as
 * written.
 */
const ZONE = "UTC";
const DAILY_FILE = "daily.csv";
const DAILY_COLUMNS =
  "date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,respiratoryRateRpm=full_sleep_breathing_rate," +
  "sleepMinutes=minutesAsleep,inBedMinutes=sleep_duration*0.0000166667,steps=steps,deviceScore=stress_score";
const DEVICE_SCORES: Record<ExportFormat, string> = {
  oura: "Oura readiness",
  fitbit: "Fitbit sleep score",
  garmin: "Garmin sleep score",
  samsung: "Samsung sleep score",
  whoop: "WHOOP recovery",
  generic: "Fitbit stress management score",
  "apple-health": "no score",
};

/**
 * Returns all people in a folder of wearables. A subfolder is one person's export, or holds one folder per person, or
 * one daily file of many people who are distinguished by `id`. An export that no importer takes is skipped, with the
 * importer's reason.
 */
export async function wearablePeople(root: string): Promise<Wearables> {
  const found: Wearables = { people: [], skipped: [] };
  for (const set of await folders(root)) {
    const path = join(root, set);
    const persons = await folders(path);
    if (persons.length > 0) {
      for (const person of persons) await addPerson(found, set, person, join(path, person));
    } else if ((await readdir(path)).includes(DAILY_FILE)) await addDailyPeople(found, set, join(path, DAILY_FILE));
    else await addPerson(found, set, set, path);
  }
  return found;
}

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function addPerson({ people, skipped }: Wearables, set: string, name: string, path: string): Promise<void> {
  try {
    const { days, format } = await importExport(await fileSources(path), { timeZone: ZONE });
    const deviceScore = DEVICE_SCORES[format];
    people.push({ set, name, days, deviceScore, saidReadiness: await saidReadiness(path) });
  } catch (error) {
    if (!isError(error, "ImportRefused")) throw error;
    skipped.push(`${set === name ? set : `${set}/${name}`}: ${error.message}`);
  }
}

async function addDailyPeople({ people, skipped }: Wearables, set: string, path: string): Promise<void> {
  const [header = "", ...lines] = (await readFile(path, "utf8")).split("\n");
  const column = header.split(",").indexOf("id");
  // The cells before the id hold no commas, so a plain split finds it. Each importer then reads only its own person's
  // lines.
  for (const [id, own] of Map.groupBy(lines, (line) => line.split(",")[column] ?? "")) {
    if (id === "") continue;
    const name = id.slice(-6);
    try {
      const source = bytesSource(DAILY_FILE, [header, ...own].join("\n"));
      const options = { timeZone: ZONE, columnMap: parseColumnMap(DAILY_COLUMNS, `id=${id}`) };
      const days = (await importExport(source, options)).days.map(({ deviceScore, ...day }) =>
        // Fitbit writes 0 where it could not compute the score.
        deviceScore === undefined || deviceScore === 0 ? day : { ...day, deviceScore },
      );
      people.push({ set, name, days, deviceScore: DEVICE_SCORES.generic, saidReadiness: new Map() });
    } catch (error) {
      if (!isError(error, "ImportRefused")) throw error;
      skipped.push(`${set}/${name}: ${error.message}`);
    }
  }
}

/** Reads PMData's `wellness.csv`: the readiness 0–10 that the person gave that morning, by date. */
async function saidReadiness(path: string): Promise<Map<string, number>> {
  if (!(await readdir(path)).includes("wellness.csv")) return new Map();
  const [header = "", ...lines] = (await readFile(join(path, "wellness.csv"), "utf8")).trim().split("\n");
  const column = header.split(",").indexOf("readiness");
  return new Map(
    lines.flatMap((line) => {
      const cells = line.split(",");
      const said = Number(cells[column]);
      return said > 0 ? [[(cells[0] ?? "").slice(0, 10), said] as const] : [];
    }),
  );
}
