import { createHash } from "node:crypto";
import { openSqliteStore, type SqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Archive, Store, Write } from "../ports.ts";
import { spilling } from "./spill.ts";

const key = { table: "agent", pk: "USER#u1", sk: "RUN#1" } as const;
const large = { state: "open", n: 1, done: false, note: "x".repeat(2000), steps: ["y".repeat(2000)], none: null };

let inner: SqliteStore;
let archive: Archive;
let store: Store;
beforeEach(() => {
  inner = openSqliteStore(":memory:");
  archive = memoryArchive();
  store = spilling(inner, archive, { threshold: 1000 });
});
afterEach(() => inner.close());

const put = (body: object, when?: Write["when"]): Write => ({ op: "put", key, body, ...(when && { when }) });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a body within the threshold stays in the store and nothing is archived", async () => {
  await store.transact([put({ a: 1 })]);
  expect((await inner.get(key))?.body).toEqual({ a: 1 });
  expect(await archive.list("")).toEqual([]);
});

test("a larger body leaves its short scalars and a pointer in the row, and the whole body in the archive under its digest", async () => {
  await store.transact([put(large)]);
  const json = JSON.stringify(large);
  const sha256 = createHash("sha256").update(json).digest("hex");
  const pointer = { sha256, bytes: json.length };
  expect((await inner.get(key))?.body).toEqual({ state: "open", n: 1, done: false, $spilled: pointer });
  expect(await archive.list("")).toEqual([`spill/u1/${sha256}.json`]);
  expect(await store.get(key)).toEqual({ key, version: 1, body: large });
});

test("the default threshold is 300 kB of UTF-8", async () => {
  const byDefault = spilling(inner, archive);
  await byDefault.transact([put({ text: "é".repeat(149_990) })]);
  expect(await archive.list("")).toEqual([]);
  await byDefault.transact([put({ text: "é".repeat(149_996) })]);
  expect(await archive.list("")).toHaveLength(1);
});

test("conditions on scalars work for a spilled row as for any other", async () => {
  await store.transact([put(large)]);
  const equals = (value: string) => [{ is: "equals", attribute: "state", value } as const];
  expect(await failure(store.transact([put({}, equals("shut"))]))).toMatchObject({ name: "ConditionFailed" });
  await store.transact([put({ ...large, n: 2 }, equals("open"))]);
  expect(await store.get(key)).toEqual({ key, version: 2, body: { ...large, n: 2 } });
});

test("the object exists before the row points to it, and stays when the transaction fails", async () => {
  const order: string[] = [];
  const watched = spilling(
    {
      ...inner,
      async transact(writes) {
        order.push("row");
        await inner.transact(writes);
      },
    },
    {
      ...archive,
      async write(name, bytes) {
        order.push("object");
        await archive.write(name, bytes);
      },
    },
    { threshold: 1000 },
  );
  await watched.transact([put(large)]);
  expect(order).toEqual(["object", "row"]);
  await failure(watched.transact([put({ ...large, n: 3 }, [{ is: "absent" }])]));
  expect((await store.get(key))?.body).toEqual(large);
});

test("a replaced version can still be read with its old row", async () => {
  await store.transact([put(large)]);
  const before = await inner.get(key);
  await store.transact([put({ small: true })]);
  const replayed = spilling({ ...inner, get: async () => before }, archive);
  expect((await replayed.get(key))?.body).toEqual(large);
});

test("a missing or damaged object is StoreUnavailable, never half a row", async () => {
  await store.transact([put(large)]);
  const [name = ""] = await archive.list("");
  await archive.write(name, Buffer.from('{"state":"open"}'));
  expect(await failure(store.get(key))).toMatchObject({ name: "StoreUnavailable" });
  await archive.deletePrefix("spill/u1/");
  expect(await failure(store.query({ table: "agent", pk: key.pk }))).toMatchObject({ name: "StoreUnavailable" });
});

test("health rows never leave their table", async () => {
  const raw = { table: "health", pk: "RAW#u1", sk: "DAY#2026-11-21" } as const;
  await store.transact([{ op: "put", key: raw, body: large }]);
  expect(await archive.list("")).toEqual([]);
  expect((await store.get(raw))?.body).toEqual(large);
});

test.each<[string, Write]>([
  ["a body that uses the pointer's name", put({ $spilled: { sha256: "0".repeat(64), bytes: 1 } })],
  ["too many scalars to keep inline", put(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`a${n}`, n])))],
  ["a partition without an owner", { op: "put", key: { ...key, pk: "NOBODY" }, body: large }],
  ["an owner that walks out of the folder", { op: "put", key: { ...key, pk: "USER#../u2" }, body: large }],
])("%s is InvalidInput and writes nothing", async (_, write) => {
  expect(await failure(store.transact([write]))).toMatchObject({ name: "InvalidInput" });
  expect(await archive.list("")).toEqual([]);
  expect(await inner.get(write.key)).toBeUndefined();
});
