/**
 * Makes an export in the background of a request. The row holds its progress. Its secret is a part of the link, which
 * is valid for a day.
 */
import {
  API_ROOT,
  EXPORT_HOURS,
  ExportJob,
  type ExportView,
  keys,
  type UserId,
  UserId as UserIdSchema,
} from "@waldo/contracts";
import { isSameSecret } from "../digest.ts";
import type { Clock, Store } from "../ports.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { type ExportPorts, exportZip } from "./export.ts";

/** A process that makes an export is stopped after this time. */
const LONGEST_MS = 15 * MINUTE_MS;
/** 128 random bits, in base64url. */
const SECRET_CHARS = 22;

type Rows = { readonly store: Pick<Store, "get" | "transact">; readonly clock: Clock };

/** Stores finished exports until their link expires. A second export of a person replaces the first. */
export type ExportShelf = { keep(userId: UserId, zip: AsyncIterable<Uint8Array>): Promise<void> };

/** Begins an export with `start`, unless one is being made. */
export async function requestExport(
  { store, clock }: Rows,
  userId: UserId,
  start: (userId: UserId) => Promise<void>,
): Promise<ExportView> {
  const now = clock.now();
  const job = await jobOf(store, userId);
  if (job === undefined || viewOf(userId, job, now).state !== "running") {
    const body: ExportJob = { state: "running", at: now };
    await store.transact([{ op: "put", key: keys.exportJob(userId), body }]);
  }
  // This is also done when an export is running, because the process that began it may have died before this call. Two
  // calls make the same zip twice.
  await start(userId);
  return { state: "running" };
}

/** Makes the zip and its link. It may run twice. */
export async function makeExport(
  ports: Rows & { readonly whole: ExportPorts; readonly shelf: ExportShelf; readonly newSecret: () => string },
  userId: UserId,
): Promise<void> {
  const { store, clock, whole, shelf, newSecret } = ports;
  await shelf.keep(userId, exportZip(whole, userId));
  const at = clock.now();
  const body: ExportJob = { state: "ready", at, secret: newSecret(), until: at + EXPORT_HOURS * HOUR_MS };
  await store.transact([{ op: "put", key: keys.exportJob(userId), body }]);
}

export async function exportState({ store, clock }: Rows, userId: UserId): Promise<ExportView> {
  const job = await jobOf(store, userId);
  return job === undefined ? { state: "none" } : viewOf(userId, job, clock.now());
}

/** Returns the person of a link, or undefined when the link never existed or has expired. */
export async function exportOf(rowsOf: (userId: UserId) => Promise<Rows>, code: string): Promise<UserId | undefined> {
  const userId = UserIdSchema.safeParse(code.slice(SECRET_CHARS)).data;
  if (userId === undefined) return undefined;
  const { store, clock } = await rowsOf(userId);
  const { secret, until = 0 } = (await jobOf(store, userId)) ?? {};
  if (secret === undefined || until <= clock.now()) return undefined;
  return isSameSecret(code.slice(0, SECRET_CHARS), secret) ? userId : undefined;
}

async function jobOf(store: Pick<Store, "get">, userId: UserId): Promise<ExportJob | undefined> {
  const row = await store.get(keys.exportJob(userId));
  return row && ExportJob.parse(row.body);
}

function viewOf(userId: UserId, { state, at, secret, until }: ExportJob, now: number): ExportView {
  if (state === "running") return { state: now - at < LONGEST_MS ? "running" : "failed" };
  if (secret === undefined || until === undefined || until <= now) return { state: "none" };
  return { state: "ready", link: `${API_ROOT}/exports/${secret}${userId}`, until };
}
