/**
 * The nightly sweep. It moves rows that have been in the store long enough to the archive, and deletes rows that are no
 * longer needed. When too much is left, it moves the coldest rows early (watermark.ts). One night does a bounded
 * amount, oldest first, and the next night continues.
 */
import type { UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Row, type Store } from "../../ports.ts";
import { moveToArchive } from "../../store/archived-rows.ts";
import { emptyDeleted } from "../threads/empty.ts";
import { dueBefore, RETENTION } from "./rules.ts";
import { HOT_BYTES, relieve, take } from "./watermark.ts";

/**
 * The most rows one sweep moves or deletes. A busy day makes about 200 rows, so a backlog of a year is gone in six
 * weeks.
 */
export const SWEEP_ROWS = 2_000;

export type SweepOptions = { readonly maxRows?: number; readonly hotBytes?: number };

export type SweepReport = {
  /**
   * Rows moved, by archive, rows `cleared`, and messages of deleted conversations that were `emptied`. `evicted` counts the rows the watermark moved. `hotBytes` is the size
   * in the store before that.
   */
  readonly counts: Record<string, number>;
  /** Row kinds that had more due rows than this night handled. */
  readonly left: readonly string[];
};

/**
 * Sweeps one person's rows. It may be killed at any point, run twice, or run twice at the same time: the archive and
 * the store together always hold the same rows. Throws what the store and the archive throw.
 */
export async function sweep(
  ports: Pick<Ports, "store" | "archive" | "clock" | "log">,
  userId: UserId,
  { maxRows = SWEEP_ROWS, hotBytes = HOT_BYTES }: SweepOptions = {},
): Promise<SweepReport> {
  const now = ports.clock.now();
  const counts: Record<string, number> = {};
  const left: string[] = [];
  let budget = maxRows;
  for (const rule of RETENTION) {
    const due = rule.due(ports.store, userId, dueBefore(now, rule.hotDays));
    const { rows, more } = await take(due, { rows: budget });
    const done =
      rule.to === "cleared"
        ? await clear(ports.store, rows)
        : await moveToArchive(ports, { userId, kind: rule.to }, rows);
    counts[rule.to] = (counts[rule.to] ?? 0) + done;
    budget -= rows.length;
    if (more) left.push(rule.rows);
  }
  const emptied = await emptyDeleted(ports.store, userId, now, Math.max(0, budget));
  budget -= emptied;
  const { bytes, evicted } = await relieve(ports, userId, { limit: hotBytes, maxRows: Math.max(0, budget) });
  const report = { counts: { ...counts, emptied, evicted, hotBytes: bytes }, left };
  ports.log("info", "memory.swept", { ...report.counts, left: left.length });
  return report;
}

/** Deletes rows that are not archived. It does not fail when a row is already gone. */
async function clear(store: Store, rows: readonly Row[]): Promise<number> {
  for (let at = 0; at < rows.length; at += MAX_TRANSACTION_WRITES) {
    const some = rows.slice(at, at + MAX_TRANSACTION_WRITES);
    await store.transact(some.map(({ key }) => ({ op: "delete", key })));
  }
  return rows.length;
}
