/** The port of the store: rows, conditions and transactions (R13). The suites of testkit test an adapter. */
import type { EpochMs, Key, Table } from "@waldo/contracts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A condition that a row must meet for a write to happen. All conditions of one write must be met. */
export type Condition =
  | { readonly is: "absent" }
  | { readonly is: "present" }
  | { readonly is: "version"; readonly version: number }
  | { readonly is: "equals"; readonly attribute: string; readonly value: string | number | boolean };

/** The `version` of a row starts at 1 and grows by one with each put of its key. After a delete it starts again. */
export type Row<T = JsonObject> = {
  readonly key: Key;
  readonly version: number;
  readonly body: T;
  /** How many bytes the row takes in the store, if this is not the size of its body. */
  readonly bytes?: number;
};

export type Write =
  | {
      readonly op: "put";
      readonly key: Key;
      /**
       * Any JSON object. The type is loose because callers pass contract types. Members that are `undefined` are
       * dropped.
       */
      readonly body: object;
      readonly when?: readonly Condition[];
      /**
       * Only for cleaning up: after this instant the store may delete the row, but it may also stay for days. No code
       * may depend on it.
       */
      readonly expiresAt?: EpochMs;
    }
  | { readonly op: "delete"; readonly key: Key; readonly when?: readonly Condition[] }
  | { readonly op: "check"; readonly key: Key; readonly when: readonly Condition[] };

export type Query = {
  readonly table: Table;
  readonly pk: string;
  /**
   * Selects the sort keys from `from` (inclusive) to `to` (exclusive), or all that start with `prefix`. The order is
   * that of UTF-8 bytes.
   */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  readonly descending?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
};

export type Page = { readonly rows: Row[]; readonly cursor?: string };

/** One transaction holds at most this many writes, and no key twice (limits of DynamoDB). */
export const MAX_TRANSACTION_WRITES = 100;

export type Store = {
  /** Reads one row, strongly consistent. */
  get(key: Key): Promise<Row | undefined>;
  /**
   * Reads rows of one partition in sort-key order, strongly consistent. A page may hold few rows and still have a
   * cursor.
   */
  query(query: Query): Promise<Page>;
  /**
   * Carries out all writes or none. Throws `ConditionFailed` (a `TransactionCancelled`, with one reason for each write,
   * in order) when a condition is not met, `StoreUnavailable` when a retry may help, and `InvalidInput` when a retry
   * cannot help.
   */
  transact(writes: readonly Write[]): Promise<void>;
};
