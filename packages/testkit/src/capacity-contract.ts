/**
 * Checks that both stores meter the same calls with exactly the same units, so that a bill can be predicted without
 * AWS. The figures are those of the DynamoDB developer guide. A strongly consistent read costs one unit per 4 KB. A
 * transactional write costs two units per 1 KB of the larger of the row before and after.
 *
 * Some cases are left out, because DynamoDB Local 1.25.1 reports them differently from the guide: a query that finds
 * nothing (0), a delete of a row that does not exist (half), a check of a row over 1 KB (as if it were small), and two
 * writes of equal cost to one table in one transaction (counted once). So each transaction here writes rows of
 * different sizes.
 */
import type { Key } from "@waldo/contracts";
import type { Condition, Store } from "@waldo/core/ports";
import type { Meter, StoreUnits } from "@waldo/core/store/capacity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenedStore } from "./store-suite.ts";

type Units = { read?: number; write?: number };

/**
 * Defines the suite. `transactFactor` is what the server under test charges for a transactional write, relative to the
 * guide.
 */
export function capacityContract(
  name: string,
  open: (meter: Meter) => Promise<OpenedStore>,
  { transactFactor = 1 }: { transactFactor?: number } = {},
): void {
  describe(`${name} meters what DynamoDB charges`, () => {
    const metered: StoreUnits[] = [];
    let opened: OpenedStore;
    let store: Store;
    let partitions = 0;
    beforeAll(async () => {
      opened = await open((units) => metered.push(units));
      store = opened.store;
    });
    afterAll(() => opened?.close());

    const partition = () => {
      partitions += 1;
      const pk = `USER#capacity-${partitions}`;
      return (sk: string): Key => ({ table: "agent", pk, sk });
    };
    const kb = (kilobytes: number) => ({ text: "x".repeat(kilobytes * 1024 - 100) });
    const put = (key: Key, kilobytes: number) => ({ op: "put", key, body: kb(kilobytes) }) as const;
    const present: Condition[] = [{ is: "present" }];

    /** Returns the units metered for one call, without those of earlier calls. */
    const cost = async (call: () => Promise<unknown>): Promise<Units> => {
      metered.length = 0;
      await call();
      const sum = { read: 0, write: 0 };
      for (const { readUnits, writeUnits } of metered) {
        sum.read += readUnits;
        sum.write += writeUnits / transactFactor;
      }
      return { ...(sum.read > 0 && { read: sum.read }), ...(sum.write > 0 && { write: sum.write }) };
    };

    test("reading a row costs by 4 KB, reading nothing costs one", async () => {
      const key = partition();
      await store.transact([put(key("1"), 1), put(key("4"), 4), put(key("5"), 5), put(key("300"), 300)]);
      expect(await cost(() => store.get(key("0")))).toEqual({ read: 1 });
      expect(await cost(() => store.get(key("1")))).toEqual({ read: 1 });
      expect(await cost(() => store.get(key("4")))).toEqual({ read: 1 });
      expect(await cost(() => store.get(key("5")))).toEqual({ read: 2 });
      expect(await cost(() => store.get(key("300")))).toEqual({ read: 75 });
    });

    test("a query costs by the sum of what it read", async () => {
      const key = partition();
      await store.transact(Array.from({ length: 10 }, (_, n) => put(key(`N#${n}`), 1)));
      const { table, pk } = key("");
      expect(await cost(() => store.query({ table, pk }))).toEqual({ read: 3 });
      expect(await cost(() => store.query({ table, pk, limit: 4 }))).toEqual({ read: 1 });
      expect(await cost(() => store.query({ table, pk, prefix: "N#9" }))).toEqual({ read: 1 });
    });

    test("a put costs by the larger of the row before and after", async () => {
      const key = partition()("A");
      expect(await cost(() => store.transact([put(key, 1)]))).toEqual({ write: 2 });
      expect(await cost(() => store.transact([put(key, 5)]))).toEqual({ write: 10 });
      expect(await cost(() => store.transact([put(key, 2)]))).toEqual({ write: 10 });
      expect(await cost(() => store.transact([put(key, 2)]))).toEqual({ write: 4 });
    });

    test("a delete and a check cost by the row they meet", async () => {
      const key = partition();
      await store.transact([put(key("A"), 1), put(key("B"), 3)]);
      expect(await cost(() => store.transact([{ op: "check", key: key("A"), when: present }]))).toEqual({ write: 2 });
      expect(await cost(() => store.transact([{ op: "delete", key: key("B") }]))).toEqual({ write: 6 });
      const absent: Condition[] = [{ is: "absent" }];
      expect(await cost(() => store.transact([{ op: "check", key: key("C"), when: absent }]))).toEqual({ write: 2 });
    });

    test("the writes of a transaction add up over both tables", async () => {
      const key = partition();
      const writes = [put(key("A"), 1), put({ ...key("B"), table: "health" }, 2), put(key("C"), 3)];
      expect(await cost(() => store.transact(writes))).toEqual({ write: 12 });
    });

    test("the envelope counts: a row one byte over 1 KB costs two units more", async () => {
      const key = partition()("A");
      // A number is stored without the zeros at its end, so the time here ends in none, whatever the day of the test.
      const empty = { op: "put", key, body: { text: "" }, expiresAt: 4_000_000_001_000 } as const;
      // pk, sk, v, b, ttl with their values; the map's 3 bytes, and 1 for its member `text`.
      const envelope = 2 + key.pk.length + 3 + 3 + (1 + 3 + 1 + 4) + (3 + 6);
      const full = { ...empty, body: { text: "x".repeat(1024 - envelope) } };
      expect(await cost(() => store.transact([full]))).toEqual({ write: 2 });
      await store.transact([{ op: "delete", key }]);
      const over = { ...empty, body: { text: "x".repeat(1025 - envelope) } };
      expect(await cost(() => store.transact([over]))).toEqual({ write: 4 });
    });

    test("a cancelled transaction is charged too, by what was sent", async () => {
      const key = partition();
      const writes = [put(key("A"), 3), { op: "check", key: key("B"), when: present } as const];
      const units = await cost(() => expect(store.transact(writes)).rejects.toMatchObject({ name: "ConditionFailed" }));
      // DynamoDB returns no figure here. Both adapters count for themselves, so the server's factor does not apply.
      expect(units).toEqual({ write: (6 + 2) / transactFactor });
    });
  });
}
