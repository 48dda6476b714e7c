/**
 * The only module that writes claims. It writes each change in one transaction: the claim as it is now, the entry of
 * its history, the note for the index, and the head under its version. When two writers read the same head, only one of
 * them commits.
 */
import { type BlockVersion, keys, type MemoryBlock, type UserId } from "@waldo/contracts";
import type { Ports, Write } from "../../ports.ts";
import { putNew, putOver, retryConflicts } from "../../store/cas.ts";
import { topicKey } from "../../store/row-names.ts";
import { type Head, loadHead } from "./blocks.ts";
import { type BlockChange, isBelieved, topicSlot } from "./claim.ts";

/**
 * Returns the writes of these changes, and the other writes that commit with them. They fail if the head has changed
 * since it was read.
 */
export function changeWrites(
  userId: UserId,
  { head, row }: Head,
  changes: readonly BlockChange[],
  by: string,
): Write[] {
  const gained = changes.reduce(
    (sum, { before, after }) => sum + Number(isBelieved(after)) - Number(before !== undefined && isBelieved(before)),
    0,
  );
  return [
    putOver(row, keys.memory(userId), { ...head, live: Math.max(0, head.live + gained) }),
    ...changes.flatMap((change) => blockWrites(userId, change, by)),
  ];
}

function blockWrites(userId: UserId, { after, change, alsoClosed }: BlockChange, by: string): Write[] {
  const { patternId, revision } = after;
  const version: BlockVersion | undefined = change && {
    block: after,
    change,
    by,
    ...(alsoClosed ? { alsoClosed: [...alsoClosed] } : {}),
  };
  return [
    { op: "put", key: keys.block(userId, patternId), body: after },
    { op: "put", key: keys.memoryDelta(userId, patternId), body: after },
    ...(version ? [putNew(keys.blockVersion(userId, patternId, revision), version)] : []),
  ];
}

/**
 * Reads memory, decides and commits. If another writer commits in between, it starts again. `decide` gets the present
 * memory. It returns the changes, and other writes for the same transaction.
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
  return retryConflicts(async () => {
    const head = await loadHead(ports.store, userId);
    const { changes, also = [], value } = await decide();
    if (changes.length > 0 || also.length > 0)
      await ports.store.transact([...changeWrites(userId, head, changes, by), ...also]);
    return value;
  });
}

/** Returns the write that gives a topic of a hall to this claim. */
export function topicWrite(userId: UserId, { hall, topic = "", patternId }: MemoryBlock): Write {
  return { op: "put", key: topicKey(userId, hall, topicSlot(topic)), body: { patternId } };
}
