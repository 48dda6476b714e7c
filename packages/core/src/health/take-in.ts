/**
 * Takes an export in. It reads the whole export first and then writes it. An export that was taken in before is not read
 * again, and one of another person is refused (whose.ts).
 */
import { createHash } from "node:crypto";
import { keys, TakenExport, type UserId } from "@waldo/contracts";
import { requireConsent } from "../person/consents.ts";
import type { ByteSource, Store } from "../ports.ts";
import { type ImportOptions, type ImportResult, importExport } from "./import/import-export.ts";
import { saveDays } from "./ledger.ts";
import { refuseAnother } from "./whose.ts";

export type Fresh = { readonly taken: TakenExport; readonly result: ImportResult };

const NOTES_KEPT = 20;

/** What changes the reading of an export. */
export type Reading = Pick<ImportOptions, "timeZone" | "columnMap" | "format">;

/** The fingerprint of what identifies the bytes of an export, and of the options. */
export function printOf(bytes: unknown, { timeZone, columnMap, format }: Reading): string {
  return createHash("sha256")
    .update(JSON.stringify([bytes, { timeZone, columnMap, format }]))
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
export async function read(sources: readonly ByteSource[], options: ImportOptions): Promise<Fresh> {
  const result = await importExport(sources, options);
  const { format, span, days, notes } = result;
  const where = options.columnMap?.where;
  const taken: TakenExport = {
    format,
    ...span,
    lastNight: days.findLast((day) => day.sleeps.length > 0)?.date ?? span.last,
    days: days.length,
    nights: days.filter((day) => day.sleeps.some(({ nap }) => !nap)).length,
    notes: notes.slice(0, NOTES_KEPT),
    noteCount: notes.length,
    ...(where === undefined ? {} : { where }),
  };
  return { taken, result };
}

/**
 * `atomically`: all that the work writes is there, or nothing. Where a store has none, a process that dies may leave some
 * of the days; the same export again writes the same rows.
 */
export type ExportStore = Store & { readonly atomically?: <T>(work: () => Promise<T>) => Promise<T> };

/**
 * Writes the days, and the mark that they are in. Throws `ImportRefused` for another person's days, and `ConsentNeeded`
 * when the person does not agree that such data is stored.
 */
export async function takeIn(
  store: ExportStore,
  userId: UserId,
  print: string,
  { taken, result }: Fresh,
): Promise<void> {
  await requireConsent(store, userId, "body");
  await refuseAnother(store, userId, taken, result.days);
  const write = async () => {
    await saveDays(store, userId, result.days);
    await store.transact([{ op: "put", key: keys.imported(userId, print), body: taken }]);
  };
  await (store.atomically ? store.atomically(write) : write());
}
