/** Export and erasure: the data that crosses a process, and for how long undeletable data stays. */
import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";

/** The digest of a person's id. It identifies the receipt and the remaining rows of an erased person. */
export const ReceiptId = z.string().regex(/^[0-9a-f]{32}$/, "a receipt is named by 32 hexadecimal digits");
export type ReceiptId = z.infer<typeof ReceiptId>;

export const ERASURE_STATES = ["marked", "erasing", "done"] as const;

/**
 * The tombstone and receipt of an erased person. From `marked` on every write for the person is refused. `removed`
 * counts the deleted data by store.
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
/** The next state of privacy.asl.json after ERASE and VERIFY. */
export const ERASURE_NEXT = ["ERASE", "VERIFY", "DONE"] as const;
export type ErasureResult = ErasureInput & { readonly next: (typeof ERASURE_NEXT)[number] };

/** The person types or sends this phrase to confirm an erasure. */
export const ERASE_PHRASE = "erase everything";

/**
 * For how many days data stays that nobody can delete by hand. Infra sets these retentions, and the receipt names them.
 * None is above 30 except the last, whose length is a quota of the account (docs/runbook.md).
 */
export const RETENTION_DAYS = {
  /** Point-in-time recovery of the tables, and old versions of pages and indexes. */
  backups: 7,
  /** Point-in-time recovery of the table of data keys. During this time a restored key could decrypt a restored copy. */
  keyBackups: 1,
  /** Old versions of archive objects. An erasure deletes the person's versions at once. */
  archiveVersions: 30,
  /** Access logs of the archive. Their lines name objects, and the names carry a person's id. */
  accessLogs: 30,
  /** Log lines, which contain hashed ids. */
  logs: 30,
  /** Events that no function could handle. */
  deadLetters: 14,
  /** An export that nobody downloaded. */
  exports: 1,
  /** An upload of a wearable's export that began before an erasure and ended after it. */
  uploads: 1,
  /** Inputs of state machines: a person's id and a run's. */
  executionHistory: 90,
} as const;

/** The receipt of an erasure: what was removed and when, and until when other copies exist. */
export const ErasureReceipt = Erasure.extend({
  receiptId: ReceiptId,
  /**
   * From this instant on nobody can restore the data key, so no copy can be read. Absent while the erasure is not done.
   */
  finalAt: EpochMs.optional(),
  agesOut: z.array(z.strictObject({ what: z.string(), days: z.number().int(), until: EpochMs.optional() })),
});
export type ErasureReceipt = z.infer<typeof ErasureReceipt>;

/** On AWS an erasure is final this many hours after its end. On a single machine it is final at its end. */
export const FINAL_AFTER_HOURS = RETENTION_DAYS.keyBackups * 24;

/** For how many hours the link of an export is valid. */
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
  /** `failed`: the export was not finished within 15 minutes. The person can ask for another one. */
  state: z.enum(["none", "running", "ready", "failed"]),
  /** The path of the link, from the root of the server on. */
  link: z.string().optional(),
  until: EpochMs.optional(),
});
export type ExportView = z.infer<typeof ExportView>;
