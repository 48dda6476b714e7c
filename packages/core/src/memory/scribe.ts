/**
 * The Scribe: the only one who makes claims of what was staged. Reads the inbox in order, settles each entry against
 * what is known, and commits it together with its removal from the inbox, so an entry is settled exactly once however
 * often the night is begun again. Plain code; no model is asked.
 */
import {
  CARA,
  type Key,
  keys,
  MAX_USES,
  type MemoryBlock,
  type MemoryIntent,
  type MemoryNote,
  MemoryUse,
  type MemoryVerdict,
  type PatternId,
  STEERING_HALLS,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { findBlockAnywhere, isBelieved, isLive, loadHead, outranks, patternOf } from "./blocks.ts";
import { type BlockChange, changeMemory, reopened, revised } from "./commit.ts";
import { newBlock, type PendingRow, pendingRows, replacedBy, supersede, topicWrite } from "./inbox.ts";
import { sameClaim } from "./likeness.ts";

/** A night that would take more than this share of what is believed is refused as a whole (pitfalls: rockbot#506). */
export const MOST_SHRINK = 0.25;
/** Below this many claims a share says nothing. */
const SHARE_FROM = 8;

type Reads = Pick<Ports, "store" | "archive">;

export type ScribeReport = {
  readonly outcome: "done" | "refused";
  readonly counts: {
    noted: number;
    confirmed: number;
    superseded: number;
    contradicted: number;
    /** Entries that may not become claims: taken out of the inbox, counted here. */
    refused: number;
    used: number;
  };
};

/** Claims like a new one, wherever they are: what the index finds. Injected, since the index stands on this. */
export type Likely = (note: MemoryNote) => readonly PatternId[];

type Settled = {
  readonly changes: readonly BlockChange[];
  readonly also?: readonly Write[];
  readonly count: keyof ScribeReport["counts"];
};

/**
 * Settles everything in the inbox, then counts what runs used. `by` names the dream in the history. Killed anywhere and
 * begun again it ends in the same claims. Refused as a whole where it would shrink what is believed by over 25%: the
 * inbox then stays as it is.
 */
export async function runScribe(
  ports: Reads,
  userId: UserId,
  by: string,
  likely: Likely = () => [],
): Promise<ScribeReport> {
  const counts = { noted: 0, confirmed: 0, superseded: 0, contradicted: 0, refused: 0, used: 0 };
  const rows = await pendingRows(ports.store, userId);
  if (await wouldShrink(ports, userId, rows)) return { outcome: "refused", counts };
  // What was noted tonight is in no index yet, and is compared with as well.
  const tonight: PatternId[] = [];
  const alike: Likely = (note) => [...tonight, ...likely(note)];
  for (const row of rows) {
    const key = { ...keys.memory(userId), sk: row.sk };
    const count = await consume(ports, userId, by, key, () => settle(ports, userId, row.intent, alike));
    if (count) counts[count]++;
    if (row.intent.kind === "note" && (count === "noted" || count === "superseded"))
      tonight.push(patternOf(row.intent.claim, row.intent.conditions));
  }
  counts.used = await countUses(ports, userId, by);
  return { outcome: "done", counts };
}

/** Commits what a staged row comes to together with its removal; nothing, if another Scribe has had it. */
function consume<T>(
  ports: Reads,
  userId: UserId,
  by: string,
  key: Key,
  settled: () => Promise<{
    readonly changes: readonly BlockChange[];
    readonly also?: readonly Write[];
    readonly count: T;
  }>,
): Promise<T | undefined> {
  return changeMemory(ports, userId, by, async () => {
    if (!(await ports.store.get(key))) return { changes: [], value: undefined };
    const { changes, also = [], count } = await settled();
    return { changes, also: [...also, { op: "delete", key, when: [{ is: "present" }] }], value: count };
  });
}

/** What only takes away are verdicts; a note adds, or puts one claim in the place of one other. */
async function wouldShrink(ports: Reads, userId: UserId, rows: readonly PendingRow[]): Promise<boolean> {
  const against = new Map<PatternId, number>();
  for (const { intent } of rows)
    if (intent.kind === "verdict" && intent.says === "contradicted")
      against.set(intent.patternId, (against.get(intent.patternId) ?? 0) + 1);
  let lost = 0;
  for (const [patternId, times] of against) {
    const block = await findBlockAnywhere(ports, userId, patternId);
    if (!block || !isBelieved(block)) continue;
    if (!isBelieved({ ...block, confidence: block.confidence + times * CARA.contradicted })) lost++;
  }
  const { head } = await loadHead(ports.store, userId);
  return head.live >= SHARE_FROM && lost > MOST_SHRINK * head.live;
}

async function settle(ports: Reads, userId: UserId, intent: MemoryIntent, likely: Likely): Promise<Settled> {
  return intent.kind === "verdict" ? judge(ports, userId, intent) : note(ports, userId, intent, likely);
}

async function judge(ports: Reads, userId: UserId, verdict: MemoryVerdict): Promise<Settled> {
  const block = await findBlockAnywhere(ports, userId, verdict.patternId);
  // Checked where it was staged; checked again, since this is what writes.
  if (!block || !isLive(block) || verdict.origin === "untrusted") return { changes: [], count: "refused" };
  const step = verdict.says === "confirmed" ? CARA.confirmed : CARA.contradicted;
  const after = revised(block, verdict.at, { confidence: clamp(block.confidence + step), ...seenIn(block, verdict) });
  return { changes: [{ before: block, after, change: verdict.says }], count: verdict.says };
}

async function note(ports: Reads, userId: UserId, intent: MemoryNote, likely: Likely): Promise<Settled> {
  const { hall, claim, conditions, origin, at } = intent;
  const outside = origin === "untrusted";
  if (origin === "system" || (outside && STEERING_HALLS.includes(hall))) return { changes: [], count: "refused" };

  const patternId = patternOf(claim, conditions);
  const same = await findBlockAnywhere(ports, userId, patternId);
  // Said of another hall by somebody who may be believed as much, a claim moves there; else it stays where it is.
  const moves = same !== undefined && same.hall !== hall && !outranks(same.origin, origin) && !outside;
  if (same && isLive(same) && !moves) return again(same, intent);
  if (!same)
    for (const id of likely(intent)) {
      const near = await findBlockAnywhere(ports, userId, id);
      if (near && isLive(near) && near.hall === hall && near.conditions === conditions && sameClaim(near.claim, claim))
        return again(near, intent);
    }

  // What came from outside takes nobody's place and holds no topic (R10).
  const topic = outside || !intent.topic ? undefined : intent.topic;
  const old = outside ? undefined : await replacedBy(ports, userId, intent, patternId);
  if (old && outranks(old.origin, origin)) return { changes: [], count: "refused" };

  const { topic: _, ...bare } = same
    ? revised(reopened(same), at, {
        hall,
        origin: outranks(same.origin, origin) ? same.origin : origin,
        validFrom: isLive(same) ? same.validFrom : at,
        confidence: Math.max(same.confidence, CARA.start),
        ...seenIn(same, intent),
      })
    : newBlock(intent, patternId);
  const after: MemoryBlock = { ...bare, ...(topic ? { topic } : {}), ...(old ? { supersedes: old.patternId } : {}) };
  const noted: BlockChange = { before: same, after, change: same ? "restored" : "noted" };
  const also = topic ? [topicWrite(userId, after)] : [];
  return old
    ? { changes: [supersede(old, after, at), noted], also, count: "superseded" }
    : { changes: [noted], also, count: "noted" };
}

/** The same was said once more. Said in another run it is a confirmation; in the same run it is one saying. */
function again(block: MemoryBlock, intent: MemoryNote): Settled {
  if (intent.origin === "untrusted" || block.sources.includes(intent.source)) {
    const after = { ...block, ...seenIn(block, intent) };
    return { changes: [{ before: block, after }], count: "confirmed" };
  }
  const after = revised(block, intent.at, {
    confidence: clamp(block.confidence + CARA.confirmed),
    // Whoever may be believed more vouches for it from now on.
    origin: outranks(intent.origin, block.origin) ? intent.origin : block.origin,
    ...seenIn(block, intent),
  });
  return { changes: [{ before: block, after, change: "confirmed" }], count: "confirmed" };
}

function seenIn(block: MemoryBlock, { at, source }: MemoryIntent): Pick<MemoryBlock, "uses" | "sources"> {
  return {
    uses: [...block.uses, at].sort((a, b) => a - b).slice(-MAX_USES),
    sources: [...new Set([...block.sources, source])].slice(-20),
  };
}

/** Confidence in tenths: sums of 0.1 drift, and the floor is compared with. */
const clamp = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;

/** Adds up what runs loaded and drew on, one claim at a time, and clears the rows that said so. */
async function countUses(ports: Reads, userId: UserId, by: string): Promise<number> {
  const { table, pk } = keys.memory(userId);
  let counted = 0;
  for await (const row of queryAll(ports.store, { table, pk, prefix: "MEMORYUSE#" })) {
    const use = MemoryUse.parse(row.body);
    const one = await consume(ports, userId, by, row.key, async () => {
      const blocks = await Promise.all(use.loaded.map((id) => findBlockAnywhere(ports, userId, id)));
      return { changes: blocks.flatMap((block) => (block ? [usedOnce(block, use)] : [])), count: 1 };
    });
    counted += one ?? 0;
  }
  return counted;
}

function usedOnce(block: MemoryBlock, { at, cited }: MemoryUse): BlockChange {
  const drawnOn = cited.includes(block.patternId);
  const after: MemoryBlock = {
    ...block,
    loaded: block.loaded + 1,
    cited: block.cited + Number(drawnOn),
    ...(drawnOn ? { uses: [...block.uses, at].sort((a, b) => a - b).slice(-MAX_USES) } : {}),
  };
  return { before: block, after };
}
