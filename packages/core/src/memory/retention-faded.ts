/** Events nobody has thought of for long: they leave the store while they still hold, and `retrieve` still finds them. */
import { type EpochMs, keys, type MemoryBlock, type UserId } from "@waldo/contracts";
import type { Ports, Row } from "../ports.ts";
import { type MoveOptions, moveToArchive } from "../store/archived-rows.ts";
import { agesInDays, isLive } from "./blocks.ts";
import { ACTIVATION_THRESHOLD, activation } from "./ranking/activation.ts";
import { patternRows } from "./retention-rules.ts";

/** Share of the claims that hold which one night may move (pitfalls: a consolidation that lost 26% in days). */
export const MOST_FADED = 0.25;

/**
 * Events whose ACT-R activation, ln Σ days^-0.5 over their uses, is below −2.0 (one use, 54.6 days ago), coldest first,
 * at most a quarter of the `live` claims there are.
 */
export function fadedEvents(blocks: readonly MemoryBlock[], now: EpochMs, live: number): MemoryBlock[] {
  return blocks
    .filter((block) => block.hall === "events" && isLive(block))
    .map((block) => ({ block, strength: strengthOf(block, now) }))
    .filter(({ strength }) => strength < ACTIVATION_THRESHOLD)
    .sort((a, b) => a.strength - b.strength || (a.block.patternId < b.block.patternId ? -1 : 1))
    .slice(0, Math.floor(MOST_FADED * live))
    .map(({ block }) => block);
}

function strengthOf({ uses, recordedAt }: MemoryBlock, now: EpochMs): number {
  return activation(agesInDays(uses.length > 0 ? uses : [recordedAt], now));
}

/** As many as leave room for a write of the caller's with each, for the head of memory and for the receipt. */
const ROWS_AT_ONCE = 45;

/**
 * Moves claims with their history to `memory-history`. One that changed since, or that stands in two halls, is left.
 * `alongside` returns what is to commit with the rows (at most one write a row, and the head). Returns the rows moved.
 */
export async function moveBlocks(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  blocks: readonly Pick<MemoryBlock, "hall" | "patternId" | "revision" | "uses">[],
  alongside?: MoveOptions["alongside"],
): Promise<number> {
  const rows: Row[] = [];
  for (const { hall, patternId, revision, uses } of blocks) {
    const found = await patternRows(ports.store, userId, patternId);
    const row = found.blocks[0];
    const same =
      found.blocks.length === 1 &&
      row?.key.sk === keys.block(userId, hall, patternId).sk &&
      row.body["revision"] === revision &&
      JSON.stringify(row.body["uses"]) === JSON.stringify(uses);
    if (same) rows.push(...found.versions, row);
  }
  const options = { rowsAtOnce: ROWS_AT_ONCE, ...(alongside ? { alongside } : {}) };
  return moveToArchive(ports, userId, "memory-history", rows, options);
}
