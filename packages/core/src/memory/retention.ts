/**
 * The nightly sweep: what has been hot for long enough goes to the archive, what served its turn is cleared, and if too
 * much is left the coldest goes early (watermark.ts). A night does a bounded amount, oldest first; the next goes on.
 */
import type { UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Row, type Store } from "../ports.ts";
import { moveToArchive } from "../store/archived-rows.ts";
import { dueBefore, dueUnits, RETENTION } from "./retention-rules.ts";
import { HOT_BYTES, relieve, take } from "./watermark.ts";

/** Rows one sweep moves or clears. A busy day makes about 200, so a backlog of a year is gone in six weeks. */
export const SWEEP_ROWS = 2_000;

export type SweepOptions = { readonly maxRows?: number; readonly hotBytes?: number };

export type SweepReport = {
  /** Rows moved, by archive, and `cleared`; `evicted` by the watermark; `hotBytes` in the store before that. */
  readonly counts: Record<string, number>;
  /** Row kinds of which more is due than this night did. */
  readonly left: readonly string[];
};

/**
 * Sweeps one person's rows. Safe to be killed anywhere, to run twice and twice at once: what is in the archive and what
 * is in the store together never change. Throws what the store and the archive throw.
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
    const due = dueUnits(ports.store, userId, rule, dueBefore(now, rule.hotDays));
    const { rows, more } = await take(due, { rows: budget });
    const done =
      rule.to === "cleared" ? await clear(ports.store, rows) : await moveToArchive(ports, userId, rule.to, rows);
    counts[rule.to] = (counts[rule.to] ?? 0) + done;
    budget -= rows.length;
    if (more) left.push(rule.rows.split("#", 1)[0] ?? rule.rows);
  }
  const { bytes, evicted } = await relieve(ports, userId, { limit: hotBytes, maxRows: Math.max(0, budget) });
  const report = { counts: { ...counts, evicted, hotBytes: bytes }, left };
  ports.log("info", "memory.swept", { userId, ...report.counts, left: left.length });
  return report;
}

/** Transients only; who finds one gone already is content. */
async function clear(store: Store, rows: readonly Row[]): Promise<number> {
  for (let at = 0; at < rows.length; at += MAX_TRANSACTION_WRITES) {
    const some = rows.slice(at, at + MAX_TRANSACTION_WRITES);
    await store.transact(some.map(({ key }) => ({ op: "delete", key })));
  }
  return rows.length;
}
