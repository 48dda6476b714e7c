import { expect, test } from "vitest";
import type { Query, Store } from "../ports.ts";
import { queryAll } from "./query-all.ts";

/** Ten rows in pages of three. An empty page follows the last one, as DynamoDB may do. */
function paged(): { store: Store; asked: Query[] } {
  const asked: Query[] = [];
  const query: Store["query"] = async (request) => {
    asked.push(request);
    const start = Number(request.cursor ?? 0);
    const end = Math.min(10, start + Math.min(3, request.limit ?? 3));
    const rows = Array.from({ length: end - start }, (_, n) => ({
      key: { table: request.table, pk: request.pk, sk: `N#${start + n}` },
      version: 1,
      body: {},
    }));
    return start === 10 ? { rows } : { rows, cursor: String(end) };
  };
  return { asked, store: { query, get: async () => undefined, transact: async () => {} } };
}

const sks = async (store: Store, query: Partial<Query> = {}) => {
  const found: string[] = [];
  for await (const row of queryAll(store, { table: "agent", pk: "USER#u1", ...query })) found.push(row.key.sk);
  return found;
};

test("it follows cursors to the end, also past an empty last page", async () => {
  expect(await sks(paged().store)).toEqual(Array.from({ length: 10 }, (_, n) => `N#${n}`));
});

test("a limit counts all rows, and reads no more pages than needed", async () => {
  const { store, asked } = paged();
  expect(await sks(store, { limit: 4 })).toEqual(["N#0", "N#1", "N#2", "N#3"]);
  expect(asked.map(({ limit }) => limit)).toEqual([4, 1]);
});

test("a caller that stops early reads no further page", async () => {
  const { store, asked } = paged();
  for await (const row of queryAll(store, { table: "agent", pk: "USER#u1" })) if (row.key.sk === "N#1") break;
  expect(asked).toHaveLength(1);
});

test("it can start from a cursor", async () => {
  expect(await sks(paged().store, { cursor: "8" })).toEqual(["N#8", "N#9"]);
});
