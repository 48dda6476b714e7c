/**
 * Reads the claims and their versions that the nightly sweep moved from the store to the archive folder
 * `archive/{user}/memory-history/{pattern}/`. Throws what the archive throws.
 */
import { BlockVersion, keys, MemoryBlock, type PatternId, type UserId } from "@waldo/contracts";
import type { Archive } from "../../ports.ts";
import { readArchived } from "../../store/archived-rows.ts";

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
 * Returns claims whose row was moved to the archive: closed claims, and events that faded. Each one is as it was at the
 * time of the move. A claim that came back to the store may still be in this list. The row in the store is then the
 * later one.
 */
export async function archivedBlocks(archive: Archive, userId: UserId, patternId?: PatternId): Promise<MemoryBlock[]> {
  const rows = await readArchived(archive, userId, "memory-history", patternId);
  return rows.filter(({ key }) => keys.block.parse(key.sk)).map(({ body }) => MemoryBlock.parse(body));
}
