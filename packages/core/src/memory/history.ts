/**
 * What a claim was, and what was known when. Two times: when it held in the world (`validFrom`, `validTo`), and when it
 * was written here (`recordedAt`). Of all states written until some instant, the latest that had begun by the day asked
 * about decides whether the claim held then.
 */
import {
  BlockVersion,
  type EpochMs,
  HALLS,
  keys,
  type MemoryBlock,
  type PatternId,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { archivedVersions } from "./archived-versions.ts";

type Reads = Pick<Ports, "store" | "archive">;

/** Every state a claim has had, oldest first, wherever it is kept. Empty for a claim that never was. */
export async function historyOf(ports: Reads, userId: UserId, patternId: PatternId): Promise<BlockVersion[]> {
  return (await versions(ports, userId, patternId)).get(patternId) ?? [];
}

/**
 * The claims that held at an instant. `held`: as is known today. `believed`: as was known then, right or wrong. Reads
 * every version there is: for a person who asks, not for a prompt.
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

/** The history of every claim there is. */
export function allHistory(ports: Reads, userId: UserId): Promise<Map<PatternId, BlockVersion[]>> {
  return versions(ports, userId);
}

/** The same without what has left the store: the last changes of each claim. For pages that are written every night. */
export async function hotHistory(store: Store, userId: UserId): Promise<Map<PatternId, BlockVersion[]>> {
  return versions({ store }, userId);
}

async function versions(
  { store, archive }: Pick<Reads, "store"> & Partial<Reads>,
  userId: UserId,
  patternId?: PatternId,
): Promise<Map<PatternId, BlockVersion[]>> {
  const { table, pk } = keys.memory(userId);
  const found = new Map<PatternId, Map<number, BlockVersion>>();
  const add = (version: BlockVersion) => {
    const { patternId: id, revision } = version.block;
    found.set(id, (found.get(id) ?? new Map<number, BlockVersion>()).set(revision, version));
  };
  for (const version of archive ? await archivedVersions(archive, userId, patternId) : []) add(version);
  const prefix = patternId === undefined ? "BLOCKVERSION#" : `BLOCKVERSION#${patternId}#`;
  for await (const row of queryAll(store, { table, pk, prefix })) add(BlockVersion.parse(row.body));
  return new Map(
    [...found].map(([id, states]) => [id, [...states.values()].sort((a, b) => a.block.revision - b.block.revision)]),
  );
}
