import type { ByteSource } from "../../ports.ts";
import { dateReader, isYearLast } from "./calendar-date.ts";
import { openCsv } from "./csv-rows.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import { refusal, shown } from "./refuse.ts";
import { isSamsungTable } from "./samsung-files.ts";
import { inWords, type Sniffed } from "./sniff.ts";
import { isWhoopSleeps, looksLikeWhoop } from "./whoop-columns.ts";

export type Candidate = { readonly file: ExportFile; readonly sniffed: Sniffed };

/** Builds the refusal for files that no importer accepts: what they look like, and what to do. */
export async function unknownExport(sources: readonly ByteSource[], candidates: readonly Candidate[]): Promise<Error> {
  const only = sources.length === 1 && candidates.length === 1 ? candidates[0] : undefined;
  if (only !== undefined && isBrokenZip(only)) {
    return refuse(only.file, "is called a zip but is none: it is damaged or cut short; download it again");
  }
  for (const { file, sniffed } of candidates) {
    if (sniffed.is !== "csv") continue;
    if (isWhoopSleeps(sniffed.header)) {
      return refuse(file, "holds only the sleeps of a WHOOP export; import physiological_cycles.csv or the whole zip");
    }
    if (isSamsungTable(sniffed.header)) {
      return refuse(
        file,
        "is a table of Samsung Health without sleep, breathing or steps; import the whole folder, or a zip of it",
      );
    }
    if (looksLikeWhoop(sniffed.text)) return unknownLanguage(file, sniffed.header);
  }
  const csv = candidates.find(({ sniffed }) => sniffed.is === "csv");
  if (csv !== undefined) return unknownCsv(csv.file);
  if (only !== undefined) return refuse(only.file, inWords(only.sniffed));
  return noneOf(sources, candidates);
}

function refuse(file: { readonly name: string }, message: string): Error {
  return refusal({ file: file.name, line: 1 }, message);
}

function isBrokenZip({ file, sniffed }: Candidate): boolean {
  return baseName(file).endsWith(".zip") && !["html", "empty", "zip"].includes(sniffed.is);
}

function unknownLanguage(file: ExportFile, header: readonly string[]): Error {
  const columns = header.slice(0, 6).map((name) => shown(name, 30));
  return refuse(
    file,
    `looks like a WHOOP export in a language not known here, or one of its other files (${columns.join(", ")}); ` +
      "import the whole zip, or switch the app to English and export again",
  );
}

/**
 * Returns the refusal of a CSV of an unknown format. When its dates would be refused anyway, the person hears that
 * first.
 */
async function unknownCsv(file: ExportFile): Promise<Error> {
  const csv = await openCsv(file);
  const readDate = dateReader(undefined);
  for await (const row of csv.rows()) {
    const dated = csv.header.map((column) => row.text(column)).find(isYearLast);
    if (dated === undefined) break;
    // It throws for a date with two meanings, and that error is the refusal.
    readDate(dated, row.place);
  }
  const columns = csv.header.slice(0, 8).map((name) => shown(name));
  return refuse(file, `${inWords({ is: "csv", header: csv.header, text: "" })} (its columns: ${columns.join(", ")})`);
}

function noneOf(sources: readonly ByteSource[], candidates: readonly Candidate[]): Error {
  const name = sources.length === 1 ? (sources[0]?.name ?? "the export") : "the folder";
  const zip = sources.length > 1 ? sources.find((source) => source.name.toLowerCase().endsWith(".zip")) : undefined;
  const hint =
    zip === undefined
      ? "point at an export of Apple Health, WHOOP, Oura, Fitbit, Garmin or Samsung Health"
      : `point at ${zip.name} inside it`;
  const held = candidates.slice(0, 6).map(({ file }) => baseName(file));
  const holds = held.length === 0 ? "no XML, CSV or JSON file" : held.join(", ");
  return refuse({ name }, `no known export in it (it holds ${holds}); ${hint}`);
}
