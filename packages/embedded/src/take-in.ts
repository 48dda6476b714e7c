/** Takes an export in: reads it whole, and only then writes, in one transaction. An export taken in before is not read again. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { keys, type LocalDate, type UserId } from "@waldo/contracts";
import { type ImportOptions, type ImportResult, importExport } from "@waldo/core/health/import/import-export";
import { saveDays } from "@waldo/core/health/ledger";
import type { Store } from "@waldo/core/ports";
import { fileSources } from "./file-source.ts";
import type { SqliteStore } from "./sqlite-store.ts";

/** What is remembered of an import: enough to know it again, nothing of its content. */
export type Taken = {
  readonly format: string;
  readonly first: LocalDate;
  readonly last: LocalDate;
  /** The last date with a night in it: the one worth playing. */
  readonly lastNight: LocalDate;
  readonly days: number;
  readonly notes: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  readonly noteCount: number;
};

export type Fresh = { readonly taken: Taken; readonly result: ImportResult };

const NOTES_KEPT = 20;

/** Path, size and time of every file, and what shapes the reading: the same means the same import. */
export async function fingerprint(
  path: string,
  options: Pick<ImportOptions, "zone" | "columnMap" | "format">,
): Promise<string> {
  const sources = await fileSources(path);
  const { mtimeMs } = await stat(path);
  const seen = sources.map(({ name, size }) => [name, size]);
  return createHash("sha256")
    .update(JSON.stringify([resolve(path), mtimeMs, seen, options]))
    .digest("hex")
    .slice(0, 32);
}

export async function alreadyTaken(store: Store, userId: UserId, print: string): Promise<Taken | undefined> {
  return (await store.get(keys.imported(userId, print)))?.body as Taken | undefined;
}

/** Reads the export without writing anything. Throws ImportRefused, in one line. */
export async function read(path: string, options: ImportOptions): Promise<Fresh> {
  const result = await importExport(await fileSources(path), options);
  const { format, span, days, notes } = result;
  const taken: Taken = {
    format,
    ...span,
    lastNight: days.findLast((day) => day.sleeps.length > 0)?.date ?? span.last,
    days: days.length,
    notes: notes.slice(0, NOTES_KEPT),
    noteCount: notes.length,
  };
  return { taken, result };
}

/** All or nothing: the days, and the mark that they are in. */
export async function takeIn(
  store: SqliteStore,
  userId: UserId,
  print: string,
  { taken, result }: Fresh,
): Promise<void> {
  await store.atomically(async () => {
    await saveDays(store, userId, result.days);
    await store.transact([{ op: "put", key: keys.imported(userId, print), body: taken }]);
  });
}
