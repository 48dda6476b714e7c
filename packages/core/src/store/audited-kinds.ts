/**
 * What may become of a row, by kind: the sort key up to its first `#`. One table for all of `keys` in contracts, and a
 * test holds that it names every one of them.
 *
 * | keep        | put                 | delete                                          |
 * |-------------|---------------------|-------------------------------------------------|
 * | append-only | only where absent   | only with the receipt that it is in the archive |
 * | kept        | free                | the same                                        |
 * | transient   | free                | free: it clears itself                          |
 *
 * A kind without an archive is never deleted here at all. Erasure is no write of a run: it has the store beneath.
 */
import { type Key, keys, type UserId } from "@waldo/contracts";

/** What the archive keeps of one person, each in a folder of its name. */
export const ARCHIVE_KINDS = ["episodes", "patrol", "runs", "dreams", "memory-history"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

export type RowKind = {
  readonly keep: "append-only" | "kept" | "transient";
  /** Where it goes when it has been hot for long enough (memory/retention.ts). */
  readonly archive?: ArchiveKind;
};

export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  // What happened. Written once.
  EPISODE: { keep: "append-only", archive: "episodes" },
  PATROL: { keep: "append-only", archive: "patrol" },
  STEP: { keep: "append-only", archive: "runs" },
  BLOCKVERSION: { keep: "append-only", archive: "memory-history" },
  INCIDENT: { keep: "append-only" },
  CRSVERSION: { keep: "append-only" },
  // What stands now. Rewritten, never lost.
  RUN: { keep: "kept", archive: "runs" },
  OUTBOX: { keep: "kept", archive: "runs" },
  DREAM: { keep: "kept", archive: "dreams" },
  BLOCK: { keep: "kept", archive: "memory-history" },
  MEMORY: { keep: "kept" },
  MEMORYTOPIC: { keep: "kept" },
  DREAMING: { keep: "kept" },
  ARCHIVED: { keep: "kept" },
  PROFILE: { keep: "kept" },
  LEASE: { keep: "kept" },
  CHANNEL: { keep: "kept" },
  MESSAGE: { keep: "kept" },
  THREAD: { keep: "kept" },
  LAST: { keep: "kept" },
  FETCH: { keep: "kept" },
  PROPOSAL: { keep: "kept" },
  HANDOFF: { keep: "kept" },
  HANDOFFOF: { keep: "kept" },
  EFFECT: { keep: "kept" },
  WATCH: { keep: "kept", archive: "runs" },
  TASK: { keep: "kept" },
  CALENDAR: { keep: "kept" },
  DRAFT: { keep: "kept" },
  SHEET: { keep: "kept" },
  // How far a played day has come is what stops it from happening twice.
  PLAYED: { keep: "kept" },
  // So is what of a cadence was done last.
  CADENCE: { keep: "kept" },
  SCHEDULED: { keep: "kept" },
  JETLAG: { keep: "kept" },
  DAY: { keep: "kept" },
  IMPORT: { keep: "kept" },
  ZONE: { keep: "kept" },
  BREAKER: { keep: "kept" },
  CRS: { keep: "kept" },
  // Pointers, counters and copies. Whoever has used one up removes it; the nightly sweep takes what was left.
  WAITING: { keep: "transient" },
  OUTBOXDUE: { keep: "transient" },
  HEARD: { keep: "transient" },
  INBOX: { keep: "transient" },
  MEMORYDELTA: { keep: "transient" },
  MEMORYUSE: { keep: "transient" },
  RATE: { keep: "transient" },
  PUSHBUDGET: { keep: "transient" },
  CHECKPOINT: { keep: "transient" },
  DAYSTATE: { keep: "transient" },
  LIVE: { keep: "transient" },
  SAMPLE: { keep: "transient" },
  METER: { keep: "transient" },
};

/** The rule of a row; nothing for a key that `keys` does not make. */
export function rowKind(key: Key): RowKind | undefined {
  const name = key.sk.split("#", 1)[0] ?? "";
  return Object.hasOwn(ROW_KINDS, name) ? ROW_KINDS[name] : undefined;
}

/** The receipt's sort key; it lies in the partition of the rows it is for. */
export function receiptSk(archive: ArchiveKind): string {
  return receiptKey("any", archive).sk;
}

/** Where the receipts of one person's archive are. */
export function receiptKey(userId: UserId, archive: ArchiveKind): Key {
  return keys.archived(userId, archive);
}
