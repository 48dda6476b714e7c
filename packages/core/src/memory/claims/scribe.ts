/**
 * The Scribe: the nightly step that turns the staged entries of the inbox into claims. It reads the inbox in order and
 * compares each entry with what is known. One transaction commits the result and removes the entry, so each entry is
 * settled exactly once, even when the night starts again. It is plain code and asks no model.
 */
import {
  isOwn,
  type Key,
  keys,
  type MemoryBlock,
  type MemoryIntent,
  type MemoryNote,
  MemoryUse,
  type MemoryVerdict,
  type PatternId,
  STEERING_HALLS,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Write } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";
import { findBlockAnywhere, loadHead, replacedBy, topicHolder } from "./blocks.ts";
import {
  type BlockChange,
  isLive,
  isSilencedBy,
  judged,
  learned,
  mayJudge,
  mayMove,
  mayReopen,
  mayReplace,
  patternOf,
  saidAgain,
  topicSlot,
  usedOnce,
} from "./claim.ts";
import { changeMemory, topicWrite } from "./commit.ts";
import { type PendingRow, pendingRows } from "./inbox.ts";
import { sameClaim } from "./likeness.ts";
import { disagree } from "./rivals.ts";

/**
 * If the contradictions together would silence more than this share of the believed claims, the Scribe holds all of
 * them back.
 */
const MOST_SHRINK = 0.25;
/** With fewer claims than this the share has no meaning and is not checked. */
const SHARE_FROM = 8;
/** Days that contradictions are held back before the Scribe gives them up. */
const HELD_DAYS = 30;
/** For how many claims of one run the use is counted. Each claim takes two rows, and a transaction has a hundred. */
const MOST_USED = 45;

type Reads = Pick<Ports, "store" | "archive" | "clock">;

type ScribeReport = {
  readonly outcome: "done" | "refused";
  readonly counts: {
    noted: number;
    confirmed: number;
    superseded: number;
    contradicted: number;
    /** Entries that may not become claims. They are removed from the inbox and counted here. */
    refused: number;
    /** Contradictions that wait because together they would silence too much. */
    held: number;
    used: number;
  };
};

/**
 * Returns claims that may say the same as a new one, found by the index. It is an argument, because the index imports
 * this module.
 */
type Likely = (note: MemoryNote) => readonly PatternId[];

type Settled = {
  readonly changes: readonly BlockChange[];
  readonly also?: readonly Write[];
  readonly count: keyof ScribeReport["counts"];
};

/**
 * Settles everything in the inbox, then counts which claims the runs used. `by` names the dream in the history. It may
 * be killed at any point; when it starts again, it leads to the same claims. If the contradictions together would
 * silence over 25% of the believed claims, all of them are held back and the report says so. The rest of the inbox is
 * settled.
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
  // The index does not contain the notes of tonight yet, so the Scribe also compares with them.
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
    const count = await changeMemory(ports, userId, by, () => consume(ports, key, settled));
    if (count) counts[count]++;
    if (intent.kind === "note" && (count === "noted" || count === "superseded"))
      tonight.push(patternOf(intent.claim, intent.conditions));
  }
  counts.used = await countUses(ports, userId, by);
  return { outcome: shrinks ? "refused" : "done", counts };
}

const REFUSED = async (): Promise<Settled> => ({ changes: [], count: "refused" });

/**
 * Commits the result of a staged row together with the row's removal. It does nothing when another Scribe has already
 * settled the row.
 */
async function consume<T>(
  ports: Reads,
  key: Key,
  settled: () => Promise<{
    readonly changes: readonly BlockChange[];
    readonly also?: readonly Write[];
    readonly count: T;
  }>,
): Promise<{
  readonly changes: readonly BlockChange[];
  readonly also?: readonly Write[];
  readonly value: T | undefined;
}> {
  if (!(await ports.store.get(key))) return { changes: [], value: undefined };
  const { changes, also = [], count } = await settled();
  return { changes, also: [...also, { op: "delete", key, when: [{ is: "present" }] }], value: count };
}

/**
 * True when the contradictions together would silence too much. Only contradictions count, because a note adds a claim
 * or replaces one.
 */
async function wouldShrink(ports: Reads, userId: UserId, rows: readonly PendingRow[]): Promise<boolean> {
  const against = new Map<PatternId, number>();
  for (const { intent } of rows)
    if (intent.kind === "verdict" && intent.says === "contradicted")
      against.set(intent.patternId, (against.get(intent.patternId) ?? 0) + 1);
  let lost = 0;
  for (const [patternId, times] of against) {
    const block = await findBlockAnywhere(ports, userId, patternId);
    if (block && isSilencedBy(block, times)) lost++;
  }
  const { head } = await loadHead(ports.store, userId);
  return head.live >= SHARE_FROM && lost > MOST_SHRINK * head.live;
}

