// Removes the words of a redaction from one row. It is pure: it returns the write, and the part of the person's data to
// which the write belongs. If a row of the living loop loses its words, the whole row is deleted, because a concern or
// a thought without words is useless.
import {
  Concern,
  DELETED,
  Episode,
  Intention,
  type Key,
  keys,
  kindOf,
  LivingState,
  MemoryBlock,
  OutboxRow,
  Proposal,
  type RedactedPart,
  Review,
} from "@waldo/contracts";
import { isSettled } from "../../channels/outbox.ts";
import type { Json, JsonObject, Row, Write } from "../../ports.ts";
import { asRead } from "../../store/cas.ts";
import { type Hunt, isLearnedIn, isMoveOf } from "./plan.ts";
import { GONE, scrubbed, wordless } from "./scrub.ts";

const OF_LOOP: readonly string[] = [keys.concern.kind, keys.intention.kind, keys.living.kind];

/** Returns the body of a concern, an intention or the state of the loop. Returns undefined for every other row. */
function loopOf(key: Key, body: JsonObject, { runIds, patterns, sought }: Hunt): JsonObject | undefined {
  const kind = kindOf(key);
  if (!OF_LOOP.includes(kind)) return undefined;
  const left = scrubbed(key, body, sought);
  if (kind === keys.concern.kind) {
    const concern = Concern.safeParse(left).data;
    if (!concern) return undefined;
    const { from, summary, mutedAt = concern.touchedAt } = concern;
    const isGone = summary.includes(GONE) || (from.kind === "claim" && patterns.includes(from.id));
    return (isGone ? { ...concern, summary: GONE, mutedAt } : concern) as JsonObject;
  }
  if (kind === keys.intention.kind) {
    const promise = Intention.safeParse(left).data;
    if (!promise || !(promise.text.includes(GONE) || runIds.includes(promise.claim))) return undefined;
    const { outcome: _, ...rest } = promise;
    return { ...rest, text: GONE, state: promise.state === "open" ? "dropped" : promise.state } as JsonObject;
  }
  const state = LivingState.safeParse(left).data;
  if (!state) return undefined;
  const waiting = state.waiting.filter(({ text }) => !text.includes(GONE));
  const concerns = state.concerns?.filter((summary) => !summary.includes(GONE));
  return { ...state, waiting, ...(concerns ? { concerns } : {}) } as JsonObject;
}

type Change = { readonly write: Write; readonly part: RedactedPart };

/**
 * Rows with what the person wrote or asked for, and with other messages. They stay unchanged: deleting a message does
 * not delete the reminder that came from it. The search reports where the words still occur.
 */
export const STAYS: readonly string[] = [
  keys.message.kind,
  keys.redaction.kind,
  keys.profile.kind,
  keys.goals.kind,
  keys.task.kind,
  keys.watch.kind,
  keys.calendar.kind,
  keys.draft.kind,
  keys.sheetCell.kind,
];

const PARTS: Readonly<Record<string, RedactedPart>> = {
  [keys.step.kind]: "journal",
  [keys.run.kind]: "journal",
  [keys.heard.kind]: "journal",
  [keys.outbox.kind]: "outbox",
  [keys.episode.kind]: "diary",
  [keys.block.kind]: "memory",
  [keys.blockVersion.kind]: "memory",
  [keys.memoryDelta.kind]: "memory",
  [keys.memoryTopic.kind]: "memory",
  [keys.memory.kind]: "memory",
  [keys.inbox.kind]: "memory",
  [keys.effect.kind]: "actions",
  [keys.proposal.kind]: "actions",
};

/**
 * Rows with what Waldo knew and thought. They lose only the person's words. If only Waldo's answer mentions a fact in
 * them, the fact stays.
 */
export const KNOWN: readonly string[] = [
  ...[keys.block.kind, keys.blockVersion.kind, keys.memoryDelta.kind, keys.memory.kind, keys.inbox.kind],
  ...[keys.concern.kind, keys.intention.kind, keys.thought.kind, keys.theme.kind, keys.living.kind],
];

/** Returns the change of a row, or undefined when it holds nothing of these messages. */
export function changeOf(row: Row, whole: Hunt): Change | undefined {
  const kind = kindOf(row.key);
  const hunt = KNOWN.includes(kind) ? { ...whole, sought: whole.own } : whole;
  // The words of contexts are removed together with their index and archive (contexts.ts).
  if (STAYS.includes(kind) || kind.startsWith(keys.context.kind)) return undefined;
  const part = PARTS[kind] ?? "other";
  if (isDropped(kind, row, hunt)) return { part, write: { op: "delete", key: row.key, when: asRead(row) } };
  const before = JSON.stringify(row.body);
  const body = bodyOf(kind, row, hunt);
  return JSON.stringify(body) === before
    ? undefined
    : { part, write: { op: "put", key: row.key, body, when: asRead(row) } };
}

