/** Part of the Store contract: conditions, and all or nothing. */
import type { Key } from "@waldo/contracts";
import type { Row, Store, Write } from "@waldo/core/ports";
import { TransactionCancelled } from "@waldo/core/store/unless-erased";
import { describe, expect, test } from "vitest";
import { expectError, type StoreSuite } from "./store-suite.ts";

export function transactionContract({ store, connections, partition, bodyOf, all }: StoreSuite): void {
  describe("conditions", () => {
    const put = (key: Key, when?: Write["when"]): Write => ({
      op: "put",
      key,
      body: { new: true },
      ...(when && { when }),
    });

    test.each<[string, NonNullable<Write["when"]>, { onRow: boolean; onNothing: boolean }]>([
      ["absent", [{ is: "absent" }], { onRow: false, onNothing: true }],
      ["present", [{ is: "present" }], { onRow: true, onNothing: false }],
      ["the right version", [{ is: "version", version: 1 }], { onRow: true, onNothing: false }],
      ["a wrong version", [{ is: "version", version: 2 }], { onRow: false, onNothing: false }],
      ["version 0", [{ is: "version", version: 0 }], { onRow: false, onNothing: false }],
      ["an equal text", [{ is: "equals", attribute: "state", value: "open" }], { onRow: true, onNothing: false }],
      ["another text", [{ is: "equals", attribute: "state", value: "Open" }], { onRow: false, onNothing: false }],
      ["an equal number", [{ is: "equals", attribute: "n", value: 4 }], { onRow: true, onNothing: false }],
      ["a number as text", [{ is: "equals", attribute: "n", value: "4" }], { onRow: false, onNothing: false }],
      ["an equal boolean", [{ is: "equals", attribute: "on", value: false }], { onRow: true, onNothing: false }],
      ["an attribute not there", [{ is: "equals", attribute: "nope", value: 1 }], { onRow: false, onNothing: false }],
      ["a dotted name", [{ is: "equals", attribute: "a.b", value: "dot" }], { onRow: true, onNothing: false }],
      ["a reserved name", [{ is: "equals", attribute: "size", value: 1e300 }], { onRow: true, onNothing: false }],
      ["nothing at all", [], { onRow: true, onNothing: true }],
      [
        "several, all true",
        [
          { is: "present" },
          { is: "version", version: 1 },
          { is: "equals", attribute: "n", value: 4 },
          { is: "equals", attribute: "state", value: "open" },
        ],
        { onRow: true, onNothing: false },
      ],
      [
        "several, one false",
        [{ is: "present" }, { is: "equals", attribute: "n", value: 5 }],
        { onRow: false, onNothing: false },
      ],
    ])("%s", async (_, when, holds) => {
      const body = { state: "open", n: 4, on: false, "a.b": "dot", a: { b: "nested" }, size: 1e300 };
      for (const op of ["put", "delete", "check"] as const) {
        if (op === "check" && when.length === 0) continue;
        const { key } = partition();
        await store.transact([{ op: "put", key: key("row"), body }]);
        for (const [sk, expected] of [
          ["row", holds.onRow],
          ["nothing", holds.onNothing],
        ] as const) {
          const write: Write = op === "put" ? put(key(sk), when) : { op, key: key(sk), when };
          const outcome = await store.transact([write]).then(
            () => true,
            (error: unknown) => {
              expect(error).toMatchObject({ name: "ConditionFailed", reasons: ["condition"] });
              return false;
            },
          );
          expect([op, sk, outcome]).toEqual([op, sk, expected]);
        }
      }
    });

    test("reasons come in the order of the writes", async () => {
      const { key } = partition();
      await store.transact([put(key("there"))]);
      const error = await store
        .transact([
          put(key("A")),
          put(key("B"), [{ is: "present" }]),
          { op: "check", key: key("there"), when: [{ is: "present" }] },
          { op: "delete", key: key("C"), when: [{ is: "version", version: 3 }] },
        ])
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TransactionCancelled);
      expect(error).toMatchObject({ name: "ConditionFailed", reasons: [null, "condition", null, "condition"] });
    });

    test("an error says nothing of what the rows hold", async () => {
      const key = { table: "agent", pk: "USER#maria", sk: "NOTE#secret-sk" } as const;
      const write: Write = { op: "put", key, body: { text: "secret-body" }, when: [{ is: "present" }] };
      for (const writes of [[write], [write, write]]) {
        const error = await store.transact(writes).catch((thrown: unknown) => thrown);
        expect(String(error)).not.toMatch(/maria|secret/);
      }
    });
  });

  describe("transactions", () => {
    test("all of it happens", async () => {
      const { key } = partition();
      await store.transact([{ op: "put", key: key("gone"), body: {} }]);
      await store.transact([
        { op: "put", key: key("A"), body: { a: 1 } },
        { op: "put", key: { ...key("B"), table: "health" }, body: { b: 1 } },
        { op: "check", key: key("C"), when: [{ is: "absent" }] },
        { op: "delete", key: key("gone"), when: [{ is: "present" }] },
      ]);
      expect(await bodyOf(key("A"))).toEqual({ a: 1 });
      expect(await bodyOf({ ...key("B"), table: "health" })).toEqual({ b: 1 });
      expect(await store.get(key("C"))).toBeUndefined();
      expect(await store.get(key("gone"))).toBeUndefined();
    });

    test("or none of it, at every position of the failing write", async () => {
      for (const position of [0, 1, 2]) {
        const { pk, key } = partition();
        await store.transact([{ op: "put", key: key("kept"), body: { kept: true } }]);
        const writes: Write[] = [
          { op: "put", key: key("A"), body: {} },
          { op: "delete", key: key("kept") },
        ];
        writes.splice(position, 0, { op: "check", key: key("Z"), when: [{ is: "present" }] });
        await expectError(store.transact(writes), "ConditionFailed");
        const { rows } = await store.query({ table: "agent", pk });
        expect(rows).toEqual([{ key: key("kept"), version: 1, body: { kept: true } }]);
      }
    });

    test("100 writes are possible, 101 are InvalidInput", async () => {
      const { pk, key } = partition();
      const writes = Array.from({ length: 101 }, (_, n): Write => ({ op: "put", key: key(`N#${n}`), body: { n } }));
      await expectError(store.transact(writes), "InvalidInput");
      await store.transact(writes.slice(1));
      expect(await all(pk)).toHaveLength(100);
    });

    test("the same key twice is InvalidInput and writes nothing", async () => {
      const { key } = partition();
      const twice: Write[] = [
        { op: "put", key: key("A"), body: {} },
        { op: "check", key: key("A"), when: [{ is: "absent" }] },
      ];
      await expectError(store.transact(twice), "InvalidInput");
      expect(await store.get(key("A"))).toBeUndefined();
    });

    test.each<[string, Partial<Key>]>([
      ["an empty partition key", { pk: "" }],
      ["an empty sort key", { sk: "" }],
      ["a sort key over 1,024 bytes", { sk: "é".repeat(513) }],
      ["a key with half a character", { sk: "\ud800" }],
    ])("%s is InvalidInput", async (_, part) => {
      const key = { ...partition().key("A"), ...part };
      await expectError(store.transact([{ op: "put", key, body: {} }]), "InvalidInput");
      await expectError(store.get(key), "InvalidInput");
    });

    test("a check without a condition is InvalidInput; no writes at all are nothing to do", async () => {
      await expectError(store.transact([{ op: "check", key: partition().key("A"), when: [] }]), "InvalidInput");
      await store.transact([]);
    });

    // Each increment that comes too late is tried again, so the work grows with the square of their number.
    test("30 increments at the same time, each by version, lose none", async () => {
      const key = partition().key("COUNTER");
      await store.transact([{ op: "put", key, body: { count: 0 } }]);
      const stores = connections();
      await Promise.all(Array.from({ length: 30 }, (_, n) => increment(stores[n % stores.length] ?? store, key)));
      expect(await store.get(key)).toMatchObject({ version: 31, body: { count: 30 } });
    });

    test("two rows changed together are never seen apart at the end of concurrent transfers", async () => {
      const { key } = partition();
      await store.transact([
        { op: "put", key: key("A"), body: { n: 50 } },
        { op: "put", key: key("B"), body: { n: 50 } },
      ]);
      const stores = connections();
      const transfer = (by: Store, amount: number) =>
        retrying(async () => {
          const [a, b] = [await by.get(key("A")), await by.get(key("B"))];
          await by.transact([putNumber(a, amount), putNumber(b, -amount)]);
        });
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => transfer(stores[n % stores.length] ?? store, (n % 5) - 1)),
      );
      const [a, b] = [await bodyOf(key("A")), await bodyOf(key("B"))];
      expect(Number(a?.n) + Number(b?.n)).toBe(100);
      expect(a?.n).toBe(70);
    });
  });
}

async function increment(store: Store, key: Key): Promise<void> {
  await retrying(async () => {
    await store.transact([putNumber(await store.get(key), 1, "count")]);
  });
}

function putNumber(row: Row | undefined, amount: number, attribute = "n"): Write {
  if (row === undefined) throw new Error("the row is gone");
  return {
    op: "put",
    key: row.key,
    body: { [attribute]: Number(row.body[attribute]) + amount },
    when: [{ is: "version", version: row.version }],
  };
}

/**
 * The loop that every caller of `transact` has: it reads again and decides again. A random pause keeps the losers
 * apart.
 */
async function retrying(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const name = error instanceof Error ? error.name : "";
      if (name !== "ConditionFailed" && name !== "StoreUnavailable") throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
    }
  }
}
