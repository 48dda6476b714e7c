/**
 * The Store port on DynamoDB: two tables, items of `pk`, `sk`, `v` (version), `b` (body, a map), `ttl` (seconds).
 *
 * Every write, also a single one, is a TransactWriteItems with a client request token. A plain UpdateItem costs half,
 * but a conditional one cannot be retried. If it succeeded and only its answer was lost, the repetition finds the
 * condition false and reports a failure that did not happen.
 *
 *   us ──TransactWriteItems(token T)──▶ DynamoDB commits ──answer──✗ lost
 *   SDK ──same request, token T──────▶ DynamoDB: T is done already ──▶ success, nothing written twice
 *
 * The SDK repeats throttling, 5xx, lost connections and "transaction in progress". This file repeats what the SDK does
 * not: a cancellation that only blames contention or throttling. All attempts of one `transact` carry one token; the
 * next `transact` has another. DynamoDB remembers a token for ten minutes.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AttributeValue,
  type CancellationReason,
  type ConsumedCapacity,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { type Key, WaldoError } from "@waldo/contracts";
import type { Row, Store } from "@waldo/core/ports";
import type { Meter } from "@waldo/core/store/capacity";
import { attemptedWriteUnits, checkKey, prepareWrites } from "@waldo/core/store/prepare-writes";
import { makeCursor, planQuery, type QueryPlan } from "@waldo/core/store/query-plan";
import { type CancelReason, TransactionCancelled } from "@waldo/core/store/unless-erased";
import { awsError } from "./aws-errors.ts";
import { fromMap } from "./dynamo-codec.ts";
import type { TableNames } from "./dynamo-tables.ts";
import { toTransactItem } from "./dynamo-writes.ts";

export type DynamoStoreOptions = {
  readonly client: DynamoDBClient;
  readonly tables: TableNames;
  /** Receives what DynamoDB charged for each call, as DynamoDB reports it. */
  readonly meter?: Meter;
  /** Returns a fresh client request token of 1–36 characters. */
  readonly token?: () => string;
};

/** Random pauses (full jitter) whose upper limit doubles from 25 ms to 800 ms: together at most about two seconds. */
const CONTENTION_ATTEMPTS = 8;
const CONTENTION_BASE_MS = 25;
const CONTENTION_CAP_MS = 800;

/** Returns a Store on DynamoDB. The client's own retries (three attempts unless set otherwise) must stay on. */
export function dynamoStore(options: DynamoStoreOptions): Store {
  const { client, tables, meter, token = randomUUID } = options;
  const capacity = meter === undefined ? {} : { ReturnConsumedCapacity: "TOTAL" as const };

  /**
   * Returns true when the write is done, and false when only contention cancelled it. The same request may then succeed
   * a moment later.
   */
  async function attempt(items: TransactWriteItem[], requestToken: string, cancelledUnits: () => number) {
    try {
      const request = { TransactItems: items, ClientRequestToken: requestToken, ...capacity };
      const { ConsumedCapacity: consumed } = await client.send(new TransactWriteItemsCommand(request));
      meter?.({ op: "transact", ...transactUnits(consumed ?? []) });
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw awsError(error, "DynamoDB TransactWriteItems");
      meter?.({ op: "transact", readUnits: 0, writeUnits: cancelledUnits() });
      throwUnlessContention(error);
      return false;
    }
  }

  return {
    async get(key) {
      checkKey(key);
      const request = {
        TableName: tables[key.table],
        Key: { pk: { S: key.pk }, sk: { S: key.sk } },
        ConsistentRead: true,
        ...capacity,
      };
      const { Item: item, ConsumedCapacity: consumed } = await client
        .send(new GetItemCommand(request))
        .catch((error) => {
          throw awsError(error, "DynamoDB GetItem");
        });
      meter?.({ op: "get", readUnits: consumed?.CapacityUnits ?? 0, writeUnits: 0 });
      return item === undefined ? undefined : toRow(key, item);
    },

    async query(query) {
      const plan = planQuery(query);
      if (plan === undefined) return { rows: [] };
      const request = { TableName: tables[query.table], ...toQueryInput(query.pk, plan), ...capacity };
      const answer = await client.send(new QueryCommand(request)).catch((error) => {
        throw awsError(error, "DynamoDB Query");
      });
      meter?.({ op: "query", readUnits: answer.ConsumedCapacity?.CapacityUnits ?? 0, writeUnits: 0 });
      const found = (answer.Items ?? []).map((item) => toRow({ ...query, sk: item.sk?.S ?? "" }, item));
      const within = found.filter((row) => row.key.sk !== plan.to);
      const rows = within.slice(0, plan.limit);
      const last = rows.at(-1);
      const more = rows.length < within.length || (answer.LastEvaluatedKey?.sk?.S ?? plan.to) !== plan.to;
      return { rows, ...(last !== undefined && more ? { cursor: makeCursor(last.key.sk) } : {}) };
    },

    async transact(writes) {
      const prepared = prepareWrites(writes);
      if (prepared.length === 0) return;
      const items = prepared.map((write) => toTransactItem(write, tables));
      const requestToken = token();
      for (let n = 0; n < CONTENTION_ATTEMPTS; n += 1) {
        if (n > 0) await sleep(Math.random() * Math.min(CONTENTION_CAP_MS, CONTENTION_BASE_MS * 2 ** n));
        if (await attempt(items, requestToken, () => attemptedWriteUnits(prepared))) return;
      }
      throw new WaldoError("StoreUnavailable", `rows stayed contended for ${CONTENTION_ATTEMPTS} attempts: try again`);
    },
  };
}

