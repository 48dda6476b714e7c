/**
 * Counts how many bytes one person has in the store, and moves rows early when there are too many (docs/sources.md,
 * Retention). From 60% of the limit the coldest rows go to the archive before their time. At 80% it raises an alarm in
 * the log. The sweep calls it.
 */
import { keys, kindOf, type UserId } from "@waldo/contracts";
import type { Ports, Row, Store } from "../../ports.ts";
import { bytesOf, moveToArchive } from "../../store/archived-rows.ts";
import { queryAll } from "../../store/query-all.ts";
import { dueBefore, RETENTION, type Unit } from "./rules.ts";

/**
 * The limit in bytes of one person's rows in the store. Nothing breaks above it, because the table has no limit per
 * person. But a night reads all of these rows once, and 64 MiB are 16,384 read units of 4 KiB: five seconds of what one
 * partition serves (3,000 a second). Years of an ordinary person fit: 2 kB a session, ten sessions a day, 90 days are
 * under 2 MB.
 */
export const HOT_BYTES = 64 * 1024 * 1024;
/** Shares of the limit (docs/sources.md, Retention). */
export const EVICT_FROM = 0.6;
export const ALERT_FROM = 0.8;

/** The most bytes of rows that one pass holds in memory. */
const TAKEN_BYTES = 32 * 1024 * 1024;

export type Relief = {
  /** Bytes in the store before the pass. */
  readonly bytes: number;
  /** Rows that went to the archive early, and their bytes. */
  readonly evicted: number;
  readonly freed: number;
};

/**
 * Returns the JSON bytes of a person's rows in the store, by kind of row. It reads all of them, so it runs once a
 * night.
 */
export async function hotBytes(store: Store, userId: UserId): Promise<ReadonlyMap<string, number>> {
  const { table, pk } = keys.profile(userId);
  const byKind = new Map<string, number>();
  for await (const row of queryAll(store, { table, pk })) {
    const kind = kindOf(row.key);
    byKind.set(kind, (byKind.get(kind) ?? 0) + bytesOf(row));
  }
  return byKind;
}

/**
 * Brings the bytes in the store below 60% of the limit, as far as each rule's `leastDays` allows. It moves the oldest
 * sessions first, then the log, runs, and closed claims.
 */
export async function relieve(
  ports: Pick<Ports, "store" | "archive" | "clock" | "log">,
  userId: UserId,
  { limit = HOT_BYTES, maxRows }: { readonly limit?: number; readonly maxRows: number },
): Promise<Relief> {
  const bytes = [...(await hotBytes(ports.store, userId)).values()].reduce((sum, some) => sum + some, 0);
  const excess = bytes - EVICT_FROM * limit;
  let [evicted, freed] = [0, 0];
  if (excess >= 0) {
    for (const { to, leastDays, due: dueUnits } of RETENTION) {
      if (leastDays === undefined || to === "cleared") continue;
      if (freed > excess || evicted >= maxRows) break;
      const due = dueUnits(ports.store, userId, dueBefore(ports.clock.now(), leastDays));
      const { rows } = await take(due, { rows: maxRows - evicted, bytes: excess - freed });
      evicted += await moveToArchive(ports, { userId, kind: to }, rows);
      freed += rows.reduce((sum, row) => sum + bytesOf(row), 0);
    }
  }
  if (bytes >= ALERT_FROM * limit) ports.log("warn", "memory.watermark", { bytes, limit, evicted, freed });
  return { bytes, evicted, freed };
}

/**
 * Takes units until it has the wanted number of rows or more than the wanted bytes. `more` says whether there were
 * further units.
 */
export async function take(
  units: AsyncIterable<Unit>,
  enough: { readonly rows: number; readonly bytes?: number },
): Promise<{ readonly rows: Row[]; readonly more: boolean }> {
  const most = Math.min(enough.bytes ?? TAKEN_BYTES, TAKEN_BYTES);
  const rows: Row[] = [];
  let bytes = 0;
  for await (const unit of units) {
    if (rows.length >= enough.rows || bytes > most) return { rows, more: true };
    rows.push(...unit);
    bytes += unit.reduce((sum, row) => sum + bytesOf(row), 0);
  }
  return { rows, more: false };
}
