/**
 * Turns the result of a run into candidates for the outbox: its words, its card, and its proposal. `run/answer.ts`
 * calls it.
 */

import {
  type Button,
  type Card,
  CrsResult,
  type DeliveryKind,
  type Proposal,
  type ProposedAction,
  type RunHeader,
  type TaintedPart,
  type ToolResult,
  type Trigger,
} from "@waldo/contracts";
import { AFTER_OUTSIDE, clippedConcern } from "../approve/concern.ts";
import type { Candidate } from "../channels/persona.ts";
import { wordingFault } from "../safety/wording.ts";
import { leavesOf } from "../tools/provenance.ts";

const KIND: Record<Trigger, DeliveryKind> = {
  brief: "brief",
  fetch_alert: "fetch",
  patrol: "patrol",
  handoff_explore: "patrol",
  handoff_plan: "proposal",
  handoff_act: "patrol",
  handoff_replan: "proposal",
  intervention: "proposal",
  user_message: "reply",
  dreaming_mode: "patrol",
  pre_activity_spot: "patrol",
};

/** Returns the final words of a run, with the card that the app draws beside them. */
export function candidateFor(header: RunHeader, text: string, results: readonly ToolResult[]): Candidate {
  const card = cardFor(header, text, results);
  return { kind: KIND[header.trigger], text, threadId: `day-${header.date}`, ...(card === undefined ? {} : { card }) };
}

/**
 * Returns the message that puts a proposal to the person. Text from outside is marked as such, so that the person knows
 * what they approve.
 */
export function proposalCandidate(header: RunHeader, proposal: Proposal): Candidate {
  const detail = proposal.actions
    .map(({ title, tainted, concerns, afterOutside }) =>
      [
        `• ${title}`,
        ...(concerns === undefined ? [] : [`   about: “${clippedConcern(concerns)}”`]),
        ...tainted.map(plainly),
        ...(afterOutside && tainted.length === 0 ? [`   ${AFTER_OUTSIDE}`] : []),
      ].join("\n"),
    )
    .join("\n");
  const title =
    proposal.actions.length === 1 ? (proposal.actions[0]?.title ?? "") : `${proposal.actions.length} things to do`;
  return {
    kind: "proposal",
    text: `Shall I?\n${detail}`,
    threadId: `day-${header.date}`,
    card: { type: "proposal", proposalId: proposal.proposalId, title, detail, expiresAt: proposal.expiresAt },
    buttons: proposalButtons(proposal.proposalId),
  };
}

/**
 * The buttons of the first screen. "Do it" only asks for the tap screen; the token that counts is issued with that
 * screen.
 */
export function proposalButtons(proposalId: string): Button[] {
  return [
    { label: "Do it", data: `do:${proposalId}` },
    { label: "Modify", data: `mod:${proposalId}` },
    { label: "Not now", data: `no:${proposalId}` },
  ];
}

/**
 * True when a message may say the words of this action. Each text is judged alone: within JSON it would look like a
 * quotation, which a message may repeat. A long text is no obstacle, because it is shown clipped.
 */
export function mayBeAsked({ title, args, concerns = "" }: ProposedAction): boolean {
  const texts = [title, ...leavesOf(args).map(({ text }) => text), concerns];
  return texts.map(wordingFault).every((fault) => fault === undefined || fault === "too_long" || fault === "empty");
}

const SHOWN_CHARS = 300;

function plainly({ path, text }: TaintedPart): string {
  const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
  return `   from outside (${path}): “${shown}”`;
}

function cardFor(header: RunHeader, text: string, results: readonly ToolResult[]): Card | undefined {
  if (header.variant === undefined) return undefined;
  const crs = dayScore(results, header.date);
  return {
    type: "brief",
    variant: header.variant,
    date: header.date,
    headline: text.slice(0, text.search(/[.!?]\s/) + 1 || text.length),
    provisional: crs?.status === "provisional",
    ...(crs?.bodyZone === undefined ? {} : { bodyZone: crs.bodyZone }),
  };
}

/** What get_crs and get_health return of a score: all fields but its bookkeeping. */
export const DayScore = CrsResult.omit({ version: true, computedAt: true });
export type DayScore = Omit<CrsResult, "version" | "computedAt">;

/** Returns the score of `date` from the results, if a tool returned it. */
export function dayScore(results: readonly ToolResult[], date: string): DayScore | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== "get_crs") continue;
    const parsed = DayScore.safeParse(result.value);
    if (parsed.success && parsed.data.date === date) return parsed.data;
  }
  return undefined;
}
