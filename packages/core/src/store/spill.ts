/**
 * Moves the body of a row that is too large for the store into the archive.
 *
 *   put    body > 300 kB  →  1. archive.write(spill/{owner}/{sha256}.json, whole body)
 *                            2. store.transact(row with the small scalars and a pointer)
 *   get    row with pointer  →  archive.read → the whole body again
 *
 * - The object is written before the transaction, so a pointer always leads to an object.
 * - The name is the digest of the content. Two writers of the same body write the same object, and no writer overwrites
 *   another's.
 * - Objects are not deleted when their row is deleted, because a reader may hold the older row. Erasure removes
 *   `spill/{owner}/`.
 * - Health rows never spill: raw health stays in its table (R7), and no health row comes near the limit.
 */
import { createHash } from "node:crypto";
import { objects, WaldoError } from "@waldo/contracts";
import type { Archive, Json, JsonObject, Row, Store, Write } from "../ports.ts";
import { toJsonBody } from "./json-body.ts";
import { describeKey } from "./prepare-writes.ts";

/** A body with more bytes of JSON than this spills. The rest up to DynamoDB's 400 kB is room for keys and encoding. */
export const SPILL_THRESHOLD_BYTES = 300_000;
/** The attribute of the pointer. It is reserved: a caller's body may not use it. */
const POINTER = "$spilled";
/** A scalar stays in the row, where conditions can use it, unless it is a text longer than this many bytes. */
const MAX_INLINE_BYTES = 1024;

/** Returns the store with large bodies kept in the archive. Conditions on top-level scalars work as before. */
export function spilling(store: Store, archive: Archive, options: { threshold?: number } = {}): Store {
  const threshold = options.threshold ?? SPILL_THRESHOLD_BYTES;
  return {
    async get(key) {
      const row = await store.get(key);
      return row === undefined ? undefined : restore(archive, row);
    },
    async query(query) {
      const page = await store.query(query);
      return { ...page, rows: await Promise.all(page.rows.map((row) => restore(archive, row))) };
    },
    async transact(writes) {
      await store.transact(await Promise.all(writes.map((write) => spill(archive, write, threshold))));
    },
  };
}

async function spill(archive: Archive, write: Write, threshold: number): Promise<Write> {
  if (write.op !== "put" || write.key.table === "health") return write;
  const body = toJsonBody(write.body);
  if (Object.hasOwn(body, POINTER)) throw refused(write, `the attribute ${POINTER} is reserved`);
  const bytes = Buffer.from(JSON.stringify(body));
  if (bytes.length <= threshold) return { ...write, body };
  const sha256 = digestOf(bytes);
  const inline = { ...inlineScalars(body), [POINTER]: { sha256, bytes: bytes.length } };
  if (Buffer.byteLength(JSON.stringify(inline)) > threshold) {
    throw refused(write, "too many top-level attributes to keep inline; nest them");
  }
  await archive.write(objects.spill(ownerOf(write), sha256), bytes);
  return { ...write, body: inline };
}

async function restore(archive: Archive, row: Row): Promise<Row> {
  const pointer = row.body[POINTER];
  if (pointer === undefined || row.key.table === "health") return row;
  const sha256 = isObject(pointer) && typeof pointer.sha256 === "string" ? pointer.sha256 : "";
  const bytes = await archive.read(objects.spill(ownerOf(row), sha256));
  if (bytes === undefined || digestOf(bytes) !== sha256) {
    const what = bytes === undefined ? "is missing from" : "is damaged in";
    throw new WaldoError("StoreUnavailable", `the spilled body of ${describeKey(row.key)} ${what} the archive`);
  }
  return { ...row, body: JSON.parse(Buffer.from(bytes).toString()) as JsonObject };
}

function inlineScalars(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) =>
        typeof value === "number" ||
        typeof value === "boolean" ||
        (typeof value === "string" && Buffer.byteLength(value) <= MAX_INLINE_BYTES),
    ),
  );
}

/** Returns the owner of a row. Partitions are `KIND#owner`. */
function ownerOf(of: { key: { table: Write["key"]["table"]; pk: string; sk: string } }): string {
  const hash = of.key.pk.indexOf("#");
  if (hash < 0) {
    throw new WaldoError("InvalidInput", `${describeKey(of.key)} cannot spill: its partition names no owner`);
  }
  return of.key.pk.slice(hash + 1);
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(write: Write, why: string): WaldoError {
  return new WaldoError("InvalidInput", `${describeKey(write.key)} cannot spill: ${why}`);
}
