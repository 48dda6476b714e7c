/** Recognises what a file is from its first bytes. export-format.ts calls it. It does not throw. */

import type { ByteSource } from "../../ports.ts";
import { dateReader, isYearLast } from "./calendar-date.ts";
import { csvHeader, openCsv } from "./csv-rows.ts";
import { baseName, type ExportFile } from "./export-file.ts";
import { refusal, shown } from "./refuse.ts";
import { isSamsungTable } from "./samsung.ts";
import { isWhoopSleeps, looksLikeWhoop } from "./whoop.ts";

/** How many bytes of a CSV are kept, because a folder or a zip may hold thousands of files. */
const KEPT_BYTES = 4096;

/** The kind of a file, recognised from its first bytes. Its name is not used. */
export type Sniffed =
  | { readonly is: "empty" | "zip" | "gzip" | "html" | "binary" | "utf16" | "text" }
  | { readonly is: "xml"; readonly appleHealth: boolean }
  /**
   * `oura` is true when the text has names of Oura's fields; the other flags tell of date fields of Fitbit and Garmin.
   */
  | { readonly is: "json"; readonly oura: boolean; readonly fitbit: boolean; readonly garmin: boolean }
  | { readonly is: "csv"; readonly header: readonly string[]; readonly text: string };

export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) return { is: "empty" };
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] !== undefined && head[2] <= 0x07) return { is: "zip" };
  if (head[0] === 0x1f && head[1] === 0x8b) return { is: "gzip" };
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return { is: "utf16" };
  if (head.includes(0)) return { is: "binary" };
  const text = decode(head);
  if (text === "") return { is: "empty" };
  if (broken(text)) return { is: "binary" };
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(afterComments(text))) return { is: "html" };
  if (text.startsWith("<")) return { is: "xml", appleHealth: text.includes("HealthData") };
  if (text.startsWith("{") || text.startsWith("["))
    return {
      is: "json",
      oura: /"(bedtime_end|summary_date|daily_readiness|contributors)"/.test(text),
      fitbit: /"(dateOfSleep|dateTime)"/.test(text),
      garmin: /"calendarDate"/.test(text),
    };
  const csv = csvHeader(head);
  return csv === undefined
    ? { is: "text" }
    : { is: "csv", header: csv.header, text: decode(head.subarray(0, KEPT_BYTES)) };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes).trimStart();
}

function afterComments(text: string): string {
  let rest = text;
  while (rest.startsWith("<!--") && rest.includes("-->")) rest = rest.slice(rest.indexOf("-->") + 3).trimStart();
  return rest;
}

/**
 * True when more than one character in ten cannot be part of a text. The file is then a picture, a database or a
 * spreadsheet.
 */
function broken(text: string): boolean {
  const sample = text.slice(0, 4096);
  const odd = sample.replace(/[\t\n\v\f\r]/g, "").match(/[\p{Cc}\uFFFD]/gu)?.length ?? 0;
  return odd * 10 > sample.length;
}

/** Describes the file for a refusal: what it looks like and what to do about it. */
export function inWords(sniffed: Sniffed): string {
  switch (sniffed.is) {
    case "empty":
      return "is empty; download the export again";
    case "zip":
      return "is a zip inside the export; unpack it and import what it holds";
    case "gzip":
      return "is a gzip archive; unpack it and import the file inside";
    case "utf16":
      return "is UTF-16 text, as spreadsheets save it; save it as CSV UTF-8, or use the file as it was downloaded";
    case "html":
      return "is a web page, not an export: the download probably ended on a login page; sign in and download it again";
    case "binary":
      return "is a binary file; expected a zip, XML, CSV or JSON export";
    case "text":
      return "is plain text without columns; expected a zip, XML, CSV or JSON export";
    case "xml":
      return "is XML, but not the export.xml of Apple Health; in the Health app choose your picture, then Export All Health Data";
    case "json":
      return "is JSON, but not of Oura, Fitbit or Garmin; point at the export's own files";
    case "csv":
      return "is a CSV that is no export known here; describe its columns with a column map";
  }
}

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
 * Returns the refusal of a CSV of an unknown format. If its dates would be refused anyway, the refusal tells that
 * first.
 */
async function unknownCsv(file: ExportFile): Promise<Error> {
  const csv = await openCsv(file);
  const readDate = dateReader(undefined);
  for await (const row of csv.rows()) {
    const dated = csv.header.map((column) => row.text(column)).find(isYearLast);
    if (dated === undefined) break;
    // For a date with two meanings it throws, and this error becomes the refusal.
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
