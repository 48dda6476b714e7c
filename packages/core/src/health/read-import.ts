/**
 * Reads the export that a person has sent, and takes it in. Invariants:
 *
 * 1. A killed process leaves the state `reading` and the file. So does an error that a retry may cure; it is thrown.
 *    The work then starts again and writes the same rows. If nobody starts it again, the view says after a while that
 *    the file must be sent again.
 * 2. The end is written before the file is removed. If the process dies in between, a repeated call removes the file.
 * 3. Each write of the row carries its version. If a process finds another one at work, it ends and leaves the file.
 */
import { createHash } from "node:crypto";
import {
  type ErrorName,
  type ImportJob,
  type ImportView,
  isError,
  keys,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import { requireConsent } from "../person/consents.ts";
import type { Clock, Log, StartWake } from "../ports.ts";
import { commitIf, putNew } from "../store/cas.ts";
import { parseColumnMap } from "./import/column-map.ts";
import { findJob, jobWrites, readingFrom, share, type UploadShelf } from "./import-job.ts";
import { findTimeZone } from "./ledger.ts";
import { alreadyTaken, type ExportStore, printOf, type Reading, read, takeIn } from "./take-in.ts";

export type ReadingPorts = {
  readonly store: ExportStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly startWake: StartWake;
  readonly shelf: UploadShelf;
};

/** The time between two reports of the progress. */
const TELL_MS = 2_000;
/** The errors whose text tells the person what to do. */
const TOLD: readonly ErrorName[] = ["ImportRefused", "ConsentNeeded", "NoSpace"];

/** Another process reads the file, or another import has taken the place of this one. */
class Superseded extends Error {
  override readonly name = "Superseded";
}

/**
 * Reads the file of an import and stores its days. It may run twice, also at the same time. Throws an error that a
 * retry may cure; the caller then runs it again.
 */
export async function readImport(ports: ReadingPorts, userId: UserId, id: string): Promise<void> {
  const { store, clock, log, shelf } = ports;
  const found = await findJob(store, userId);
  if (found?.job.id === id && found.job.state === "receiving") return;
  if (found?.job.id !== id || found.job.state !== "reading") return shelf.remove(userId, id);
  let { version } = found.row;
  const write = async ({ until: _, isAsked: __, ...job }: ImportJob, more: Partial<ImportJob>) => {
    const puts = jobWrites(userId, { version }, { ...job, ...more }, clock.now());
    if (!(await commitIf(store, puts))) throw new Superseded();
    version += 1;
  };
  let [told, percent] = [0, 0];
  const tell = async (far = percent) => {
    percent = far;
    const now = clock.now();
    if (now - told < TELL_MS) return;
    told = now;
    await write(found.job, { ...readingFrom(now), percent });
  };
  const end = await take(ports, { userId, job: found.job, tell }).then(
    (taken): Partial<ImportJob> => ({ state: "done", percent: 100, taken }),
    (error: unknown): Partial<ImportJob> | undefined => {
      if (mayPass(error)) throw error;
      return error instanceof Superseded ? undefined : { state: "refused", why: reasonOf(error, log) };
    },
  );
  if (end === undefined) return;
  try {
    await write(found.job, end);
  } catch (error) {
    if (error instanceof Superseded) return;
    // If the person was erased meanwhile, the file is deleted too.
    if (isError(error, "Erased")) await shelf.remove(userId, id);
    throw error;
  }
  await shelf.remove(userId, id);
}

/** True for an error that a retry may cure. */
export function mayPass(error: unknown): boolean {
  return error instanceof WaldoError && error.next === "retry";
}

type Taking = {
  readonly userId: UserId;
  readonly job: ImportJob;
  /** Reports from time to time that the process lives, and how far it is. */
  readonly tell: (percent?: number) => Promise<void>;
};

/**
 * Imports the file, then scores its days and wakes the agent. The wake is sent even when the file is already known,
 * because the process may have died between the two.
 */
async function take(ports: ReadingPorts, { userId, job, tell }: Taking): Promise<ImportView["taken"]> {
  const { clock, startWake, shelf } = ports;
  const tally = accumulator();
  const { atomically } = ports.store;
  const store: ExportStore = { ...meteredStore(ports.store, tally), ...(atomically ? { atomically } : {}) };
  await tell();
  await requireConsent(store, userId, "body");
  const source = await shelf.open(userId, job);
  if (source === undefined) throw new WaldoError("ImportRefused", "the file is not there any more: send it again");
  const zone = await findTimeZone(store, userId);
  const timeZone = zone ?? job.timeZone;
  const how: Reading = {
    timeZone,
    ...(job.map === undefined ? {} : { columnMap: parseColumnMap(job.map, job.where) }),
  };
  const hash = createHash("sha256");
  for await (const chunk of source.stream()) {
    hash.update(chunk);
    await tell();
  }
  const print = printOf(hash.digest("hex"), how);
  const known = await alreadyTaken(store, userId, print);
  let taken = known;
  if (taken === undefined) {
    let telling = Promise.resolve();
    const fresh = await read([source], {
      ...how,
      onProgress({ bytesRead, totalBytes }) {
        telling = telling.then(() => tell(share(bytesRead, totalBytes)));
        // The error is thrown below, so it is ignored here.
        telling.catch(() => {});
      },
    });
    await telling;
    await takeIn(store, userId, print, fresh);
    taken = fresh.taken;
    tally.add({ counts: { sourceDays: fresh.result.days.length } });
  }
  if (zone === undefined) await commitIf(store, [putNew(keys.timeZone(userId), { timeZone })]);
  const now = clock.now();
  const scheduledAt = new Date(now).toISOString();
  const wake = { userId, job: "sync", scheduledAt, settled: true, from: taken.first, spent: tally.spent() } as const;
  await startWake(`import-${digest(userId, print).slice(0, 32)}`, wake);
  const { where: _, ...said } = taken;
  return { ...said, isKnown: known !== undefined };
}

/** Returns the words for the person. If the fault is in Waldo, only the log gets the reason. */
function reasonOf(error: unknown, log: Log): string {
  if (error instanceof WaldoError && TOLD.includes(error.name)) return error.message;
  log("error", "import.failed", { error: error instanceof Error ? error.name : "unknown" });
  return "something went wrong here; it is in the log. Send the file again";
}
