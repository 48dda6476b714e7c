// Checks and normalises the writes of a transaction. Both store adapters call it. An invalid write throws
// `InvalidInput`.
import { type EpochMs, type Key, kindOf, TABLES, WaldoError } from "@waldo/contracts";
import { type Condition, type JsonObject, MAX_TRANSACTION_WRITES, type Write } from "../ports.ts";
import { itemBytes, MAX_ITEM_BYTES, MAX_TRANSACTION_BYTES, transactWriteUnits } from "./capacity.ts";
import { toJsonBody } from "./json-body.ts";

/** True when a row meets a condition. Types are strict: the text `1` is not equal to the number 1. */
export function holds(condition: Condition, row: { version: number; body: JsonObject } | undefined): boolean {
  switch (condition.is) {
    case "absent":
      return row === undefined;
    case "present":
      return row !== undefined;
    case "version":
      return row?.version === condition.version;
    case "equals":
      return (
        row !== undefined &&
        Object.hasOwn(row.body, condition.attribute) &&
        row.body[condition.attribute] === condition.value
      );
  }
}

type PreparedPut = {
  readonly op: "put";
  readonly key: Key;
  readonly body: JsonObject;
  readonly when: readonly Condition[];
  readonly expiresAt?: EpochMs;
};
export type PreparedWrite =
  | PreparedPut
  | { readonly op: "delete"; readonly key: Key; readonly when: readonly Condition[] }
  | { readonly op: "check"; readonly key: Key; readonly when: readonly Condition[] };

/** DynamoDB's limits on keys, in bytes. */
const MAX_PK_BYTES = 2048;
const MAX_SK_BYTES = 1024;
/** Stands for the version, which is unknown before the write. No version takes more bytes than this one. */
const WIDEST_VERSION = Number.MAX_SAFE_INTEGER;

/**
 * Checks a transaction before any call, so that both adapters refuse the same transactions with the same words. Returns
 * it with bodies as plain JSON. Throws `InvalidInput`; the same transaction will never be accepted.
 */
export function prepareWrites(writes: readonly Write[]): PreparedWrite[] {
  if (writes.length > MAX_TRANSACTION_WRITES) {
    throw refused(`${writes.length} writes in one transaction, at most ${MAX_TRANSACTION_WRITES} are possible`);
  }
  const seen = new Set<string>();
  let total = 0;
  return writes.map((write) => {
    checkKey(write.key);
    const id = JSON.stringify([write.key.table, write.key.pk, write.key.sk]);
    if (seen.has(id)) throw refused(`the same key twice in one transaction (${describeKey(write.key)})`);
    seen.add(id);
    const when = write.when ?? [];
    for (const condition of when) checkCondition(condition);
    if (write.op === "delete") return { op: "delete", key: write.key, when };
    if (write.op === "check") {
      if (when.length === 0) throw refused("a check without a condition");
      return { op: "check", key: write.key, when };
    }
    const put = preparePut(write.key, write.body, when, write.expiresAt);
    const bytes = itemBytes({ ...put, version: WIDEST_VERSION });
    if (bytes > MAX_ITEM_BYTES) {
      throw refused(`${describeKey(write.key)} is ${bytes} bytes, a row holds at most ${MAX_ITEM_BYTES}`);
    }
    total += bytes;
    if (total > MAX_TRANSACTION_BYTES) {
      throw refused(`a transaction of more than ${MAX_TRANSACTION_BYTES} bytes; split it`);
    }
    return put;
  });
}

/**
 * Returns the units that are counted for a cancelled transaction. DynamoDB charges for it but reports no number. So
 * this counts what was sent: at least the minimum for each write, and more for large puts.
 */
export function attemptedWriteUnits(writes: readonly PreparedWrite[]): number {
  return writes.reduce(
    (sum, write) => sum + transactWriteUnits(write.op === "put" ? itemBytes({ ...write, version: 1 }) : 0),
    0,
  );
}

/** Throws `InvalidInput` for a key that no store accepts. */
export function checkKey(key: Key): void {
  if (!TABLES.includes(key.table)) throw refused("a key of no known table");
  for (const [part, name, max] of [
    [key.pk, "partition key", MAX_PK_BYTES],
    [key.sk, "sort key", MAX_SK_BYTES],
  ] as const) {
    if (part === "") throw refused(`an empty ${name}`);
    if (!part.isWellFormed()) throw refused(`a ${name} that is not well-formed Unicode`);
    if (Buffer.byteLength(part) > max) throw refused(`a ${name} of more than ${max} bytes`);
  }
}

/**
 * Returns the table and the kind of row for error messages. A key contains a person's id, which must not be in a
 * message.
 */
export function describeKey(key: Key): string {
  return `${key.table} row ${kindOf(key).slice(0, 40)}`;
}

function preparePut(key: Key, body: object, when: readonly Condition[], expiresAt: EpochMs | undefined): PreparedPut {
  const put = { op: "put" as const, key, body: toJsonBody(body), when };
  if (expiresAt === undefined) return put;
  if (!Number.isSafeInteger(expiresAt) || expiresAt < 0) throw refused("an expiry that is not in epoch milliseconds");
  return { ...put, expiresAt };
}

function checkCondition(condition: Condition): void {
  if (condition.is === "equals") {
    if (condition.attribute === "" || !condition.attribute.isWellFormed()) {
      throw refused("a condition on an attribute without a well-formed name");
    }
    if (typeof condition.value === "number" && !Number.isFinite(condition.value)) {
      throw refused(`a condition that compares ${condition.attribute} with a number that is not finite`);
    }
  }
  if (condition.is === "version" && !Number.isSafeInteger(condition.version)) {
    throw refused("a condition on a version that is not a whole number");
  }
}

function refused(why: string): WaldoError {
  return new WaldoError("InvalidInput", `transaction refused: ${why}`);
}
