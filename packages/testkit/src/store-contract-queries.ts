/** Part of the Store contract: ranges, order and pages. */
import type { Row, Write } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { compareUtf8 } from "@waldo/core/store/query-plan";
import { describe, expect, test } from "vitest";
import { expectError, type StoreSuite } from "./store-suite.ts";

export function queryContract({ store, partition, all }: StoreSuite): void {
  describe("queries", () => {
    const fill = async (sks: readonly string[], body: object = {}) => {
      const { pk, key } = partition();
      for (let at = 0; at < sks.length; at += 100) {
        const some = sks.slice(at, at + 100);
        await store.transact(some.map((sk): Write => ({ op: "put", key: key(sk), body, when: [{ is: "absent" }] })));
      }
      return pk;
    };
    const sks = (rows: readonly Row[]) => rows.map((row) => row.key.sk);
    const found = async (pk: string, query: object) => sks(await all(pk, query));

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

    test("order is by UTF-8 bytes: private use before astral, unlike JavaScript's own order", async () => {
      const names = ["z", "é", "~", "\ue000", "\uffff", "😀", "\u{10ffff}", "ä", "a\u0000b", "a", "ab", "A", "\u0001"];
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
      const rows = await all(pk);
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

    test("a cursor of another range is InvalidInput and cannot pass the bounds", async () => {
      const pk = await fill(["A", "B", "C"]);
      const { cursor } = await store.query({ table: "agent", pk, limit: 1 });
      await expectError(store.query({ table: "agent", pk, from: "B", ...(cursor && { cursor }) }), "InvalidInput");
    });
  });
}
