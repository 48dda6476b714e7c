import { type ArchiveKind, type Key, keys, rowKind } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { storeContract } from "@waldo/testkit/store-contract";
import { describe, expect, it } from "vitest";
import type { Store, Write } from "../ports.ts";
import { audited } from "./audited.ts";

storeContract("An audited store", async () => {
  const store = openSqliteStore(":memory:");
  return { store: audited(store), close: () => store.close() };
});

/** One key of each kind. The arguments fit every kind. */
const examples = Object.entries(keys).map(([name, make]): [string, Key] => [
  name,
  (make as (...parts: readonly unknown[]) => Key)("me", 1, 2, 3),
]);

it("passes keys without a rule", async () => {
  const { store } = opened();
  const key = { ...keys.profile("me"), sk: "toString#1" };
  await store.transact([{ op: "put", key, body: {} }]);
  await store.transact([{ op: "delete", key }]);
  expect(await store.get(key)).toBeUndefined();
});

const of = (keep: string) => examples.filter(([, key]) => rowKind(key)?.keep === keep);
const archiveOf = (key: Key) => rowKind(key)?.archive;
const absent = [{ is: "absent" }] as const;
const first = [{ is: "version", version: 1 }] as const;

function opened(): { store: Store; bare: Store } {
  const bare = openSqliteStore(":memory:");
  return { store: audited(bare), bare };
}

const refused = (promise: Promise<unknown>) =>
  expect(promise).rejects.toMatchObject({
    name: "InvalidInput",
    next: "stop",
    message: expect.stringContaining("refused"),
  });

describe.each(of("append-only"))("R11: %s is append-only", (_, key) => {
  it("is put when it is absent, and never again", async () => {
    const { store } = opened();
    await refused(store.transact([{ op: "put", key, body: { n: 1 } }]));
    await store.transact([{ op: "put", key, body: { n: 1 }, when: absent }]);
    await refused(store.transact([{ op: "put", key, body: { n: 2 } }]));
    await refused(store.transact([{ op: "put", key, body: { n: 2 }, when: first }]));
    await expect(store.transact([{ op: "put", key, body: { n: 2 }, when: absent }])).rejects.toMatchObject({
      name: "ConditionFailed",
    });
    expect((await store.get(key))?.body).toEqual({ n: 1 });
  });
});

describe.each([...of("append-only"), ...of("kept")])("R11: %s is kept", (_, key) => {
  it("cannot get an expiry", async () => {
    await refused(opened().store.transact([{ op: "put", key, body: {}, when: absent, expiresAt: 1 }]));
  });

  it("is deleted only with its receipt", async () => {
    const { store } = opened();
    await store.transact([{ op: "put", key, body: { n: 1 }, when: absent }]);
    await refused(store.transact([{ op: "delete", key }]));
    await refused(store.transact([{ op: "delete", key, when: first }]));
    const archive = archiveOf(key);
    const other: ArchiveKind = archive === "runs" ? "episodes" : "runs";
    await refused(store.transact([receipt(other), { op: "delete", key, when: first }]));
    expect(await store.get(key)).toBeDefined();
    if (archive === undefined) return;
    await refused(store.transact([receipt(archive), { op: "delete", key }]));
    await refused(
      store.transact([
        { ...receipt(archive), when: [] },
        { op: "delete", key, when: first },
      ]),
    );
    await refused(
      store.transact([
        { op: "check", key: keys.archived("me", archive), when: absent },
        { op: "delete", key, when: first },
      ]),
    );
    const elsewhere = { ...receipt(archive), key: keys.archived("you", archive) };
    await refused(store.transact([elsewhere, { op: "delete", key, when: first }]));
    expect(await store.get(key)).toBeDefined();
    await store.transact([{ op: "delete", key, when: first }, receipt(archive)]);
    expect(await store.get(key)).toBeUndefined();
  });
});

function receipt(archive: ArchiveKind): Write {
  return { op: "put", key: keys.archived("me", archive), body: {}, when: absent };
}

it.each(of("kept"))("%s is rewritten freely", async (_, key) => {
  const { store } = opened();
  await store.transact([{ op: "put", key, body: { n: 1 } }]);
  await store.transact([{ op: "put", key, body: { n: 2 } }]);
  expect((await store.get(key))?.body).toEqual({ n: 2 });
});

it.each(of("transient"))("%s is put and deleted freely", async (_, key) => {
  const { store } = opened();
  await store.transact([{ op: "put", key, body: { n: 1 } }]);
  await store.transact([{ op: "put", key, body: { n: 2 }, expiresAt: 1 }]);
  await store.transact([{ op: "delete", key }]);
  expect(await store.get(key)).toBeUndefined();
});

it("one forbidden write stops the whole transaction before any call", async () => {
  const { bare } = opened();
  let calls = 0;
  const transact: Store["transact"] = (writes) => {
    calls++;
    return bare.transact(writes);
  };
  const counted = audited({ ...bare, transact });
  await refused(
    counted.transact([
      { op: "put", key: keys.dayState("me", "2026-01-01"), body: {} },
      { op: "delete", key: keys.profile("me") },
    ]),
  );
  expect(calls).toBe(0);
});
