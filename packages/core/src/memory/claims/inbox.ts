/**
 * The entry to memory. A run, a tool or a command submits a note. This module cleans the note, judges it by its origin,
 * and stages it in the inbox. Only the Scribe turns staged entries into claims (scribe.ts). The one exception is a note
 * that the person writes directly (`noteByOwner`).
 */
import {
  type Area,
  HALLS_WRITTEN,
  type Hall,
  isOwn,
  keys,
  type MemoryBlock,
  MemoryIntent,
  type MemoryNote,
  type MemoryVerdict,
  type PatternId,
  type SanitiserCheck,
  STEERING_HALLS,
  type Trigger,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "../../digest.ts";
import { requireConsent } from "../../person/consents.ts";
import type { Ports, Store, Write } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { queryAll } from "../../store/query-all.ts";
import { withdrawPages } from "../pages/workspace.ts";
import { findBlockAnywhere, liveBlocks, mustBeAsShown, replacedBy, type Shown } from "./blocks.ts";
import { mayReplace, notedByOwner, patternOf, topicSlot } from "./claim.ts";
import { changeMemory, topicWrite } from "./commit.ts";
import { comesFrom } from "./likeness.ts";
import { correctedBy, disagree } from "./rivals.ts";

/** The origin of a note: what the run that writes it has read. Code sets this, not a model (R10). */
export type Provenance = {
  readonly trigger: Trigger;
  readonly runId: string;
  readonly at: number;
  /** What the person said in this run. */
  readonly owner: readonly string[];
  /** Whether the run read any text that was written outside. */
  readonly outside: boolean;
  /** Claims and diary lines that recall gave to this run. A note that repeats them is not new. */
  readonly recalled: readonly string[];
  /** The areas that the run has looked at. If they are absent, nobody knows them. */
  readonly areas?: readonly Area[];
};

export type NoteDraft = Pick<MemoryNote, "hall" | "claim" | "topic" | "replaces"> & { readonly conditions?: string };
type VerdictDraft = Pick<MemoryVerdict, "hall" | "patternId" | "says">;

export type Staged =
  /** `masked` names the kinds of personal data that were removed from the words. */
  | { readonly outcome: "noted"; readonly intent: MemoryIntent; readonly write: Write; readonly masked: string[] }
  /** The note repeats what recall gave to this run, so it is not new. */
  | { readonly outcome: "known" }
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Cleans and judges a note. It is deterministic and writes nothing. The same words in the same run give the same row.
 */
export function stageNote(userId: UserId, draft: NoteDraft, from: Provenance): Staged {
  const refusal = refuse(draft.hall, from);
  if (refusal) return { outcome: "refused", reason: refusal };
  const origin = from.outside ? "untrusted" : "agent";
  const masked = new Set<string>();
  const clean = (text: string) => {
    const { text: cleaned, findings } = sanitise({ text, origin }, "memory");
    for (const { check, kind } of findings) if (MASKS.includes(check)) masked.add(check === "health" ? check : kind);
    return cleaned.trim();
  };
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
    ...(said ? { areas: [] } : from.areas === undefined ? {} : { areas: [...from.areas] }),
    origin,
    trust: "provisional",
    at: from.at,
    source: from.runId,
  };
  return { ...staged(userId, intent, digest(intent.hall, claim, conditions)), masked: [...masked] };
}

/** The checks of the sanitiser that remove a part of a text and keep the rest. */
const MASKS: readonly SanitiserCheck[] = ["health", "pii"];

/**
 * Stages that the person confirmed or contradicted a claim. One run counts once. Words from outside are refused. A gate
 * decides what a run may do after it has read text from outside (tools/needs-tap.ts).
 */
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
  // The row's name consists of run and claim, so a run has one verdict on a claim.
  return staged(userId, intent, digest("verdict", draft.patternId, from.runId), 0);
}

function refuse(hall: Hall, { trigger, owner, outside }: Provenance): string | undefined {
  if (!HALLS_WRITTEN[trigger]?.includes(hall)) return `nothing of a ${trigger} run is kept in ${hall}`;
  if (!STEERING_HALLS.includes(hall)) return undefined;
  if (outside) return `other people's text was read in this run, and ${hall} come from the person alone`;
  return owner.length > 0 ? undefined : `${hall} come from the person, and the person has said nothing in this run`;
}

function staged(userId: UserId, intent: MemoryIntent, name: string, at = intent.at): Staged & { outcome: "noted" } {
  const key = keys.inbox(userId, at, name.slice(0, 12));
  return { outcome: "noted", intent, write: { op: "put", key, body: intent }, masked: [] };
}

/**
 * Stages a note and commits it, for callers that are not a tool. Throws `ConsentNeeded` when the person does not agree
 * to remembering.
 */
