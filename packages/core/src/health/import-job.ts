/**
 * The export of a wearable that a person sends. One row says how far the latest one is:
 *
 *   receiving       the client sends the file to the address that it was given
 *   reading         a process reads it (read-import.ts); `until` says how long that process is believed to live
 *   done, refused   the file is gone
 */
import { ImportJob, type ImportView, keys, type UploadAddress, type UserId } from "@waldo/contracts";
import type { ByteSource, Row, Store, Write } from "../ports.ts";
import { asRead } from "../store/cas.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

/** Where a file is between its coming and its reading. */
export type UploadShelf = {
  /** The longest file that it takes, in bytes. */
  readonly most: number;
  /** Returns where the client sends the file. */
  address(userId: UserId, job: ImportJob): Promise<UploadAddress>;
  /** Returns how much of the file has come. A shelf without this never sees the file on its way. */
  come?(userId: UserId, id: string): number;
  /** Returns the file once the whole file is there. */
  open(userId: UserId, job: ImportJob): Promise<ByteSource | undefined>;
  /** May come twice, and for a file that never existed. */
  remove(userId: UserId, id: string): Promise<void>;
};

/** A process that has told nothing for this long is believed to be dead. */
const LEASE_MS = 2 * MINUTE_MS;
/** The row and what it holds. */
export type FoundJob = { readonly row: Row; readonly job: ImportJob };

export async function findJob(store: Pick<Store, "get">, userId: UserId): Promise<FoundJob | undefined> {
  const row = await store.get(keys.importJob(userId));
  return row && { row, job: ImportJob.parse(row.body) };
}

/** Returns the write of the row over the one that was read. It may vanish after a day. */
export function jobWrite(userId: UserId, before: Pick<Row, "version"> | undefined, job: ImportJob, now: number): Write {
  return { op: "put", key: keys.importJob(userId), body: job, when: asRead(before), expiresAt: now + DAY_MS };
}

/** Returns what makes a job one that is read from now on. */
export function readingFrom(now: number): Pick<ImportJob, "state" | "percent" | "until"> {
  return { state: "reading", percent: 0, until: now + LEASE_MS };
}

/** `come`: how much of a file has come that is awaited. */
export function viewOf({ id, state, bytes, percent, taken, why, until }: ImportJob, now: number, come = 0): ImportView {
  if (state === "receiving") return { id, state, bytes: come, percent: share(come, bytes) };
  if (state === "reading" && (until ?? 0) <= now)
    return { id, state: "refused", bytes, percent, why: "the reading was broken off: send the file again" };
  return { id, state, bytes, percent, ...(taken ? { taken } : {}), ...(why === undefined ? {} : { why }) };
}

/** Returns the percentage, in whole numbers. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((100 * part) / whole));
}
