/** The parts of the Store contract share this: one open store, and a partition of its own for each test. */
import type { Key } from "@waldo/contracts";
import type { JsonObject, Row, Store } from "@waldo/core/ports";
import { afterAll, beforeAll, expect } from "vitest";

export type OpenedStore = {
  readonly store: Store;
  /** A second connection to the same data, for an adapter that can have one. */
  readonly other?: Store;
  readonly close: () => Promise<void> | void;
};

export type StoreSuite = {
  readonly store: Store;
  /** The connections over which concurrent work is spread: one or two. */
  readonly connections: () => readonly Store[];
  /** Returns keys in a partition that no other test uses. */
  readonly partition: () => { pk: string; key: (sk: string) => Key };
  readonly bodyOf: (key: Key) => Promise<JsonObject | undefined>;
  readonly versionOf: (key: Key) => Promise<number | undefined>;
  /** Returns every row of a partition, by following cursors. */
  readonly all: (pk: string, options?: object) => Promise<Row[]>;
};

/** Opens a store before the first test of the enclosing suite and closes it after the last. */
export function openSuite(open: () => Promise<OpenedStore>): StoreSuite {
  let opened: OpenedStore;
  let partitions = 0;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  const store: Store = {
    get: (key) => opened.store.get(key),
    query: (query) => opened.store.query(query),
    transact: (writes) => opened.store.transact(writes),
  };
  return {
    store,
    connections: () => [opened.store, ...(opened.other === undefined ? [] : [opened.other])],
    partition() {
      partitions += 1;
      const pk = `USER#contract-${partitions}`;
      return { pk, key: (sk) => ({ table: "agent", pk, sk }) };
    },
    bodyOf: async (key) => (await store.get(key))?.body,
    versionOf: async (key) => (await store.get(key))?.version,
    async all(pk, options = {}) {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.query({
          table: "agent",
          pk,
          ...options,
          ...(cursor === undefined ? {} : { cursor }),
        });
        rows.push(...page.rows);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return rows;
    },
  };
}

export async function expectError(promise: Promise<unknown>, name: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name });
}
