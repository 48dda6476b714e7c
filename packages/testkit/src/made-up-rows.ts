/** Rows of a made-up person, for tests of what moves from the store to the archive. */

import {
  ARCHIVE_KINDS,
  type Hall,
  type Key,
  keys,
  type MemoryBlock,
  type OutboxRow,
  type RunHeader,
  rowKind,
} from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import { canonicalJson } from "../../core/src/digest.ts";
import { CARA, patternOf } from "../../core/src/memory/claims/claim.ts";
import type { Archive, Ports, Store, Write } from "../../core/src/ports.ts";
import { archivedFolders, readArchived } from "../../core/src/store/archived-rows.ts";
import { audited } from "../../core/src/store/audited.ts";
import { queryAll } from "../../core/src/store/query-all.ts";
import { DAY_MS } from "../../core/src/time.ts";
import { memoryArchive } from "./memory-archive.ts";

export const USER = "me";
/** 2026-11-20T02:00Z. */
export const NIGHT = Date.UTC(2026, 10, 20, 2);
export const daysAgo = (days: number) => NIGHT - days * DAY_MS;

type Around = { readonly archive?: Archive; readonly now?: number; readonly log?: Ports["log"] };

/** Ports over this empty store with these rows in it, audited as in production. */
export async function personWith(
  store: Store,
  writes: readonly Write[],
  { archive = memoryArchive(), now, log }: Around = {},
): Promise<Ports> {
  const ports = portsOver({ store: audited(store), archive }, now, log);
  await commitAll(ports.store, writes);
  return ports;
}

/** Ports with these parts, a clock that stands at `now`, and no channel to a person. */
export function portsOver(parts: Pick<Ports, "store" | "archive">, now = NIGHT, log: Ports["log"] = () => {}): Ports {
  const nobody = () => Promise.reject(new Error("nobody is asked here"));
  return {
    ...parts,
    clock: { now: () => now },
    log,
    model: { shape: () => "terse", converse: nobody },
    channels: {},
    features: [],
    machines: limitedMachines({ startRun: nobody }),
  };
}

const put = (key: Key, body: object): Write => ({ op: "put", key, body, when: [{ is: "absent" }] });

export function episodeWrite(at: number, runId = `run-${at}`, summary = "slept well, said so"): Write {
  return put(keys.episode(USER, at, runId), { runId, at: at + 5, trigger: "brief", summary, origin: "agent" });
}

export function patrolWrite(at: number): Write {
  return put(keys.patrol(USER, at), { at, act: "nothing", reason: "nothing moved" });
}

export function dreamWrite(at: number): Write {
  const dreamId = `dream-${new Date(at).toISOString().slice(0, 10)}`;
  return put(keys.dream(USER, dreamId), { dreamId, userId: USER, startedAt: at, phases: {} });
}

type RunShape = { readonly steps?: number; readonly state?: RunHeader["state"]; readonly outbox?: OutboxRow["state"] };

/** The rows of a run with its journal and one outbox row. The run ended a minute after it began. */
export function runWrites(
  at: number,
  { steps = 3, state = "DONE", outbox = "sent" }: RunShape = {},
  runId = `run-${at}`,
): Write[] {
  const header: RunHeader = {
    runId,
    userId: USER,
    trigger: "brief",
    variant: "morning",
    nonce: runId,
    date: "2026-11-01",
    state,
    step: steps,
    iterations: 1,
    attempts: 1,
    fence: 1,
    createdAt: at,
    updatedAt: at + 60_000,
    ...(state === "DONE" || state === "FAILED" ? { endedAt: at + 60_000 } : {}),
  };
  const message: OutboxRow = {
    key: "0".repeat(32),
    userId: USER,
    runId,
    ordinal: 0,
    channel: "telegram",
    kind: "brief",
    message: { channel: "telegram", text: "a fair day" },
    state: outbox,
    attempt: 1,
    createdAt: at,
    updatedAt: at,
  };
  return [
    put(keys.run(USER, runId), header),
    ...Array.from({ length: steps }, (_, n) =>
      put(keys.step(USER, runId, n + 1), {
        runId,
        step: n + 1,
        from: "PENDING",
        to: "CONTEXT_BUILT",
        at,
        tookMs: 0,
        data: { text: "Größe · 睡眠 · 😴" },
      }),
    ),
    put(keys.outbox(USER, runId, 0), message),
  ];
}

