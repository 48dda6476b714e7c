import type { AttributeValue, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { Condition } from "@waldo/core";
import type { PreparedWrite } from "@waldo/core/store/prepare-writes";
import { toAttribute } from "./dynamo-codec.ts";
import type { TableNames } from "./dynamo-tables.ts";

type Expressions = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
};

/** One write as DynamoDB takes it. The version is counted up by the server, so an unconditional put counts too. */
export function toTransactItem(write: PreparedWrite, tables: TableNames): TransactWriteItem {
  const { table, pk, sk } = write.key;
  const target = { TableName: tables[table], Key: { pk: { S: pk }, sk: { S: sk } } };
  const condition = toCondition(write.when);
  if (write.op === "delete") return { Delete: { ...target, ...condition } };
  if (write.op === "check") {
    return { ConditionCheck: { ...target, ...condition, ConditionExpression: condition.ConditionExpression } };
  }
  // A put replaces the row: an expiry it does not set must not stay from the row before.
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
        // DynamoDB's TTL is in seconds; rounded up, so that a row never goes before its time.
        ...(write.expiresAt === undefined ? {} : { ":ttl": { N: String(Math.ceil(write.expiresAt / 1000)) } }),
      },
    },
  };
}

/** All conditions of one write, joined. Attribute names go in as placeholders: `a.b` is a name, not a path. */
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
