/**
 * The Store port on one SQLite file.
 *
 * 1. One transaction is one synchronous run of statements under BEGIN IMMEDIATE. The write lock is taken first, so a
 *    condition is still met at the commit, and `conflict` is never a reason here.
 * 2. Several connections and processes may use one file. A caller that finds it locked waits a little, lets others run,
 *    and tries again. Only after BUSY_ATTEMPTS does it throw `StoreUnavailable`.
 * 3. `atomically` is one transaction around asynchronous work. Calls of that work join it as savepoints. Other calls
 *    wait for its end, so they never see it half done, and its rollback does not affect them.
 * 4. Before a transaction, other waiting work of this process (a request, a timer) gets a turn if it had none for
 *    TURN_MS. SQLite answers synchronously, so a long chain of calls would otherwise block everything else.
 * 5. After a commit, listeners get the keys of the written rows. Commits of other connections and processes only change
 *    `othersVersion`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { StatementSync } from "node:sqlite";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { type EpochMs, type Key, WaldoError } from "@waldo/contracts";
import type { JsonObject, Page, Query, Row, Store } from "@waldo/core/ports";
import { itemBytes, type Meter, PAGE_BYTES, readUnits, transactWriteUnits } from "@waldo/core/store/capacity";
import {
  attemptedWriteUnits,
  checkKey,
  holds,
  type PreparedWrite,
  prepareWrites,
} from "@waldo/core/store/prepare-writes";
import { makeCursor, planQuery, type QueryPlan } from "@waldo/core/store/query-plan";
import { type CancelReason, TransactionCancelled } from "@waldo/core/store/unless-erased";
import { isBusy, sqliteError } from "./sqlite-errors.ts";
import { openDatabase } from "./sqlite-open.ts";

export type SqliteStore = Store & {
  close(): void;
  /**
   * Runs `work` in one transaction: everything it writes through this store commits when it resolves, and nothing
   * commits when it throws. Transactions do not nest. The work should not wait for other users of the store.
   */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `listener` after each commit of this store, with the keys of its rows. Returns a function that stops this. */
  onCommit(listener: (keys: readonly Key[]) => void): () => void;
  /** Returns the names of all partitions. The call reads every key. */
  partitions(): string[];
  /**
   * Makes deleted rows unreadable: no byte of them stays in the file, in its free pages or in the log beside it. Throws
   * `StoreUnavailable` while another process reads the file.
   */
  compact(): Promise<void>;
  /** Returns a number that changes when another connection or another process has committed. The call reads no row. */
  othersVersion(): number;
};

export type SqliteOptions = {
  /** Receives what DynamoDB would have charged for each call. */
  readonly meter?: Meter;
  /**
   * With a clock, the store removes expired rows from time to time. Without one they stay. No code depends on their
   * removal.
   */
  readonly now?: () => EpochMs;
  /** True when the work may be repeated after a power cut (sqlite-open.ts). */
  readonly repeatable?: boolean;
};

/** With the pauses between them, these attempts take about five seconds. */
const BUSY_ATTEMPTS = 60;
const BUSY_PAUSE_MS = 35;
const TURN_MS = 5;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const SWEEP_AT_MOST_ROWS = 1000;

type Stored = { sk: string; version: number; body: string; bytes: number };
type Scope = { readonly ended: Promise<void>; readonly written: Key[] };

/**
 * Opens a store on the file at `path`, or in memory. Throws `StoreUnavailable` or `NoSpace` when it cannot be opened.
 */
