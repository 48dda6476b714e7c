/** Taking back a change of memory, in one call: the rollback of a poisoned claim, and of a mistake. */
import { type BlockVersion, type MemoryBlock, type PatternId, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { findBlockAnywhere, isLive } from "./blocks.ts";
import { type BlockChange, changeMemory, reopened, revised } from "./commit.ts";
import { historyOf } from "./history.ts";
import { supersede, topicWrite } from "./inbox.ts";

export type Restored = {
  /** The claim that no longer holds. */
  readonly closed?: MemoryBlock;
  /** The claim that holds instead: what it had superseded, or what it said before. */
  readonly live?: MemoryBlock;
};

/**
 * Undoes the latest change of a claim, and says what holds now:
 *
 * - it superseded another: that one holds again, from its own beginning, and this one never held;
 * - it was superseded: it holds again, and what took its place never held; it was taken back: it holds again;
 * - it was confirmed or contradicted: it is believed as before;
 * - it was only ever noted: it is closed, and never held.
 *
 * Nothing is deleted: both changes are in the history, and undoing the undoing is this same call. Throws
 * `InvalidInput` for a claim that does not exist.
 */
export async function restorePrevious(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  patternId: PatternId,
  by: string,
): Promise<Restored> {
  return changeMemory(ports, userId, by, async () => {
    const block = await findBlockAnywhere(ports, userId, patternId);
    if (!block) throw new WaldoError("InvalidInput", `there is no memory ${patternId}: waldo memory show lists them`);
    const at = ports.clock.now();
    const changes = isLive(block)
      ? await takeBack(ports, userId, block, at)
      : await bringBack(ports, userId, block, at);
    const held = changes.map(({ after }) => after).find(isLive);
    const closed = changes.map(({ after }) => after).find((after) => !isLive(after));
    return {
      changes,
      also: held?.topic ? [topicWrite(userId, held)] : [],
      value: { ...(closed ? { closed } : {}), ...(held ? { live: held } : {}) },
    };
  });
}

async function takeBack(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  block: MemoryBlock,
  at: number,
): Promise<BlockChange[]> {
  const before = block.supersedes === undefined ? undefined : await findBlockAnywhere(ports, userId, block.supersedes);
  if (before && !isLive(before)) return [neverHeld(block, at, before.patternId), holdsAgain(before, at)];
  const previous = beliefBefore(await historyOf(ports, userId, block.patternId), block);
  if (!previous) return [neverHeld(block, at)];
  const { confidence, origin, conditions } = previous;
  return [{ before: block, after: revised(block, at, { confidence, origin, conditions }), change: "restored" }];
}

async function bringBack(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  block: MemoryBlock,
  at: number,
): Promise<BlockChange[]> {
  const other =
    block.supersededBy === undefined ? undefined : await findBlockAnywhere(ports, userId, block.supersededBy);
  if (!other || !isLive(other)) return [holdsAgain(block, at)];
  // The later of the two took the place of the earlier; what came first keeps the time it held.
  if (block.validFrom > other.validFrom)
    return [supersede(other, block, at), holdsAgain({ ...block, supersedes: other.patternId }, at)];
  return [neverHeld(other, at, block.patternId), holdsAgain(block, at)];
}

/** The state before the last change, if it was believed differently: what confirming or contradicting it did. */
function beliefBefore(history: readonly BlockVersion[], block: MemoryBlock): MemoryBlock | undefined {
  const last = history.at(-1);
  if (last?.change !== "confirmed" && last?.change !== "contradicted") return undefined;
  return history.findLast((version) => version.block.revision < block.revision)?.block;
}

/** Closed at its own beginning: as is known now, it did not hold for an instant. What was believed stays in the history. */
function neverHeld(block: MemoryBlock, at: number, by?: PatternId): BlockChange {
  const { supersedes: _, ...bare } = block;
  const after = revised(bare, at, { validTo: block.validFrom, ...(by === undefined ? {} : { supersededBy: by }) });
  return { before: block, after, change: "retired" };
}

function holdsAgain(block: MemoryBlock, at: number): BlockChange {
  return { before: block, after: revised(reopened(block), at, {}), change: "restored" };
}
