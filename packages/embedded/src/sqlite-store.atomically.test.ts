/** One transaction around asynchronous work, while other callers use the same store. */
import { setImmediate as soon } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore, type SqliteStore } from "./sqlite-store.ts";

let store: SqliteStore;
beforeEach(() => {
  store = openSqliteStore(":memory:");
});
afterEach(() => store.close());

const key = (sk: string) => ({ table: "agent", pk: "USER#u1", sk }) as const;
const put = (sk: string, body: object = {}) => ({ op: "put", key: key(sk), body }) as const;
const there = async (sk: string) => (await store.get(key(sk))) !== undefined;

test("it returns the result of the work, and all of its writes stay", async () => {
  const answer = await store.atomically(async () => {
    await store.transact([put("A")]);
    await soon();
    await store.transact([put("B")]);
    return 42;
  });
  expect(answer).toBe(42);
  expect([await there("A"), await there("B")]).toEqual([true, true]);
});

test("an error in the work takes back all of its writes and reaches the caller unchanged", async () => {
  await store.transact([put("A", { n: 1 })]);
  const broken = new Error("line 7 is not a number");
  const importing = store.atomically(async () => {
    await store.transact([put("A", { n: 2 }), put("B")]);
    await soon();
    await store.transact([{ op: "delete", key: key("A") }]);
    throw broken;
  });
  await expect(importing).rejects.toBe(broken);
  expect(await store.get(key("A"))).toEqual({ key: key("A"), version: 1, body: { n: 1 } });
  expect(await there("B")).toBe(false);
});

test("the work sees its own writes, by get and by query", async () => {
  await store.atomically(async () => {
    await store.transact([put("A")]);
    expect(await there("A")).toBe(true);
    expect((await store.query({ table: "agent", pk: "USER#u1" })).rows).toHaveLength(1);
  });
});

test("a transaction that fails inside undoes only itself, if the work goes on", async () => {
  await store.atomically(async () => {
    await store.transact([put("A")]);
    const failing = store.transact([put("B"), { op: "check", key: key("Z"), when: [{ is: "present" }] }]);
    await expect(failing).rejects.toMatchObject({ name: "ConditionFailed", reasons: [null, "condition"] });
    await store.transact([put("C")]);
  });
  expect([await there("A"), await there("B"), await there("C")]).toEqual([true, false, true]);
});

test("other callers see no half of it and lose no writes when it is taken back", async () => {
  const seen: string[] = [];
  const others: Promise<unknown>[] = [];
  const outside = () => {
    others.push(
      there("A").then((found) => seen.push(`A ${found}`)),
      store.transact([put("B")]).then(() => seen.push("B put")),
    );
  };
  let inside: (() => void) | undefined;
  const started = new Promise<void>((resolve) => {
    inside = resolve;
  });
  const importing = store.atomically(async () => {
    await store.transact([put("A")]);
    inside?.();
    for (let turn = 0; turn < 5; turn += 1) await soon();
    seen.push("import over");
    throw new Error("taken back");
  });
  await started;
  outside();
  await expect(importing).rejects.toThrow("taken back");
  await Promise.all(others);
  expect(seen[0]).toBe("import over");
  expect(seen.slice(1).sort()).toEqual(["A false", "B put"]);
  expect(await there("B")).toBe(true);
});

test("two at the same time run one after the other", async () => {
  const increment = () =>
    store.atomically(async () => {
      const n = Number((await store.get(key("N")))?.body.n ?? 0);
      await soon();
      await store.transact([put("N", { n: n + 1 })]);
    });
  await Promise.all(Array.from({ length: 10 }, increment));
  expect((await store.get(key("N")))?.body).toEqual({ n: 10 });
});

test("work that was started inside but not awaited does not become part of what comes after", async () => {
  let late: Promise<void> | undefined;
  await store.atomically(async () => {
    late = soon().then(() => store.transact([put("LATE")]));
  });
  const taken = store.atomically(async () => {
    await store.transact([put("A")]);
    for (let turn = 0; turn < 5; turn += 1) await soon();
    throw new Error("taken back");
  });
  await expect(taken).rejects.toThrow("taken back");
  await late;
  expect([await there("A"), await there("LATE")]).toEqual([false, true]);
});

test("it does not nest", async () => {
  const nested = store.atomically(async () => {
    await store.transact([put("A")]);
    await store.atomically(async () => {});
  });
  await expect(nested).rejects.toMatchObject({ name: "InvalidInput" });
  expect(await there("A")).toBe(false);
});
