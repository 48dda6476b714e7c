// The nightly sweep. It moves old rows to the archive, and deletes rows that are no longer needed. One night does a
// bounded amount, oldest first, and the next night continues. The store of one person has a limit in bytes
// (docs/sources.md, Retention). From 60% of the limit the sweep moves the least needed rows before their time, and at
// 80% it raises an alarm in the log. Events that were not used for a long time move too. They stay valid, and
// `retrieve` still finds them.
import { type EpochMs, keys, kindOf, type MemoryBlock, type UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Row, type Store } from "../../ports.ts";
import { bytesOf, type MoveOptions, moveToArchive } from "../../store/archived-rows.ts";
import { queryAll } from "../../store/query-all.ts";
import { isLive } from "../claims/claim.ts";
import { ACTIVATION_THRESHOLD, activation, agesInDays } from "../search/ranking/scoring.ts";
import { emptyDeleted } from "../threads/deleted.ts";
import { dueBefore, patternRows, RETENTION, type Unit } from "./due.ts";

/**
 * The limit in bytes of one person's rows in the store. The system still works above it, because the table has no limit
 * per person. But a night reads all these rows once, and 64 MiB are 16,384 read units of 4 KiB. One partition serves
 * 3,000 of them a second, so this takes five seconds. The rows of many ordinary years fit: 2 kB a session, ten sessions
 * a day, 90 days are under 2 MB.
 */
const HOT_BYTES = 64 * 1024 * 1024;
/** Shares of the limit (docs/sources.md, Retention). */
export const EVICT_FROM = 0.6;
const ALERT_FROM = 0.8;

/** The most bytes of rows that one pass holds in memory. */
const TAKEN_BYTES = 32 * 1024 * 1024;

type Relief = {
  /** Bytes in the store before the pass. */
  readonly bytes: number;
  /** The rows that were moved to the archive early, and their bytes. */
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
 * Moves rows until the store is below 60% of the limit, as far as each rule's `leastDays` allows. The oldest sessions
 * come first, then the log, runs, and closed claims.
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

/** Takes units until the wanted number of rows or bytes is reached. `more` is true when units were left. */
async function take(
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

/**
 * The most rows one sweep moves or deletes. A busy day makes about 200 rows, so a backlog of a year is gone in six
 * weeks.
 */
const SWEEP_ROWS = 2_000;

type SweepOptions = { readonly maxRows?: number; readonly hotBytes?: number };

type SweepReport = {
  /**
   * Counts of rows: moved rows by archive, `cleared` rows, and `emptied` messages of deleted conversations. `evicted`
   * counts the rows that the watermark moved. `hotBytes` is the size in the store before that.
   */
  readonly counts: Record<string, number>;
  /** The kinds of rows for which this night had not enough time. */
  readonly left: readonly string[];
};

/**
 * Sweeps one person's rows. It may be killed at any point, run twice, or run twice at the same time: the archive and
 * the store together always hold the same rows. Throws the errors of the store and the archive.
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

/** Deletes rows without archiving them. It does not fail when a row is already deleted. */
async function clear(store: Store, rows: readonly Row[]): Promise<number> {
  for (let at = 0; at < rows.length; at += MAX_TRANSACTION_WRITES) {
    const some = rows.slice(at, at + MAX_TRANSACTION_WRITES);
    await store.transact(some.map(({ key }) => ({ op: "delete", key })));
  }
  return rows.length;
}

/** The largest share of the live claims that one night may move. */
const MOST_FADED = 0.25;

/**
 * Returns the events whose ACT-R activation, ln Σ days^-0.5 over their uses, is below −2.0 (for example: one use, 54.6
 * days ago). The lowest activation comes first. At most a quarter of the `live` claims is returned.
 */
export function fadedEvents(blocks: readonly MemoryBlock[], now: EpochMs, live: number): MemoryBlock[] {
  return blocks
    .filter((block) => block.hall === "events" && isLive(block))
    .map((block) => ({ block, strength: strengthOf(block, now) }))
    .filter(({ strength }) => strength < ACTIVATION_THRESHOLD)
    .sort((a, b) => a.strength - b.strength || (a.block.patternId < b.block.patternId ? -1 : 1))
    .slice(0, Math.floor(MOST_FADED * live))
    .map(({ block }) => block);
}

function strengthOf({ uses, recordedAt }: MemoryBlock, now: EpochMs): number {
  return activation(agesInDays(uses.length > 0 ? uses : [recordedAt], now));
}

/**
 * How many rows are moved in one transaction. This leaves room for one write of the caller per row, for the head of
 * memory and for the receipt.
 */
const ROWS_AT_ONCE = 45;

/**
 * Moves claims with their history to `memory-history`. A claim that has changed since it was read is not moved.
 * `alongside` returns writes that commit with the rows (at most one per row, and the head). Returns the number of moved
 * rows.
 */
export async function moveBlocks(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  blocks: readonly Pick<MemoryBlock, "patternId" | "revision" | "uses">[],
  alongside?: MoveOptions["alongside"],
): Promise<number> {
  const rows: Row[] = [];
  for (const { patternId, revision, uses } of blocks) {
    const { block, versions } = await patternRows(ports.store, userId, patternId);
    if (block?.body["revision"] === revision && JSON.stringify(block.body["uses"]) === JSON.stringify(uses))
      rows.push(...versions, block);
  }
  const options = { rowsAtOnce: ROWS_AT_ONCE, ...(alongside ? { alongside } : {}) };
  return moveToArchive(ports, { userId, kind: "memory-history" }, rows, options);
}
