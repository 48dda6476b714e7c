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
 * one (privacy/erase.ts).
 */
import { type Key, keys, kindOf, type UserId } from "@waldo/contracts";

/** What the archive keeps of one person, each kind in a folder with its name. */
export const ARCHIVE_KINDS = ["episodes", "patrol", "runs", "dreams", "memory-history", "thoughts"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

type RowKind = {
  readonly keep: "append-only" | "kept" | "transient";
  /** The archive it moves to after its time in the store (memory/retention/rules.ts). */
  readonly archive?: ArchiveKind;
  /**
   * The attributes that stay readable for operators: ids, states, times and counters. All others are sealed with the key
   * of the person (sealed.ts). Absent: none.
   */
  readonly open?: "all" | readonly string[];
};

export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  // Events. They are written once.
  EPISODE: { keep: "append-only", archive: "episodes", open: ["at"] },
  PATROL: { keep: "append-only", archive: "patrol", open: ["at", "act"] },
  THOUGHT: { keep: "append-only", archive: "thoughts", open: ["at", "kind", "by"] },
  STEP: { keep: "append-only", archive: "runs", open: ["runId", "step", "from", "to", "at", "tookMs"] },
  BLOCKVERSION: { keep: "append-only", archive: "memory-history" },
  INCIDENT: { keep: "append-only", open: ["at", "runId"] },
  CRSVERSION: { keep: "append-only", open: ["date", "version", "status", "computedAt", "confidence"] },
  CONSENTLOG: { keep: "append-only", open: "all" },
  // Current state. It is rewritten and never lost.
  RUN: {
    keep: "kept",
    archive: "runs",
    open: [
      "runId",
      "trigger",
      "variant",
      "date",
      "state",
      "step",
      "iterations",
      "attempts",
      "rung",
      "fence",
      "createdAt",
      "updatedAt",
      "endedAt",
      "spent",
    ],
  },
  OUTBOX: {
    keep: "kept",
    archive: "runs",
    open: [
      "key",
      "runId",
      "ordinal",
      "channel",
      "kind",
      "state",
      "attempt",
      "claimExpiresAt",
      "notBefore",
      "moment",
      "sendBefore",
      "createdAt",
      "updatedAt",
    ],
  },
  DREAM: { keep: "kept", archive: "dreams", open: ["dreamId", "startedAt"] },
  BLOCK: { keep: "kept", archive: "memory-history" },
  MEMORY: { keep: "kept", open: ["generation", "indexedTo", "live"] },
  MEMORYTOPIC: { keep: "kept" },
  MEMORYDESIGN: { keep: "kept", open: ["state", "since"] },
  DESIGNS: { keep: "kept" },
  DREAMING: { keep: "kept", open: "all" },
  ARCHIVED: { keep: "kept", open: "all" },
  PROFILE: { keep: "kept" },
  LEASE: { keep: "kept", open: "all" },
  INHAND: { keep: "kept", open: "all" },
  CHANNEL: { keep: "kept", open: "all" },
  MESSAGE: { keep: "kept", open: ["at", "from", "kind", "runId"] },
  THREAD: { keep: "kept", open: ["status", "createdAt", "updatedAt", "deletedAt", "emptiedAt"] },
  LAST: { keep: "kept", open: "all" },
  REDACTION: { keep: "kept", open: "all" },
  FETCH: { keep: "kept", open: ["at", "runId", "mode", "label"] },
  PROPOSAL: { keep: "kept", open: ["proposalId", "runId", "state", "createdAt", "expiresAt", "tapBy", "updatedAt"] },
  HANDOFF: {
    keep: "kept",
    open: ["handoffId", "date", "plans", "lastRun", "proposalId", "changed", "createdAt", "updatedAt"],
  },
  REVIEW: {
    keep: "kept",
    open: [
      ...["reviewId", "date", "state", "index", "waits", "interrupted", "turn", "started", "resumeAt", "left"],
      ...["touchedAt", "createdAt", "updatedAt"],
    ],
  },
  WAITER: { keep: "kept" },
  EFFECT: { keep: "kept", open: ["effectId", "runId", "tool", "at", "automatic", "asked", "undone", "call"] },
  WATCH: {
    keep: "kept",
    archive: "runs",
    open: ["watchId", "state", "firesLeft", "fired", "lastFiredAt", "cooldownMs", "expiresAt", "createdAt"],
  },
  RECIPE: { keep: "kept", open: "all" },
  GOALS: { keep: "kept", open: ["revision", "at", "by"] },
  COACH: { keep: "kept", open: ["beatAt"] },
  LIVING: { keep: "kept", open: ["date", "asked"] },
  THEME: { keep: "kept", open: ["date"] },
  CONCERN: { keep: "kept", open: ["id", "kind", "touchedAt", "touches", "createdAt"] },
  INTERRUPTION: { keep: "kept", open: ["at", "kind", "mode", "label"] },
  INTENTION: { keep: "kept", archive: "thoughts", open: ["id", "state", "dueAt", "tries", "createdAt", "updatedAt"] },
  PERSONA: { keep: "kept" },
  AGENTCLIENT: { keep: "kept", open: ["agentId", "rights", "createdAt", "lastAt", "revokedAt"] },
  // Its text may move to the archive; then the row says where it is. Forgotten, it holds no text.
  CONTEXT: { keep: "kept", open: ["id", "at", "origin", "depth", "accessCount", "lastAccess"] },
  CONTEXTPROJECT: { keep: "kept", open: ["savedAt", "total", "archived"] },
  TASK: { keep: "kept", open: ["taskId", "status", "goal", "createdAt", "updatedAt"] },
  CALENDAR: { keep: "kept", open: ["eventId", "start", "end", "status", "updatedAt"] },
  SUBSCRIPTION: { keep: "kept" },
  CALENDARFILES: { keep: "kept" },
  DRAFT: { keep: "kept", open: ["draftId", "kind", "status", "createdAt", "updatedAt"] },
  SHEET: { keep: "kept" },
  // This row says how far a played day has come, so that the day does not happen twice.
  PLAYED: { keep: "kept", open: "all" },
  // This row says which occurrence of a cadence was done last, so that it is not done twice.
  CADENCE: { keep: "kept", open: "all" },
  SCHEDULED: { keep: "kept" },
  REMINDTIMES: { keep: "kept", open: "all" },
  JETLAG: { keep: "kept" },
  DAY: { keep: "kept" },
  IMPORT: { keep: "kept" },
  ZONE: { keep: "kept" },
  HABITS: { keep: "kept" },
  BREAKER: { keep: "kept", open: "all" },
  CRS: { keep: "kept", open: ["date", "version", "status", "computedAt", "confidence"] },
  BOTCHAT: { keep: "kept", open: "all" },
  CONNECTION: { keep: "kept", open: ["state", "failures", "trouble", "readAt", "notBefore", "busyUntil"] },
  PULLED: { keep: "kept" },
  // Without this row, something left over could write for a person who was erased.
  GONE: { keep: "kept", open: "all" },
  CONSENTS: { keep: "kept", open: "all" },
  HOOKTOKEN: { keep: "kept", open: "all" },
  // Pointers, counters and copies. The code that uses one up deletes it, and the nightly sweep deletes what is left.
  WAITING: { keep: "transient", open: "all" },
  OUTBOXDUE: { keep: "transient", open: "all" },
  PING: { keep: "transient", open: "all" },
  PRESENCE: { keep: "transient", open: ["at"] },
  ORIENTATION: { keep: "transient", open: ["at"] },
  CHANGING: { keep: "transient", open: "all" },
  HEARD: { keep: "transient" },
  FEEDBACK: { keep: "transient" },
  EVALUATION: { keep: "transient", open: ["date", "until", "wis", "leftOut"] },
  INBOX: { keep: "transient" },
  MEMORYDELTA: { keep: "transient" },
  MEMORYUSE: { keep: "transient" },
  MEMORYREPLAY: { keep: "transient" },
  AGENTCALL: { keep: "transient", open: "all" },
  // The rows that lead to a context. They are made again from it.
  CONTEXTTIME: { keep: "transient", open: "all" },
  CONTEXTARCHIVED: { keep: "transient", open: "all" },
  CONTEXTUSE: { keep: "transient", open: "all" },
  CONTEXTCOUNT: { keep: "transient", open: "all" },
  CONTEXTPREDICTED: { keep: "transient", open: "all" },
  CONTEXTTEXT: { keep: "transient" },
  CONTEXTSEEN: { keep: "transient", open: "all" },
  CONTEXTFORECAST: { keep: "transient", open: "all" },
  DOOR: { keep: "transient", open: "all" },
  SESSION: { keep: "transient" },
  RATE: { keep: "transient", open: "all" },
  PUSHBUDGET: { keep: "transient", open: "all" },
  EXPORT: { keep: "transient" },
  IMPORTING: { keep: "transient", open: ["state", "bytes", "percent", "until"] },
  CHECKPOINT: { keep: "transient" },
  DAYSTATE: { keep: "transient" },
  LIVE: { keep: "transient" },
  CARE: { keep: "transient" },
  INGESTED: { keep: "transient", open: "all" },
  SAMPLE: { keep: "transient" },
  METER: { keep: "transient", open: "all" },
  BOTUPDATE: { keep: "transient", open: "all" },
  BOTPACE: { keep: "transient", open: "all" },
  HOOK: { keep: "transient", open: "all" },
  AUTHORISING: { keep: "transient" },
  PULLDUE: { keep: "transient", open: "all" },
  REPLACED: { keep: "transient" },
  POSTED: { keep: "transient" },
  // The person takes it back, or its push service says that it is gone.
  DEVICE: { keep: "transient" },
  // The person takes the connection back.
  LINKED: { keep: "transient", open: "all" },
};

/** Returns the rule of a row, or undefined for a key that `keys` does not make. */
export function rowKind(key: Key): RowKind | undefined {
  const name = kindOf(key);
  return Object.hasOwn(ROW_KINDS, name) ? ROW_KINDS[name] : undefined;
}

/** Returns the attributes of a row that are not sealed. A row of no known kind has none. */
export function openAttributes(key: Key): "all" | readonly string[] {
  return rowKind(key)?.open ?? [];
}

/** Returns the receipt's sort key. The receipt is in the partition of its rows. */
export function receiptSk(archive: ArchiveKind): string {
  return receiptKey("any", archive).sk;
}

/** Returns the key of a person's receipt for one archive. */
export function receiptKey(userId: UserId, archive: ArchiveKind): Key {
  return keys.archived(userId, archive);
}
