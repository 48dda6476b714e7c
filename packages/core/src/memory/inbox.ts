/**
 * The way into memory: everything said to be worth remembering is cleaned, judged by where it came from, and staged.
 * Only the Scribe makes claims of it (scribe.ts); the person's own hand is the one exception.
 */
import {
  CARA,
  HALLS_WRITTEN,
  type Hall,
  keys,
  MemoryBlock,
  MemoryIntent,
  type MemoryNote,
  type MemoryVerdict,
  type PatternId,
  STEERING_HALLS,
  type Trigger,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { queryAll } from "../store/query-all.ts";
import { findBlockAnywhere, isLive, patternOf } from "./blocks.ts";
import { type BlockChange, changeMemory, reopened, revised, topicSlot } from "./commit.ts";
import { comesFrom } from "./likeness.ts";

/** What the run that notes something has been told; set by code (R10). */
export type Provenance = {
  readonly trigger: Trigger;
  readonly runId: string;
  readonly at: number;
  /** What the person said in this run. */
  readonly owner: readonly string[];
  /** Whether anything written outside was read in this run. */
  readonly outside: boolean;
  /** Claims and diary lines that recall put before this run: what is remembered is not news. */
  readonly recalled: readonly string[];
};

export type NoteDraft = Pick<MemoryNote, "hall" | "claim" | "topic" | "replaces"> & { readonly conditions?: string };
export type VerdictDraft = Pick<MemoryVerdict, "hall" | "patternId" | "says">;

export type Staged =
  | { readonly outcome: "noted"; readonly intent: MemoryIntent; readonly write: Write }
  /** It came out of recall: there is nothing to learn from one's own memory. */
  | { readonly outcome: "known" }
  | { readonly outcome: "refused"; readonly reason: string };

/** Cleans and judges a note. Deterministic; writes nothing. The same words in the same run are the same row. */
export function stageNote(userId: UserId, draft: NoteDraft, from: Provenance): Staged {
  const refusal = refuse(draft.hall, from);
  if (refusal) return { outcome: "refused", reason: refusal };
  const origin = from.outside ? "untrusted" : "agent";
  const clean = (text: string) => sanitise({ text, origin }, "memory").text.trim();
  const claim = clean(draft.claim);
  const conditions = clean(draft.conditions ?? "");
  const topic = draft.topic === undefined ? undefined : clean(draft.topic);
  if (claim === "" || (draft.conditions?.trim() && conditions === "") || topic === "")
    return { outcome: "refused", reason: "that is nothing to remember of a person" };
  const said = from.owner.some((words) => comesFrom(claim, words));
  if (!said && draft.replaces === undefined && from.recalled.some((known) => comesFrom(claim, known)))
    return { outcome: "known" };
  const intent: MemoryNote = {
    kind: "note",
    hall: draft.hall,
    claim,
    conditions,
    ...(topic === undefined || topicSlot(topic) === "" ? {} : { topic: topic.slice(0, 60) }),
    ...(draft.replaces === undefined ? {} : { replaces: draft.replaces }),
    origin,
    trust: "provisional",
    at: from.at,
    source: from.runId,
  };
  return staged(userId, intent, digest(intent.hall, claim, conditions));
}

/** The person confirmed or contradicted a claim. Counts once a run, and only from a run nobody else spoke into. */
export function stageVerdict(userId: UserId, draft: VerdictDraft, from: Provenance): Staged {
  const refusal = refuse(draft.hall, from);
  if (refusal) return { outcome: "refused", reason: refusal };
  if (from.owner.length === 0 || from.outside)
    return {
      outcome: "refused",
      reason: "whether a claim is right is for the person to say, in a run of their own words",
    };
  const intent: MemoryVerdict = {
    kind: "verdict",
    ...draft,
    origin: "agent",
    trust: "provisional",
    at: from.at,
    source: from.runId,
  };
  // Named by run and claim alone, so that one run has one say of it.
  return staged(userId, intent, digest("verdict", draft.patternId, from.runId), 0);
}

function refuse(hall: Hall, { trigger, owner, outside }: Provenance): string | undefined {
  if (!HALLS_WRITTEN[trigger]?.includes(hall)) return `nothing of a ${trigger} run is kept in ${hall}`;
  if (!STEERING_HALLS.includes(hall)) return undefined;
  if (outside) return `other people's text was read in this run, and ${hall} come from the person alone`;
  return owner.length > 0 ? undefined : `${hall} come from the person, and the person has said nothing in this run`;
}

function staged(userId: UserId, intent: MemoryIntent, name: string, at = intent.at): Staged {
  const key = keys.inbox(userId, at, name.slice(0, 12));
  return { outcome: "noted", intent, write: { op: "put", key, body: intent } };
}

/** The seam for whoever is not a tool: stages a note and commits it. */
export async function submitMemoryIntent(
  ports: Pick<Ports, "store">,
  userId: UserId,
  draft: NoteDraft,
  from: Provenance,
): Promise<Staged> {
  const result = stageNote(userId, draft, from);
  if (result.outcome === "noted") await ports.store.transact([result.write]);
  return result;
}

/** What was staged and not yet settled, oldest first. It is provisional, whoever made it. */
export async function pendingIntents(store: Store, userId: UserId, hall?: Hall): Promise<MemoryIntent[]> {
  return (await pendingRows(store, userId)).map(({ intent }) => intent).filter((i) => !hall || i.hall === hall);
}

export type PendingRow = { readonly intent: MemoryIntent; readonly sk: string };

export async function pendingRows(store: Store, userId: UserId): Promise<PendingRow[]> {
  const { table, pk } = keys.memory(userId);
  const pending: PendingRow[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "INBOX#" })) {
    const intent = MemoryIntent.safeParse(row.body);
    // A row nobody can read holds up none of the others.
    if (intent.success) pending.push({ intent: intent.data, sk: row.key.sk });
  }
  return pending;
}

