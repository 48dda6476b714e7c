// Routes for the body: data from devices, the phone's key, wearables, and exports. An answer holds derived values only
// (R7).
import {
  APPLE_TOKEN,
  ConsentNeeded,
  type ImportBegun,
  type ImportJob,
  type ImportView,
  ScoredDay,
  type UserId,
  type VendorName,
} from "@waldo/contracts";
import * as z from "zod";
import type { ConnectPorts } from "../connect/ports.ts";
import { VendorTrouble } from "../connect/vendor.ts";
import { dayStory } from "../day/bands.ts";
import { parseColumnMap } from "../health/import/column-map.ts";
import { type FoundJob, findJob, jobWrites, readingFrom, viewOf } from "../health/import-job.ts";
import { findHabits, findScore, livedDate, loadScores } from "../health/ledger.ts";
import { sumsOf } from "../health/sum.ts";
import { forgetAppleToken, newAppleToken } from "../health/take-apple.ts";
import { countIngest, takeSync, takeZone } from "../health/take-sync.ts";
import { agrees, requireConsent } from "../person/consents.ts";
import { findSaid } from "../person/said-of-day.ts";
import { deviceZone } from "../person/zone-names.ts";
import type { Clock, Ports, Store } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { addDays } from "../time.ts";
import { DoorRefusal, type Handlers, type ImportDoor, profileOf } from "./handlers.ts";

/** The most days that one request may ask for: a leap year. */
const MOST_DAYS = 366;

/** Routes for body data from devices, and for what it says about the person. */
export const bodyHandlers: Handlers<"sync" | "zone" | "form" | "formDays" | "usualTimes"> = {
  async sync({ ports, userId, body, device: { zone, bytes } }) {
    const requestId = String(ports.clock.now());
    const taken = await takeSync(ports, { userId, requestId, zone, bytes, body });
    if ("dates" in taken) return taken;
    throw new DoorRefusal(
      "TooMany",
      "this device has sent more today than a day holds: send the rest tomorrow",
      taken.full,
    );
  },

  async zone({ ports, userId, body }) {
    return { timeZone: await takeZone(ports, userId, body.timeZone) };
  },

  async form(call) {
    const { ports, userId, query } = call;
    const date = query.date ?? (await livedDate(ports.store, await profileOf(call), ports.clock.now()));
    const score = await findScore(ports.store, userId, date);
    if (!score) throw new DoorRefusal("NotFound", "there is no score of that day");
    const story = dayStory(score, await findSaid(ports.store, userId, date));
    return { ...score, story, sums: sumsOf(score) };
  },

  async usualTimes({ ports, userId }) {
    const usual = (await findHabits(ports.store, userId))?.usual;
    if (!usual) throw new DoorRefusal("NotFound", "no night has shown yet when you wake and go to bed");
    return usual;
  },

  async formDays({ ports, userId, query: { from, to } }) {
    if (to < from || to > addDays(from, MOST_DAYS - 1))
      throw new DoorRefusal("InvalidInput", `query.to: at most ${MOST_DAYS} days, and not before from`);
    const scores = await loadScores(ports.store, userId, from, to);
    return { items: scores.map((score) => z.object(ScoredDay.shape).parse(score)) };
  },
};

/**
 * Routes for the key with which a person's phone posts Apple Health. The posts themselves come by a hook
 * (health/take-apple.ts).
 */
export const phoneHandlers: Handlers<"appleToken" | "forgetAppleToken"> = {
  async appleToken({ ports, userId }) {
    return { header: APPLE_TOKEN, token: await newAppleToken(ports, ports.approvalKey, userId) };
  },
  async forgetAppleToken({ ports, userId }) {
    await forgetAppleToken(ports, userId);
    return {};
  },
};

/** `wearables` is absent when this deployment has no client at any vendor. */
type WearablePorts = { readonly store: Store; readonly clock: Clock; readonly wearables?: ConnectPorts };

/** Loads the code of the wearables on demand. It contains all vendors, and most requests do not need it. */
const connecting = () => import("../connect/connect.ts");
type Connecting = Awaited<ReturnType<typeof connecting>>;

/** Routes for the person's wearables: going to the vendor and back, the state of each connection, and its end. */
export const wearableHandlers: Handlers<
  "wearables" | "beginWearable" | "finishWearable" | "removeWearable",
  WearablePorts
> = {
  wearables: async ({ ports: { wearables }, userId }) => ({
    items: wearables ? await (await connecting()).listConnections(wearables, userId) : [],
  }),
  beginWearable: ({ ports, userId, params: { vendor } }) =>
    asked(ports, userId, vendor, (core, own) => core.beginConnection(own, userId, vendor)),
  finishWearable: ({ ports, userId, params: { vendor }, body }) =>
    asked(ports, userId, vendor, (core, own) => core.finishConnection(own, userId, vendor, body)),
  removeWearable: ({ ports, userId, params: { vendor } }) =>
    asked(ports, userId, vendor, (core, own) => core.removeConnection(own, userId, vendor)),
};

/**
 * Carries out a request about one vendor. It counts against the daily limit for device data, because this function may
 * not reach the rows of the agent.
 */
async function asked<T>(
  { wearables }: WearablePorts,
  userId: UserId,
  vendor: VendorName,
  act: (core: Connecting, own: ConnectPorts) => Promise<T>,
): Promise<T> {
  if (!wearables?.offered.includes(vendor)) throw new DoorRefusal("NotFound", "this wearable cannot be connected here");
  const full = await countIngest(wearables, userId, { requests: 1, entries: 1 });
  if (full !== undefined) throw new DoorRefusal("TooMany", "this was asked too often today: ask again tomorrow", full);
  try {
    return await act(await connecting(), wearables);
  } catch (error) {
    if (!(error instanceof VendorTrouble)) throw error;
    if (error.trouble === "denied") throw new DoorRefusal("InvalidInput", "the vendor did not agree: begin again");
    throw new DoorRefusal("Unavailable", "the vendor did not answer as expected: try again in a moment", 60);
  }
}

export type ImportPorts = Pick<Ports, "store" | "clock"> & { readonly imports?: ImportDoor };

/** One import counts as this many entries. `INGEST_PER_DAY` limits the entries of a person per day. */
const ENTRIES = 1_000;

/**
 * Routes for the export of a wearable: where the client sends its file, and how far the reading is. The person must
 * give consent before anything is received. A person has one import at a time. A new import replaces one that no
 * process has begun to read, and waits for one that is being read. If the process dies between the row and the call
 * that starts the reading, the same request asks for the reading again.
 */
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
      // The file exists until its reading ends.
      const isRead = view?.state === "reading" && !before?.job.isAsked;
      if (isRead && before && (await shelf.open(userId, before.job)))
        throw new DoorRefusal("TooMany", "another export is being taken in: wait until it is done", 10);
      await store.transact(jobWrites(userId, before?.row, job, now));
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
      // An interrupted reading, or one that never began, starts again while the file exists.
      const isIdle = job.state === "reading" && (job.isAsked || view.state === "refused");
      const isOpen = job.state === "receiving" || isIdle;
      if (!isOpen) return view;
      if (!(await agrees(store, userId, "body"))) {
        // The person took back their consent after announcing the file. So the received bytes are deleted.
        await shelf.remove(userId, id);
        throw new ConsentNeeded("body");
      }
      if ((await shelf.open(userId, job)) === undefined)
        throw new DoorRefusal("InvalidInput", "the whole file has not come: send it, and then say that it is done");
      const reading: ImportJob = { ...job, ...readingFrom(clock.now()), isAsked: true };
      await store.transact(jobWrites(userId, row, reading, clock.now()));
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
