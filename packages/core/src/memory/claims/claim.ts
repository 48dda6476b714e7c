/**
 * The algebra of a claim: what a new claim is, whether it holds, and every change that can happen to it. The functions
 * are pure. blocks.ts reads claims, commit.ts writes changes. inbox.ts, scribe.ts and restore.ts read what a decision
 * needs, ask this file for the result, and commit it.
 *
 * 1. A claim is live until a change closes it. No change deletes a claim (R11).
 * 2. A change that the history records adds one to the revision. `recordedAt` never goes back.
 * 3. A claim from outside replaces, opens, moves and strengthens no other claim (R10).
 */
import { createHash } from "node:crypto";
import {
  type BlockVersion,
  type EpochMs,
  type Hall,
  MAX_USES,
  MemoryBlock,
  type MemoryIntent,
  type MemoryNote,
  type MemoryUse,
  type MemoryVerdict,
  type Origin,
  type PatternId,
} from "@waldo/contracts";
import { foldLetters } from "../../safety/words.ts";

/** Confidence of a claim, CARA (docs/sources.md, Confidence and forgetting). Below the floor a block does not load. */
export const CARA = { start: 0.7, confirmed: 0.1, contradicted: -0.2, floor: 0.5 } as const;

/** Confidence of a note that the person wrote directly. */
const OWNERS_CONFIDENCE = 1;

/** How important a claim of each hall counts before its use is known. What a person wants counts most. */
const SALIENCE: Record<Hall, number> = { preferences: 0.8, advice: 0.6, facts: 0.6, events: 0.5, discoveries: 0.5 };

/**
 * Which origin wins when two claims contradict each other (R10): the higher number. A claim from outside (`untrusted`)
 * replaces no other claim.
 */
const RANK: Record<Origin, number> = { untrusted: 0, system: 1, agent: 2, owner: 3 };

function outranks(a: Origin, b: Origin): boolean {
  return RANK[a] > RANK[b];
}

export type BlockChange = {
  readonly before: MemoryBlock | undefined;
  readonly after: MemoryBlock;
  /** Absent when only the count of uses changed. The history does not record that. */
  readonly change?: BlockVersion["change"];
  /** Claims that were closed because this one took their place, when the two states do not name them. */
  readonly alsoClosed?: readonly PatternId[] | undefined;
};

/**
 * Returns the claims that were closed because this one took their place: those that its states before and after the
 * change name, and those that the change names itself.
 */
export function closedFor({ before, after, alsoClosed = [] }: BlockChange): Set<PatternId> {
  const opened = before !== undefined && !isLive(before) && isLive(after);
  const named = [
    opened ? before.supersededBy : undefined,
    after.supersedes === before?.supersedes ? undefined : after.supersedes,
  ];
  return new Set([...named.filter((id) => id !== undefined), ...alsoClosed]);
}

/**
 * Returns the id of a claim: md5(claim + conditions)[:12] (docs/sources.md, Memory writes). The hash is only a name and
 * protects nothing. Other code decides earlier what may be written.
 */
export function patternOf(claim: string, conditions: string): PatternId {
  return createHash("md5")
    .update(claim + conditions)
    .digest("hex")
    .slice(0, 12);
}

/**
 * Returns the part of the key under which a hall's live claim of a topic is found. A new claim of that topic takes this
 * place.
 */