type BlockShape = {
  readonly hall?: Hall;
  readonly revisions?: number;
  readonly closed?: boolean;
  readonly uses?: number[];
};

/** A claim with these words, as a run noted it at `at`. */
export function madeUpClaim(claim: string, at: number, patch: Partial<MemoryBlock> = {}): MemoryBlock {
  return {
    patternId: patternOf(claim, patch.conditions ?? ""),
    hall: "facts",
    claim,
    conditions: "",
    origin: "agent",
    confidence: CARA.start,
    salience: 0.5,
    validFrom: at,
    recordedAt: at,
    revision: 1,
    sources: ["run-user-message-1"],
    uses: [at],
    loaded: 0,
    cited: 0,
    ...patch,
  };
}

/** A claim with this id. */
export function madeUpBlock(patternId: string, at: number, shape: BlockShape = {}): MemoryBlock {
  const { hall = "facts", revisions = 1, closed = false, uses = [at] } = shape;
  const patch = { patternId, hall, revision: revisions, uses, sources: [] };
  return madeUpClaim(`claim ${patternId}`, at, { ...patch, ...(closed ? { validTo: at } : {}) });
}

/** The rows of a claim with its history: one revision an hour, the last of them at `at`. */
export function blockWrites(patternId: string, at: number, shape: BlockShape = {}): Write[] {
  const block = madeUpBlock(patternId, at, shape);
  const versions = Array.from({ length: block.revision }, (_, n) => {
    const last = n + 1 === block.revision;
    const { validTo: _validTo, ...open } = block;
    const state = { ...(last ? block : open), revision: n + 1, recordedAt: at - (block.revision - n - 1) * 3_600_000 };
    return put(keys.blockVersion(USER, patternId, n + 1), { block: state, change: "noted", by: "dream-2026-01-01" });
  });
  return [put(keys.block(USER, patternId), block), ...versions];
}

export async function commitAll(store: Store, writes: readonly Write[]): Promise<void> {
  for (let at = 0; at < writes.length; at += 100) await store.transact(writes.slice(at, at + 100));
}

/** Returns the sort keys in the store. */
export async function hotKeys(store: Store, prefix?: string): Promise<string[]> {
  const { table, pk } = keys.profile(USER);
  const found: string[] = [];
  for await (const row of queryAll(store, { table, pk, ...(prefix === undefined ? {} : { prefix }) }))
    found.push(row.key.sk);
  return found;
}

/**
 * Returns every row that must be kept, from the store or the archive, each as one text. A row that is in both appears
 * once.
 */
export async function everything({ store, archive }: Pick<Ports, "store" | "archive">): Promise<string[]> {
  const { table, pk } = keys.profile(USER);
  const found = new Map<string, string>();
  for (const row of await archivedRows(archive)) found.set(row.key.sk, canonicalJson(row.body));
  for await (const row of queryAll(store, { table, pk })) {
    const keep = rowKind(row.key)?.keep;
    if (keep !== "transient" && !keys.archived.parse(row.key.sk)) found.set(row.key.sk, canonicalJson(row.body));
  }
  return [...found].map(([sk, body]) => `${sk} ${body}`).sort();
}

/** Returns every archived row, folder by folder. Throws if a row comes twice. */
export async function archivedRows(archive: Archive) {
  const rows = [];
  for (const kind of ARCHIVE_KINDS)
    for (const folder of await archivedFolders(archive, USER, kind))
      rows.push(...(await readArchived(archive, USER, kind, folder)));
  const sks = rows.map(({ key }) => key.sk);
  if (new Set(sks).size !== sks.length) throw new Error("a row is archived twice");
  return rows;
}