/**
 * True for a row that is deleted. These are rows that are cleared later anyway: words that wait for a run, notes that
 * wait for the night, and feedback on an answer. The row of a topic is deleted too, because its key consists of words.
 */
function isDropped(kind: string, { key, body }: Row, { runIds, heard, patterns }: Hunt): boolean {
  if (kind === keys.memoryTopic.kind) return patterns.includes(String(body["patternId"]));
  if (kind === keys.heard.kind) return runIds.includes(keys.heard.parse(key.sk)?.[0] ?? "");
  if (kind === keys.inbox.kind) return heard.includes(String(body["source"]));
  return kind === keys.feedback.kind && runIds.includes(String(body["runId"]));
}

function bodyOf(kind: string, row: Row, hunt: Hunt): JsonObject {
  const { body } = row;
  const { messages, runIds, heard, sought } = hunt;
  const plain = (one: JsonObject) => scrubbed(row.key, one, sought);
  const loop = loopOf(row.key, body, hunt);
  if (loop) return loop;
  if (kind === keys.block.kind || kind === keys.memoryDelta.kind) return claimOf(body, heard) ?? plain(body);
  if (kind === keys.blockVersion.kind) {
    const inner = body["block"];
    const block = isObject(inner) ? claimOf(inner, heard) : undefined;
    return block ? { ...body, block } : plain(body);
  }
  if (kind === keys.review.kind) return plain(reviewOf(body, messages) ?? body);
  if (kind === keys.episode.kind) return entryOf(body, runIds) ?? plain(body);
  if (!isOfRun(row, runIds)) return plain(body);
  const bare = wordless(row.key, body);
  if (kind === keys.outbox.kind) return unsent(body, bare);
  if (kind === keys.proposal.kind) return declined(body, bare);
  if (kind !== keys.effect.kind) return bare;
  // The undo of this change would write the words again, so it is removed.
  const { undo: _, ...rest } = bare;
  return rest;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a row that one of these runs wrote. Its key or its body names the run. */
function isOfRun({ key, body }: Row, runIds: readonly string[]): boolean {
  return key.sk.split("#").some((part) => runIds.includes(part)) || runIds.includes(String(body["runId"]));
}

/**
 * Returns a claim that came only from these runs, as invalid and without words. Its id stays, because its history has
 * that name.
 */
function claimOf(body: JsonObject, heard: readonly string[]): JsonObject | undefined {
  const block = MemoryBlock.safeParse(body).data;
  if (!block || !isLearnedIn(block.sources, heard) || block.claim === GONE) return undefined;
  const { topic: _, ...rest } = block;
  return { ...rest, claim: GONE, conditions: "", validTo: block.validFrom, closedBy: "owner" } as JsonObject;
}

/**
 * Returns a review without the answers that these messages gave. Its result can no longer be undone, because that would
 * need the words.
 */
function reviewOf(body: JsonObject, messages: Hunt["messages"]): JsonObject | undefined {
  const review = Review.safeParse(body).data;
  const gone = messages.filter(({ key }) => review && isMoveOf(review, key)).map(({ at }) => at);
  if (!review || gone.length === 0) return undefined;
  const answers = review.answers.map(({ text, ...rest }) => (gone.includes(rest.at) ? rest : { ...rest, text }));
  const outcome = review.outcome ? { outcome: { at: review.outcome.at } } : {};
  return { ...body, answers, ...outcome } as JsonObject;
}

/** Returns a diary entry without its summary, if it belongs to one of these runs or was made from an entry of one. */
function entryOf(body: JsonObject, runIds: readonly string[]): JsonObject | undefined {
  const entry = Episode.safeParse(body).data;
  const isTold = entry && (runIds.includes(entry.runId) || entry.sources?.some((one) => runIds.includes(one)));
  return isTold ? { ...body, summary: "" } : undefined;
}

/** Returns the row of a message in the outbox. If it was not sent yet, it will not be sent. */
function unsent(before: JsonObject, bare: JsonObject): JsonObject {
  const row = OutboxRow.safeParse(before).data;
  if (!row || isSettled(row)) return bare;
  return { ...bare, state: row.state === "failed" ? "dead" : "suppressed", reason: DELETED };
}

/** Returns a proposal with these words as declined, so that nobody can approve it. */
function declined(before: JsonObject, bare: JsonObject): JsonObject {
  const state = Proposal.safeParse(before).data?.state;
  return state === "open" || state === "held" ? { ...bare, state: "declined", reason: DELETED } : bare;
}
