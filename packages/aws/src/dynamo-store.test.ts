import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { capacityContract } from "@waldo/testkit/capacity-contract";
import { type DynamoEngine, everyEngine } from "@waldo/testkit/dynamo-engines";
import type { LocalServer } from "@waldo/testkit/local-server";
import { storeContract } from "@waldo/testkit/store-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DynamoStoreOptions, dynamoStore } from "./dynamo-store.ts";
import { createTables } from "./dynamo-tables.ts";

for (const engine of everyEngine())
  describe(`on ${engine.name}`, engine.options, () => {
    const open = serverOf(engine);
    storeContract("DynamoDB", () => open("contract"));
    capacityContract("DynamoDB", (meter) => open("capacity", { meter }), engine);
    itemShape(open);
  });

type Open = ReturnType<typeof serverOf>;

/**
 * Starts a server for the enclosing suite. The function it returns opens a store on that server, with tables of its
 * own.
 */
function serverOf(engine: DynamoEngine) {
  let server: LocalServer | undefined;
  beforeAll(async () => {
    server = await engine.start();
  });
  afterAll(() => server?.stop());
  const connect = () =>
    new DynamoDBClient({
      endpoint: server?.endpoint ?? "",
      region: "us-east-1",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    });
  return async (suite: string, options: Partial<DynamoStoreOptions> = {}) => {
    const tables = { agent: `${suite}-agent`, health: `${suite}-health` };
    const [client, second] = [connect(), connect()];
    await createTables(client, tables);
    return {
      client,
      tables,
      store: dynamoStore({ client, tables, ...options }),
      other: dynamoStore({ client: second, tables, ...options }),
      close() {
        client.destroy();
        second.destroy();
      },
    };
  };
}

function itemShape(open: Open): void {
  test("an item is its key, a version, a body map, and an expiry in whole seconds that is never early", async () => {
    const { client, tables, store, close } = await open("shape");
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
}
