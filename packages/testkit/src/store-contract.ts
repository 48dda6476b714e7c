/**
 * What "implements Store" means. An adapter's test calls `storeContract` and adds only what is its own.
 *
 * Each test works in a partition of its own, so one store serves the whole suite.
 */
import type { Key } from "@waldo/contracts";
import type { Json, JsonObject, Row, Store, Write } from "@waldo/core";
import { queryAll } from "@waldo/core/store/query-all";
import { spilling } from "@waldo/core/store/spill";
import { TransactionCancelled } from "@waldo/core/store/transaction-cancelled";
import { compareUtf8 } from "@waldo/core/store/utf8-order";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryArchive } from "./memory-archive.ts";

export type OpenedStore = {
  readonly store: Store;
  /** A second connection to the same data, where the adapter can have one. */
  readonly other?: Store;
  readonly close: () => Promise<void> | void;
};

/** Defines the suite. `open` is called once, before the first test. */
export function storeContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} is a Store`, () => {
    let opened: OpenedStore;
    let store: Store;
    let partitions = 0;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    /** Keys in a partition that no other test uses. */
    const partition = () => {
      partitions += 1;
      const pk = `USER#contract-${partitions}`;
      return { pk, key: (sk: string): Key => ({ table: "agent", pk, sk }) };
    };
    const bodyOf = async (key: Key) => (await store.get(key))?.body;
    const versionOf = async (key: Key) => (await store.get(key))?.version;

    describe("rows", () => {
      test("a row that was never put is not there", async () => {
        expect(await store.get(partition().key("A"))).toBeUndefined();
      });

      test("a put row comes back with its key, version 1 and body", async () => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body: { a: 1 } }]);
        expect(await store.get(key)).toEqual({ key, version: 1, body: { a: 1 } });
      });

      test("a put replaces the whole body", async () => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body: { a: 1, b: 2 } }]);
        await store.transact([{ op: "put", key, body: { b: 3 } }]);
        expect(await bodyOf(key)).toEqual({ b: 3 });
      });

      test("each put counts the version up, with or without a condition", async () => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body: {} }]);
        await store.transact([{ op: "put", key, body: {} }]);
        await store.transact([{ op: "put", key, body: {}, when: [{ is: "version", version: 2 }] }]);
        expect(await versionOf(key)).toBe(3);
      });

      test("unconditional puts at the same time lose no version", async () => {
        const key = partition().key("A");
        await Promise.all(Array.from({ length: 20 }, () => store.transact([{ op: "put", key, body: {} }])));
        expect(await versionOf(key)).toBe(20);
      });

      test("a delete removes the row and forgets its version", async () => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body: {} }]);
        await store.transact([{ op: "put", key, body: {} }]);
        await store.transact([{ op: "delete", key }]);
        expect(await store.get(key)).toBeUndefined();
        await store.transact([{ op: "put", key, body: {} }]);
        expect(await versionOf(key)).toBe(1);
      });

      test("deleting what is not there is no error", async () => {
        await store.transact([{ op: "delete", key: partition().key("A") }]);
      });

      test("the two tables do not share rows", async () => {
        const { pk, key } = partition();
        await store.transact([{ op: "put", key: key("A"), body: { of: "agent" } }]);
        await store.transact([{ op: "put", key: { table: "health", pk, sk: "A" }, body: { of: "health" } }]);
        expect(await bodyOf(key("A"))).toEqual({ of: "agent" });
        expect(await bodyOf({ table: "health", pk, sk: "A" })).toEqual({ of: "health" });
      });

      test("a row past its expiry is still a row: expiry is hygiene", async () => {
        const key = partition().key("A");
        // Within the last day: DynamoDB removes later than that, if at all.
        await store.transact([{ op: "put", key, body: { a: 1 }, expiresAt: Date.now() + 60_000 }]);
        await store.transact([{ op: "put", key, body: { a: 2 }, when: [{ is: "version", version: 1 }] }]);
        expect(await store.get(key)).toEqual({ key, version: 2, body: { a: 2 } });
      });
    });

    describe("bodies", () => {
      const same = async (body: JsonObject) => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body }]);
        expect(canonical(await bodyOf(key))).toBe(canonical(body));
      };

      test("any JSON comes back as it went in", async () => {
        const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }).map((json) => json as Json);
        const name = fc.string({ unit: "binary", minLength: 1 });
        await fc.assert(
          fc.asyncProperty(fc.dictionary(name, value), async (body) => {
            await same(positiveZeros(body));
          }),
          { numRuns: 60 },
        );
      });

      test.each<[string, JsonObject]>([
        ["an empty body", {}],
        ["empty text, list and map", { a: "", b: [], c: {} }],
        ["null, true, false", { a: null, b: true, c: [false, null] }],
        ["whole numbers to the edge", { a: Number.MAX_SAFE_INTEGER, b: Number.MIN_SAFE_INTEGER, c: 2 ** 80 }],
        ["numbers beyond 38 digits", { a: 1e300, b: -1.7976931348623157e308, c: 5e-324, d: [1e126, 9.9e-131] }],
        ["all digits of a double", { a: 0.1 + 0.2, b: 1 / 3, c: 123456789.12345679 }],
        ["characters outside the basic plane", { "😀": "👩🏽‍⚕️ \u{10ffff}" }],
        ["half a character", { a: "cut \ud83d", b: { "\udc00": ["\ud800"] } }],
        ["control characters", { a: "\u0000\u0001\n\r\t\u2028" }],
        ["names that mean something elsewhere", JSON.parse('{"__proto__":{"a":1},"constructor":"x","a.b":1,"#a":2}')],
        ["a member without a name", { a: { "": "x", b: [{ "": null }] } }],
        ["deep nesting", { a: nested(60) }],
      ])("%s survives", async (_, body) => {
        await same(body);
      });

      test("undefined members are dropped", async () => {
        const key = partition().key("A");
        await store.transact([{ op: "put", key, body: { a: undefined, b: { c: undefined } } }]);
        expect(JSON.stringify(await bodyOf(key))).toBe('{"b":{}}');
      });

      test.each<[string, object]>([
        ["not a number", { a: Number.NaN }],
        ["infinity", { a: { b: Number.POSITIVE_INFINITY } }],
        ["a date", { a: new Date(0) }],
        ["an attribute without a name", { "": 1 }],
        ["more than 400 kB", { a: "x".repeat(410_000) }],
      ])("%s is InvalidInput", async (_, body) => {
        await expectError(store.transact([{ op: "put", key: partition().key("A"), body }]), "InvalidInput");
      });

      test("a body over 300 kB spills and comes back whole, by get and by query", async () => {
        const { pk, key } = partition();
        const large = spilling(store, memoryArchive());
        const body = { state: "open", n: 7, text: "é".repeat(400_000), list: [1, { a: null }] };
        await large.transact([
          { op: "put", key: key("A"), body },
          { op: "put", key: key("B"), body: { small: true } },
        ]);
        expect((await large.get(key("A")))?.body).toEqual(body);
        const page = await large.query({ table: "agent", pk });
        expect(page.rows.map((row) => row.body)).toEqual([body, { small: true }]);
        const open = { is: "equals", attribute: "state", value: "open" } as const;
        await large.transact([{ op: "put", key: key("A"), body: { state: "shut" }, when: [open] }]);
        expect(await large.get(key("A"))).toEqual({ key: key("A"), version: 2, body: { state: "shut" } });
      });
    });

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

      test("or none of it, wherever the failing write stands", async () => {
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
        expect(await all(store.query.bind(store), pk)).toHaveLength(100);
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

      test("100 increments at the same time, each by version, lose none", async () => {
        const key = partition().key("COUNTER");
        await store.transact([{ op: "put", key, body: { count: 0 } }]);
        const stores = opened.other === undefined ? [store] : [store, opened.other];
        await Promise.all(Array.from({ length: 100 }, (_, n) => increment(stores[n % stores.length] ?? store, key)));
        expect(await store.get(key)).toMatchObject({ version: 101, body: { count: 100 } });
      });

      test("two rows changed together are never seen apart at the end of concurrent transfers", async () => {
        const { key } = partition();
        await store.transact([
          { op: "put", key: key("A"), body: { n: 50 } },
          { op: "put", key: key("B"), body: { n: 50 } },
        ]);
        const stores = opened.other === undefined ? [store] : [store, opened.other];
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

    describe("queries", () => {
      const fill = async (sks: readonly string[], body: object = {}) => {
        const { pk, key } = partition();
        for (let at = 0; at < sks.length; at += 100) {
          await store.transact(sks.slice(at, at + 100).map((sk): Write => ({ op: "put", key: key(sk), body })));
        }
        return pk;
      };
      const sks = (rows: readonly Row[]) => rows.map((row) => row.key.sk);
      const found = async (pk: string, query: object) => sks(await all(store.query.bind(store), pk, query));

      test("an empty partition has an empty page", async () => {
        expect(await store.query({ table: "agent", pk: partition().pk })).toEqual({ rows: [] });
      });

      test("rows come whole, in sort-key order, from one partition and one table", async () => {
        const { pk, key } = partition();
        await fill(["A#1"]);
        await store.transact([
          { op: "put", key: key("B"), body: { b: 1 } },
          { op: "put", key: key("A"), body: { a: 1 } },
          { op: "put", key: { table: "health", pk, sk: "A" }, body: {} },
        ]);
        const { rows } = await store.query({ table: "agent", pk });
        expect(rows).toEqual([
          { key: key("A"), version: 1, body: { a: 1 } },
          { key: key("B"), version: 1, body: { b: 1 } },
        ]);
      });

      test("from is inclusive, to is exclusive, either may be missing", async () => {
        const pk = await fill(["A", "B", "C", "D"]);
        expect(await found(pk, { from: "B", to: "D" })).toEqual(["B", "C"]);
        expect(await found(pk, { from: "C" })).toEqual(["C", "D"]);
        expect(await found(pk, { to: "C" })).toEqual(["A", "B"]);
        expect(await found(pk, { from: "AA", to: "CC" })).toEqual(["B", "C"]);
        expect(await found(pk, { from: "C", to: "C" })).toEqual([]);
        expect(await found(pk, { from: "D", to: "A" })).toEqual([]);
        expect(await found(pk, { from: "", to: "B" })).toEqual(["A"]);
      });

      test("a prefix takes exactly what starts with it", async () => {
        const pk = await fill(["RUN", "RUN#", "RUN#1", "RUN#\u{10ffff}", "RUN$", "RUNX#1", "STEP#1"]);
        expect(await found(pk, { prefix: "RUN#" })).toEqual(["RUN#", "RUN#1", "RUN#\u{10ffff}"]);
        expect(await found(pk, { prefix: "RUN#", from: "RUN#1", to: "RUN$$" })).toEqual(["RUN#1", "RUN#\u{10ffff}"]);
        expect(await found(pk, { prefix: "NONE#" })).toEqual([]);
        expect(await found(pk, { prefix: "" })).toHaveLength(7);
      });

      test("descending is the exact reverse, with and without bounds", async () => {
        const pk = await fill(["A", "B", "C", "D", "E"]);
        expect(await found(pk, { descending: true })).toEqual(["E", "D", "C", "B", "A"]);
        expect(await found(pk, { descending: true, from: "B", to: "D" })).toEqual(["C", "B"]);
      });

      test("the newest row below a bound is the first of a descending page of one", async () => {
        const pk = await fill(["CRS#1", "CRS#2", "CRS#3"]);
        const query = { table: "agent", pk, prefix: "CRS#", to: "CRS#3", descending: true, limit: 1 } as const;
        expect(sks((await store.query(query)).rows)).toEqual(["CRS#2"]);
      });

      test("order is by UTF-8 bytes: private use before astral, whatever JavaScript thinks", async () => {
        const names = [
          "z",
          "é",
          "~",
          "\ue000",
          "\uffff",
          "😀",
          "\u{10ffff}",
          "ä",
          "a\u0000b",
          "a",
          "ab",
          "A",
          "\u0001",
        ];
        const pk = await fill(names);
        expect(await found(pk, {})).toEqual([...names].sort(compareUtf8));
        expect(await found(pk, { from: "\ue000", to: "\u{10ffff}" })).toEqual(["\ue000", "\uffff", "😀"]);
        expect(await found(pk, { descending: true, limit: 2 })).toEqual([...names].sort(compareUtf8).reverse());
      });

      test.each([false, true])("limit and cursor visit every row once (descending: %s)", async (descending) => {
        const names = Array.from({ length: 23 }, (_, n) => `N#${String(n).padStart(2, "0")}`);
        const pk = await fill(names);
        for (const limit of [1, 5, 22, 23, 24]) {
          const query = { table: "agent", pk, from: "N#01", to: "N#22", descending, limit } as const;
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await store.query({ ...query, ...(cursor === undefined ? {} : { cursor }) });
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            seen.push(...sks(page.rows));
            cursor = page.cursor;
          } while (cursor !== undefined);
          const expected = names.slice(1, 22);
          expect(seen).toEqual(descending ? expected.reverse() : expected);
        }
      });

      test("a cursor goes on after rows that came and went meanwhile", async () => {
        const pk = await fill(["A", "B", "C", "D"]);
        const first = await store.query({ table: "agent", pk, limit: 2 });
        await store.transact([
          { op: "delete", key: { table: "agent", pk, sk: "B" } },
          { op: "put", key: { table: "agent", pk, sk: "BB" }, body: {} },
        ]);
        const second = await store.query({ table: "agent", pk, ...(first.cursor && { cursor: first.cursor }) });
        expect(sks(second.rows)).toEqual(["BB", "C", "D"]);
      });

      test("a page ends after about 1 MB and carries on without loss", async () => {
        const names = Array.from({ length: 15 }, (_, n) => `N#${String(n).padStart(2, "0")}`);
        const { pk, key } = partition();
        for (const sk of names) {
          await store.transact([{ op: "put", key: key(sk), body: { sk, text: "x".repeat(100_000) } }]);
        }
        const first = await store.query({ table: "agent", pk });
        expect(first.rows.length).toBeLessThan(names.length);
        expect(first.cursor).toBeDefined();
        const rows = await all(store.query.bind(store), pk);
        expect(sks(rows)).toEqual(names);
        expect(rows.every((row) => row.body.sk === row.key.sk)).toBe(true);
        expect(await found(pk, { descending: true })).toEqual([...names].reverse());
        const limited: Row[] = [];
        for await (const row of queryAll(store, { table: "agent", pk, limit: 12 })) limited.push(row);
        expect(sks(limited)).toEqual(names.slice(0, 12));
      });

      test.each<[string, object]>([
        ["a cursor that is not one", { cursor: "!!!" }],
        ["a cursor of another shape", { cursor: Buffer.from('{"pk":"USER#other"}').toString("base64url") }],
        ["a limit of nothing", { limit: 0 }],
        ["a fractional limit", { limit: 1.5 }],
        ["a bound with half a character", { from: "\ud800" }],
      ])("%s is InvalidInput", async (_, query) => {
        await expectError(store.query({ table: "agent", pk: partition().pk, ...query }), "InvalidInput");
      });

      test("a cursor of another range is InvalidInput, not a way around the bounds", async () => {
        const pk = await fill(["A", "B", "C"]);
        const { cursor } = await store.query({ table: "agent", pk, limit: 1 });
        await expectError(store.query({ table: "agent", pk, from: "B", ...(cursor && { cursor }) }), "InvalidInput");
      });
    });
  });
}

/** Every row of a partition, by following cursors. A page that carries one must not be empty. */
async function all(query: Store["query"], pk: string, options: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await query({ table: "agent", pk, ...options, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
}

async function expectError(promise: Promise<unknown>, name: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name });
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

/** The loop every caller of `transact` has: read again, decide anew. A random pause keeps the losers apart. */
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

function nested(depth: number): Json {
  let value: Json = "bottom";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { level: value };
  return value;
}

/** JSON text with sorted names: a store may change the order of members, and `__proto__` is a name like any other. */
function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** JSON has no negative zero, and neither has a store. */
function positiveZeros<T extends Json>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
