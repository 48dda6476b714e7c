import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { capacityContract } from "@waldo/testkit/capacity-contract";
import { startDynamoDbLocal } from "@waldo/testkit/dynamodb-local";
import type { LocalServer } from "@waldo/testkit/local-server";
import { storeContract } from "@waldo/testkit/store-contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DynamoStoreOptions, dynamoStore } from "./dynamo-store.ts";
import { createTables } from "./dynamo-tables.ts";

const tables = { agent: "waldo-agent", health: "waldo-health" };
let server: LocalServer;

/** DynamoDB Local keeps the tables of each access key apart, so every suite has its own. */
const connect = (accessKeyId: string) =>
  new DynamoDBClient({
    endpoint: server.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId, secretAccessKey: "local" },
  });

const open = async (accessKeyId: string, options: Partial<DynamoStoreOptions> = {}) => {
  const [client, second] = [connect(accessKeyId), connect(accessKeyId)];
  await createTables(client, tables);
  return {
    client,
    store: dynamoStore({ client, tables, ...options }),
    other: dynamoStore({ client: second, tables, ...options }),
    close() {
      client.destroy();
      second.destroy();
    },
  };
};

beforeAll(async () => {
  server = await startDynamoDbLocal();
});
afterAll(() => server.stop());

storeContract("DynamoDB", () => open("contract"));

// DynamoDB Local 1.25.1 reports four units for a transactional write of 1 KB; the guide, and AWS, say two.
capacityContract("DynamoDB", (meter) => open("capacity", { meter }), { transactFactor: 2 });

test("an item is its key, a version, a body map, and an expiry in whole seconds that is never early", async () => {
  const { client, store, close } = await open("shape");
  const key = { table: "health", pk: "RAW#u1", sk: "DAY#2026-11-21" } as const;
  const itemOf = async () => {
    const Key = { pk: { S: key.pk }, sk: { S: key.sk } };
    return (await client.send(new GetItemCommand({ TableName: tables.health, Key, ConsistentRead: true }))).Item;
  };
  await store.transact([{ op: "put", key, body: { a: [1, "x"] }, expiresAt: 1_795_295_893_001 }]);
  const item = {
    pk: { S: key.pk },
    sk: { S: key.sk },
    v: { N: "1" },
    b: { M: { a: { L: [{ N: "1" }, { S: "x" }] } } },
  };
  expect(await itemOf()).toEqual({ ...item, ttl: { N: "1795295894" } });
  await store.transact([{ op: "put", key, body: { a: [1, "x"] } }]);
  expect(await itemOf()).toEqual({ ...item, v: { N: "2" } });
  close();
});
