/** Faults of the network or of DynamoDB in the middle of a transaction. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Key } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { everyEngine } from "@waldo/testkit/dynamo-engines";
import { type Fault, type FaultProxy, startFaultProxy } from "@waldo/testkit/fault-proxy";
import type { LocalServer } from "@waldo/testkit/local-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dynamoStore } from "./dynamo-store.ts";
import { createTables } from "./dynamo-tables.ts";

const tables = { agent: "waldo-agent", health: "waldo-health" };
const refusal = (type: string, more: object = {}, status = 400): Fault => ({
  kind: "answer",
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: "secret-detail", ...more },
});
const cancelledBy = (...codes: string[]) =>
  refusal("TransactionCanceledException", { CancellationReasons: codes.map((Code) => ({ Code })) });
const times = (n: number, fault: Fault) => Array.from({ length: n }, () => fault);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

for (const engine of everyEngine())
  describe(`on ${engine.name}`, engine.options, () => {
    let server: LocalServer;
    let proxy: FaultProxy;
    let store: Store;
    const clients: DynamoDBClient[] = [];
    let rows = 0;
    let key: Key;

    beforeAll(async () => {
      server = await engine.start();
      proxy = await startFaultProxy(server.endpoint);
      const client = connect(proxy);
      await createTables(client, tables);
      store = dynamoStore({ client, tables });
    });
    afterAll(async () => {
      for (const client of clients) client.destroy();
      await proxy?.stop();
      await server?.stop();
    });
    beforeEach(() => {
      rows += 1;
      key = { table: "agent", pk: `USER#faults-${rows}`, sk: "SECRET-SK" };
      proxy.faults.length = 0;
      proxy.seen.length = 0;
    });

    const connect = (to: LocalServer, maxAttempts = 3) => {
      const client = new DynamoDBClient({
        endpoint: to.endpoint,
        region: "us-east-1",
        credentials: { accessKeyId: "faults", secretAccessKey: "local" },
        maxAttempts,
      });
      clients.push(client);
      return client;
    };
    const tokens = () =>
      proxy.seen.map(({ body }) => (JSON.parse(body) as { ClientRequestToken?: string }).ClientRequestToken);

    test("a conditional write whose answer was lost is done once and does not fail", async () => {
      proxy.faults.push({ kind: "lose-answer" });
      await store.transact([{ op: "put", key, body: { a: 1 }, when: [{ is: "absent" }] }]);
      expect(await store.get(key)).toEqual({ key, version: 1, body: { a: 1 } });
      const [first, second] = tokens();
      expect(first).toBeDefined();
      expect(second).toBe(first);
    });

    test("an unconditional put whose answer was lost raises the version by one", async () => {
      proxy.faults.push({ kind: "lose-answer" });
      await store.transact([{ op: "put", key, body: { a: 1 } }]);
      expect((await store.get(key))?.version).toBe(1);
    });

    test("a conditional delete whose answer was lost does not fail", async () => {
      await store.transact([{ op: "put", key, body: {} }]);
      proxy.faults.push({ kind: "lose-answer" });
      await store.transact([{ op: "delete", key, when: [{ is: "present" }] }]);
      expect(await store.get(key)).toBeUndefined();
    });

    test("a lost answer to a failed condition still says the condition failed", async () => {
      proxy.faults.push({ kind: "lose-answer" });
      const error = await failure(store.transact([{ op: "put", key, body: {}, when: [{ is: "present" }] }]));
      expect(error).toMatchObject({ name: "ConditionFailed", reasons: ["condition"] });
    });

    test("each transaction has a token of its own: the same write again is a second write", async () => {
      await store.transact([{ op: "put", key, body: {} }]);
      await store.transact([{ op: "put", key, body: {} }]);
      expect((await store.get(key))?.version).toBe(2);
    });

    test.each([
      ["a conflict with another transaction", cancelledBy("TransactionConflict")],
      ["a throttled partition", cancelledBy("ThrottlingError")],
      ["used-up throughput within a transaction", cancelledBy("ProvisionedThroughputExceeded")],
      ["used-up throughput", refusal("ProvisionedThroughputExceededException")],
      ["the same transaction still in progress", refusal("TransactionInProgressException")],
      ["an internal error", refusal("InternalServerError", {}, 500)],
    ])("%s passes by trying again, under the same token", async (_, fault) => {
      proxy.faults.push(fault);
      await store.transact([{ op: "put", key, body: { a: 1 } }]);
      expect((await store.get(key))?.version).toBe(1);
      const [first, second] = tokens();
      expect(second).toBe(first);
    });

    test.each([
      ["contention", cancelledBy("TransactionConflict")],
      ["throttling", refusal("ThrottlingException")],
      ["an internal error", refusal("InternalServerError", {}, 500)],
    ])("%s without end is StoreUnavailable after a bounded number of requests", async (_, fault) => {
      proxy.faults.push(...times(100, fault));
      // The SDK makes only two attempts here, because it waits a second between throttled ones.
      const impatient = dynamoStore({ client: connect(proxy, 2), tables });
      const error = await failure(impatient.transact([{ op: "put", key, body: { text: "secret-body" } }]));
      expect(error).toMatchObject({ name: "StoreUnavailable", next: "retry" });
      expect(proxy.seen.length).toBeLessThanOrEqual(8);
      expect(String(error)).not.toMatch(/secret|faults-/i);
    });

    test("a failed condition counts more than a conflict beside it, and the error lists both", async () => {
      proxy.faults.push(cancelledBy("TransactionConflict", "None", "ConditionalCheckFailed"));
      const error = await failure(store.transact([{ op: "put", key, body: {} }]));
      expect(error).toMatchObject({ name: "ConditionFailed", reasons: ["conflict", null, "condition"] });
      expect(proxy.seen).toHaveLength(1);
    });

    test.each([
      ["a validation error", refusal("ValidationException")],
      ["a validation error of one write", cancelledBy("None", "ValidationError")],
      ["a denied request", refusal("AccessDeniedException")],
    ])("%s is InvalidInput at once, without the service's words", async (_, fault) => {
      proxy.faults.push(fault);
      const error = await failure(store.transact([{ op: "put", key, body: { text: "secret-body" } }]));
      expect(error).toMatchObject({ name: "InvalidInput", next: "stop", cause: expect.any(Error) });
      expect(proxy.seen).toHaveLength(1);
      expect(String(error)).not.toMatch(/secret|faults-/i);
    });

    test("reads that fail are StoreUnavailable or InvalidInput as well", async () => {
      const { table, pk } = key;
      proxy.faults.push(refusal("AccessDeniedException"), refusal("AccessDeniedException"));
      expect(await failure(store.get(key))).toMatchObject({ name: "InvalidInput" });
      expect(await failure(store.query({ table, pk }))).toMatchObject({ name: "InvalidInput" });
      proxy.faults.push({ kind: "lose-answer" }, undefined, refusal("InternalServerError", {}, 500));
      expect(await store.get(key)).toBeUndefined();
      expect(await store.query({ table, pk })).toEqual({ rows: [] });
    });

    test("a server that is not running is StoreUnavailable", async () => {
      const gone = await startFaultProxy(server.endpoint);
      await gone.stop();
      const error = await failure(dynamoStore({ client: connect(gone), tables }).get(key));
      expect(error).toMatchObject({ name: "StoreUnavailable", cause: expect.anything() });
    });
  });
