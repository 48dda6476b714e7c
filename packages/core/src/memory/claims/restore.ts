/**
 * Undoes a change of memory in one call. Commands use it to remove a false claim from outside, or to correct a mistake.
 * Throws `InvalidInput` for a claim that does not exist.
 */
import { type BlockVersion, type MemoryBlock, type PatternId, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { withdrawPages } from "../pages/workspace.ts";
import { findBlockAnywhere, mustBeAsShown, type Shown, topicHolder } from "./blocks.ts";
import {
  asItWas,
  type BlockChange,
  closedFor,
  holdsAgain,
  isLive,
  neverHeld,
  putBack,
  putBackAsItWas,
  sharePlace,
  topicSlot,
} from "./claim.ts";
import { changeMemory, topicWrite } from "./commit.ts";
import { historyOf } from "./history.ts";
import { pendingOf } from "./inbox.ts";

type Restored = {
  /** The claim that is no longer valid. */
  readonly closed?: MemoryBlock;
  /**
   * The claim that is valid instead: an earlier state of the same claim, or the first of the claims that it had
   * replaced.
   */
  readonly live?: MemoryBlock;
};

/**
 * Undoes the latest change of a claim and returns what is valid now:
 *
 * - If the claim was noted: it is closed as if it had never been valid. The claims that it replaced become valid again
 *   from their own beginning, unless another claim has the topic now.
 * - If the claim was replaced or taken back: it becomes valid again. The claim in its place is closed as if it had
 *   never been valid.
 * - After any other change (confirmed, contradicted, moved to another hall, opened again): the claim gets its earlier
 *   state. A claim that has taken its earlier place is closed.
 *
 * Nothing is deleted. The changes stay in the history. The same call again reverses the undo. Staged notes of the
 * closed claims leave the inbox, and pages that may show the claims are withdrawn, so the next prompt is clean. Throws
 * `InvalidInput` for a claim that does not exist, and for one that has changed since it was shown, if the caller passes
 * what was shown.
 */
export async function restorePrevious(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  which: PatternId | Shown,
  by: string,
): Promise<Restored> {
  const shown = typeof which === "string" ? undefined : which;
  const patternId = typeof which === "string" ? which : which.patternId;
  return changeMemory(ports, userId, by, async () => {
    const block = await findBlockAnywhere(ports, userId, patternId);
    if (!block) throw new WaldoError("InvalidInput", `there is no memory ${patternId}: waldo memory show lists them`);
    if (shown) mustBeAsShown(block, shown.revision);
    const at = ports.clock.now();
    const changes = isLive(block)
      ? await takeBack(ports, userId, block, at)
      : await bringBack(ports, userId, block, at);
    const states = changes.map(({ after }) => after);
    const live = states.filter(isLive);
    const held = live[0];
    const closed = states.filter((after) => !isLive(after));
    const gone = await pendingOf(
      ports.store,
      userId,
      closed.map((after) => after.patternId),
    );
    // This comes before the claims are closed. If the call dies in between, the withdrawn pages can be written again.
    await withdrawPages(ports.archive, userId);
    return {
      changes,
      also: [...live.filter(hasTopic).map((state) => topicWrite(userId, state)), ...gone],
      value: { ...(closed[0] ? { closed: closed[0] } : {}), ...(held ? { live: held } : {}) },
    };
  });
}

const hasTopic = ({ topic = "" }: MemoryBlock) => topicSlot(topic) !== "";

type Reads = Pick<Ports, "store" | "archive">;

async function takeBack(ports: Reads, userId: UserId, block: MemoryBlock, at: number): Promise<readonly BlockChange[]> {
  const last = lastChange(await historyOf(ports, userId, block.patternId));
  const back = await openedAgain(ports, userId, block, last, at);
  const { before } = last;
  const [successor] = back.map(({ after }) => after.patternId);
  if (!before) return [neverHeld(block, at, successor), ...back];
  if (isLive(before)) {
    const holder = await topicHolder(ports, userId, before, block.patternId);
    return [...putBackAsItWas(block, before, holder ? [holder] : [], at), ...back];
  }
  // The claim names its successor, even if a third claim had closed it.
  const named = successor === undefined || back.some(({ after }) => after.patternId === before.supersededBy);
  return [asItWas(block, named ? before : { ...before, supersededBy: successor }, at), ...back];
}

/**
 * Opens the claims that a claim replaced in its last change. A claim stays closed when it was closed for another reason
 * since, or when its topic has another claim now.
 */
async function openedAgain(
  ports: Reads,
  userId: UserId,
  block: MemoryBlock,
  { before, closed }: LastChange,
  at: number,
): Promise<BlockChange[]> {
  const displaced = block.supersedes === before?.supersedes ? undefined : block.supersedes;
  const holding = before && isLive(before) ? [before] : [];
  const back: BlockChange[] = [];
  for (const id of closed) {
    const found = await findBlockAnywhere(ports, userId, id);
    if (!found || isLive(found) || found.supersededBy !== block.patternId) continue;
    const holder = await topicHolder(ports, userId, found, block.patternId);
    if (holder || holding.some((other) => sharePlace(other, found))) continue;
    // A later claim had given way to this one; this one had then taken its place.
    const later = id !== displaced && found.validFrom >= block.validFrom;
    const change = holdsAgain(found, at, later ? block.patternId : undefined);
    holding.push(change.after);
    back.push(change);
  }
  return back;
}

type LastChange = {
  /** The state before the change. Absent when the change created the claim. */
  readonly before: MemoryBlock | undefined;
  /** The claims that the claim replaced in the change. */
  readonly closed: ReadonlySet<PatternId>;
};

/** Returns the last change of a claim. All entries that one night wrote for a claim count as one change. */
function lastChange(history: readonly BlockVersion[]): LastChange {
  const last = history.at(-1);
  const ofOneNight = last?.by.startsWith("dream-") ?? false;
  const start = history.slice(0, -1).findLastIndex(({ by }) => !ofOneNight || by !== last?.by);
  const closed = history
    .map(({ block, ...entry }, i) => ({ ...entry, before: history[i - 1]?.block, after: block }))
    .slice(start + 1)
    .flatMap((change) => [...closedFor(change)]);
  return { before: history[start]?.block, closed: new Set(closed) };
}

/** How many corrections of one claim are followed. Real claims have fewer. */
const MOST_LINKS = 100;

async function bringBack(
  ports: Reads,
  userId: UserId,
  block: MemoryBlock,
  at: number,
): Promise<readonly BlockChange[]> {
  const inItsPlace = [await liveEnd(ports, userId, block), await topicHolder(ports, userId, block, block.patternId)];
  return putBack(
    block,
    inItsPlace.filter((other) => other !== undefined),
    at,
  );
}

/** Follows the chain of replacements of this claim, and returns the claim at its end. */
async function liveEnd(ports: Reads, userId: UserId, block: MemoryBlock): Promise<MemoryBlock | undefined> {
  let next = block.supersededBy;
  for (let i = 0; next !== undefined && next !== block.patternId && i < MOST_LINKS; i++) {
    const found: MemoryBlock | undefined = await findBlockAnywhere(ports, userId, next);
    if (!found || isLive(found)) return found;
    next = found.supersededBy;
  }
  return undefined;
}
