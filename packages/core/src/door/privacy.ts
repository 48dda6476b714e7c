/** Everything, or nothing: an export, and the end. The two hooks need no sign-in: after the end there is none. */
import { API_ROOT, type DoorError, type ErasureReceipt, ReceiptId } from "@waldo/contracts";
import { Hono } from "hono";
import { personDigest } from "../digest.ts";
import type { Ports } from "../ports.ts";
import { exportState, requestExport } from "../privacy/export-job.ts";
import { DoorRefusal, type Handlers, type PrivacyDoor } from "./handlers.ts";

export type PrivacyPorts = Pick<Ports, "store" | "clock"> & {
  /** Absent: another process answers these routes. */
  readonly privacy?: PrivacyDoor;
};

export const privacyHandlers: Handlers<"eraseMe" | "startExport" | "exported", PrivacyPorts> = {
  async eraseMe({ ports, userId, key }) {
    const { startErasure, finalAfterHours } = doorOf(ports);
    await startErasure(userId, key);
    return { receiptId: personDigest(userId), finalAfterHours };
  },
  startExport: ({ ports, userId }) => requestExport(ports, userId, doorOf(ports).startExport),
  exported: ({ ports, userId }) => exportState(ports, userId),
};

function doorOf({ privacy }: PrivacyPorts): PrivacyDoor {
  if (privacy) return privacy;
  throw new DoorRefusal("Unavailable", "nothing here makes exports or erases");
}

export type PrivacyHooks = {
  readonly receipt: (receiptId: ReceiptId) => Promise<ErasureReceipt | undefined>;
  /** Returns the answer with the zip of a link, or undefined for a link that opens nothing. */
  readonly download: (code: string) => Promise<Response | undefined>;
};

/** Returns the application of the hooks. */
export function privacyHooks({ receipt, download }: PrivacyHooks): Hono {
  const app = new Hono();
  const gone = { error: "NotFound", message: "there is nothing here, or not any more" } satisfies DoorError;
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  app.get(`${API_ROOT}/erasures/:receiptId`, async (c) => {
    const receiptId = ReceiptId.safeParse(c.req.param("receiptId")).data;
    const found = receiptId && (await receipt(receiptId));
    return found ? c.json(found) : c.json(gone, 404);
  });
  app.get(`${API_ROOT}/exports/:code`, async (c) => (await download(c.req.param("code"))) ?? c.json(gone, 404));
  return app;
}
