import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { keyPartition } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { oneEngine } from "@waldo/testkit/dynamo-engines";
import { keyRingContract } from "@waldo/testkit/key-ring-contract";
import type { LocalServer } from "@waldo/testkit/local-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamoStore } from "./dynamo-store.ts";
import { createTables } from "./dynamo-tables.ts";
import { KEY_TTL_MS, keyTable } from "./key-table.ts";

const engine = oneEngine();

describe(`on ${engine.name}`, engine.options, () => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await engine.start();
  });
  afterAll(() => server?.stop());

  const open = async (suite: string) => {
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new DynamoDBClient({ endpoint: server.endpoint, region: "us-east-1", credentials });
    const tables = { agent: `${suite}-keys`, health: `${suite}-unused` };
    await createTables(client, tables);
    return { store: dynamoStore({ client, tables }), close: () => client.destroy() };
  };

  keyRingContract("A table of keys", async () => {
    const { store, close } = await open("contract");
    let now = 0;
    const clock = { now: () => now };
    const forget = () => {
      now += KEY_TTL_MS;
    };
    return { ring: keyTable({ store, clock }), other: keyTable({ store, clock }), forget, close };
  });

  test("a key is read once in five minutes, and the row of a destroyed one holds an instant and no name", async () => {
    const { store, close } = await open("shape");
    let [now, reads] = [1_000, 0];
    const counted = { ...store, get: (key: Parameters<typeof store.get>[0]) => store.get(key).finally(() => reads++) };
    const ring = keyTable({ store: counted, clock: { now: () => now } });
    const key = await ring.keyOf("ana");
    expect([await ring.keyOf("ana"), reads]).toEqual([key, 1]);
    now += KEY_TTL_MS;
    expect([await ring.keyOf("ana"), reads]).toEqual([key, 2]);
    await ring.destroy("ana");
    const { rows } = await store.query({ table: "agent", pk: keyPartition(digest("ana")), prefix: "" });
    expect(rows.map(({ body }) => body)).toEqual([{ erasedAt: now }]);
    expect(JSON.stringify(rows)).not.toContain("ana");
    close();
  });

  test("no key is written over another, also when a read did not see the one that is there", async () => {
    const { store, close } = await open("blind");
    const clock = { now: () => 0 };
    const first = await keyTable({ store, clock }).keyOf("ana");
    let reads = 0;
    const blind = {
      ...store,
      get: async (key: Parameters<typeof store.get>[0]) => (reads++ ? store.get(key) : undefined),
    };
    expect(await keyTable({ store: blind, clock }).keyOf("ana")).toEqual(first);
    expect(reads).toBe(2);
    close();
  });

  test("a damaged key stops the work; nothing is sealed with it", async () => {
    const { store, close } = await open("damaged");
    const place = { table: "agent", pk: keyPartition(digest("ana")), sk: "KEY" } as const;
    await store.transact([{ op: "put", key: place, body: { key: "c2hvcnQ=" } }]);
    const ring = keyTable({ store, clock: { now: () => 0 } });
    await expect(ring.keyOf("ana")).rejects.toMatchObject({ name: "StoreUnavailable" });
    close();
  });
});
