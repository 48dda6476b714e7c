import { capacityContract } from "@waldo/testkit/capacity-contract";
import { storeContract } from "@waldo/testkit/store-contract";
import { expect, test } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";

storeContract("SQLite in memory", async () => {
  const store = openSqliteStore(":memory:");
  return { store, close: () => store.close() };
});

capacityContract("SQLite", async (meter) => {
  const store = openSqliteStore(":memory:", { meter });
  return { store, close: () => store.close() };
});

test("with a clock, rows an hour past their expiry are removed by a later write; the others stay", async () => {
  let now = 1_000_000;
  const store = openSqliteStore(":memory:", { now: () => now });
  const key = (sk: string) => ({ table: "agent", pk: "USER#u1", sk }) as const;
  const hour = 3_600_000;
  await store.transact([
    { op: "put", key: key("past"), body: {}, expiresAt: now + 1 },
    { op: "put", key: key("to come"), body: {}, expiresAt: now + 10 * hour },
    { op: "put", key: key("for good"), body: {} },
  ]);
  now += 2 * hour;
  await store.transact([{ op: "put", key: key("new"), body: {} }]);
  const { rows } = await store.query({ table: "agent", pk: "USER#u1" });
  expect(rows.map((row) => row.key.sk)).toEqual(["for good", "new", "to come"]);
  store.close();
});
