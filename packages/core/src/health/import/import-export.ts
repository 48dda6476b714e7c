/** Imports one wearable export. The command line and the benches call it. It imports all or nothing. */
import type { SourceDay } from "@waldo/contracts";
import type { ByteSource } from "../../ports.ts";
import { importAppleHealth } from "./apple-health.ts";
import type { ColumnMap } from "./column-map.ts";
import { createDayCollector } from "./day-collector.ts";
import { createDigests } from "./export-file.ts";
import { type ExportFormat, recognise } from "./export-format.ts";
import { importFitbit } from "./fitbit.ts";
import { importGarmin } from "./garmin.ts";
import { importGenericCsv } from "./generic-csv.ts";
import type { Importer } from "./import-context.ts";
import { createNotes, type ImportNote } from "./import-notes.ts";
import { type ZoneClock, zoneClock } from "./local-time.ts";
import { importOura } from "./oura.ts";
import { refusal, shown } from "./refuse.ts";
import { importSamsung } from "./samsung.ts";
import { importWhoop } from "./whoop.ts";

export type ImportProgress = { readonly bytesRead: number; readonly totalBytes: number; readonly records: number };

export type ImportOptions = {
  /** Set only when the content must have this format. Otherwise the format is recognised. */
  readonly format?: ExportFormat;
  /** IANA time zone of the person, used only when the source gives no offset. */
  readonly timeZone: string;
  /** The column map for a daily CSV of an unknown format. */
  readonly columnMap?: ColumnMap;
  readonly onProgress?: (progress: ImportProgress) => void;
};

export type ImportResult = {
  readonly format: ExportFormat;
  /** One day per date and source, ordered by date. */
  readonly days: SourceDay[];
  readonly span: { readonly first: string; readonly last: string };
  readonly notes: ImportNote[];
  /** SHA-256, hex: of one file's bytes, or of the sorted digests of several files. */
  readonly digest: string;
  readonly counts: {
    readonly files: number;
    readonly records: number;
    readonly days: number;
    readonly sleeps: number;
    readonly rejected: number;
    readonly duplicates: number;
  };
};

const IMPORTERS: Record<ExportFormat, Importer> = {
  "apple-health": importAppleHealth,
  whoop: importWhoop,
  oura: importOura,
  fitbit: importFitbit,
  garmin: importGarmin,
  samsung: importSamsung,
  generic: importGenericCsv,
};

const PROGRESS_STEP = 1024 * 1024;
const [LF, CR] = [10, 13];

/**
 * Reads one wearable export: a zip, a single file, or a folder (as an array of sources named by relative path). It
 * imports all or nothing: if it throws ImportRefused, with a text of one line that names file and line, nothing was
 * imported.
 */
export async function importExport(
  source: ByteSource | readonly ByteSource[],
  options: ImportOptions,
): Promise<ImportResult> {
  const digests = createDigests();
  const sources = (Array.isArray(source) ? source : [source as ByteSource]).map(digests.tap);
  const { format, files, leftOut } = await recognise(sources, options);
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  let bytesRead = 0;
  let reported = 0;
  let records = 0;
  const report = () => {
    reported = bytesRead;
    options.onProgress?.({ bytesRead: Math.min(bytesRead, totalBytes), totalBytes, records });
  };
  const notes = createNotes();
  for (const { file, why } of leftOut) notes.add("ignored", { file: file.name, line: 1 }, `${why}; left out`);
  const counting = files.map((file) => ({
    ...file,
    async *open() {
      let last: number | undefined;
      for await (const chunk of file.open()) {
        bytesRead += chunk.length;
        if (bytesRead - reported >= PROGRESS_STEP) report();
        last = chunk.at(-1) ?? last;
        yield chunk;
      }
      if (/\.csv$/i.test(file.name) && last !== undefined && last !== LF && last !== CR)
        notes.once("ignored", { file: file.name, line: 1 }, "ends without a line end; its last row may be cut short");
    },
  }));

  const collector = createDayCollector(notes);
  await IMPORTERS[format](counting, {
    clock: clockOf(options.timeZone, files[0]?.name ?? "the export"),
    notes,
    days: collector,
    columnMap: options.columnMap,
    counted: () => {
      records++;
    },
  });
  const days = collector.days();
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) {
    throw refusal({ file: files[0]?.name ?? "the export", line: 1 }, "holds no day of data; export a longer span");
  }
  bytesRead = totalBytes;
  report();
  return {
    format,
    days,
    span: { first, last },
    notes: notes.list(),
    digest: await digests.of(usedSources(sources, files)),
    counts: {
      files: files.length,
      records,
      days: days.length,
      sleeps: days.reduce((sum, day) => sum + day.sleeps.length, 0),
      rejected: notes.count("rejected"),
      duplicates: notes.count("duplicate"),
    },
  };
}

function clockOf(timeZone: string, file: string): ZoneClock {
  try {
    return zoneClock(timeZone);
  } catch (error) {
    throw refusal({ file, line: 1 }, `the zone ${shown(timeZone)} is unknown; give one like Europe/Berlin`, error);
  }
}

/**
 * Returns the sources that were read. A folder may contain gigabytes that no importer reads, so only the read files
 * identify the import.
 */
function usedSources(sources: readonly ByteSource[], files: readonly { name: string }[]): readonly ByteSource[] {
  const names = new Set(files.map((file) => file.name));
  const used = sources.filter((source) => names.has(source.name));
  return used.length === 0 ? sources : used;
}
