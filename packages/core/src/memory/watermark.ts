/**
 * How many bytes of one person are hot, and what gives way when they are too many (seed 000 §4f): from 60% of the limit
 * the coldest rows go to the archive before their time, at 80% somebody is told.
 */
import { keys, type UserId } from "@waldo/contracts";
import type { Ports, Row, Store } from "../ports.ts";
import { bytesOf, moveToArchive } from "../store/archived-rows.ts";
import { queryAll } from "../store/query-all.ts";
import { dueBefore, dueUnits, RETENTION, type Unit } from "./retention-rules.ts";

/**
 * Bytes of one person's rows in the store. Nothing breaks above it, since the table has no limit for a person; but a
 * night reads them all once, and 64 MiB are 16,384 read units of 4 KiB: five seconds of what one partition serves (3,000
 * a second). Years of an ordinary person fit in: 2 kB a session, ten sessions a day, 90 days are under 2 MB.
 */
export const HOT_BYTES = 64 * 1024 * 1024;
/** Shares of the limit (ADR-0056). */
export const EVICT_FROM = 0.6;
export const ALERT_FROM = 0.8;

/** Bytes of rows that one go holds in memory. */
const TAKEN_BYTES = 32 * 1024 * 1024;

export type Relief = {
  /** Hot bytes as they were found. */
  readonly bytes: number;
  /** Rows that went to the archive early, and their bytes. */
  readonly evicted: number;
  readonly freed: number;
};

/** JSON bytes of a person's rows in the store, by kind of row. Reads all of them: once a night. */
export async function hotBytes(store: Store, userId: UserId): Promise<ReadonlyMap<string, number>> {
  const { table, pk } = keys.profile(userId);
  const byKind = new Map<string, number>();
  for await (const row of queryAll(store, { table, pk })) {
    const kind = row.key.sk.split("#", 1)[0] ?? "";
    byKind.set(kind, (byKind.get(kind) ?? 0) + bytesOf(row));
  }
  return byKind;
}

/**
 * Brings the hot bytes below 60% of the limit, as far as the rows' least time in the store allows: the oldest sessions
 * first, then the log, runs, and closed claims.
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
    for (const { to, leastDays, ...rule } of RETENTION) {
      if (leastDays === undefined || to === "cleared") continue;
      if (freed > excess || evicted >= maxRows) break;
      const due = dueUnits(ports.store, userId, { ...rule, to }, dueBefore(ports.clock.now(), leastDays));
      const { rows } = await take(due, { rows: maxRows - evicted, bytes: excess - freed });
      evicted += await moveToArchive(ports, userId, to, rows);
      freed += rows.reduce((sum, row) => sum + bytesOf(row), 0);
    }
  }
  if (bytes >= ALERT_FROM * limit) ports.log("warn", "memory.watermark", { userId, bytes, limit, evicted, freed });
  return { bytes, evicted, freed };
}

/** Units until there are enough: so many rows, or more than so many bytes; and whether there would have been more. */
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
