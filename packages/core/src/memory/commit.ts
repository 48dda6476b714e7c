/**
 * The only place that writes claims. A change is one transaction: the claim as it now stands, the entry of its history,
 * the note for the index, and the head under its version, so two writers can never both be right about the same past.
 */
import { type BlockVersion, isError, keys, type MemoryBlock, type PatternId, type UserId } from "@waldo/contracts";
import type { Ports, Write } from "../ports.ts";
import { foldLetters } from "../safety/words.ts";
import { type Head, isBelieved, loadHead } from "./blocks.ts";

export type BlockChange = {
  readonly before: MemoryBlock | undefined;
  readonly after: MemoryBlock;
  /** Absent: only how often it was used has changed, which is no part of its history. */
  readonly change?: BlockVersion["change"];
};

/** Where the live claim of a hall and topic is found: the slot a new claim of that topic takes. */
export function topicSlot(topic: string): string {
  return foldLetters(topic)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** The writes of some changes and of what rides along, to be committed under the head as it was read. */
export function changeWrites(
  userId: UserId,
  { head, version }: Head,
  changes: readonly BlockChange[],
  by: string,
): Write[] {
  const gained = changes.reduce(
    (sum, { before, after }) => sum + Number(isBelieved(after)) - Number(before !== undefined && isBelieved(before)),
    0,
  );
  return [
    {
      op: "put",
      key: keys.memory(userId),
      body: { ...head, live: Math.max(0, head.live + gained) },
      when: [version === 0 ? { is: "absent" } : { is: "version", version }],
    },
    ...changes.flatMap((change) => blockWrites(userId, change, by)),
  ];
}

function blockWrites(userId: UserId, { after, change }: BlockChange, by: string): Write[] {
  const { patternId, revision } = after;
  const version: BlockVersion | undefined = change && { block: after, change, by };
  return [
    { op: "put", key: keys.block(userId, patternId), body: after },
    { op: "put", key: keys.memoryDelta(userId, patternId), body: after },
    ...(version
      ? [
          {
            op: "put",
            key: keys.blockVersion(userId, patternId, revision),
            body: version,
            when: [{ is: "absent" }],
          } as const,
        ]
      : []),
  ];
}

/** Times a writer reads again after another was faster. */
const MOST_TRIES = 5;

/**
 * Reads, decides, commits; again if somebody else wrote in between. `decide` sees memory as it is and returns the
 * changes, with what else belongs into the same transaction.
 */
export async function changeMemory<T>(
  ports: Pick<Ports, "store">,
  userId: UserId,
  by: string,
  decide: () => Promise<{
    readonly changes: readonly BlockChange[];
    readonly also?: readonly Write[];
    readonly value: T;
  }>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const head = await loadHead(ports.store, userId);
    const { changes, also = [], value } = await decide();
    if (changes.length === 0 && also.length === 0) return value;
    try {
      await ports.store.transact([...changeWrites(userId, head, changes, by), ...also]);
      return value;
    } catch (error) {
      if (!isError(error, "ConditionFailed") || tries === MOST_TRIES) throw error;
    }
  }
}

/** The next state of a claim: a change of what it says is a new revision, recorded now. */
export function revised(block: MemoryBlock, at: number, patch: Partial<MemoryBlock>): MemoryBlock {
  // What is written later is recorded later, also by a clock that was set back.
  return { ...block, ...patch, recordedAt: Math.max(at, block.recordedAt), revision: block.revision + 1 };
}

/** A claim that holds again: nothing closes it, and nothing has taken its place. */
export function reopened(block: MemoryBlock): MemoryBlock {
  const { validTo: _, supersededBy: __, closedBy: ___, ...open } = block;
  return open;
}

export type { PatternId };
