/**
 * Moves events that were not used for a long time from the store to the archive. They still hold, and `retrieve` still
 * finds them. The dream calls it.
 */
import type { EpochMs, MemoryBlock, UserId } from "@waldo/contracts";
import type { Ports, Row } from "../../ports.ts";
import { type MoveOptions, moveToArchive } from "../../store/archived-rows.ts";
import { isLive } from "../claims/claim.ts";
import { ACTIVATION_THRESHOLD, activation, agesInDays } from "../search/ranking/activation.ts";
import { patternRows } from "./rules.ts";

/** The largest share of the live claims that one night may move. */
export const MOST_FADED = 0.25;

/**
 * Returns the events whose ACT-R activation, ln Σ days^-0.5 over their uses, is below −2.0 (one use, 54.6 days ago).
 * The weakest come first. It returns at most a quarter of the `live` claims.
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

/**
 * How many rows move in one transaction. It leaves room for one write of the caller per row, for the head of memory and
 * for the receipt.
 */
const ROWS_AT_ONCE = 45;

/**
 * Moves claims with their history to `memory-history`. A claim that changed since it was read stays. `alongside`
 * returns the writes to commit with the rows (at most one per row, and the head). Returns the number of rows moved.
 */
export async function moveBlocks(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  blocks: readonly Pick<MemoryBlock, "patternId" | "revision" | "uses">[],
  alongside?: MoveOptions["alongside"],
): Promise<number> {
  const rows: Row[] = [];
  for (const { patternId, revision, uses } of blocks) {
    const { block, versions } = await patternRows(ports.store, userId, patternId);
    if (block?.body["revision"] === revision && JSON.stringify(block.body["uses"]) === JSON.stringify(uses))
      rows.push(...versions, block);
  }
  const options = { rowsAtOnce: ROWS_AT_ONCE, ...(alongside ? { alongside } : {}) };
  return moveToArchive(ports, { userId, kind: "memory-history" }, rows, options);
}
