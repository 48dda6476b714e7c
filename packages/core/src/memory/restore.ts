/** Taking back a change of memory, in one call: the rollback of a poisoned claim, and of a mistake. */
import { type BlockVersion, type MemoryBlock, type PatternId, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { findBlockAnywhere, isLive } from "./blocks.ts";
import { type BlockChange, changeMemory, reopened, revised } from "./commit.ts";
import { historyOf } from "./history.ts";
import { pendingOf, replacedBy, supersede, topicWrite } from "./inbox.ts";
import { withdrawPages } from "./workspace.ts";

export type Restored = {
  /** The claim that no longer holds. */
  readonly closed?: MemoryBlock;
  /** The claim that holds instead: what it had superseded, or what it said before. */
  readonly live?: MemoryBlock;
};

/**
 * Undoes the latest change of a claim, and says what holds now:
 *
 * - it was only ever noted: it never held, and what it had superseded holds again, from its own beginning;
 * - it was superseded, or taken back: it holds again, and what stands in its place never held;
 * - anything else (confirmed, contradicted, moved to another hall, brought back): it is as it was before.
 *
 * Nothing is deleted: the changes are in the history, and undoing the undoing is this same call. Notes of the closed
 * claims that still wait in the inbox go, and pages that may hold them are withdrawn, so the next prompt is clean.
 * Throws `InvalidInput` for a claim that does not exist.
 */
export async function restorePrevious(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  patternId: PatternId,
  by: string,
): Promise<Restored> {
  const value = await changeMemory(ports, userId, by, async () => {
    const block = await findBlockAnywhere(ports, userId, patternId);
    if (!block) throw new WaldoError("InvalidInput", `there is no memory ${patternId}: waldo memory show lists them`);
    const at = ports.clock.now();
    const changes = isLive(block)
      ? await takeBack(ports, userId, block, at)
      : await bringBack(ports, userId, block, at);
    const states = changes.map(({ after }) => after);
    const held = states.find(isLive);
    const closed = states.filter((after) => !isLive(after));
    const gone = await pendingOf(
      ports.store,
      userId,
      closed.map((after) => after.patternId),
    );
    return {
      changes,
      also: [...(held?.topic ? [topicWrite(userId, held)] : []), ...gone],
      value: { ...(closed[0] ? { closed: closed[0] } : {}), ...(held ? { live: held } : {}) },
    };
  });
  await withdrawPages(ports.archive, userId);
  return value;
}

type Reads = Pick<Ports, "store" | "archive">;

async function takeBack(ports: Reads, userId: UserId, block: MemoryBlock, at: number): Promise<BlockChange[]> {
  const before = beforeLast(await historyOf(ports, userId, block.patternId));
  // What this change had put out of its place holds again.
  const displaced = block.supersedes === before?.supersedes ? undefined : block.supersedes;
  const replaced = displaced === undefined ? undefined : await findBlockAnywhere(ports, userId, displaced);
  const back = replaced && !isLive(replaced) ? [holdsAgain(replaced, at)] : [];
  if (!before) return [neverHeld(block, at, back[0]?.after.patternId), ...back];

  const { uses, loaded, cited } = block;
  const { revision, recordedAt } = revised(block, at, {});
  const after: MemoryBlock = { ...before, revision, recordedAt, uses, loaded, cited };
  if (isLive(before)) return [{ before: block, after, change: "restored" }, ...back];
  // It had been closed, and was brought back: what stood in its place does so again.
  const successor =
    before.supersededBy === undefined ? undefined : await findBlockAnywhere(ports, userId, before.supersededBy);
  const again = successor && !isLive(successor) ? [holdsAgain(successor, at, block.patternId)] : [];
  return [{ before: block, after: { ...after, closedBy: "owner" }, change: "retired" }, ...again, ...back];
}

/** The state before the last change. What one night did to a claim is one change, however many entries it took. */
function beforeLast(history: readonly BlockVersion[]): MemoryBlock | undefined {
  const last = history.at(-1);
  const ofOneNight = last?.by.startsWith("dream-") ?? false;
  return history.slice(0, -1).findLast(({ by }) => !ofOneNight || by !== last?.by)?.block;
}

/** Links of a chain that are followed: more corrections of one thing than anybody makes. */
const MOST_LINKS = 100;

async function bringBack(ports: Reads, userId: UserId, block: MemoryBlock, at: number): Promise<BlockChange[]> {
  const changes = new Map<PatternId, BlockChange>();
  const again = { ...block };
  const inItsPlace = [
    await liveEnd(ports, userId, block),
    await replacedBy(ports, userId, { hall: block.hall, topic: block.topic }, block.patternId),
  ];
  for (const other of inItsPlace) {
    if (!other || changes.has(other.patternId)) continue;
    // The later of the two took the place of the earlier; what came first keeps the time it held.
    const later = block.validFrom > other.validFrom;
    if (later) again.supersedes = other.patternId;
    const change = later ? supersede(other, { ...block, origin: "owner" }, at) : neverHeld(other, at, block.patternId);
    changes.set(other.patternId, change);
  }
  return [...changes.values(), holdsAgain(again, at)];
}

/** Whatever holds at the end of the chain of what took a claim's place. */
async function liveEnd(ports: Reads, userId: UserId, block: MemoryBlock): Promise<MemoryBlock | undefined> {
  let next = block.supersededBy;
  for (let i = 0; next !== undefined && next !== block.patternId && i < MOST_LINKS; i++) {
    const found: MemoryBlock | undefined = await findBlockAnywhere(ports, userId, next);
    if (!found || isLive(found)) return found;
    next = found.supersededBy;
  }
  return undefined;
}

/** Closed at its own beginning: as is known now, it did not hold for an instant. What was believed stays in the history. */
function neverHeld(block: MemoryBlock, at: number, by?: PatternId): BlockChange {
  const { supersedes: _, ...bare } = block;
  const closed = {
    validTo: block.validFrom,
    closedBy: "owner" as const,
    ...(by === undefined ? {} : { supersededBy: by }),
  };
  return { before: block, after: revised(bare, at, closed), change: "retired" };
}

function holdsAgain(block: MemoryBlock, at: number, supersedes?: PatternId): BlockChange {
  const after = revised(reopened(block), at, supersedes === undefined ? {} : { supersedes });
  return { before: block, after, change: "restored" };
}
