/** Puts IAM in front of a local DynamoDB engine, for the cloud tests. */

import { once } from "node:events";
import { request } from "node:http";
import type { Account } from "./account.ts";
import { ACCOUNT, REGION } from "./template.ts";
import { jsonError, type WireAnswer, type WireRequest } from "./wire.ts";

/**
 * DynamoDB Local keeps a set of tables for each access key, so all requests behind the guard are signed with this one.
 */
export const ENGINE_KEY = "local";

/** One permission that a request needed. */
export type Touch = { readonly role: string; readonly action: string; readonly partition: string };

/**
 * A DynamoDB engine with IAM in front of it. `touched` gets an entry for each row or partition that a request asked
 * for.
 */
export function guardedDynamo(account: Account, endpoint: string, touched: Touch[]) {
  return async (incoming: WireRequest): Promise<WireAnswer> => {
    const operation = String(incoming.headers["x-amz-target"]).replace("DynamoDB_20120810.", "");
    for (const { action, table, partition } of permissionsFor(operation, JSON.parse(incoming.body.toString()))) {
      const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;
      touched.push({ role: account.signerOf(incoming), action, partition });
      if (!(await account.allowed(incoming, `dynamodb:${action}`, arn, { "dynamodb:LeadingKeys": [partition] })))
        return jsonError("com.amazon.coral.service#AccessDeniedException", `not authorized to perform ${action}`);
    }
    return pass(endpoint, incoming);
  };
}

type Keyed = { readonly TableName: string; readonly Key: { readonly pk: { readonly S: string } } };
type Body = Keyed & {
  readonly ExpressionAttributeValues: { readonly ":pk": { readonly S: string } };
  readonly TransactItems: readonly Record<string, Keyed>[];
};

/** By the service authorization reference, a transaction needs the permission of each of its writes. */
const WRITES: Record<string, string> = {
  Update: "UpdateItem",
  Delete: "DeleteItem",
  Put: "PutItem",
  ConditionCheck: "ConditionCheckItem",
};

function permissionsFor(action: string, body: Body): { action: string; table: string; partition: string }[] {
  if (action === "GetItem") return [{ action, table: body.TableName, partition: body.Key.pk.S }];
  if (action === "Query")
    return [{ action, table: body.TableName, partition: body.ExpressionAttributeValues[":pk"].S }];
  if (action !== "TransactWriteItems") throw new Error(`${action} is not expected here`);
  return body.TransactItems.flatMap((item) =>
    Object.entries(item).map(([kind, { TableName: table, Key }]) => ({
      action: WRITES[kind] ?? kind,
      table,
      partition: Key.pk.S,
    })),
  );
}

async function pass(endpoint: string, { headers, body, accessKeyId }: WireRequest): Promise<WireAnswer> {
  const signed = String(headers.authorization);
  const authorization = signed.replace(`Credential=${accessKeyId}/`, `Credential=${ENGINE_KEY}/`);
  const { "x-amz-security-token": _, ...kept } = headers;
  const onward = request(endpoint, { method: "POST", headers: { ...kept, authorization } });
  onward.end(body);
  const [response] = await once(onward, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-crc32": String(response.headers["x-amz-crc32"]) },
    body: Buffer.concat(chunks),
  };
}