export async function submitMemoryIntent(
  ports: Pick<Ports, "store">,
  userId: UserId,
  draft: NoteDraft,
  from: Provenance,
): Promise<Staged> {
  const result = stageNote(userId, draft, from);
  if (result.outcome !== "noted") return result;
  await requireConsent(ports.store, userId, "memory");
  await ports.store.transact([result.write]);
  return result;
}

/** Returns the staged entries that the Scribe has not settled yet, oldest first. They are provisional. */
export async function pendingIntents(store: Store, userId: UserId, hall?: Hall): Promise<MemoryIntent[]> {
  return (await pendingRows(store, userId)).map(({ intent }) => intent).filter((i) => !hall || i.hall === hall);
}

export type PendingRow = { readonly intent: MemoryIntent; readonly sk: string };

export async function pendingRows(store: Store, userId: UserId): Promise<PendingRow[]> {
  const pending: PendingRow[] = [];
  for await (const row of queryAll(store, keys.inbox.all(userId))) {
    const intent = MemoryIntent.safeParse(row.body);
    // A row that does not parse is skipped, so it does not block the others.
    if (intent.success) pending.push({ intent: intent.data, sk: row.key.sk });
  }
  return pending;
}

/**
 * Writes the person's own note as a claim at once. It supersedes the claims it replaces, of any origin. Throws
 * `InvalidInput` when the words hold nothing to remember, or when `instead`, the claim that the person corrects, has
 * changed since it was shown. Throws `ConsentNeeded` when the person does not agree to remembering.
 */
export async function noteByOwner(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  draft: NoteDraft,
  instead?: Shown,
): Promise<MemoryBlock> {
  const clean = (text: string) => sanitise({ text, origin: "owner" }, "memory").text.trim();
  const claim = clean(draft.claim);
  const conditions = clean(draft.conditions ?? "");
  if (claim === "") throw new WaldoError("InvalidInput", "there is nothing to remember in that: say it in a sentence");
  const topic = draft.topic === undefined ? undefined : clean(draft.topic).slice(0, 60);
  const patternId = patternOf(claim, conditions);
  await requireConsent(ports.store, userId, "memory");
  return changeMemory(ports, userId, "owner", async () => {
    if (instead) mustBeAsShown(await findBlockAnywhere(ports, userId, instead.patternId), instead.revision);
    const at = ports.clock.now();
    const same = await findBlockAnywhere(ports, userId, patternId);
    const olds = await replacedBy(ports, userId, { replaces: instead?.patternId, ...draft, topic }, patternId);
    // Pages may show the replaced claims. They are written again at night.
    if (olds.length > 0) await withdrawPages(ports.archive, userId);
    const { after, changes } = notedByOwner({ hall: draft.hall, claim, conditions, topic }, { same, olds }, at);
    const also = [
      ...(topic ? [topicWrite(userId, after)] : []),
      ...(await pendingOf(ports.store, userId, [patternId, ...olds.map((old) => old.patternId)])),
    ];
    return { changes, also, value: after };
  });
}

/**
 * Returns the deletes of the staged notes of these patterns. The person has settled them now, so the Scribe must not do
 * it again.
 */
export async function pendingOf(store: Store, userId: UserId, patterns: readonly PatternId[]): Promise<Write[]> {
  const rows = await pendingRows(store, userId);
  return rows
    .filter(({ intent }) => intent.kind === "note" && patterns.includes(patternOf(intent.claim, intent.conditions)))
    .map(({ sk }) => ({ op: "delete", key: { ...keys.memory(userId), sk } }));
}

/** The memories that a note replaces at once: settled claims and waiting notes, the latest first. */
export type Outdated = { readonly blocks: readonly MemoryBlock[]; readonly notes: readonly MemoryNote[] };

/**
 * Returns the memories that a new note of the person replaces: everything that says something different about the same
 * subject and, for a correction, the one memory that it corrects.
 */
export async function outdatedBy(store: Store, userId: UserId, note: MemoryNote, corrects: boolean): Promise<Outdated> {
  // A claim or note with a higher rank, or by other people, stays unchanged.
  const known = (await pendingIntents(store, userId)).filter(
    (one) => one.kind === "note" && one.origin === note.origin,
  );
  const notes = known.flatMap((one) => (one.kind === "note" ? [one] : [])).toSorted((a, b) => b.at - a.at);
  const blocks = (await liveBlocks(store, userId))
    .filter((block) => isOwn(block) && mayReplace(block, note))
    .toSorted((a, b) => b.recordedAt - a.recordedAt);
  const corrected = corrects
    ? correctedBy<MemoryBlock | MemoryNote>(note.claim, [...notes, ...blocks], ({ claim }) => claim)
    : undefined;
  const goes = (one: MemoryBlock | MemoryNote) =>
    one === corrected || (one.conditions === note.conditions && disagree(one.claim, note.claim));
  return { blocks: blocks.filter(goes), notes: notes.filter(goes) };
}
