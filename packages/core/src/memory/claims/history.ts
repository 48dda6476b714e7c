// Answers what a claim said earlier, and what was known at a given time. A version has two times: when the claim was
// true in the world (`validFrom`, `validTo`), and when it was written here (`recordedAt`). To decide whether a claim
// was true on a day, the code takes the versions that were written up to some instant. Of these, the latest that had
// begun by that day counts.
import {
  BlockVersion,
  type EpochMs,
  HALLS,
  keys,
  type MemoryBlock,
  type PatternId,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { allBlocks, archivedVersions } from "./blocks.ts";
import { isLive } from "./claim.ts";

/** The fields that decide the order of claims. No two claims have the same values. */
export type Placed = Pick<MemoryBlock, "hall" | "validTo" | "confidence" | "validFrom" | "patternId">;

/** Orders claims for display: by hall, then valid ones first, and among these the highest confidence first. */
export function byPlace(a: Placed, b: Placed): number {
  return (
    HALLS.indexOf(a.hall) - HALLS.indexOf(b.hall) ||
    Number(isLive(b)) - Number(isLive(a)) ||
    b.confidence - a.confidence ||
    b.validFrom - a.validFrom ||
    (a.patternId < b.patternId ? -1 : Number(a.patternId > b.patternId))
  );
}

type Reads = Pick<Ports, "store" | "archive">;

/**
 * Returns every state a claim has had, oldest first, from the store and the archive. The list is empty when the claim
 * never existed.
 */
export async function historyOf(ports: Reads, userId: UserId, patternId: PatternId): Promise<BlockVersion[]> {
  return (await versions(ports, userId, patternId)).get(patternId) ?? [];
}

/**
 * Returns the claims that were valid at an instant. With `held` it uses today's knowledge, with `believed` the
 * knowledge of that instant, right or wrong. It reads every version, so it is for a person who asks and not for a
 * prompt.
 */
export async function asOf(
  ports: Reads,
  userId: UserId,
  at: EpochMs,
  mode: "held" | "believed",
): Promise<MemoryBlock[]> {
  const blocks: MemoryBlock[] = [];
  for (const history of (await versions(ports, userId)).values()) {
    const known = mode === "held" ? history : history.filter(({ block }) => block.recordedAt <= at);
    const deciding = known.findLast(({ block }) => block.validFrom <= at)?.block;
    if (deciding && (deciding.validTo === undefined || at < deciding.validTo)) blocks.push(deciding);
  }
  return blocks.sort((a, b) => HALLS.indexOf(a.hall) - HALLS.indexOf(b.hall) || a.validFrom - b.validFrom);
}

/** Returns the history of every claim. */
export function allHistory(ports: Reads, userId: UserId): Promise<Map<PatternId, BlockVersion[]>> {
  return versions(ports, userId);
}

/** Returns the present state of every claim. For an archived claim the latest version gives its state. */
export async function everyBlock(ports: Reads, userId: UserId): Promise<MemoryBlock[]> {
  return withArchived(await allBlocks(ports.store, userId), await allHistory(ports, userId));
}

/**
 * Returns the claims in the store and the latest version of each archived claim, for a caller that has read the rows
 * and the history.
 */
export function withArchived(
  hot: readonly MemoryBlock[],
  history: ReadonlyMap<PatternId, readonly BlockVersion[]>,
): MemoryBlock[] {
  const known = new Set(hot.map(({ patternId }) => patternId));
  const cold = [...history].flatMap(([id, versions]) => (known.has(id) ? [] : (versions.at(-1)?.block ?? [])));
  return [...hot, ...cold];
}

/**
 * Returns the versions of a claim, and of all claims that it replaced or that replaced it, directly or indirectly,
 * oldest first.
 */
export function chainOf(history: ReadonlyMap<PatternId, readonly BlockVersion[]>, start: PatternId): BlockVersion[] {
  const seen = new Set<PatternId>();
  const left = [start];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { block, alsoClosed = [] } of history.get(id) ?? [])
      left.push(...[block.supersedes, block.supersededBy].filter((other) => other !== undefined), ...alsoClosed);
  }
  return [...seen]
    .flatMap((id) => history.get(id) ?? [])
    .sort(
      (a, b) =>
        a.block.recordedAt - b.block.recordedAt ||
        // A replaced claim comes before the claim that replaced it.
        a.block.validFrom - b.block.validFrom ||
        (a.block.patternId < b.block.patternId ? -1 : 1) ||
        a.block.revision - b.block.revision,
    );
}

/** Returns the history of every claim from the store alone, so only the recent changes. The nightly pages use it. */
export async function hotHistory(store: Store, userId: UserId): Promise<Map<PatternId, BlockVersion[]>> {
  return versions({ store }, userId);
}

async function versions(
  { store, archive }: Pick<Reads, "store"> & Partial<Reads>,
  userId: UserId,
  patternId?: PatternId,
): Promise<Map<PatternId, BlockVersion[]>> {
  const found = new Map<PatternId, Map<number, BlockVersion>>();
  const add = (version: BlockVersion) => {
    const { patternId: id, revision } = version.block;
    found.set(id, (found.get(id) ?? new Map<number, BlockVersion>()).set(revision, version));
  };
  for (const version of archive ? await archivedVersions(archive, userId, patternId) : []) add(version);
  const range = patternId === undefined ? keys.blockVersion.all(userId) : keys.blockVersion.all(userId, patternId);
  for await (const row of queryAll(store, range)) add(BlockVersion.parse(row.body));
  return new Map(
    [...found].map(([id, states]) => [id, [...states.values()].sort((a, b) => a.block.revision - b.block.revision)]),
  );
}
