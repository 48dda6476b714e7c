/** Export and erasure: what crosses a process, and how long what cannot be deleted stays. */
import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";

/** The digest of a person's id. The digest names what is left of an erased person, and the receipt. */
export const ReceiptId = z.string().regex(/^[0-9a-f]{32}$/, "a receipt is named by 32 hexadecimal digits");
export type ReceiptId = z.infer<typeof ReceiptId>;

export const ERASURE_STATES = ["marked", "erasing", "done"] as const;

/**
 * The tombstone and receipt of an erased person. From `marked` on no write for the person is accepted. `removed` counts
 * by store.
 */
export const Erasure = z.strictObject({
  state: z.enum(ERASURE_STATES),
  markedAt: EpochMs,
  endedAt: EpochMs.optional(),
  removed: z.record(z.string(), z.number().int().nonnegative()),
});
export type Erasure = z.infer<typeof Erasure>;

/** The states of privacy.asl.json that do work, each named for the work. */
export const ERASURE_STEPS = ["NOTICE", "MARK", "ERASE", "VERIFY"] as const;
export const ErasureStep = z.enum(ERASURE_STEPS);
export type ErasureStep = z.infer<typeof ErasureStep>;

export const ErasureInput = z.strictObject({ userId: UserId });
export type ErasureInput = z.infer<typeof ErasureInput>;
export const ErasureTask = ErasureInput.extend({ step: ErasureStep });
export type ErasureTask = z.infer<typeof ErasureTask>;
/** Where privacy.asl.json goes after ERASE and VERIFY. */
export const ERASURE_NEXT = ["ERASE", "VERIFY", "DONE"] as const;
export type ErasureResult = ErasureInput & { readonly next: (typeof ERASURE_NEXT)[number] };

/** What a person types, or sends, so that an erasure is no slip. */
export const ERASE_PHRASE = "erase everything";

/**
 * How many days something stays that nobody can delete by hand. Infra sets these retentions and the receipt names them.
 * None is above 30, but the last: its length is a quota of the account (docs/runbook.md).
 */
export const RETENTION_DAYS = {
  /** Point-in-time recovery of the tables, and old versions of pages and indexes. */
  backups: 7,
  /** Point-in-time recovery of the table of data keys. Until it ages out, a restored key could open a restored copy. */
  keyBackups: 1,
  /** Versions of archive objects. Erasure deletes those of the person at once. */
  archiveVersions: 30,
  /** Access logs of the archive. Their lines name objects, and the names carry a person's id. */
  accessLogs: 30,
  /** Log lines, which carry hashed ids. */
  logs: 30,
  /** Events that no function could take. */
  deadLetters: 14,
  /** An export that nobody fetched. */
  exports: 1,
  /** An export of a wearable whose sending began before an erasure and ended after it. */
  uploads: 1,
  /** Inputs of state machines: a person's id and a run's. */
  executionHistory: 90,
} as const;

/** Returns what is told of an erasure: what was removed when, and until when the rest ages out. */
export const ErasureReceipt = Erasure.extend({
  receiptId: ReceiptId,
  /**
   * From this instant on nobody can bring the data key back, so no copy can be read any more. Absent: the erasure is
   * not done yet.
   */
  finalAt: EpochMs.optional(),
  agesOut: z.array(z.strictObject({ what: z.string(), days: z.number().int(), until: EpochMs.optional() })),
});
export type ErasureReceipt = z.infer<typeof ErasureReceipt>;

/** How long after its end an erasure is final, on AWS. On one machine it is final when it ends. */
export const FINAL_AFTER_HOURS = RETENTION_DAYS.keyBackups * 24;

/** How long the link of an export works. */
export const EXPORT_HOURS = 24;

/** The export that a person asked for last. `secret` is a part of its link. */
export const ExportJob = z.strictObject({
  state: z.enum(["running", "ready"]),
  at: EpochMs,
  secret: z.string().optional(),
  until: EpochMs.optional(),
});
export type ExportJob = z.infer<typeof ExportJob>;

export const ExportView = z.strictObject({
  /** `failed`: the export was not made in a quarter of an hour. The person can ask for another one. */
  state: z.enum(["none", "running", "ready", "failed"]),
  /** The path of the link, from the root of the server on. */
  link: z.string().optional(),
  until: EpochMs.optional(),
});
export type ExportView = z.infer<typeof ExportView>;
