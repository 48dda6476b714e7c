/**
 * The rules of a claim: a new claim, its validity, and every possible change. The functions are pure. blocks.ts reads
 * claims, commit.ts writes changes. inbox.ts, scribe.ts and restore.ts read the data for a decision, call this file for
 * the result, and commit it.
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

/** How important a new claim of each hall counts before its use is known. The person's preferences count most. */
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
  /** Absent when only the count of uses changed. The history does not record this. */
  readonly change?: BlockVersion["change"];
  /** Claims that were closed because this one replaced them, if the two states do not name them. */
  readonly alsoClosed?: readonly PatternId[] | undefined;
};

/**
 * Returns the claims that were closed because this one replaced them. Its states before and after the change name some,
 * and the change itself names others.
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
 * Returns the id of a claim: md5(claim + conditions)[:12] (docs/sources.md, Memory writes). The hash is only a name. It
 * has no security purpose.
 */
export function patternOf(claim: string, conditions: string): PatternId {
  return createHash("md5")
    .update(claim + conditions)
    .digest("hex")
    .slice(0, 12);
}

/**
 * Returns the part of the key that finds a hall's live claim of a topic. A new claim of that topic replaces this claim.
 */
export function topicSlot(topic: string): string {
  return foldLetters(topic)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** The place of a claim: its hall and topic. A place with a topic has one live claim. */
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

/**
 * True when the claim was never contradicted since it was first noted. The margin allows for rounding, because
 * confidences are sums of tenths.
 */
export function isSure({ confidence }: Pick<MemoryBlock, "confidence">): boolean {
  return confidence >= CARA.start - 1e-9;
}

/** True when the claim is believed now, but would not be after this many contradictions. */
export function isSilencedBy(block: MemoryBlock, contradictions: number): boolean {
  const confidence = block.confidence + contradictions * CARA.contradicted;
  return isBelieved(block) && !isBelieved({ ...block, confidence });
}

/**
 * The claims that a note concerns: the claim with the same words, live or closed, and the live claims that the note
 * replaces. A claim does not replace itself.
 */
type Met = { readonly same?: MemoryBlock | undefined; readonly olds?: readonly MemoryBlock[] };

/** The claim after a note, and the changes to commit. The replaced claims are closed first. */
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
 * Returns the claim for a note that does not only repeat a live claim. The Scribe calls it for a new claim, and for a
 * claim that is opened again, moves to another hall or gets another topic. The caller has checked `mayReopen`,
 * `mayMove` and `mayReplace`.
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
 * True when a later note may open a closed claim again: its origin must rank at least as high as the origin that closed
 * the claim.
 */
export function mayReopen(closed: MemoryBlock, { origin, at }: MemoryNote): boolean {
  return origin !== "untrusted" && at > (closed.validTo ?? 0) && !outranks(closed.closedBy ?? "agent", origin);
}

/**
 * True when a claim moves to the hall in which it was noted again. Another run must have noted it, and its origin must
 * rank at least as high. Otherwise the claim stays.
 */
export function mayMove(same: MemoryBlock, { hall, origin, source }: MemoryNote): boolean {
  return (
    same.hall !== hall && !outranks(same.origin, origin) && origin !== "untrusted" && !same.sources.includes(source)
  );
}

/**
 * True when a note may replace a claim. The claim's origin must not rank higher, and a note from outside never replaces
 * a claim.
 */
export function mayReplace(old: MemoryBlock, { origin }: MemoryNote): boolean {
  return origin !== "untrusted" && !outranks(old.origin, origin);
}

/**
 * Returns the change when the same claim is said again. In another run this is a confirmation. In the same run it
 * counts only once. From outside it changes nothing, because repetition by other people is no evidence.
 */
export function saidAgain(block: MemoryBlock, note: MemoryNote, at: EpochMs): readonly BlockChange[] {
  if (note.origin === "untrusted") return [];
  if (block.sources.includes(note.source)) return [{ before: block, after: { ...block, ...seenIn(block, note) } }];
  const after = revised(block, at, {
    confidence: clamp(block.confidence + CARA.confirmed),
    // The claim gets the more trusted of the two origins.
    origin: outranks(note.origin, block.origin) ? note.origin : block.origin,
    ...areasOfBoth(block, note),
    ...seenIn(block, note),
  });
  return [{ before: block, after, change: "confirmed" }];
}

/**
 * True when a verdict counts: it is about a live claim of its hall, and not from outside. The run that noted a claim
 * cannot also confirm it.
 */
export function mayJudge(block: MemoryBlock, { hall, origin, source }: MemoryVerdict): boolean {
  return isLive(block) && origin !== "untrusted" && block.hall === hall && !block.sources.includes(source);
}

/**
 * Returns the change when the person confirmed or contradicted a claim. The confidence rises or falls, and the claim
 * stays live.
 */
export function judged(block: MemoryBlock, verdict: MemoryVerdict, at: EpochMs): BlockChange {
  const confidence = clamp(block.confidence + CARA[verdict.says]);
  return { before: block, after: revised(block, at, { confidence, ...seenIn(block, verdict) }), change: verdict.says };
}

/** Returns the change after a run has loaded a claim. `cited` tells whether the run's answer used it. */
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
 * Closes a claim at its own beginning: it is now known that it was never true. The history still shows that it was
 * believed.
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

/** Opens a closed claim. It is valid again from its own beginning. */
export function holdsAgain(block: MemoryBlock, at: EpochMs, supersedes?: PatternId): BlockChange {
  const after = revised(reopened(block), at, supersedes === undefined ? {} : { supersedes });
  return { before: block, after, change: "restored" };
}

/** Restores the state `before` of a claim, live or closed. Later counts of uses are kept. */
export function asItWas(block: MemoryBlock, before: MemoryBlock, at: EpochMs): BlockChange {
  const { uses, loaded, cited } = block;
  const { revision, recordedAt } = revised(block, at, {});
  const after: MemoryBlock = { ...before, revision, recordedAt, uses, loaded, cited };
  return isLive(before)
    ? { before: block, after, change: "restored" }
    : { before: block, after: { ...after, closedBy: "owner" }, change: "retired" };
}

/**
 * Returns the change when the person puts a closed claim back. The claim is valid again, and each live claim in its
 * place is closed. A later claim is closed as if it had never been valid, an earlier one at the beginning of the
 * restored claim.
 */
export function putBack(block: MemoryBlock, inItsPlace: readonly MemoryBlock[], at: EpochMs): readonly BlockChange[] {
  const { closed, supersedes } = madeRoom(block, inItsPlace, at);
  return takingPlace(closed, holdsAgain(block, at, supersedes));
}

/**
 * Restores the live state `before` of a live claim. Live claims in the place of that state are closed, as when a closed
 * claim is put back.
 */
export function putBackAsItWas(
  block: MemoryBlock,
  before: MemoryBlock,
  inItsPlace: readonly MemoryBlock[],
  at: EpochMs,
): readonly BlockChange[] {
  return takingPlace(madeRoom(before, inItsPlace, at).closed, asItWas(block, before, at));
}

/** Closes the claims in the place of a claim, and stores the name of the claim that was replaced. */
function madeRoom(block: MemoryBlock, inItsPlace: readonly MemoryBlock[], at: EpochMs) {
  const changes = new Map<PatternId, BlockChange>();
  let supersedes: PatternId | undefined;
  for (const other of inItsPlace) {
    // The later claim replaced the earlier one. The earlier one keeps its period of validity.
    const later = block.validFrom > other.validFrom;
    if (later) supersedes = other.patternId;
    const change = later ? superseded(other, { ...block, origin: "owner" }, at) : neverHeld(other, at, block.patternId);
    changes.set(other.patternId, change);
  }
  return { closed: [...changes.values()], supersedes };
}

/**
 * Closes a claim in favour of `by`, from the beginning of `by`. If `by` is older, the claim stays valid until the note
 * that replaced it by `by`.
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
 * Returns the changes when a claim replaces closed claims. The claim's change names the closed claims that its states
 * do not name.
 */
function takingPlace(closed: readonly BlockChange[], taken: BlockChange): readonly BlockChange[] {
  const named = closedFor(taken);
  const alsoClosed = closed.map(({ after }) => after.patternId).filter((id) => !named.has(id));
  return [...closed, alsoClosed.length === 0 ? taken : { ...taken, alsoClosed }];
}

/** Returns the state with this topic, or without one, and with the name of the replaced claim. */
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
 * Returns the areas of two notes of the same claim. If one of them was the person's own words, no area is needed to
 * read it.
 */
function areasOfBoth(block: MemoryBlock, note: Pick<MemoryNote, "areas">): Pick<MemoryBlock, "areas"> {
  if (note.areas?.length === 0 || block.areas?.length === 0) return { areas: [] };
  if (note.areas === undefined || block.areas === undefined) return {};
  return { areas: [...new Set([...block.areas, ...note.areas])] };
}

/** Returns the next state of a claim. A change of its content is a new revision, recorded at `at`. */
function revised(block: MemoryBlock, at: EpochMs, patch: Partial<MemoryBlock>): MemoryBlock {
  // A later write must have a later or equal `recordedAt`, even when the clock was set back.
  return { ...block, ...patch, recordedAt: Math.max(at, block.recordedAt), revision: block.revision + 1 };
}

/** Returns the claim as valid again, without the fields that close it or name its successor. */
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