export function openSqliteStore(path: string, options: SqliteOptions = {}): SqliteStore {
  const { meter, now } = options;
  const db = openDatabase(path, options.repeatable);
  const select = db.prepare("SELECT sk, version, body, bytes FROM item WHERE tbl = ? AND pk = ? AND sk = ?");
  const upsert = db.prepare(
    "INSERT OR REPLACE INTO item (tbl, pk, sk, version, body, bytes, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const remove = db.prepare("DELETE FROM item WHERE tbl = ? AND pk = ? AND sk = ?");
  const sweep = db.prepare(
    `DELETE FROM item WHERE (tbl, pk, sk) IN
       (SELECT tbl, pk, sk FROM item WHERE expires_at < ? ORDER BY expires_at LIMIT ${SWEEP_AT_MOST_ROWS})`,
  );
  const others = db.prepare("PRAGMA data_version");
  const ranges = new Map<string, StatementSync>();
  const scopes = new AsyncLocalStorage<Scope>();
  const listeners = new Set<(keys: readonly Key[]) => void>();
  let scope: Scope | undefined;
  let sweptAt = 0;
  let turnedAt = 0;

  function committed(written: readonly Key[]): void {
    if (written.length > 0) for (const listener of listeners) listener(written);
  }

  /** Runs synchronous work when no other caller's `atomically` is running and the file is not locked. */
  async function inTurn<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      while (scope !== undefined && scopes.getStore() !== scope) await scope.ended;
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || attempt === BUSY_ATTEMPTS) throw sqliteError(error, path);
      }
      await sleep(1 + Math.random() * BUSY_PAUSE_MS);
    }
  }

  function read(key: Key): Stored | undefined {
    return select.get(key.table, key.pk, key.sk) as Stored | undefined;
  }

  function apply(writes: readonly PreparedWrite[]): number {
    const before = writes.map((write) => read(write.key));
    const reasons = writes.map((write, at): CancelReason => {
      const row = write.when.length === 0 ? undefined : parsed(before[at]);
      return write.when.every((condition) => holds(condition, row)) ? null : "condition";
    });
    if (reasons.some((reason) => reason !== null)) throw new TransactionCancelled(reasons);
    let units = 0;
    for (const [at, write] of writes.entries()) {
      const { table, pk, sk } = write.key;
      let bytes = before[at]?.bytes ?? 0;
      if (write.op === "put") {
        const version = (before[at]?.version ?? 0) + 1;
        const after = itemBytes({ ...write, version });
        upsert.run(table, pk, sk, version, JSON.stringify(write.body), after, write.expiresAt ?? null);
        bytes = Math.max(bytes, after);
      } else if (write.op === "delete") remove.run(table, pk, sk);
      units += transactWriteUnits(bytes);
    }
    return units;
  }

  /** `BEGIN IMMEDIATE … COMMIT`, or a savepoint within `atomically`. */
  function inTransaction<T>(work: () => T): T {
    const nested = scope !== undefined;
    if (nested && !db.isTransaction) throw rolledBack();
    db.exec(nested ? "SAVEPOINT inner" : "BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec(nested ? "RELEASE inner" : "COMMIT");
      return result;
    } catch (error) {
      // If the disk is full, SQLite has already rolled everything back.
      if (db.isTransaction) db.exec(nested ? "ROLLBACK TO inner; RELEASE inner" : "ROLLBACK");
      throw error;
    }
  }

  function sweepSometimes(): void {
    if (now === undefined) return;
    const at = now();
    if (Math.abs(at - sweptAt) < SWEEP_EVERY_MS) return;
    sweptAt = at;
    sweep.run(at);
  }

  function page(query: Query, plan: QueryPlan): Page {
    const { sql, bounds } = rangeSql(plan);
    const statement = ranges.get(sql) ?? db.prepare(sql);
    ranges.set(sql, statement);
    const rows: Row[] = [];
    let bytes = 0;
    let cursor: string | undefined;
    for (const found of statement.iterate(query.table, query.pk, ...bounds) as Iterable<Stored>) {
      const last = rows.at(-1);
      if (last !== undefined && (rows.length === plan.limit || bytes + found.bytes > PAGE_BYTES)) {
        cursor = makeCursor(last.key.sk);
        break;
      }
      bytes += found.bytes;
      rows.push(toRow({ table: query.table, pk: query.pk, sk: found.sk }, found));
    }
    meter?.({ op: "query", readUnits: readUnits(bytes), writeUnits: 0 });
    return { rows, ...(cursor === undefined ? {} : { cursor }) };
  }

  return {
    async get(key) {
      checkKey(key);
      const found = await inTurn(() => read(key));
      meter?.({ op: "get", readUnits: readUnits(found?.bytes ?? 0), writeUnits: 0 });
      return found === undefined ? undefined : toRow(key, found);
    },
    async query(query) {
      const plan = planQuery(query);
      return plan === undefined ? { rows: [] } : inTurn(() => page(query, plan));
    },
    async transact(writes) {
      const prepared = prepareWrites(writes);
      if (prepared.length === 0) return;
      if (performance.now() - turnedAt > TURN_MS) {
        await turn();
        turnedAt = performance.now();
      }
      try {
        const units = await inTurn(() =>
          inTransaction(() => {
            sweepSometimes();
            return apply(prepared);
          }),
        );
        meter?.({ op: "transact", readUnits: 0, writeUnits: units });
        const written = prepared.filter(({ op }) => op !== "check").map(({ key }) => key);
        if (scope !== undefined && scopes.getStore() === scope) scope.written.push(...written);
        else committed(written);
      } catch (error) {
        if (error instanceof TransactionCancelled) {
          meter?.({ op: "transact", readUnits: 0, writeUnits: attemptedWriteUnits(prepared) });
        }
        throw error;
      }
    },
    async atomically(work) {
      if (scope !== undefined && scopes.getStore() === scope) {
        throw new WaldoError("InvalidInput", "atomically was called within atomically");
      }
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const mine: Scope = { ended, written: [] };
      await inTurn(() => {
        db.exec("BEGIN IMMEDIATE");
        scope = mine;
      });
      try {
        const result = await scopes.run(mine, work);
        if (!db.isTransaction) throw rolledBack();
        db.exec("COMMIT");
        committed(mine.written);
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec("ROLLBACK");
        throw sqliteError(error, path);
      } finally {
        scope = undefined;
        end();
      }
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    partitions() {
      const found = db.prepare("SELECT DISTINCT pk FROM item ORDER BY pk").all() as { pk: string }[];
      return found.map(({ pk }) => pk);
    },
    async compact() {
      await inTurn(() => {
        // VACUUM sorts rows in memory, so no temporary file holds them.
        db.exec("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; VACUUM");
        const { busy } = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
        if (busy !== 0)
          throw new WaldoError("StoreUnavailable", `another process uses ${path}: stop it, and try again`);
      });
    },
    othersVersion() {
      const { data_version: version } = others.get() as { data_version: number };
      return version;
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}

function rangeSql(plan: QueryPlan): { sql: string; bounds: string[] } {
  const { from, to, after, descending } = plan;
  const lower = !descending && after !== undefined ? (["sk > ?", after] as const) : (["sk >= ?", from] as const);
  const upper = descending && after !== undefined ? after : to;
  const conditions = [lower, ["sk < ?", upper] as const].filter(([, bound]) => bound !== undefined);
  const where = ["tbl = ?", "pk = ?", ...conditions.map(([sql]) => sql)].join(" AND ");
  return {
    sql: `SELECT sk, version, body, bytes FROM item WHERE ${where} ORDER BY sk ${descending ? "DESC" : "ASC"}`,
    bounds: conditions.flatMap(([, bound]) => (bound === undefined ? [] : [bound])),
  };
}

function parsed(stored: Stored | undefined): { version: number; body: JsonObject } | undefined {
  if (stored === undefined) return undefined;
  return { version: stored.version, body: JSON.parse(stored.body) as JsonObject };
}

function toRow(key: Key, stored: Stored): Row {
  return { key, version: stored.version, body: JSON.parse(stored.body) as JsonObject };
}

function rolledBack(): WaldoError {
  return new WaldoError("StoreUnavailable", "an earlier failure rolled this transaction back: start it again");
}
