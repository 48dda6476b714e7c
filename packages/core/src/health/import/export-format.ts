/**
 * Recognises which wearable an export comes from. import-export.ts calls it. An unknown export is refused with
 * `ImportRefused`.
 */
import type { ByteSource } from "../../ports.ts";
import { isZip, ZIP_BUDGET, zipEntries } from "./archive-zip.ts";
import type { ColumnMap } from "./column-map.ts";
import { baseName, type ExportFile, exportFile, readHead } from "./export-file.ts";
import { FITBIT_UNUSED, fitbitKind } from "./fitbit.ts";
import { garminKind } from "./garmin.ts";
import { fieldName } from "./oura.ts";
import { refusal } from "./refuse.ts";
import { isSamsungHrv, isSamsungTable, isSamsungUnused, samsungTable } from "./samsung.ts";
import { type Candidate, inWords, type Sniffed, sniff, unknownExport } from "./unknown-export.ts";
import { isWhoopCycles, isWhoopSleeps } from "./whoop.ts";

const EXPORT_FORMATS = ["apple-health", "whoop", "oura", "fitbit", "garmin", "samsung", "generic"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Recognised = {
  readonly format: ExportFormat;
  readonly files: readonly ExportFile[];
  /** The files that cannot be read, with the reason. Files that the format needs are not among them. */
  readonly leftOut: readonly { readonly file: ExportFile; readonly why: string }[];
};

/** Matches the kinds of files that are opened. Photos and routes make up most of a large export and are never opened. */
const READABLE = /\.(xml|csv|tsv|txt|json|jsonl|ndjson)$/;

/** Recognises the format by the content of the files, and returns the files to read. */
export async function recognise(
  sources: readonly ByteSource[],
  options: { format?: ExportFormat; columnMap?: ColumnMap },
): Promise<Recognised> {
  const files = await unpacked(sources);
  const candidates: Candidate[] = [];
  for (const file of files) {
    const name = baseName(file);
    if (files.length > 1 && (!READABLE.test(name) || FITBIT_UNUSED.test(name))) continue;
    // A Samsung export has thousands of these files. They are used when one of its tables is recognised.
    if (isSamsungHrv(file.name)) continue;
    candidates.push({ file, sniffed: sniff(await readHead(file)) });
  }
  const found = options.columnMap === undefined || options.format ? known(candidates, files) : undefined;
  const generic = options.columnMap === undefined ? undefined : csvs(candidates);
  const recognised = found ?? (generic === undefined ? undefined : { format: "generic" as const, files: generic });
  if (recognised === undefined || recognised.files.length === 0) throw await unknownExport(sources, candidates);
  if (options.format !== undefined && options.format !== recognised.format) {
    const place = { file: recognised.files[0]?.name ?? "the export", line: 1 };
    throw refusal(
      place,
      `this is ${recognised.format} data, not ${options.format}; leave the format out or correct it`,
    );
  }
  return { ...recognised, leftOut: leftOutOf(recognised, candidates) };
}

/** The names of the files that hold an export's nights and days. For Fitbit and Garmin, `named` finds them. */
const OWN_NAMES: Partial<Record<ExportFormat, RegExp>> = {
  // bounded: the name of a file in an export has at most 255 characters
  oura: /(?:sleep|readiness|activity)[^/]{0,80}\.(?:jsonl?|ndjson|csv)$/,
  whoop: /^(?:physiological_cycles|sleeps)\.csv$/,
  samsung: /^com\.samsung\.s?health\.(?:sleep|sleep_stage|respiratory_rate|step_daily_trend|stress)\.[^/]*csv$/,
};

/**
 * Returns the files that cannot be read. Throws `ImportRefused` when one of them has the name of a file with nights and
 * days, because these would otherwise be missing without a message.
 */
function leftOutOf({ format, files }: Pick<Recognised, "format" | "files">, candidates: readonly Candidate[]) {
  const read = new Set(files.map(({ name }) => name));
  return candidates.flatMap(({ file, sniffed }) => {
    const why = read.has(file.name) ? undefined : damageOf(baseName(file), sniffed, format);
    if (why === undefined) return [];
    if (OWN_NAMES[format]?.test(baseName(file))) throw refusal({ file: file.name, line: 1 }, why);
    return [{ file, why }];
  });
}

/** Describes the damage of a file whose content does not match its name. */
function damageOf(name: string, sniffed: Sniffed, format: ExportFormat): string | undefined {
  const isJson = /\.(?:jsonl?|ndjson)$/.test(name);
  if (isJson && OWN_NAMES[format]?.test(name) && (sniffed.is === "csv" || sniffed.is === "text"))
    return "does not begin as JSON does: its beginning is lost";
  const isTable = /\.(?:csv|tsv)$/.test(name);
  const isOwnTable = isTable && format !== "oura" && OWN_NAMES[format]?.test(name) === true;
  // An unused table of Samsung is recognised by the table name in its first line.
  const isKnown = sniffed.is === "csv" && isSamsungTable(sniffed.header);
  if (isOwnTable && sniffed.is === "csv" && !isKnown)
    return "has not the columns of this export: its beginning is lost";
  return DAMAGED.includes(sniffed.is) ? inWords(sniffed) : undefined;
}

const DAMAGED: readonly Sniffed["is"][] = ["empty", "zip", "gzip", "html", "binary", "utf16"];

async function unpacked(sources: readonly ByteSource[]): Promise<ExportFile[]> {
  const [first] = sources;
  if (first === undefined) throw refusal({ file: "the export", line: 1 }, "there is no file; point at the export");
  if (sources.length > 1) return sources.map(exportFile);
  if (first.size === 0) throw refusal({ file: first.name, line: 1 }, inWords({ is: "empty" }));
  if (!isZip(await readHead(exportFile(first), 4))) return [exportFile(first)];
  const entries = await zipEntries(first, ZIP_BUDGET, isSamsungUnused);
  if (entries.length === 0) throw refusal({ file: first.name, line: 1 }, "the zip holds no file; download it again");
  return entries;
}

function known(
  candidates: readonly Candidate[],
  files: readonly ExportFile[],
): Omit<Recognised, "leftOut"> | undefined {
  const headers = candidates.flatMap(({ file, sniffed }) =>
    sniffed.is === "csv" ? [{ file, header: sniffed.header }] : [],
  );
  const cycles = headers.filter(({ header }) => isWhoopCycles(header));
  if (cycles.length > 0) {
    const sleeps = headers.filter(({ header }) => isWhoopSleeps(header));
    return { format: "whoop", files: [...cycles, ...sleeps].map(({ file }) => file) };
  }
  const apple = candidates.filter(({ sniffed }) => sniffed.is === "xml" && sniffed.appleHealth);
  if (apple.length > 0) return { format: "apple-health", files: apple.map(({ file }) => file) };
  const tables = headers.filter(({ header }) => samsungTable(header) !== undefined).map(({ file }) => file);
  if (tables.length > 0) {
    return { format: "samsung", files: [...tables, ...files.filter(({ name }) => isSamsungHrv(name))] };
  }
  if (candidates.some(isFitbit)) return { format: "fitbit", files: named(candidates, fitbitKind) };
  if (candidates.some(isGarmin)) return { format: "garmin", files: named(candidates, garminKind) };
  const oura = candidates.filter(({ sniffed }) => isOura(sniffed));
  if (oura.length > 0) return { format: "oura", files: oura.map(({ file }) => file) };
  return undefined;
}

function isFitbit({ file, sniffed }: Candidate): boolean {
  const kind = fitbitKind(baseName(file));
  if (sniffed.is === "json") return kind !== undefined && sniffed.fitbit;
  return sniffed.is === "csv" && (kind === "sleepScore" || kind === "hrv" || kind === "breathing");
}

function isGarmin({ file, sniffed }: Candidate): boolean {
  return sniffed.is === "json" && sniffed.garmin && garminKind(baseName(file)) !== undefined;
}

/**
 * Returns all files whose name belongs to the export. When the content of one does not match its name, the file is
 * damaged and the import is refused.
 */
function named(candidates: readonly Candidate[], kindOf: (name: string) => string | undefined): ExportFile[] {
  return candidates.flatMap(({ file, sniffed }) => {
    if (kindOf(baseName(file)) === undefined) return [];
    if (sniffed.is !== "json" && sniffed.is !== "csv") throw refusal({ file: file.name, line: 1 }, inWords(sniffed));
    return [file];
  });
}

function isOura(sniffed: Sniffed): boolean {
  if (sniffed.is === "json") return sniffed.oura;
  if (sniffed.is !== "csv") return false;
  const fields = new Set(sniffed.header.map(fieldName));
  const dated = fields.has("date") || fields.has("day");
  return dated && ["bedtime_end", "readiness_score", "contributors", "average_hrv"].some((field) => fields.has(field));
}

function csvs(candidates: readonly Candidate[]): ExportFile[] {
  return candidates.filter(({ sniffed }) => sniffed.is === "csv").map(({ file }) => file);
}
