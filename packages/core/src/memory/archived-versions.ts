/** The history of claims that has left the store: `archive/{user}/memory-history/{pattern}/`. */
import { BlockVersion, MemoryBlock, type PatternId, type UserId } from "@waldo/contracts";
import type { Archive } from "../ports.ts";
import { readArchived } from "../store/archived-rows.ts";

/** Every archived state of one claim, or of all, by pattern and revision. Some may still be hot as well. */
export async function archivedVersions(
  archive: Archive,
  userId: UserId,
  patternId?: PatternId,
): Promise<BlockVersion[]> {
  const rows = await readArchived(archive, userId, "memory-history", patternId);
  return rows.filter(({ key }) => key.sk.startsWith("BLOCKVERSION#")).map(({ body }) => BlockVersion.parse(body));
}

/**
 * Claims whose row has left the store, closed ones and events that faded, each as it stood then. A claim that is hot
 * again may still be among them: the hot row is the later one.
 */
export async function archivedBlocks(archive: Archive, userId: UserId, patternId?: PatternId): Promise<MemoryBlock[]> {
  const rows = await readArchived(archive, userId, "memory-history", patternId);
  return rows.filter(({ key }) => key.sk.startsWith("BLOCK#")).map(({ body }) => MemoryBlock.parse(body));
}
