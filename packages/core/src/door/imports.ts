/**
 * The export of a wearable: where its file goes, and how far it is. Consent is asked before anything of it is received. A
 * person has one import at a time: a new one takes the place of one that no process reads yet, and waits for one that is
 * read. The process that asks for the reading may die between the row and the call; then the same request asks again.
 */
import { ConsentNeeded, type ImportBegun, type ImportJob, type ImportView, type UserId } from "@waldo/contracts";
import { countIngest } from "../health/allowance.ts";
import { parseColumnMap } from "../health/import/column-map.ts";
import { type FoundJob, findJob, jobWrite, readingFrom, viewOf } from "../health/import-job.ts";
import { agrees, requireConsent } from "../person/consents.ts";
import { deviceZone } from "../person/zone-names.ts";
import type { Ports } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { DoorRefusal, type Handlers, type ImportDoor } from "./handlers.ts";

export type ImportPorts = Pick<Ports, "store" | "clock"> & { readonly imports?: ImportDoor };

/** What one import counts of the entries that a person may send in a day (`INGEST_PER_DAY`). */
const ENTRIES = 1_000;

export const importHandlers: Handlers<"startImport" | "sendImport" | "finishImport" | "imported", ImportPorts> = {
  async startImport({ ports, userId, key: id, body: wanted }): Promise<ImportBegun> {
    const { store, clock } = ports;
    const { shelf } = doorOf(ports);
    const now = clock.now();
    await requireConsent(store, userId, "body");
    if (wanted.map !== undefined) parseColumnMap(wanted.map, wanted.where);
    const timeZone = deviceZone(wanted.timeZone, now);
    if (wanted.bytes > shelf.most)
      throw new DoorRefusal("TooLarge", `the file is larger than ${shelf.most} bytes: export a shorter span`);
    const full = await countIngest({ store, clock }, userId, { requests: 1, entries: ENTRIES });
    if (full !== undefined) throw new DoorRefusal("TooMany", "that is more than a day holds: go on tomorrow", full);
    const job: ImportJob = { ...wanted, timeZone, id, state: "receiving", percent: 0 };
    return retryConflicts(async () => {
      const before = await findJob(store, userId);
      const view = before && lookAt(ports, userId, before.job);
      if (view?.id === id && (view.state === "reading" || view.state === "done")) return view;
      // A file is there for as long as it is read.
      const isRead = view?.state === "reading" && !before?.job.isAsked;
      if (isRead && before && (await shelf.open(userId, before.job)))
        throw new DoorRefusal("TooMany", "another export is being taken in: wait until it is done", 10);
      await store.transact([jobWrite(userId, before?.row, job, now)]);
      if (before && !isSameFile(before.job, job)) await shelf.remove(userId, before.job.id);
      return { ...lookAt(ports, userId, job), upload: await shelf.address(userId, job) };
    });
  },
  async sendImport({ ports, userId, params: { id }, body: file }) {
    const { receive } = doorOf(ports);
    const { job } = await ownJob(ports, userId, id);
    if (!receive) throw new DoorRefusal("NotFound", "files do not come this way here");
    if (job.state === "receiving") {
      if (file.size !== job.bytes) throw new DoorRefusal("InvalidInput", `the file was to have ${job.bytes} bytes`);
      await receive(userId, job, file);
    }
    return lookAt(ports, userId, job);
  },
  async finishImport({ ports, userId, params: { id } }) {
    const { store, clock } = ports;
    const { shelf, later } = doorOf(ports);
    return retryConflicts(async () => {
      const { row, job } = await ownJob(ports, userId, id);
      const view = lookAt(ports, userId, job);
      // A reading that was broken off, or that never began, begins again while the file is there.
      const isIdle = job.state === "reading" && (job.isAsked || view.state === "refused");
      const isOpen = job.state === "receiving" || isIdle;
      if (!isOpen) return view;
      if (!(await agrees(store, userId, "body"))) {
        // Taken back since the file was announced. What has come is not kept.
        await shelf.remove(userId, id);
        throw new ConsentNeeded("body");
      }
      if ((await shelf.open(userId, job)) === undefined)
        throw new DoorRefusal("InvalidInput", "the whole file has not come: send it, and then say that it is done");
      const reading: ImportJob = { ...job, ...readingFrom(clock.now()), isAsked: true };
      await store.transact([jobWrite(userId, row, reading, clock.now())]);
      await later(userId, id);
      return lookAt(ports, userId, reading);
    });
  },
  imported: async ({ ports, userId, params: { id } }) => lookAt(ports, userId, (await ownJob(ports, userId, id)).job),
};

function isSameFile(a: ImportJob, b: ImportJob): boolean {
  return a.id === b.id && a.bytes === b.bytes && a.crc32 === b.crc32;
}

function lookAt(ports: ImportPorts, userId: UserId, job: ImportJob): ImportView {
  return viewOf(job, ports.clock.now(), doorOf(ports).shelf.come?.(userId, job.id));
}

async function ownJob(ports: ImportPorts, userId: UserId, id: string): Promise<FoundJob> {
  const found = await findJob(ports.store, userId);
  if (found?.job.id === id) return found;
  throw new DoorRefusal("NotFound", "there is no such import, or not any more: begin again");
}

function doorOf({ imports }: ImportPorts): ImportDoor {
  if (imports) return imports;
  throw new DoorRefusal("Unavailable", "nothing here reads exports");
}
