// Exports and erasures for the door of a single machine: files in the home, and the work in this process.
//
// 1. A person has one running export. A second request waits for the same one.
// 2. A zip is deleted with its link. When a process starts, it removes the files of an earlier one.
// 3. The tombstone is written before the answer, and does not wait for the last message. If this process does not
//    finish an erasure, the next one does at its start (`finishErasure`).
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type EpochMs, EXPORT_HOURS, type UserId } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import type { PrivacyDoor } from "@waldo/core/door/handlers";
import type { PrivacyHooks } from "@waldo/core/door/person";
import type { Ports } from "@waldo/core/ports";
import { erasureTask, type OutsideStore, receiptOf } from "@waldo/core/privacy/erase";
import { exportName } from "@waldo/core/privacy/export";
import { exportOf, exportState, makeExport } from "@waldo/core/privacy/export-job";
import { isErased } from "@waldo/core/store/unless-erased";
import { HOUR_MS } from "@waldo/core/time";
import type { Home } from "../home.ts";
import { writeWhole } from "./copy.ts";
import { erasurePorts, runErasure } from "./erasure.ts";
import { exportFile, exportFolder, exportStore, sweepExports } from "./files.ts";

/**
 * How long an erasure waits for the last message to a chat, and how long a stop waits for the work. The next start
 * continues the work.
 */
const [LAST_WORDS_MS, STOP_MS] = [3_000, 10_000];

type LocalPrivacy = {
  readonly privacy: PrivacyDoor;
  readonly hooks: PrivacyHooks;
  /** Resolves when the work has ended, or after some seconds. */
  stop(): Promise<void>;
};

/**
 * The work continues after the request. `world` sends the last message to a chat; `uploads` are the files that this
 * process received.
 */
export async function localPrivacy(home: Home, world: Ports, uploads: OutsideStore): Promise<LocalPrivacy> {
  const failed = (event: string) => (error: unknown) =>
    world.log("error", event, { error: error instanceof Error ? error.name : "unknown" });
  const exported = exportStore(home);
  const ends = new Map<UserId, NodeJS.Timeout>();
  const endAt = (userId: UserId, until: EpochMs) => {
    clearTimeout(ends.get(userId));
    ends.set(userId, setTimeout(() => void exported.erase(userId), until - world.clock.now()).unref());
  };
  const links = await sweepExports(home, async (userId) => {
    // A link whose row cannot be read is invalid.
    const view = await exportState({ store: home.store, clock: world.clock }, userId).catch(() => undefined);
    return view?.state === "ready" ? view.until : undefined;
  });
  for (const [userId, until] of links) endAt(userId, until);

  const erasures = new Set<Promise<void>>();
  const exports = new Map<UserId, Promise<void>>();
  const privacy: PrivacyDoor = {
    // The keys are files of this machine, and Waldo makes no backup of them.
    finalAfterHours: 0,
    async startErasure(userId) {
      const ports = erasurePorts(home, uploads);
      const step = (task: Parameters<typeof erasureTask>[1]) => erasureTask(ports, task);
      const lastWords = step({ userId, step: "NOTICE" }).then(() => flushDue(world, userId));
      await within(LAST_WORDS_MS, lastWords).catch(failed("erasure.not_told"));
      await step({ userId, step: "MARK" });
      const work = runErasure(userId, { step, flush: async () => {} }).catch(failed("erasure.failed"));
      erasures.add(work);
      void work.then(() => erasures.delete(work));
    },
    async startExport(userId) {
      if (exports.has(userId)) return;
      const { store, whole, bare } = home;
      const parts = {
        ...{ store, clock: world.clock, newSecret: () => randomBytes(16).toString("base64url") },
        whole: { store: whole, archive: bare.archive, clock: world.clock },
        shelf: {
          async keep(id: UserId, zip: AsyncIterable<Uint8Array>) {
            await writeWhole(exportFolder(home), exportFile(home, id), zip);
            // The person may have been erased while their export was made.
            if (await isErased(home.bare.store, id)) await exported.erase(id);
            endAt(id, world.clock.now() + EXPORT_HOURS * HOUR_MS);
          },
        },
      };
      const work = makeExport(parts, userId).catch(failed("export.failed"));
      exports.set(userId, work);
      void work.then(() => exports.delete(userId));
    },
  };
  const hooks: PrivacyHooks = {
    receipt: (receiptId) => receiptOf(home.bare.store, receiptId, []),
    async download(code) {
      const userId = await exportOf(async () => ({ store: home.store, clock: world.clock }), code);
      if (userId === undefined || !existsSync(exportFile(home, userId))) return undefined;
      const body = ReadableStream.from<Uint8Array>(createReadStream(exportFile(home, userId)));
      const name = exportName(userId, world.clock.now());
      return new Response(body, {
        headers: { "content-type": "application/zip", "content-disposition": `attachment; filename="${name}"` },
      });
    },
  };
  const stop = () => within(STOP_MS, Promise.all([...erasures, ...exports.values()]));
  return { privacy, hooks, stop };
}

/** Resolves when the work has ended or this time is over. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })]);
}
