/**
 * The halls: one row per claim as it stands now, `BLOCK#pattern`. A pattern has one row, so it can never have two live
 * versions, in one hall or in two; what a claim was before is in its versions (history.ts).
 */
import { createHash } from "node:crypto";
import {
  CARA,
  type EpochMs,
  type Hall,
  keys,
  MemoryBlock,
  type MemoryHead,
  MemoryHead as MemoryHeadRow,
  type Origin,
  type PatternId,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { archivedBlocks } from "./archived-versions.ts";

/** md5(claim + conditions)[:12] (seed 000 §4c). A name, not a protection: what may be written is decided before. */
export function patternOf(claim: string, conditions: string): PatternId {
  return createHash("md5")
    .update(claim + conditions)
    .digest("hex")
    .slice(0, 12);
}

/** Whose word counts for more where two claims contend (R10). What came from outside takes nobody's place. */
const RANK: Record<Origin, number> = { untrusted: 0, system: 1, agent: 2, owner: 3 };

export function outranks(a: Origin, b: Origin): boolean {
  return RANK[a] > RANK[b];
}

/** Whether a claim holds now: neither closed nor superseded. */
export function isLive(block: Pick<MemoryBlock, "validTo">): boolean {
  return block.validTo === undefined;
}

/** Whether a live claim is believed enough to load (CARA). */
export function isBelieved(block: Pick<MemoryBlock, "validTo" | "confidence">): boolean {
  // Confidences are sums of tenths; a rounding error must not silence a claim that stands exactly at the floor.
  return isLive(block) && block.confidence >= CARA.floor - 1e-9;
}

/** Ages of a claim's uses in days, at least a minute each, for ACT-R's activation. */
export function agesInDays(uses: readonly EpochMs[], now: EpochMs): number[] {
  const least = 1 / (24 * 60);
  return uses.map((at) => Math.max((now - at) / DAY_MS, least));
}

/** Every claim whose row is hot, live and closed, by pattern; of one hall, or of all. */
export async function allBlocks(store: Store, userId: UserId, hall?: Hall): Promise<MemoryBlock[]> {
  const { table, pk } = keys.memory(userId);
  const blocks: MemoryBlock[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "BLOCK#" })) blocks.push(MemoryBlock.parse(row.body));
  return hall === undefined ? blocks : blocks.filter((block) => block.hall === hall);
}

/** The claims that hold now. Reads them all: for pages and commands, never for a prompt (recall.ts has the index). */
export async function liveBlocks(store: Store, userId: UserId, hall?: Hall): Promise<MemoryBlock[]> {
  return (await allBlocks(store, userId, hall)).filter(isLive);
}

/** The claim with this id, live or closed, if its row is hot. */
export async function findBlock(store: Store, userId: UserId, patternId: PatternId): Promise<MemoryBlock | undefined> {
  const row = await store.get(keys.block(userId, patternId));
  return row && MemoryBlock.parse(row.body);
}

/**
 * The same, also where its row has left the store: whoever changes a claim must know what it was, or its history would
 * begin anew.
 */
export async function findBlockAnywhere(
  { store, archive }: Pick<Ports, "store" | "archive">,
  userId: UserId,
  patternId: PatternId,
): Promise<MemoryBlock | undefined> {
  const hot = await findBlock(store, userId, patternId);
  if (hot) return hot;
  const cold = await archivedBlocks(archive, userId, patternId);
  return cold.reduce<MemoryBlock | undefined>((a, b) => (a && a.revision > b.revision ? a : b), undefined);
}

export type Head = { readonly head: MemoryHead; readonly version: number };

/** The row that every change of memory is serialised by; as it would be if it is not there yet. */
export async function loadHead(store: Store, userId: UserId): Promise<Head> {
  return readHead(await store.get(keys.memory(userId)));
}

export function readHead(row: Row | undefined): Head {
  if (!row) return { head: { generation: 0, indexedTo: 0, live: 0 }, version: 0 };
  return { head: MemoryHeadRow.parse(row.body), version: row.version };
}
