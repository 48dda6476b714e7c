/** What the routes show of claims, notes and changes. All of it is as the person may read it (R7). */
import {
  type BlockVersion,
  type ClaimChange,
  type ClaimView,
  isOwn,
  type MemoryBlock,
  type MemoryHit,
  type MemoryIntent,
  type WaitingView,
} from "@waldo/contracts";
import { isBelieved, isLive, isSure, patternOf } from "../memory/claims/claim.ts";
import { forPerson, pendingForPerson, plain } from "../memory/pages/for-person.ts";
import type { Retrieved } from "../memory/search/retrieve.ts";
import { capSize } from "../safety/size-cap.ts";

/** How many characters of a diary entry a search shows. */
const DIARY_CHARS = 280;

export function claimView(block: MemoryBlock): ClaimView {
  const { patternId, hall, topic, claim, conditions, origin, confidence, revision } = forPerson(block);
  const { validFrom, validTo, supersedes, supersededBy, recordedAt } = block;
  const isBelievedIfLive = isBelieved({ validTo: undefined, confidence });
  return {
    ...{ patternId, hall, claim, conditions, origin, confidence, revision, validFrom, recordedAt },
    ...(topic === undefined ? {} : { topic }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    certainty: isSure(block) ? "sure" : isBelievedIfLive ? "unsure" : "doubted",
    state: isLive(block) ? "holds" : validTo === validFrom ? "takenBack" : "held",
  };
}

export function waitingView(intent: MemoryIntent): WaitingView {
  const { hall, at } = intent;
  if (intent.kind === "verdict") return { kind: "verdict", patternId: intent.patternId, hall, at, says: intent.says };
  const shown = pendingForPerson(intent);
  const { claim, conditions } = shown.kind === "note" ? shown : intent;
  // The id is that of the stored words. The words that are shown may be others.
  const patternId = patternOf(intent.claim, intent.conditions);
  return { kind: "note", patternId, hall, at, claim, conditions, fromOutside: !isOwn(intent) };
}

export function hitView(found: Retrieved): MemoryHit {
  if (found.kind === "claim") return { kind: "claim", claim: claimView(found.block) };
  if (found.kind === "pending") return { kind: "waiting", waiting: waitingView(found.note) };
  const { at, summary } = found.episode;
  return {
    kind: "diary",
    entry: { at, text: capSize(plain(summary), DIARY_CHARS), fromOutside: !isOwn(found.episode) },
  };
}

export function changeView({ block, change, by }: BlockVersion): ClaimChange {
  return { claim: claimView(block), change, by: by === "owner" ? "owner" : by.startsWith("dream-") ? "night" : "run" };
}
