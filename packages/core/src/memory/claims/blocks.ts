// Reads claims and the head of memory from the store, and archived claims from the archive. The nightly sweep moves
// claims and their versions to the folder `archive/{user}/memory-history/{pattern}/`. Throws the errors of the archive.
import {
  BlockVersion,
  type Hall,
  keys,
  MemoryBlock,
  MemoryHead,
  type PatternId,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import type { Archive, Clock, Ports, Row, Store } from "../../ports.ts";
import { readArchived } from "../../store/archived-rows.ts";
import { queryAll } from "../../store/query-all.ts";
import { getNamed, topicKey } from "../../store/row-names.ts";
import { isLive, type Place, sharePlace, topicSlot } from "./claim.ts";

/**
 * Returns every archived version of one claim, or of all claims when no pattern is given, ordered by pattern and
 * revision. The store may still hold some of these versions too.
 */
export async function archivedVersions(
  archive: Archive,
  userId: UserId,
  patternId?: PatternId,
): Promise<BlockVersion[]> {
  const rows = await readArchived(archive, userId, "memory-history", patternId);
  return rows.filter(({ key }) => keys.blockVersion.parse(key.sk)).map(({ body }) => BlockVersion.parse(body));
}

/**
 * Returns the claims whose row was moved to the archive: closed claims and faded events. Each has its state at the time
 * of the move. A claim that came back to the store may still be in this list. The row in the store is then the later
 * one.
 */
export async function archivedBlocks(archive: Archive, userId: UserId, patternId?: PatternId): Promise<MemoryBlock[]> {
  const rows = await readArchived(archive, userId, "memory-history", patternId);
  return rows.filter(({ key }) => keys.block.parse(key.sk)).map(({ body }) => MemoryBlock.parse(body));
}

/**
 * Returns every claim that has a row in the store, live or closed, ordered by pattern. With `hall` it returns only the
 * claims of that hall.
 */
export async function allBlocks(store: Store, userId: UserId, hall?: Hall): Promise<MemoryBlock[]> {
  const blocks: MemoryBlock[] = [];
  for await (const row of queryAll(store, keys.block.all(userId))) blocks.push(MemoryBlock.parse(row.body));
  return hall === undefined ? blocks : blocks.filter((block) => block.hall === hall);
}

/**
 * Returns a clock that is never behind the latest write. A played day may be ahead of the machine's time, and a later
 * write must not look earlier.
 */
export async function clockAfter(
  { store, userId }: Pick<Ports, "store"> & { readonly userId: UserId },
  clock: Clock,
): Promise<Clock> {
  return clockAfterBlocks(await allBlocks(store, userId), clock);
}

/** Returns a clock that is never behind the latest claim, for a caller that has read all claims already. */
export function clockAfterBlocks(blocks: readonly Pick<MemoryBlock, "recordedAt">[], clock: Clock): Clock {
  const latest = blocks.reduce((at, { recordedAt }) => Math.max(at, recordedAt), 0);
  return { now: () => Math.max(clock.now(), latest) };
}

/**
 * Returns the claims that hold now. It reads all rows, so only pages and commands call it. A prompt uses the index
 * (recall.ts).
 */
export async function liveBlocks(store: Store, userId: UserId, hall?: Hall): Promise<MemoryBlock[]> {
  return (await allBlocks(store, userId, hall)).filter(isLive);
}

/** Returns the claim with this id, live or closed, or undefined when the store has no row of it. */
export async function findBlock(store: Store, userId: UserId, patternId: PatternId): Promise<MemoryBlock | undefined> {
  const row = await store.get(keys.block(userId, patternId));
  return row && MemoryBlock.parse(row.body);
}

/**
 * Returns the claim with this id from the store, or else from the archive. A caller that changes a claim must use this
 * function. It needs the claim's earlier state; otherwise the history would start again.
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

/**
 * Returns the live claims that a note replaces: the claim that the note names, and the claim that holds the note's topic
 * in its hall.
 */
export async function replacedBy(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  { replaces, ...place }: Place & { readonly replaces?: PatternId | undefined },
  patternId: PatternId,
): Promise<MemoryBlock[]> {
  const named =
    replaces === undefined || replaces === patternId ? undefined : await findBlockAnywhere(ports, userId, replaces);
  const holder = await topicHolder(ports, userId, place, patternId);
  return [
    ...(named && isLive(named) ? [named] : []),
    ...(holder && holder.patternId !== named?.patternId ? [holder] : []),
  ];
}

/** Returns the live claim that holds a topic in a hall, unless it is the claim `patternId` itself. */
export async function topicHolder(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  { hall, topic = "" }: Place,
  patternId: PatternId,
): Promise<MemoryBlock | undefined> {
  const slot = topicSlot(topic);
  const row =
    slot === ""
      ? undefined
      : await getNamed(ports.store, topicKey(userId, hall, slot), keys.memoryTopic(userId, hall, slot));
  const id = row && String(row.body["patternId"]);
  if (id === undefined || id === patternId) return undefined;
  const block = await findBlockAnywhere(ports, userId, id);
  // The topic row can be outdated: its claim may have another topic now. Then no claim holds the topic.
  return block && isLive(block) && sharePlace(block, { hall, topic }) ? block : undefined;
}

/** A claim as the person saw it when they decided. A note that the night has not settled yet has the revision 0. */
export type Shown = { readonly patternId: PatternId; readonly revision: number };

/**
 * Throws `InvalidInput` when the claim has changed since it was shown. So a decision that arrives twice is carried out
 * once, and the second one does not undo the first.
 */
export function mustBeAsShown(block: MemoryBlock | undefined, revision: number): void {
  if ((block?.revision ?? 0) !== revision)
    throw new WaldoError("InvalidInput", "this memory has changed since it was shown: look at it again");
}

/** The head of memory as it was read. A write replaces `row` only if it is unchanged. */
export type Head = { readonly head: MemoryHead; readonly row: Row | undefined };

/**
 * Returns the head row of memory, or an empty head when the person has none yet. Every change of memory writes this row
 * under its version, so changes happen one after the other.
 */
export async function loadHead(store: Store, userId: UserId): Promise<Head> {
  return readHead(await store.get(keys.memory(userId)));
}

export function readHead(row: Row | undefined): Head {
  return { head: row ? MemoryHead.parse(row.body) : { generation: 0, indexedTo: 0, live: 0 }, row };
}