async function settle(ports: Reads, userId: UserId, intent: MemoryIntent, likely: Likely): Promise<Settled> {
  return intent.kind === "verdict" ? judge(ports, userId, intent) : note(ports, userId, intent, likely);
}

async function judge(ports: Reads, userId: UserId, verdict: MemoryVerdict): Promise<Settled> {
  const block = await findBlockAnywhere(ports, userId, verdict.patternId);
  // The staging code has checked this already. It is checked again, because this code writes the claim.
  if (!block || !mayJudge(block, verdict)) return REFUSED();
  return { changes: [judged(block, verdict, ports.clock.now())], count: verdict.says };
}

async function note(ports: Reads, userId: UserId, intent: MemoryNote, likely: Likely): Promise<Settled> {
  const { hall, claim, conditions, origin } = intent;
  const outside = origin === "untrusted";
  if (origin === "system" || (outside && STEERING_HALLS.includes(hall))) return REFUSED();

  const patternId = patternOf(claim, conditions);
  const same = await findBlockAnywhere(ports, userId, patternId);
  if (same && !isLive(same) && !mayReopen(same, intent)) return REFUSED();
  const moves = same !== undefined && mayMove(same, intent);
  // A claim from outside replaces no claim, holds no topic and moves nothing (R10).
  const kept =
    moves && (await topicHolder(ports, userId, { hall, topic: same.topic }, patternId)) ? undefined : same?.topic;
  const topic = outside ? undefined : (intent.topic ?? kept);
  const near = await nearTo(ports, userId, intent, likely);
  const named = outside ? [] : await replacedBy(ports, userId, { ...intent, topic }, patternId);
  // A claim that disagrees but has a higher rank stays beside the note.
  const rivals = near.filter(
    (one) =>
      isOwn(one) &&
      disagree(one.claim, claim) &&
      mayReplace(one, intent) &&
      !named.some(({ patternId: id }) => id === one.patternId),
  );
  const olds = [...named, ...rivals];
  const renamed = same !== undefined && topicSlot(topic ?? "") !== topicSlot(same.topic ?? "") && !outside;
  if (same && isLive(same) && !moves && !renamed && olds.length === 0)
    return { changes: saidAgain(same, intent, ports.clock.now()), count: "confirmed" };
  // A claim with words from outside stays from outside. A note of our own with the same words becomes a separate claim.
  const alike = near.find((one) => (one.origin === "untrusted") === outside && sameClaim(one.claim, claim));
  if (!same && alike) return { changes: saidAgain(alike, intent, ports.clock.now()), count: "confirmed" };
  if (olds.some((old) => !mayReplace(old, intent))) return REFUSED();

  const { after, changes } = learned(intent, topic, { same, olds }, ports.clock.now());
  return { changes, also: topic ? [topicWrite(userId, after)] : [], count: olds.length > 0 ? "superseded" : "noted" };
}

/** Returns the live claims with the same hall and conditions that the index finds similar, without the claim itself. */
async function nearTo(ports: Reads, userId: UserId, intent: MemoryNote, likely: Likely): Promise<MemoryBlock[]> {
  const own = patternOf(intent.claim, intent.conditions);
  const ids = [...new Set(likely(intent))].filter((id) => id !== own);
  const found = await Promise.all(ids.map((id) => findBlockAnywhere(ports, userId, id)));
  return found.flatMap((block) =>
    block && isLive(block) && block.hall === intent.hall && block.conditions === intent.conditions ? [block] : [],
  );
}

/**
 * Counts which claims the runs loaded and used, and removes the rows that recorded it. One transaction handles one row.
 */
async function countUses(ports: Reads, userId: UserId, by: string): Promise<number> {
  let counted = 0;
  for await (const row of queryAll(ports.store, keys.memoryUse.all(userId))) {
    const use = MemoryUse.parse(row.body);
    const settled = async () => {
      const blocks = await Promise.all(
        use.loaded.slice(0, MOST_USED).map((id) => findBlockAnywhere(ports, userId, id)),
      );
      return { changes: blocks.flatMap((block) => (block ? [usedOnce(block, use)] : [])), count: 1 };
    };
    const one = await changeMemory(ports, userId, by, () => consume(ports, row.key, settled));
    counted += one ?? 0;
  }
  return counted;
}