/**
 * Returns the sort-key condition and the paging of a plan. BETWEEN includes its end, so one more row is read and
 * dropped.
 */
function toQueryInput(pk: string, plan: QueryPlan) {
  const { from, to, after, descending, limit } = plan;
  const between = from !== undefined && to !== undefined;
  const range = between
    ? " AND sk BETWEEN :from AND :to"
    : from !== undefined
      ? " AND sk >= :from"
      : to !== undefined
        ? " AND sk < :to"
        : "";
  return {
    KeyConditionExpression: `pk = :pk${range}`,
    ExpressionAttributeValues: {
      ":pk": { S: pk },
      ...(from === undefined ? {} : { ":from": { S: from } }),
      ...(to === undefined ? {} : { ":to": { S: to } }),
    },
    ScanIndexForward: !descending,
    ConsistentRead: true,
    ...(limit === undefined ? {} : { Limit: between ? limit + 1 : limit }),
    ...(after === undefined ? {} : { ExclusiveStartKey: { pk: { S: pk }, sk: { S: after } } }),
  };
}

function toRow({ table, pk, sk }: Key, item: Record<string, AttributeValue>): Row {
  return { key: { table, pk, sk }, version: Number(item.v?.N), body: fromMap(item.b?.M ?? {}) };
}

/** Throws the error that matches the reasons of a cancellation, unless all reasons are contention or throttling. */
function throwUnlessContention(error: TransactionCanceledException): void {
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? "None");
  if (codes.includes("ConditionalCheckFailed")) {
    throw new TransactionCancelled((error.CancellationReasons ?? []).map(toReason), { cause: error });
  }
  if (codes.includes("ValidationError") || codes.includes("ItemCollectionSizeLimitExceeded")) {
    throw new WaldoError("InvalidInput", "DynamoDB refused a write of the transaction", { cause: error });
  }
}

function toReason({ Code: code }: CancellationReason): CancelReason {
  if (code === undefined || code === "None") return null;
  return code === "ConditionalCheckFailed" ? "condition" : "conflict";
}

/** DynamoDB answers a repeated token from memory and charges it as a read. */
function transactUnits(consumed: readonly ConsumedCapacity[]): { readUnits: number; writeUnits: number } {
  let readUnits = 0;
  let writeUnits = 0;
  for (const table of consumed) {
    readUnits += table.ReadCapacityUnits ?? 0;
    writeUnits += table.WriteCapacityUnits ?? (table.CapacityUnits ?? 0) - (table.ReadCapacityUnits ?? 0);
  }
  return { readUnits, writeUnits };
}