export function topicSlot(topic: string): string {
  return foldLetters(topic)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Where a claim stands. With a topic, the place has one live claim. */
export type Place = { readonly hall: Hall; readonly topic?: string | undefined };

/** Returns whether both claims have the same topic in the same hall, so that only one of them may be live. */
export function sharePlace(a: Place, b: Place): boolean {
  const slot = topicSlot(a.topic ?? "");
  return slot !== "" && a.hall === b.hall && slot === topicSlot(b.topic ?? "");
}

/** Returns whether the claim holds now: it is neither closed nor superseded. */
export function isLive(block: Pick<MemoryBlock, "validTo">): boolean {
  return block.validTo === undefined;
}

/** Returns whether the claim is live and its confidence is high enough to load it into a prompt (CARA). */
export function isBelieved(block: Pick<MemoryBlock, "validTo" | "confidence">): boolean {
  // Confidences are sums of tenths. The margin keeps a rounding error from dropping a claim that is exactly at the
  // floor.
  return isLive(block) && block.confidence >= CARA.floor - 1e-9;
}

/** Returns whether the claim was never contradicted since it was first noted. The margin is for sums of tenths. */
export function isSure({ confidence }: Pick<MemoryBlock, "confidence">): boolean {
  return confidence >= CARA.start - 1e-9;
}

/** Returns whether the claim is believed now, and would not be after this many contradictions. */
export function isSilencedBy(block: MemoryBlock, contradictions: number): boolean {
  const confidence = block.confidence + contradictions * CARA.contradicted;
  return isBelieved(block) && !isBelieved({ ...block, confidence });
}

/**
 * What a note meets: the claim with the same words, live or closed, and the live claims whose place the note takes. A
 * claim does not take its own place.
 */
type Met = { readonly same?: MemoryBlock | undefined; readonly olds?: readonly MemoryBlock[] };

/** The claim as a note leaves it, and the changes to commit. The claims whose place it takes are closed first. */
type Noted = { readonly after: MemoryBlock; readonly changes: readonly BlockChange[] };

/**
 * Returns the claim for a note that the person wrote directly. The claim becomes the person's own, in the hall and with
 * the topic of the note. It replaces claims of any origin. Throws `ZodError` when a text is too long for a claim.
 */
export function notedByOwner(
  note: Pick<MemoryNote, "hall" | "claim" | "conditions" | "topic">,
  { same, olds = [] }: Met,
  at: EpochMs,
): Noted {
  const state = same
    ? revised(reopened(same), at, { validFrom: isLive(same) ? same.validFrom : at })
    : firstState({ ...note, origin: "owner", at, source: "owner" });
  const owned = { ...state, areas: [], hall: note.hall, origin: "owner" as const, confidence: OWNERS_CONFIDENCE };
  const after = MemoryBlock.parse(placed(owned, note.topic, olds[0]));
  return inPlaceOf(olds, { before: same, after, change: same ? "confirmed" : "noted" }, at, at);
}

/**
 * Returns the claim for a note that is more than a repetition. The Scribe calls it: the claim is new, or the same claim
 * comes back, moves to another hall or gets another topic. The caller has asked `mayReopen`, `mayMove` and
 * `mayReplace`.
 */
export function learned(note: MemoryNote, topic: string | undefined, { same, olds = [] }: Met, at: EpochMs): Noted {
  const now = Math.max(at, note.at);
  const state = same
    ? revised(reopened(same), now, {
        hall: note.hall,
        origin: isLive(same) && outranks(same.origin, note.origin) ? same.origin : note.origin,
        validFrom: isLive(same) ? same.validFrom : note.at,
        confidence: isLive(same) ? Math.max(same.confidence, CARA.start) : CARA.start,
        ...areasOfBoth(same, note),
        ...seenIn(same, note),
      })
    : { ...firstState(note), recordedAt: now };
  const after = placed(state, topic, olds[0]);
  return inPlaceOf(olds, { before: same, after, change: same ? "restored" : "noted" }, now, note.at);
}

/**
 * True when a later note opens a closed claim again: the note's origin is believed as much as the origin that closed
 * the claim.
 */
export function mayReopen(closed: MemoryBlock, { origin, at }: MemoryNote): boolean {
  return origin !== "untrusted" && at > (closed.validTo ?? 0) && !outranks(closed.closedBy ?? "agent", origin);
}

/**
 * True when a claim moves to the hall for which it was noted again. Another run must say so, and the new origin must be
 * believed as much. Otherwise the claim stays.
 */
export function mayMove(same: MemoryBlock, { hall, origin, source }: MemoryNote): boolean {
  return (
    same.hall !== hall && !outranks(same.origin, origin) && origin !== "untrusted" && !same.sources.includes(source)
  );
}

/**
 * True when a note takes the place of a claim. The origin of the claim must not be believed more, and a note from
 * outside never takes a place.
 */
export function mayReplace(old: MemoryBlock, { origin }: MemoryNote): boolean {
  return origin !== "untrusted" && !outranks(old.origin, origin);
}

/**
 * Returns the change when the same claim was said once more. In another run that is a confirmation. In the same run it
 * counts as one saying. From outside it changes nothing: repetition by others does not strengthen a claim.
 */
export function saidAgain(block: MemoryBlock, note: MemoryNote, at: EpochMs): readonly BlockChange[] {
  if (note.origin === "untrusted") return [];
  if (block.sources.includes(note.source)) return [{ before: block, after: { ...block, ...seenIn(block, note) } }];
  const after = revised(block, at, {
    confidence: clamp(block.confidence + CARA.confirmed),
    // The claim takes the more trusted of the two origins.
    origin: outranks(note.origin, block.origin) ? note.origin : block.origin,
    ...areasOfBoth(block, note),
    ...seenIn(block, note),
  });
  return [{ before: block, after, change: "confirmed" }];
}

/**
 * True when a verdict counts: it is for a live claim of its hall, and not from outside. One run has one say: the run
 * that noted a claim cannot also confirm it.
 */
export function mayJudge(block: MemoryBlock, { hall, origin, source }: MemoryVerdict): boolean {
  return isLive(block) && origin !== "untrusted" && block.hall === hall && !block.sources.includes(source);
}

/**
 * Returns the change when the person confirmed or contradicted a claim. The claim is believed more or less, and stays
 * live.
 */
export function judged(block: MemoryBlock, verdict: MemoryVerdict, at: EpochMs): BlockChange {
  const confidence = clamp(block.confidence + CARA[verdict.says]);
  return { before: block, after: revised(block, at, { confidence, ...seenIn(block, verdict) }), change: verdict.says };
}

/** Returns the change when a run loaded a claim, and its answer may have used the claim. */
export function usedOnce(block: MemoryBlock, { at, cited }: MemoryUse): BlockChange {
  const drawnOn = cited.includes(block.patternId);
  const after: MemoryBlock = {
    ...block,
    loaded: block.loaded + 1,
    cited: block.cited + Number(drawnOn),
    ...(drawnOn ? { uses: usesWith(block, at) } : {}),
  };
  return { before: block, after };
}

/**
 * Closes a claim at its own beginning: as is known now, it did not hold for an instant. The history still shows what
 * was believed.
 */
export function neverHeld(block: MemoryBlock, at: EpochMs, by?: PatternId): BlockChange {
  const { supersedes: _, ...bare } = block;
  const closed = {
    validTo: block.validFrom,
    closedBy: "owner" as const,
    ...(by === undefined ? {} : { supersededBy: by }),
  };
  return { before: block, after: revised(bare, at, closed), change: "retired" };
}

/** Opens a closed claim. It holds again from its own beginning. */
export function holdsAgain(block: MemoryBlock, at: EpochMs, supersedes?: PatternId): BlockChange {
  const after = revised(reopened(block), at, supersedes === undefined ? {} : { supersedes });
  return { before: block, after, change: "restored" };
}

/** Gives a claim back the state `before`, live or closed. What was counted since then stays counted. */
export function asItWas(block: MemoryBlock, before: MemoryBlock, at: EpochMs): BlockChange {
  const { uses, loaded, cited } = block;
  const { revision, recordedAt } = revised(block, at, {});
  const after: MemoryBlock = { ...before, revision, recordedAt, uses, loaded, cited };
  return isLive(before)
    ? { before: block, after, change: "restored" }
    : { before: block, after: { ...after, closedBy: "owner" }, change: "retired" };
}

/**
 * Returns the change when the person puts a closed claim back. That claim holds again, and each live claim in its place
 * is closed: a later claim as if it had never held, an earlier one at the beginning of the claim that is put back.
 */
export function putBack(block: MemoryBlock, inItsPlace: readonly MemoryBlock[], at: EpochMs): readonly BlockChange[] {
  const { closed, supersedes } = madeRoom(block, inItsPlace, at);
  return takingPlace(closed, holdsAgain(block, at, supersedes));
}

/**
 * Gives a live claim back the live state `before`. The live claims in the place that it had there are closed, as when a
 * closed claim is put back.
 */
export function putBackAsItWas(
  block: MemoryBlock,
  before: MemoryBlock,
  inItsPlace: readonly MemoryBlock[],
  at: EpochMs,
): readonly BlockChange[] {
  return takingPlace(madeRoom(before, inItsPlace, at).closed, asItWas(block, before, at));
}

/** Closes the claims that are in the place of a claim, and names the claim that this one replaced. */
function madeRoom(block: MemoryBlock, inItsPlace: readonly MemoryBlock[], at: EpochMs) {
  const changes = new Map<PatternId, BlockChange>();
  let supersedes: PatternId | undefined;
  for (const other of inItsPlace) {
    // The later of the two replaced the earlier one. The earlier one keeps the time it held.
    const later = block.validFrom > other.validFrom;
    if (later) supersedes = other.patternId;
    const change = later ? superseded(other, { ...block, origin: "owner" }, at) : neverHeld(other, at, block.patternId);
    changes.set(other.patternId, change);
  }
  return { closed: [...changes.values()], supersedes };
}

/**
 * Closes a claim in favour of `by`, from the beginning of `by` on. When `by` is the older of the two, the claim held
 * until the note that put `by` in its place.
 */
function superseded(old: MemoryBlock, by: MemoryBlock, at: EpochMs, said = by.validFrom): BlockChange {
  const validTo = by.validFrom > old.validFrom ? by.validFrom : Math.max(old.validFrom, said);
  const after = revised(old, at, { validTo, supersededBy: by.patternId, closedBy: by.origin });
  return { before: old, after, change: "superseded" };
}

function inPlaceOf(olds: readonly MemoryBlock[], noted: BlockChange, at: EpochMs, said: EpochMs): Noted {
  const { after } = noted;
  const closed = olds.map((old) => superseded(old, after, at, said));
  return { after, changes: takingPlace(closed, noted) };
}

/**
 * Returns the changes when a claim takes the place of closed ones. The claim's change names those closed claims that
 * its states do not name.
 */
function takingPlace(closed: readonly BlockChange[], taken: BlockChange): readonly BlockChange[] {
  const named = closedFor(taken);
  const alsoClosed = closed.map(({ after }) => after.patternId).filter((id) => !named.has(id));
  return [...closed, alsoClosed.length === 0 ? taken : { ...taken, alsoClosed }];
}

/** Returns the state with this topic, or with none, and with the name of the claim that it replaces. */
function placed({ topic: _, ...bare }: MemoryBlock, topic: string | undefined, old: MemoryBlock | undefined) {
  return { ...bare, ...(topic ? { topic } : {}), ...(old ? { supersedes: old.patternId } : {}) };
}

/** Returns the first state of a new claim, without a topic. */
function firstState(
  note: Pick<MemoryNote, "hall" | "claim" | "conditions" | "origin" | "at" | "source" | "areas">,
): MemoryBlock {
  return {
    patternId: patternOf(note.claim, note.conditions),
    hall: note.hall,
    claim: note.claim,
    conditions: note.conditions,
    origin: note.origin,
    confidence: note.origin === "untrusted" ? CARA.floor : CARA.start,
    salience: SALIENCE[note.hall],
    validFrom: note.at,
    recordedAt: note.at,
    revision: 1,
    sources: [note.source],
    uses: [note.at],
    ...(note.areas === undefined ? {} : { areas: note.areas }),
    loaded: 0,
    cited: 0,
  };
}

/**
 * Returns the areas behind two sayings of one claim. Where one of them was the person's own words, no area is needed.
 */
function areasOfBoth(block: MemoryBlock, note: Pick<MemoryNote, "areas">): Pick<MemoryBlock, "areas"> {
  if (note.areas?.length === 0 || block.areas?.length === 0) return { areas: [] };
  if (note.areas === undefined || block.areas === undefined) return {};
  return { areas: [...new Set([...block.areas, ...note.areas])] };
}

/** Returns the next state of a claim. A change of what the claim says is a new revision, recorded at `at`. */
function revised(block: MemoryBlock, at: EpochMs, patch: Partial<MemoryBlock>): MemoryBlock {
  // A later write must have a later or equal `recordedAt`, even when the clock was set back.
  return { ...block, ...patch, recordedAt: Math.max(at, block.recordedAt), revision: block.revision + 1 };
}

/** Returns the claim as one that holds again: without the fields that close it or name its successor. */
function reopened(block: MemoryBlock): MemoryBlock {
  const { validTo: _, supersededBy: __, closedBy: ___, ...open } = block;
  return open;
}

function seenIn(block: MemoryBlock, { at, source }: MemoryIntent): Pick<MemoryBlock, "uses" | "sources"> {
  return { uses: usesWith(block, at), sources: [...new Set([...block.sources, source])].slice(-20) };
}

function usesWith({ uses }: MemoryBlock, at: EpochMs): EpochMs[] {
  return [...uses, at].sort((a, b) => a - b).slice(-MAX_USES);
}

/** Rounds a confidence to thousandths within 0–1. Sums of 0.1 drift, and the value is compared with the floor. */
const clamp = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
