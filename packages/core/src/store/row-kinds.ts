/**
 * What may be done with a row, by kind: the sort key up to its first `#`. This table covers all of `keys` in contracts,
 * and a test checks that it names every kind.
 *
 * | keep        | put                 | delete                                          |
 * |-------------|---------------------|-------------------------------------------------|
 * | append-only | only where absent   | only with the receipt that it is in the archive |
 * | kept        | free                | the same                                        |
 * | transient   | free                | free: it clears itself                          |
 *
 * A kind without an archive can never be deleted here. Erasure is not a write of a run: it uses the store below this
 * one.
 */
import { type Key, keys, kindOf, type UserId } from "@waldo/contracts";

/** What the archive keeps of one person, each kind in a folder with its name. */
export const ARCHIVE_KINDS = ["episodes", "patrol", "runs", "dreams", "memory-history"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

export type RowKind = {
  readonly keep: "append-only" | "kept" | "transient";
  /** The archive it moves to after its time in the store (memory/retention/rules.ts). */
  readonly archive?: ArchiveKind;
};

export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  // Events. They are written once.
  EPISODE: { keep: "append-only", archive: "episodes" },
  PATROL: { keep: "append-only", archive: "patrol" },
  STEP: { keep: "append-only", archive: "runs" },
  BLOCKVERSION: { keep: "append-only", archive: "memory-history" },
  INCIDENT: { keep: "append-only" },
  CRSVERSION: { keep: "append-only" },
  // Current state. It is rewritten and never lost.
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
  WAITER: { keep: "kept" },
  EFFECT: { keep: "kept" },
  WATCH: { keep: "kept", archive: "runs" },
  RECIPE: { keep: "kept" },
  TASK: { keep: "kept" },
  CALENDAR: { keep: "kept" },
  SUBSCRIPTION: { keep: "kept" },
  DRAFT: { keep: "kept" },
  SHEET: { keep: "kept" },
  // This row says how far a played day has come, so that the day does not happen twice.
  PLAYED: { keep: "kept" },
  // This row says which occurrence of a cadence was done last, so that it is not done twice.
  CADENCE: { keep: "kept" },
  SCHEDULED: { keep: "kept" },
  REMINDTIMES: { keep: "kept" },
  JETLAG: { keep: "kept" },
  DAY: { keep: "kept" },
  IMPORT: { keep: "kept" },
  ZONE: { keep: "kept" },
  HABITS: { keep: "kept" },
  BREAKER: { keep: "kept" },
  CRS: { keep: "kept" },
  BOTCHAT: { keep: "kept" },
  // Pointers, counters and copies. The code that uses one up deletes it, and the nightly sweep deletes what is left.
  WAITING: { keep: "transient" },
  OUTBOXDUE: { keep: "transient" },
  CHANGING: { keep: "transient" },
  HEARD: { keep: "transient" },
  FEEDBACK: { keep: "transient" },
  INBOX: { keep: "transient" },
  MEMORYDELTA: { keep: "transient" },
  MEMORYUSE: { keep: "transient" },
  DOOR: { keep: "transient" },
  SESSION: { keep: "transient" },
  RATE: { keep: "transient" },
  PUSHBUDGET: { keep: "transient" },
  CHECKPOINT: { keep: "transient" },
  DAYSTATE: { keep: "transient" },
  LIVE: { keep: "transient" },
  INGESTED: { keep: "transient" },
  SAMPLE: { keep: "transient" },
  METER: { keep: "transient" },
  BOTUPDATE: { keep: "transient" },
  BOTPACE: { keep: "transient" },
  // The person takes it back, or its push service says that it is gone.
  DEVICE: { keep: "transient" },
};

/** Returns the rule of a row, or undefined for a key that `keys` does not make. */
export function rowKind(key: Key): RowKind | undefined {
  const name = kindOf(key);
  return Object.hasOwn(ROW_KINDS, name) ? ROW_KINDS[name] : undefined;
}

/** Returns the receipt's sort key. The receipt is in the partition of its rows. */
export function receiptSk(archive: ArchiveKind): string {
  return receiptKey("any", archive).sk;
}

/** Returns the key of a person's receipt for one archive. */
export function receiptKey(userId: UserId, archive: ArchiveKind): Key {
  return keys.archived(userId, archive);
}
