// Moves rows from the store to the archive.
//
// 1. archive.write(archive/{user}/{kind}/{folder}/{first instant}-{digest}.jsonl)    one part for each folder
// 2. store.transact(receipt under its version + a delete of each row under its version)
//
// - A part never changes, and its content gives it its name. If a move is killed between 1 and 2, the part holds copies
//   of rows that are still in the store. So code that reads takes the row of the store first, and otherwise the latest
//   archived copy.
// - If two moves take the same rows at the same time, the version of the receipt lets only one of them commit.
// - Rows that belong together (a run with its journal, a claim with its history) move together. If they are too many
//   for one transaction, the row that leads to the others moves last, so that a later try finds the rest.

import { createHash } from "node:crypto";
import {
  type ArchiveKind,
  dateOfDream,
  type EpochMs,
  isAnnouncement,
  isError,
  keys,
  kindOf,
  objects,
  rowKind,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { canonicalJson } from "../digest.ts";
import type { Archive, JsonObject, Ports, Row, Write } from "../ports.ts";
import { asRead, MOST_TRIES, putOver } from "./cas.ts";
import { describeKey } from "./prepare-writes.ts";
import { compareUtf8 } from "./query-plan.ts";

type Placed = {
  readonly row: Row;
  /** The id of the unit. Rows of one unit move together. */
  readonly unit: string;
  /** A month `YYYY/MM`, or a pattern id. */
  readonly folder: string;
  /** The instant of the row. The parts of a folder are ordered by it. */
  readonly at: EpochMs;
};

/** Returns the UTC month of an instant as a folder, `YYYY/MM`. */
export function monthOf(at: EpochMs): string {
  const date = new Date(at);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}/${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
}

/**
 * Returns the rows in the order in which they must move: unit by unit in the given order, each with its head row last.
 */
function placeRows(kind: ArchiveKind, rows: readonly Row[]): Placed[] {
  switch (kind) {
    case "episodes":
    case "patrol":
      return rows.map((row) => alone(row, Number(part(row, 1))));
    case "thoughts":
      // The keys are THOUGHT#at#topic and INTENTION#id.
      return rows.map((row) => {
        const [at] = keys.thought.parse(row.key.sk) ?? [];
        return alone(row, at ?? Number(row.body["createdAt"]));
      });
    case "dreams":
      return rows.map((row) => alone(row, Date.parse(dateOfDream(part(row, 1)))));
    case "runs":
      // The keys are RUN#run, STEP#run#n and OUTBOX#run#n.
      return together(rows, (row) => part(row, 1), keys.run.kind).flatMap(({ unit, rows: all, head }) => {
        if (!head && all.every(standsAlone)) return all.map((row) => alone(row, Number(row.body["createdAt"])));
        if (!head) throw new WaldoError("InvalidInput", "a run moves with its header or not at all");
        const at = Number(head.body["createdAt"]);
        if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a run without a beginning has no month");
        return all.map((row) => ({ row, unit, folder: monthOf(at), at }));
      });
    case "memory-history":
      // The keys are BLOCK#pattern and BLOCKVERSION#pattern#n.
      return together(rows, (row) => part(row, 1), keys.block.kind).flatMap(({ unit, rows: all }) =>
        all.map((row) => ({ row, unit, folder: unit, at: recordedAt(row) })),
      );
  }
}

/** True when the row belongs to no run header: an announcement (a message without a run), or an ended standing intent. */
function standsAlone({ key }: Row): boolean {
  const [runId] = keys.outbox.parse(key.sk) ?? [];
  return keys.watch.parse(key.sk) !== undefined || (runId !== undefined && isAnnouncement(runId));
}

function recordedAt(row: Row): EpochMs {
  const block = keys.block.parse(row.key.sk) ? row.body : row.body["block"];
  const at = typeof block === "object" && block !== null && !Array.isArray(block) ? block["recordedAt"] : 0;
  return typeof at === "number" ? at : 0;
}

function alone(row: Row, at: EpochMs): Placed {
  if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a row whose key holds no time has no month");
  return { row, unit: row.key.sk, folder: monthOf(at), at };
}

function together(rows: readonly Row[], unitOf: (row: Row) => string, head: string) {
  const isHead = (row: Row) => kindOf(row.key) === head;
  return [...Map.groupBy(rows, unitOf)].map(([unit, all]) => ({
    unit,
    rows: [...all.filter((row) => !isHead(row)), ...all.filter(isHead)],
    head: all.find(isHead),
  }));
}

function part(row: Row, index: number): string {
  return row.key.sk.split("#")[index] ?? "";
}

/**
 * How many rows one transaction moves. A transaction has at most 100 writes, so this leaves room for the receipt and
 * for the writes that a caller adds.
 */
const ROWS_AT_ONCE = 90;
/** DynamoDB accepts 4 MB in a transaction, and a part is read as a whole. */
const BYTES_AT_ONCE = 3 * 1024 * 1024;
/** Digits of the content's digest in the name of a part. */
const DIGEST_DIGITS = 12;

/** All archived rows of one kind of one person. */
type ArchiveOf = { readonly userId: UserId; readonly kind: ArchiveKind };

export type MoveOptions = {
  /**
   * Returns writes that commit together with these rows. It is called again before every try. The caller must leave
   * room for them with `rowsAtOnce`: rows, these writes and one receipt are at most 100.
   */
  readonly alongside?: (rows: readonly Row[]) => Promise<readonly Write[]>;
  readonly rowsAtOnce?: number;
};

/**
 * Moves rows of one kind into the archive. If a row has changed since it was read, it stays together with all rows of
 * its unit. Returns how many rows this call moved. It may be killed at any point and may run twice, even at the same
 * time. Throws `InvalidInput` for rows of another kind or person, and for a run without its header.
 */
export async function moveToArchive(
  ports: Pick<Ports, "store" | "archive">,
  to: ArchiveOf,
  rows: readonly Row[],
  { alongside = async () => [], rowsAtOnce = ROWS_AT_ONCE }: MoveOptions = {},
): Promise<number> {
  const { userId, kind } = to;
  const { pk } = keys.archived(userId, kind);
  for (const { key } of rows)
    if (key.pk !== pk || rowKind(key)?.archive !== kind)
      throw new WaldoError("InvalidInput", `${describeKey(key)} does not belong into ${kind} of this person`);
  let moved = 0;
  const left = new Set<string>();
  for (const whole of batches(placeRows(kind, rows), rowsAtOnce)) {
    // If one row of a unit cannot move, the whole unit stays.
    const batch = whole.filter(({ unit }) => !left.has(unit));
    const gone = await moveBatch(ports, to, batch, alongside);
    for (const one of batch) if (!gone.includes(one)) left.add(one.unit);
    moved += gone.length;
  }
  return moved;
}

async function moveBatch(
  { store, archive }: Pick<Ports, "store" | "archive">,
  to: ArchiveOf,
  batch: readonly Placed[],
  alongside: NonNullable<MoveOptions["alongside"]>,
): Promise<readonly Placed[]> {
  const { userId, kind } = to;
  const key = keys.archived(userId, kind);
  let left = batch;
  for (let tries = 1; left.length > 0; tries++) {
    const before = await store.get(key);
    const seq = (before?.version ?? 0) + 1;
    const parts: string[] = [];
    for (const some of Map.groupBy(left, ({ folder }) => folder).values())
      parts.push(await writePart(archive, to, some, seq));
    const rows = left.map(({ row }) => row);
    const receipt = { kind, parts, rows: Number(before?.body["rows"] ?? 0) + rows.length };
    try {
      await store.transact([
        putOver(before, key, receipt),
        ...rows.map((row): Write => ({ op: "delete", key: row.key, when: asRead(row) })),
        ...(await alongside(rows)),
      ]);
      return left;
    } catch (error) {
      if (!isError(error, "ConditionFailed") || tries === MOST_TRIES) throw error;
    }
    left = await unchanged(store, left);
  }
  return [];
}

/** Returns the rows that have not changed since they were read. A unit is returned completely or not at all. */
async function unchanged(store: Ports["store"], batch: readonly Placed[]): Promise<Placed[]> {
  const now = await Promise.all(batch.map(({ row }) => store.get(row.key)));
  const changed = new Set(batch.filter(({ row }, at) => lineOf(now[at], 0) !== lineOf(row, 0)).map(({ unit }) => unit));
  return batch.filter(({ unit }) => !changed.has(unit));
}

/**
 * Groups complete units, in order, up to the limits. A unit that is larger than the limits is split, with its head
 * last.
 */
function batches(placed: readonly Placed[], rowsAtOnce: number): Placed[][] {
  const found: Placed[][] = [];
  let batch: Placed[] = [];
  let bytes = 0;
  const cut = () => {
    if (batch.length > 0) found.push(batch);
    batch = [];
    bytes = 0;
  };
  for (const unit of Map.groupBy(placed, (one) => one.unit).values()) {
    const size = unit.reduce((sum, { row }) => sum + bytesOf(row), 0);
    if (batch.length + unit.length > rowsAtOnce || bytes + size > BYTES_AT_ONCE) cut();
    for (const one of unit) {
      const more = bytesOf(one.row);
      if (batch.length === rowsAtOnce || (batch.length > 0 && bytes + more > BYTES_AT_ONCE)) cut();
      batch.push(one);
      bytes += more;
    }
  }
  cut();
  return found;
}

/** Returns the bytes of a row as JSON. The number is exact for a part, and approximate for the store. */
export function bytesOf(row: Row): number {
  return Buffer.byteLength(row.key.sk) + Buffer.byteLength(JSON.stringify(row.body));
}

async function writePart(
  archive: Archive,
  { userId, kind }: ArchiveOf,
  placed: readonly Placed[],
  seq: number,
): Promise<string> {
  const rows = placed.map(({ row }) => row).sort((a, b) => compareUtf8(a.key.sk, b.key.sk));
  const bytes = Buffer.from(rows.map((row) => `${lineOf(row, seq)}\n`).join(""));
  const first = placed.reduce((least, { at }) => Math.min(least, at), Number.MAX_SAFE_INTEGER);
  const name = `${String(first).padStart(15, "0")}-${digestOf(bytes)}.jsonl`;
  const path = `${kind}/${placed[0]?.folder ?? ""}/${name}`;
  await archive.write(objects.archive(userId, path), bytes);
  return path;
}

/** Returns one line of a part. `seq` orders the copies of one row. It is the version of the receipt in that move. */
function lineOf(row: Row | undefined, seq: number): string {
  return row === undefined ? "" : canonicalJson({ sk: row.key.sk, version: row.version, seq, body: row.body });
}

type Line = { readonly sk: string; readonly version: number; readonly seq: number; readonly body: JsonObject };

/** How many objects are read at the same time. */
const READS_AT_ONCE = 16;

/**
 * Returns the archived rows of one kind, in sort-key order. It reads one folder (a month `YYYY/MM`, or a pattern id of
 * memory-history) or all folders. If a row has several copies, it returns the last one; for an append-only row it
 * returns each different content once. The store may still hold some of these rows, and a caller that reads both must
 * use the row of the store. Throws `StoreUnavailable` for a damaged part.
 */
export async function readArchived(
  archive: Archive,
  userId: UserId,
  kind: ArchiveKind,
  folder?: string,
): Promise<Row[]> {
  const prefix = objects.archive(userId, folder === undefined ? `${kind}/` : `${kind}/${folder}/`);
  const names = (await archive.list(prefix)).filter((name) => name.endsWith(".jsonl"));
  const { table, pk } = keys.archived(userId, kind);
  const latest = new Map<string, Line>();
  for (let at = 0; at < names.length; at += READS_AT_ONCE) {
    const parts = await Promise.all(names.slice(at, at + READS_AT_ONCE).map((name) => readPart(archive, name)));
    for (const line of parts.flat()) {
      const once = rowKind({ table, pk, sk: line.sk })?.keep === "append-only";
      const id = once ? canonicalJson([line.sk, line.body]) : line.sk;
      const known = latest.get(id);
      if (!known || line.seq > known.seq || (line.seq === known.seq && line.version > known.version))
        latest.set(id, line);
    }
  }
  return [...latest.values()]
    .sort((a, b) => compareUtf8(a.sk, b.sk) || a.seq - b.seq || a.version - b.version)
    .map(({ sk, version, body }) => ({ key: { table, pk, sk }, version, body }));
}

/** Returns the folders of one kind that have content, sorted. */
export async function archivedFolders(archive: Archive, userId: UserId, kind: ArchiveKind): Promise<string[]> {
  const prefix = objects.archive(userId, `${kind}/`);
  const names = await archive.list(prefix);
  return [...new Set(names.map((name) => name.slice(prefix.length, name.lastIndexOf("/"))))].sort(compareUtf8);
}

async function readPart(archive: Archive, name: string): Promise<Line[]> {
  const bytes = await archive.read(name);
  // The remaining content of a part that lost words is in a separate part.
  if (bytes?.length === 0) return [];
  const digest = name.slice(0, -".jsonl".length).slice(-DIGEST_DIGITS);
  if (bytes === undefined || digestOf(bytes) !== digest)
    throw new WaldoError("StoreUnavailable", "a part of the archive is missing or damaged: restore it from a copy");
  return Buffer.from(bytes)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/**
 * Returns the part that replaces another one, with changed bodies, or undefined when no body changes. The caller writes
 * it and then empties the old one. Throws `StoreUnavailable` for a damaged part, which cannot be rewritten.
 */
export async function rewrittenPart(
  archive: Archive,
  { name, userId }: { readonly name: string; readonly userId: UserId },
  bodyOf: (row: Row) => JsonObject,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined> {
  if (!name.endsWith(".jsonl")) return undefined;
  const lines = await readPart(archive, name);
  const { table, pk } = keys.memory(userId);
  const next = lines.map((line) => ({ ...line, body: bodyOf({ ...line, key: { table, pk, sk: line.sk } }) }));
  if (next.every(({ body }, at) => canonicalJson(body) === canonicalJson(lines[at]?.body ?? {}))) return undefined;
  const bytes = Buffer.from(next.map((line) => `${canonicalJson(line)}\n`).join(""));
  const stem = name.slice(0, -`${"0".repeat(DIGEST_DIGITS)}.jsonl`.length);
  return { name: `${stem}${digestOf(bytes)}.jsonl`, bytes };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, DIGEST_DIGITS);
}
