/** Events nobody has thought of for long: they leave the store while they still hold, and `retrieve` still finds them. */
import type { EpochMs, MemoryBlock, UserId } from "@waldo/contracts";
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
 * Moves claims with their history to `memory-history`. One that changed since is left.
 * `alongside` returns what is to commit with the rows (at most one write a row, and the head). Returns the rows moved.
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
  return moveToArchive(ports, userId, "memory-history", rows, options);
}
