/** Part of the Store contract: what a put row is, and which bodies are stored unchanged. */
import type { Json, JsonObject } from "@waldo/core/ports";
import { spilling } from "@waldo/core/store/spill";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryArchive } from "./memory-archive.ts";
import { expectError, type StoreSuite } from "./store-suite.ts";

export function rowContract({ store, partition, bodyOf, versionOf }: StoreSuite): void {
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

    test("a row past its expiry may still be read: expiry only cleans up", async () => {
      const key = partition().key("A");
      // The expiry lies in the future by a minute. DynamoDB removes a row later than that, if at all.
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
}

function nested(depth: number): Json {
  let value: Json = "bottom";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { level: value };
  return value;
}

/** JSON text with sorted names. A store may change the order of members, and `__proto__` is an ordinary name here. */
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
