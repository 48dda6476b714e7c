/**
 * Takes an export in. It reads the whole export first and then writes it in one transaction. An export that was taken
 * in before is not read again, and one of another person is refused (whose.ts).
 */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { keys, TakenExport, type UserId } from "@waldo/contracts";
import { type ImportOptions, type ImportResult, importExport } from "@waldo/core/health/import/import-export";
import { saveDays } from "@waldo/core/health/ledger";
import type { Store } from "@waldo/core/ports";
import { fileSources } from "./file-source.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { refuseAnother } from "./whose.ts";

export type Fresh = { readonly taken: TakenExport; readonly result: ImportResult };

const NOTES_KEPT = 20;

/**
 * Path, size and time of every file, and the options that change the reading. The same fingerprint means the same
 * import.
 */
export async function fingerprint(
  path: string,
  options: Pick<ImportOptions, "timeZone" | "columnMap" | "format">,
): Promise<string> {
  const sources = await fileSources(path);
  const { mtimeMs } = await stat(path);
  const seen = sources.map(({ name, size }) => [name, size]);
  return createHash("sha256")
    .update(JSON.stringify([resolve(path), mtimeMs, seen, options]))
    .digest("hex")
    .slice(0, 32);
}

/**
 * Returns what is known of an import, or `undefined` when it must be read. An older version may have written the row
 * with fewer fields. Then the export is read once more, which changes nothing.
 */
export async function alreadyTaken(store: Store, userId: UserId, print: string): Promise<TakenExport | undefined> {
  return TakenExport.safeParse((await store.get(keys.imported(userId, print)))?.body).data;
}

/** Reads the export without writing anything. Throws ImportRefused, in one line. */
export async function read(path: string, options: ImportOptions): Promise<Fresh> {
  const result = await importExport(await fileSources(path), options);
  const { format, span, days, notes } = result;
  const where = options.columnMap?.where;
  const taken: TakenExport = {
    format,
    ...span,
    lastNight: days.findLast((day) => day.sleeps.length > 0)?.date ?? span.last,
    days: days.length,
    notes: notes.slice(0, NOTES_KEPT),
    noteCount: notes.length,
    ...(where === undefined ? {} : { where }),
  };
  return { taken, result };
}

/** Writes the days and the mark that they are in, all or nothing. Throws `ImportRefused` for another person's days. */
export async function takeIn(
  store: SqliteStore,
  userId: UserId,
  print: string,
  { taken, result }: Fresh,
): Promise<void> {
  await refuseAnother(store, userId, taken, result.days);
  await store.atomically(async () => {
    await saveDays(store, userId, result.days);
    await store.transact([{ op: "put", key: keys.imported(userId, print), body: taken }]);
  });
}
