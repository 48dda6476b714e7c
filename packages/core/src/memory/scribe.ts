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
import { DAY_MS } from "../time.ts";
import { findBlockAnywhere, isBelieved, isLive, loadHead, outranks, patternOf } from "./blocks.ts";
import { type BlockChange, changeMemory, reopened, revised, topicSlot } from "./commit.ts";
import { newBlock, type PendingRow, pendingRows, replacedBy, supersede, topicWrite } from "./inbox.ts";
import { sameClaim } from "./likeness.ts";

/** Contradictions that together would silence more than this share of what is believed are held back (pitfalls: rockbot#506). */
export const MOST_SHRINK = 0.25;
/** Below this many claims a share says nothing. */
const SHARE_FROM = 8;
/** Days contradictions are held back before they are given up. */
const HELD_DAYS = 30;
/** Claims of one run whose use is counted: two rows each, and a transaction has a hundred. */
const MOST_USED = 45;

type Reads = Pick<Ports, "store" | "archive" | "clock">;

export type ScribeReport = {
  readonly outcome: "done" | "refused";
  readonly counts: {
    noted: number;
    confirmed: number;
    superseded: number;
    contradicted: number;
    /** Entries that may not become claims: taken out of the inbox, counted here. */
    refused: number;
    /** Contradictions that wait, because together they would silence too much. */
    held: number;
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
 * begun again it ends in the same claims. Contradictions that together would silence over 25% of what is believed are
 * held back, all of them, and reported as refused; the rest of the inbox is settled.
 */
export async function runScribe(
  ports: Reads,
  userId: UserId,
  by: string,
  likely: Likely = () => [],
): Promise<ScribeReport> {
  const counts = { noted: 0, confirmed: 0, superseded: 0, contradicted: 0, refused: 0, held: 0, used: 0 };
  const rows = await pendingRows(ports.store, userId);
  const shrinks = await wouldShrink(ports, userId, rows);
  const oldest = ports.clock.now() - HELD_DAYS * DAY_MS;
  // What was noted tonight is in no index yet, and is compared with as well.
  const tonight: PatternId[] = [];
  const alike: Likely = (note) => [...tonight, ...likely(note)];
  for (const { intent, sk } of rows) {
    const silences = intent.kind === "verdict" && intent.says === "contradicted";
    if (shrinks && silences && intent.at >= oldest) {
      counts.held++;
      continue;
    }
    const key = { ...keys.memory(userId), sk };
    const settled = shrinks && silences ? REFUSED : () => settle(ports, userId, intent, alike);
    const count = await consume(ports, userId, by, key, settled);
    if (count) counts[count]++;
    if (intent.kind === "note" && (count === "noted" || count === "superseded"))
      tonight.push(patternOf(intent.claim, intent.conditions));
  }
  counts.used = await countUses(ports, userId, by);
  return { outcome: shrinks ? "refused" : "done", counts };
}

const REFUSED = async (): Promise<Settled> => ({ changes: [], count: "refused" });

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
  const fit = block && isLive(block) && verdict.origin !== "untrusted" && block.hall === verdict.hall;
  // One run, one say: whoever noted a claim does not vouch for it as well.
  if (!fit || block.sources.includes(verdict.source)) return REFUSED();
  const step = verdict.says === "confirmed" ? CARA.confirmed : CARA.contradicted;
  const patch = { confidence: clamp(block.confidence + step), ...seenIn(block, verdict) };
  const after = revised(block, ports.clock.now(), patch);
  return { changes: [{ before: block, after, change: verdict.says }], count: verdict.says };
}

async function note(ports: Reads, userId: UserId, intent: MemoryNote, likely: Likely): Promise<Settled> {
  const { hall, claim, conditions, origin, at } = intent;
  const outside = origin === "untrusted";
  if (origin === "system" || (outside && STEERING_HALLS.includes(hall))) return REFUSED();

  const patternId = patternOf(claim, conditions);
  const same = await findBlockAnywhere(ports, userId, patternId);
  if (same && !isLive(same) && !mayReopen(same, intent)) return REFUSED();
  // Said of another hall by somebody who may be believed as much, a claim moves there; else it stays where it is.
  const sameRun = same?.sources.includes(intent.source) ?? false;
  const moves = same !== undefined && same.hall !== hall && !outranks(same.origin, origin) && !outside && !sameRun;
  // What came from outside takes nobody's place, holds no topic and moves nothing (R10).
  const kept =
    moves && (await replacedBy(ports, userId, { hall, topic: same?.topic }, patternId)) ? undefined : same?.topic;
  const topic = outside ? undefined : (intent.topic ?? kept);
  const old = outside ? undefined : await replacedBy(ports, userId, { ...intent, topic }, patternId);
  const renamed = same !== undefined && topicSlot(topic ?? "") !== topicSlot(same.topic ?? "") && !outside;
  if (same && isLive(same) && !moves && !renamed && !old) return again(same, intent, ports.clock.now());
  if (!same)
    for (const id of likely(intent)) {
      const near = await findBlockAnywhere(ports, userId, id);
      if (near && isLive(near) && near.hall === hall && near.conditions === conditions && sameClaim(near.claim, claim))
        return again(near, intent, ports.clock.now());
    }
  if (old && outranks(old.origin, origin)) return REFUSED();

  const now = Math.max(ports.clock.now(), at);
  const { topic: _, ...bare } = same
    ? revised(reopened(same), now, {
        hall,
        origin: isLive(same) && outranks(same.origin, origin) ? same.origin : origin,
        validFrom: isLive(same) ? same.validFrom : at,
        confidence: isLive(same) ? Math.max(same.confidence, CARA.start) : CARA.start,
        ...seenIn(same, intent),
      })
    : { ...newBlock(intent, patternId), recordedAt: now };
  const after: MemoryBlock = { ...bare, ...(topic ? { topic } : {}), ...(old ? { supersedes: old.patternId } : {}) };
  const noted: BlockChange = { before: same, after, change: same ? "restored" : "noted" };
  const also = topic ? [topicWrite(userId, after)] : [];
  return old
    ? { changes: [supersede(old, after, now), noted], also, count: "superseded" }
    : { changes: [noted], also, count: "noted" };
}

/** A closed claim is opened again by a later word of somebody who is believed as much as whoever closed it. */
function mayReopen(closed: MemoryBlock, { origin, at }: MemoryNote): boolean {
  return origin !== "untrusted" && at > (closed.validTo ?? 0) && !outranks(closed.closedBy ?? "agent", origin);
}

/**
 * The same was said once more. Said in another run it is a confirmation; in the same run it is one saying; and from
 * outside it is nothing: repetition by others makes no claim livelier.
 */
function again(block: MemoryBlock, intent: MemoryNote, now: number): Settled {
  if (intent.origin === "untrusted") return { changes: [], count: "confirmed" };
  if (block.sources.includes(intent.source))
    return { changes: [{ before: block, after: { ...block, ...seenIn(block, intent) } }], count: "confirmed" };
  const after = revised(block, now, {
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
      const blocks = await Promise.all(
        use.loaded.slice(0, MOST_USED).map((id) => findBlockAnywhere(ports, userId, id)),
      );
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
