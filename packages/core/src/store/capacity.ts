/**
 * Computes DynamoDB's request units and item sizes. The meter, the checks before a write and the store adapters use it.
 */
import type { EpochMs, Key } from "@waldo/contracts";
import type { Json, JsonObject } from "../ports.ts";

/** What one call consumed, in DynamoDB request units. */
export type StoreUnits = {
  readonly op: "get" | "query" | "transact";
  readonly readUnits: number;
  readonly writeUnits: number;
};
export type Meter = (units: StoreUnits) => void;

/** DynamoDB's limits in bytes: one item, one transaction, one page of a query. */
export const MAX_ITEM_BYTES = 400 * 1024;
export const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
export const PAGE_BYTES = 1024 * 1024;

const READ_UNIT_BYTES = 4 * 1024;
const WRITE_UNIT_BYTES = 1024;
/** DynamoDB charges a transactional write twice: once to prepare, once to commit. */
const TRANSACTION_FACTOR = 2;

/** Returns the units of one strongly consistent read of `bytes` in total. A read that finds nothing costs one. */
export function readUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));
}

/**
 * Returns the units of one write in a transaction. `bytes` is the larger of the row before and after. A check costs the
 * same.
 */
export function transactWriteUnits(bytes: number): number {
  return TRANSACTION_FACTOR * Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
}

/**
 * Returns the bytes of a row as DynamoDB counts them: names and values in UTF-8, with the envelope (`pk`, `sk`, `v`,
 * `b`, `ttl`). Source: "DynamoDB item sizes and formats" in the DynamoDB developer guide.
 */
export function itemBytes(row: {
  key: Key;
  version: number;
  body: JsonObject;
  expiresAt?: EpochMs | undefined;
}): number {
  const ttl = row.expiresAt === undefined ? 0 : 3 + numberBytes(Math.ceil(row.expiresAt / 1000));
  return 2 + utf8(row.key.pk) + 2 + utf8(row.key.sk) + 1 + numberBytes(row.version) + 1 + valueBytes(row.body) + ttl;
}

function valueBytes(value: Json): number {
  if (value === null || typeof value === "boolean") return 1;
  if (typeof value === "string") return utf8(value);
  if (typeof value === "number") return numberBytes(value);
  // Maps and lists take 3 bytes, plus 1 for each element.
  let bytes = 3;
  if (Array.isArray(value)) for (const item of value) bytes += 1 + valueBytes(item);
  else for (const [name, member] of Object.entries(value)) bytes += 1 + utf8(name) + valueBytes(member);
  return bytes;
}

/**
 * Returns the bytes of a number: one per pair of significant digits (pairs aligned on the decimal point), one for the
 * exponent, and one for a minus sign. The guide says "approximately". The alignment was observed in DynamoDB Local.
 */
function numberBytes(value: number): number {
  if (value === 0) return 1;
  // Nearly all numbers here are safe integers, whose digits can be counted quickly.
  if (Number.isSafeInteger(value)) return wholeBytes(Math.abs(value)) + (value < 0 ? 1 : 0);
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "").length;
  // With an even exponent the first digit is alone in its pair: 1.234 is 01·23·40.
  const alone = Number(exponent) % 2 === 0 ? 1 : 0;
  return 1 + Math.ceil((digits + alone) / 2) + (value < 0 ? 1 : 0);
}

function wholeBytes(value: number): number {
  let [rest, zeros] = [value, 0];
  while (rest % 10 === 0) {
    rest /= 10;
    zeros++;
  }
  let digits = 0;
  for (let left = rest; left >= 1; left = Math.floor(left / 10)) digits++;
  // The exponent of the first digit. When it is even, that digit is alone in its pair.
  const alone = (digits + zeros - 1) % 2 === 0 ? 1 : 0;
  return 1 + Math.ceil((digits + alone) / 2);
}

function utf8(text: string): number {
  return Buffer.byteLength(text);
}
