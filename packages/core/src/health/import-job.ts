/**
 * The export of a wearable that a person sends. One row holds the state of the latest one:
 *
 * receiving       the client sends the file to the address that it got
 * reading         a process reads it (read-import.ts); until `until` this process counts as alive
 * done, refused   the file is deleted
 */
import {
  IMPORT_DUE,
  ImportJob,
  type ImportView,
  keys,
  type PullDue,
  type UploadAddress,
  type UserId,
} from "@waldo/contracts";
import type { ByteSource, Row, Store, Write } from "../ports.ts";
import { asRead } from "../store/cas.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

/** The place of a file between its upload and its reading. */
export type UploadShelf = {
  /** The size of the largest accepted file, in bytes. */
  readonly most: number;
  /** Returns the address to which the client sends the file. */
  address(userId: UserId, job: ImportJob): Promise<UploadAddress>;
  /** Returns how many bytes of the file have arrived. A shelf without this function cannot see an upload in progress. */
  come?(userId: UserId, id: string): number;
  /** Returns the file once the whole file is there. */
  open(userId: UserId, job: ImportJob): Promise<ByteSource | undefined>;
  /** Deletes the file. It may be called twice, and for a file that never existed. */
  remove(userId: UserId, id: string): Promise<void>;
};

/** A process that has reported nothing for this long counts as dead. */
const LEASE_MS = 2 * MINUTE_MS;
/** The row and the job in it. */
export type FoundJob = { readonly row: Row; readonly job: ImportJob };

export async function findJob(store: Pick<Store, "get">, userId: UserId): Promise<FoundJob | undefined> {
  const row = await store.get(keys.importJob(userId));
  return row && { row, job: ImportJob.parse(row.body) };
}

/** For so long after its last sign a dead reading may be started again before the person hears of it. */
const AGAIN_MS = 5 * MINUTE_MS;

/**
 * Returns the writes that replace the row that was read: the job, and for the agent's wake, which may read no raw row,
 * from when on the import counts as broken. The rows may be deleted after a day.
 */
export function jobWrites(
  userId: UserId,
  before: Pick<Row, "version"> | undefined,
  job: ImportJob,
  now: number,
): Write[] {
  const expiresAt = now + DAY_MS;
  const { state, until = now } = job;
  const broke = state === "refused" ? now : state === "reading" ? until + AGAIN_MS : undefined;
  const due: PullDue = { at: now, ...(broke === undefined ? {} : { broke }) };
  return [
    { op: "put", key: keys.importJob(userId), body: job, when: asRead(before), expiresAt },
    { op: "put", key: keys.pullDue(userId, IMPORT_DUE), body: due, expiresAt },
  ];
}

/** Returns the fields of a job whose reading begins now. */
export function readingFrom(now: number): Pick<ImportJob, "state" | "percent" | "until"> {
  return { state: "reading", percent: 0, until: now + LEASE_MS };
}

/** `come` is the number of bytes that have arrived of an expected file. */
export function viewOf({ id, state, bytes, percent, taken, why, until }: ImportJob, now: number, come = 0): ImportView {
  if (state === "receiving") return { id, state, bytes: come, percent: share(come, bytes) };
  if (state === "reading" && (until ?? 0) <= now)
    return { id, state: "refused", bytes, percent, why: "the reading was broken off: send the file again" };
  return { id, state, bytes, percent, ...(taken ? { taken } : {}), ...(why === undefined ? {} : { why }) };
}

/** Returns the percentage as a whole number. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((100 * part) / whole));
}
