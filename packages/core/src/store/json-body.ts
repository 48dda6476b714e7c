/**
 * Checks that a row's body is plain JSON before it is written. The checks before a write and the spill use it. Other
 * values throw `InvalidInput`.
 */
import { WaldoError } from "@waldo/contracts";
import type { Json, JsonObject } from "../ports.ts";

/** The deepest allowed nesting. Waldo writes far less, and a recursive walk would run out of stack only far above it. */
const MAX_DEPTH = 200;

/**
 * Returns the stored form of a body: the same JSON without `undefined` members. Throws `InvalidInput` for everything
 * that JSON would silently change (NaN, dates, class instances, holes in arrays), so that a read returns what was
 * written. The one exception is negative zero, which becomes zero.
 */
export function toJsonBody(body: object): JsonObject {
  if (!isPlainObject(body)) throw refused("the body must be a plain object");
  const kept: [string, Json][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    // Conditions name top-level attributes, so these must be valid DynamoDB names.
    if (name === "" || !name.isWellFormed()) throw refused("a top-level attribute must have a well-formed name");
    kept.push([name, toJson(value, name, 1)]);
  }
  return Object.fromEntries(kept);
}

function toJson(value: unknown, attribute: string, depth: number): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refused(`attribute ${attribute} holds a number that is not finite`);
    return value === 0 ? 0 : value;
  }
  if (depth > MAX_DEPTH) throw refused(`attribute ${attribute} is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return Array.from(value, (item) => toJson(item, attribute, depth + 1));
  if (typeof value === "object" && isPlainObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]): [string, Json][] =>
        member === undefined ? [] : [[name, toJson(member, attribute, depth + 1)]],
      ),
    );
  }
  throw refused(`attribute ${attribute} holds something that is not JSON`);
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // This function does not compare with `Object.prototype`, because a plain object of another realm (a worker, a test
  // sandbox) is plain too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refused(why: string): WaldoError {
  return new WaldoError("InvalidInput", `not storable: ${why}`);
}

/** Returns the same JSON with each of its texts changed. Names of members do not change. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
