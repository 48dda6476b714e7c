/** What the door of one machine needs for exports and erasures: files in the home, and the work in this process. */
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { EXPORT_HOURS, type UserId } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import type { PrivacyDoor } from "@waldo/core/door/handlers";
import type { PrivacyHooks } from "@waldo/core/door/privacy";
import type { Ports } from "@waldo/core/ports";
import { erasureTask, receiptOf } from "@waldo/core/privacy/erase";
import { exportName } from "@waldo/core/privacy/export";
import { exportOf, makeExport } from "@waldo/core/privacy/export-job";
import { isErased } from "@waldo/core/store/unless-erased";
import { HOUR_MS } from "@waldo/core/time";
import type { Home } from "../home.ts";
import { writeWhole } from "./copy.ts";
import { erasurePorts, runErasure } from "./erasure.ts";
import { exportFile, exportFolder, exportStore } from "./files.ts";

/** The work goes on after the request. `world` says the last words to a chat. */
export function localPrivacy(
  home: Home,
  world: Ports,
): {
  readonly privacy: PrivacyDoor;
  readonly hooks: PrivacyHooks;
} {
  const failed = (event: string) => (error: unknown) =>
    world.log("error", event, { error: error instanceof Error ? error.name : "unknown" });
  const ends = new Map<UserId, NodeJS.Timeout>();
  const privacy: PrivacyDoor = {
    async startErasure(userId) {
      const ports = erasurePorts(home);
      const step = (task: Parameters<typeof erasureTask>[1]) => erasureTask(ports, task);
      // The tombstone stands before the answer, so that nothing else comes in between.
      await step({ userId, step: "NOTICE" });
      await flushDue(world, userId);
      await step({ userId, step: "MARK" });
      void runErasure(userId, { step, flush: async () => {} }).catch(failed("erasure.failed"));
    },
    async startExport(userId) {
      const { store, whole, bare } = home;
      const parts = {
        ...{ store, clock: world.clock, newSecret: () => randomBytes(16).toString("base64url") },
        whole: { store: whole, archive: bare.archive, clock: world.clock },
        shelf: {
          async keep(id: UserId, zip: AsyncIterable<Uint8Array>) {
            await writeWhole(exportFolder(home), exportFile(home, id), zip);
            // The person may have been erased while their export was made.
            if (await isErased(home.bare.store, id)) await exportStore(home).erase(id);
            // The file goes with its link, or with the next one if this process ends before.
            clearTimeout(ends.get(id));
            ends.set(id, setTimeout(() => void exportStore(home).erase(id), EXPORT_HOURS * HOUR_MS).unref());
          },
        },
      };
      void makeExport(parts, userId).catch(failed("export.failed"));
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
  return { privacy, hooks };
}