/** Confidence of what the person wrote down with their own hand. */
const OWNERS_CONFIDENCE = 1;

/**
 * The person's own note, settled at once: it supersedes what it replaces, whoever said that. Throws `InvalidInput` for
 * words that hold nothing to remember.
 */
export async function noteByOwner(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  draft: NoteDraft,
): Promise<MemoryBlock> {
  const clean = (text: string) => sanitise({ text, origin: "owner" }, "memory").text.trim();
  const claim = clean(draft.claim);
  const conditions = clean(draft.conditions ?? "");
  if (claim === "") throw new WaldoError("InvalidInput", "there is nothing to remember in that: say it in a sentence");
  const topic = draft.topic === undefined ? undefined : clean(draft.topic).slice(0, 60);
  const patternId = patternOf(claim, conditions);
  return changeMemory(ports, userId, "owner", async () => {
    const at = ports.clock.now();
    const same = await findBlockAnywhere(ports, userId, patternId);
    const old = await replacedBy(ports, userId, { ...draft, topic }, patternId);
    const { topic: _, ...bare } = same
      ? revised(reopened(same), at, { validFrom: isLive(same) ? same.validFrom : at })
      : newBlock({ hall: draft.hall, claim, conditions, at, source: "owner" }, patternId);
    const after = MemoryBlock.parse({
      ...bare,
      hall: draft.hall,
      ...(topic ? { topic } : {}),
      ...(old ? { supersedes: old.patternId } : {}),
      origin: "owner",
      confidence: OWNERS_CONFIDENCE,
    });
    const noted: BlockChange = { before: same, after, change: same ? "confirmed" : "noted" };
    const changes = old ? [supersede(old, after, at), noted] : [noted];
    const also = [
      ...(topic ? [topicWrite(userId, after)] : []),
      ...(await pendingOf(ports.store, userId, [patternId])),
    ];
    return { changes, also, value: after };
  });
}

/** Takes staged notes of some patterns out of the inbox: what the person has just settled is not settled again. */
export async function pendingOf(store: Store, userId: UserId, patterns: readonly PatternId[]): Promise<Write[]> {
  const rows = await pendingRows(store, userId);
  return rows
    .filter(({ intent }) => intent.kind === "note" && patterns.includes(patternOf(intent.claim, intent.conditions)))
    .map(({ sk }) => ({ op: "delete", key: { ...keys.memory(userId), sk } }));
}

/** A claim nobody has made before. */
export function newBlock(
  note: Pick<MemoryNote, "hall" | "claim" | "conditions" | "at" | "source"> &
    Partial<Pick<MemoryNote, "topic" | "origin">>,
  patternId: string,
): MemoryBlock {
  return {
    patternId,
    hall: note.hall,
    claim: note.claim,
    conditions: note.conditions,
    ...(note.topic === undefined ? {} : { topic: note.topic }),
    origin: note.origin ?? "owner",
    confidence: note.origin === "untrusted" ? CARA.floor : CARA.start,
    salience: SALIENCE[note.hall],
    validFrom: note.at,
    recordedAt: note.at,
    revision: 1,
    sources: [note.source],
    uses: [note.at],
    loaded: 0,
    cited: 0,
  };
}

/** How much a claim of a hall counts before anything is known of its use: what a person wants comes first. */
const SALIENCE: Record<Hall, number> = { preferences: 0.8, advice: 0.6, facts: 0.6, events: 0.5, discoveries: 0.5 };

export function supersede(old: MemoryBlock, by: MemoryBlock, at: number): BlockChange {
  const validTo = Math.max(old.validFrom, by.validFrom);
  const after = revised(old, at, { validTo, supersededBy: by.patternId, closedBy: by.origin });
  return { before: old, after, change: "superseded" };
}

/** The live claim a note takes the place of: the one it names, or else the one that holds its topic in its hall. */
export async function replacedBy(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  {
    hall,
    replaces,
    topic,
  }: { readonly hall: Hall; readonly replaces?: PatternId | undefined; readonly topic?: string | undefined },
  patternId: PatternId,
): Promise<MemoryBlock | undefined> {
  const slot = topic === undefined ? "" : topicSlot(topic);
  const row =
    replaces === undefined && slot !== "" ? await ports.store.get(keys.memoryTopic(userId, hall, slot)) : undefined;
  const id = replaces ?? (row && String(row.body["patternId"]));
  if (id === undefined || id === patternId) return undefined;
  const block = await findBlockAnywhere(ports, userId, id);
  if (!block || !isLive(block)) return undefined;
  // The pointer outlives the claim's own topic when the claim has moved on.
  return replaces !== undefined || (block.hall === hall && topicSlot(block.topic ?? "") === slot) ? block : undefined;
}

export function topicWrite(userId: UserId, { hall, topic = "", patternId }: MemoryBlock): Write {
  return { op: "put", key: keys.memoryTopic(userId, hall, topicSlot(topic)), body: { patternId } };
}
