/** Converts between JSON and DynamoDB attributes, for the DynamoDB store. */

import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { WaldoError } from "@waldo/contracts";
import type { Json, JsonObject } from "@waldo/core/ports";

/**
 * DynamoDB allows 32 levels of nesting, including the levels that the store adds. Deeper parts are stored as text. This
 * limit leaves a margin.
 */
const NATIVE_DEPTH = 24;
/** The magnitudes of a DynamoDB number go from 1e-130 to just under 1e126. A double goes further in both directions. */
const SMALLEST_NUMBER = 1e-130;
const NUMBER_LIMIT = 1e126;

/**
 * Turns JSON into DynamoDB attributes, one to one. Some parts DynamoDB cannot hold: a number out of its range, half a
 * surrogate pair, a member without a name, very deep nesting. Such a part becomes a binary attribute with its JSON
 * text. JSON has no binary values, so reading it back is never ambiguous.
 *
 * The SDK's own marshaller is not used, because it assigns members to an object literal, where `__proto__` is not an
 * ordinary name.
 */
export function toAttribute(value: Json, depth = 0): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === "boolean") return { BOOL: value };
  if (typeof value === "number") return fitsNumber(value) ? { N: String(value) } : asText(value);
  if (typeof value === "string") return value.isWellFormed() ? { S: value } : asText(value);
  if (depth >= NATIVE_DEPTH) return asText(value);
  if (Array.isArray(value)) return { L: value.map((item) => toAttribute(item, depth + 1)) };
  const members = Object.entries(value);
  if (members.some(([name]) => name === "" || !name.isWellFormed())) return asText(value);
  return { M: Object.fromEntries(members.map(([name, member]) => [name, toAttribute(member, depth + 1)])) };
}

/** Turns an attribute back into JSON. Throws `InvalidInput` for an attribute that this store never writes. */
function fromAttribute(attribute: AttributeValue): Json {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.M !== undefined) return fromMap(attribute.M);
  if (attribute.B !== undefined) return JSON.parse(Buffer.from(attribute.B).toString()) as Json;
  throw new WaldoError("InvalidInput", "a row holds an attribute type that this store never writes");
}

export function fromMap(map: Record<string, AttributeValue>): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, member]) => [name, fromAttribute(member)]));
}

function fitsNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= SMALLEST_NUMBER && magnitude < NUMBER_LIMIT);
}

function asText(value: Json): AttributeValue {
  return { B: Buffer.from(JSON.stringify(value)) };
}
