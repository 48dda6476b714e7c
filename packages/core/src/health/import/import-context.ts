import type { ColumnMap } from "./column-map.ts";
import type { DayCollector } from "./day-collector.ts";
import type { ExportFile } from "./export-file.ts";
import type { Notes } from "./import-notes.ts";
import type { ZoneClock } from "./local-time.ts";

/** The input of an importer. */
export type ImportContext = {
  /** The clock for sources that write local times without an offset. */
  readonly clock: ZoneClock;
  readonly notes: Notes;
  readonly days: DayCollector;
  readonly columnMap: ColumnMap | undefined;
  /** The importer calls it once per record or row, for progress and the counts. */
  readonly counted: () => void;
};

export type Importer = (files: readonly ExportFile[], context: ImportContext) => Promise<void>;
