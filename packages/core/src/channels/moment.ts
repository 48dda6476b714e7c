/**
 * The moment that a text is for. A text may wait for a lease, for the end of a pause, or for a channel. This file alone
 * decides what happens to it then:
 *
 *   what Waldo says by itself   is true for some hours, and is not sent after them; its row or its run keeps the reason
 *   a proposal                  is not sent once it cannot be answered any more
 *   what the person asked for   is always sent; when it is late, it says which moment it is for
 *   an answer to danger         goes out as it is
 */
import { DELIVERY_CLASS, type EpochMs, type OutboxRow, type RunHeader, type Trigger } from "@waldo/contracts";
import { BRIEF_CATCH_UP_MS } from "../cadence/schedule.ts";
import { DAY_MS, HOUR_MS, spokenMoment } from "../time.ts";
import type { Candidate } from "./persona.ts";

/** How long a text that Waldo sends unasked stays true. A Brief with its own time has its own limit. */
export const PROACTIVE_MAX_AGE_MS = 4 * HOUR_MS;
/** How long a text of the night's work stays true: all day, because it is written hours before the person wakes. */
export const NIGHT_MAX_AGE_MS = DAY_MS;
/** If an answer comes later than this after the question, it says which moment it is about. */
export const LATE_MS = HOUR_MS;

/** The triggers that the person started. The person waits for their result. */
const ASKED: readonly Trigger[] = ["user_message", "handoff_explore", "handoff_plan", "handoff_act", "handoff_replan"];

type Occasion = Pick<RunHeader, "trigger" | "variant" | "createdAt">;

/** Returns the last instant at which the words of a run are still true, or undefined for what the person asked for. */
function endOf({ trigger, variant, createdAt }: Occasion): EpochMs | undefined {
  if (ASKED.includes(trigger)) return undefined;
  if (trigger === "dreaming_mode") return createdAt + NIGHT_MAX_AGE_MS;
  const scheduled = variant === undefined || variant === "event" ? undefined : BRIEF_CATCH_UP_MS[variant];
  return createdAt + (scheduled ?? PROACTIVE_MAX_AGE_MS);
}

/** Returns the moment of a text, in the fields of its row. */
export function momentOf(
  occasion: Occasion,
  { kind, until }: Pick<Candidate, "kind" | "until">,
): Pick<OutboxRow, "moment" | "sendBefore"> {
  if (kind === "emergency") return {};
  const isAsked = kind === "reminder" || kind === "reply" || kind === "failure";
  const sendBefore = Math.min(...[isAsked ? undefined : endOf(occasion), until].flatMap((end) => end ?? []));
  return Number.isFinite(sendBefore) ? { sendBefore } : { moment: occasion.createdAt };
}

/** Returns the reason why a run has nothing to say any more, or undefined while its text would still be true. */
export function whyRunIsOver(occasion: Occasion, now: EpochMs): string | undefined {
  return why(endOf(occasion), now);
}

/** Returns why a text is not sent any more, or undefined while it may be sent. */
export function whyTooLate({ sendBefore, kind, createdAt }: OutboxRow, now: EpochMs): string | undefined {
  // Rows of an earlier release do not name the instant.
  const usual = DELIVERY_CLASS[kind] === "at_most_once" ? createdAt + PROACTIVE_MAX_AGE_MS : undefined;
  return why(sendBefore ?? usual, now);
}

function why(end: EpochMs | undefined, now: EpochMs): string | undefined {
  return end === undefined || now <= end ? undefined : "its moment has passed: it was too late to be said as new";
}

/** Returns the words that stand before a late text, or an empty text when the text is not late. */
export function lateWords(
  { moment, kind }: Pick<OutboxRow, "moment" | "kind">,
  now: EpochMs,
  timeZone = "UTC",
): string {
  if (moment === undefined || now - moment <= LATE_MS) return "";
  const when = spokenMoment(moment, timeZone);
  return kind === "reply" ? `To what you wrote on ${when}:\n` : `For ${when}:\n`;
}
