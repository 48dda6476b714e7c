/** Converts one write of the Store port into an item of a DynamoDB transaction. */

import type { AttributeValue, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { Condition } from "@waldo/core/ports";
import type { PreparedWrite } from "@waldo/core/store/prepare-writes";
import { toAttribute } from "./dynamo-codec.ts";
import type { TableNames } from "./dynamo-tables.ts";

type Expressions = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
};

/** Turns one write into DynamoDB's form. The server raises the version, so an unconditional put raises it too. */
export function toTransactItem(write: PreparedWrite, tables: TableNames): TransactWriteItem {
  const { table, pk, sk } = write.key;
  const target = { TableName: tables[table], Key: { pk: { S: pk }, sk: { S: sk } } };
  const condition = toCondition(write.when);
  if (write.op === "delete") return { Delete: { ...target, ...condition } };
  if (write.op === "check") {
    return { ConditionCheck: { ...target, ...condition, ConditionExpression: condition.ConditionExpression } };
  }
  // A put replaces the row, so an expiry of the old row must not stay when the put sets none.
  const expiry = write.expiresAt === undefined ? " REMOVE #ttl" : ", #ttl = :ttl";
  return {
    Update: {
      ...target,
      ...condition,
      UpdateExpression: `SET b = :b, v = if_not_exists(v, :zero) + :one${expiry}`,
      ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ":b": toAttribute(write.body),
        ":zero": { N: "0" },
        ":one": { N: "1" },
        // DynamoDB's TTL is in seconds. The time is rounded up, so that a row is never removed too early.
        ...(write.expiresAt === undefined ? {} : { ":ttl": { N: String(Math.ceil(write.expiresAt / 1000)) } }),
      },
    },
  };
}

/**
 * Joins all conditions of one write. Attribute names become placeholders, because `a.b` is a name here and not a path.
 */
function toCondition(when: readonly Condition[]): Expressions {
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  const terms = when.map((condition, n): string => {
    if (condition.is === "absent") return "attribute_not_exists(pk)";
    if (condition.is === "present") return "attribute_exists(pk)";
    if (condition.is === "version") {
      values[`:c${n}`] = { N: String(condition.version) };
      return `v = :c${n}`;
    }
    names[`#c${n}`] = condition.attribute;
    values[`:c${n}`] = toAttribute(condition.value);
    return `b.#c${n} = :c${n}`;
  });
  return {
    ...(terms.length === 0 ? {} : { ConditionExpression: terms.join(" AND ") }),
    ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
  };
}
