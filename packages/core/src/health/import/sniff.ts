/** Recognises what a file is from its first bytes. export-format.ts calls it. It does not throw. */
import { csvHeader } from "./csv-rows.ts";

/** How much of a CSV is kept. A folder or a zip may hold thousands of files. */
const KEPT_BYTES = 4096;

/** What a file is by its first bytes. Its name does not matter. */
export type Sniffed =
  | { readonly is: "empty" | "zip" | "gzip" | "html" | "binary" | "utf16" | "text" }
  | { readonly is: "xml"; readonly appleHealth: boolean }
  /** Whether names of Oura's fields, or dates as Fitbit and Garmin name them, stand in it. */
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
 * Returns true when more than one character in ten cannot be in a text. The file is then a picture, a database or a
 * spreadsheet's own format.
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
