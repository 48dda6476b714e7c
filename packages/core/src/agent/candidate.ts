/**
 * Turns the result of a run into candidates for the outbox: its words, its card, and its proposal. `run/answer.ts`
 * calls it.
 */

import {
  type Button,
  type Card,
  CrsResult,
  type DeliveryKind,
  type Profile,
  type Proposal,
  type ProposedAction,
  type RunHeader,
  type ToolResult,
  type Trigger,
} from "@waldo/contracts";
import { AFTER_OUTSIDE, clippedConcern, othersWords } from "../approve/concern.ts";
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
  heartbeat: "nudge",
  // It says nothing to anybody.
  ambient: "patrol",
};

/**
 * Returns the final words of a run, with the card that the app draws beside them. For a person who chose it, a Brief of a
 * scored day ends with Form as a number. Code adds it here, from the score itself and after the gates: they refuse a
 * score from every author, whatever the person chose.
 */
export function candidateFor(
  header: RunHeader,
  text: string,
  results: readonly ToolResult[],
  { showsForm = false }: Pick<Profile, "showsForm"> = {},
): Candidate {
  const form = header.variant === undefined || !showsForm ? undefined : dayScore(results, header.date)?.form;
  const shown = form === undefined ? undefined : Math.round(form);
  const card = cardFor(header, text, results, shown);
  return {
    kind: KIND[header.trigger],
    text: shown === undefined ? text : `${text}\nForm ${shown}`,
    threadId: `day-${header.date}`,
    ...(card === undefined ? {} : { card }),
  };
}

/**
 * Returns the message that puts a proposal to the person. Text from outside is marked as such, so that the person knows
 * what they approve.
 */
export function proposalCandidate(header: RunHeader, proposal: Proposal): Candidate {
  const detail = proposal.actions
    .map((action) => {
      const { title, concerns, afterOutside } = action;
      const others = othersWords(action, SHOWN_CHARS);
      return [
        `• ${title}`,
        ...(concerns === undefined ? [] : [`   about: “${clippedConcern(concerns)}”`]),
        ...others.map((line) => `   ${line}`),
        ...(afterOutside && others.length === 0 ? [`   ${AFTER_OUTSIDE}`] : []),
      ].join("\n");
    })
    .join("\n");
  const title =
    proposal.actions.length === 1 ? (proposal.actions[0]?.title ?? "") : `${proposal.actions.length} things to do`;
  return {
    kind: "proposal",
    text: `Shall I?\n${detail}`,
    threadId: `day-${header.date}`,
    card: { type: "proposal", proposalId: proposal.proposalId, title, detail, expiresAt: proposal.expiresAt },
    buttons: proposalButtons(proposal.proposalId),
    until: proposal.expiresAt,
  };
}

/**
 * Returns the buttons of the first screen. "Do it" only asks for the tap screen; the token that counts is issued with
 * that screen.
 */
function proposalButtons(proposalId: string): Button[] {
  return [
    { label: "Do it", data: `do:${proposalId}` },
    { label: "Modify", data: `mod:${proposalId}` },
    { label: "Not now", data: `no:${proposalId}` },
  ];
}

/**
 * True when a message may say the words of this action. They are somebody's words about anything, so "30 minutes" is a
 * time. Each text is judged alone: within JSON it would look like a quotation, which a message may repeat.
 */
export function mayBeAsked({ title, args, concerns = "" }: ProposedAction): boolean {
  const texts = [title, ...leavesOf(args).map(({ text }) => text), concerns];
  return texts.every((text) => wordingFault(text, { unasked: false, aboutBody: false }) === undefined);
}

/** The most characters of somebody else's words that a message shows. The tap screen shows them whole. */
const SHOWN_CHARS = 300;

function cardFor(
  header: RunHeader,
  text: string,
  results: readonly ToolResult[],
  form: number | undefined,
): Card | undefined {
  if (header.variant === undefined) return undefined;
  const crs = dayScore(results, header.date);
  return {
    type: "brief",
    variant: header.variant,
    date: header.date,
    headline: text.slice(0, text.search(/[.!?]\s/) + 1 || text.length),
    provisional: crs?.status === "provisional",
    ...(crs?.bodyZone === undefined ? {} : { bodyZone: crs.bodyZone }),
    ...(form === undefined ? {} : { form }),
  };
}

/** What get_crs and get_health return of a score: all fields but its bookkeeping. */
export const DayScore = CrsResult.omit({ version: true, computedAt: true, rescoredAt: true });
export type DayScore = Omit<CrsResult, "version" | "computedAt" | "rescoredAt">;

/** Returns the score of `date` from the results, if a tool returned it. */
export function dayScore(results: readonly ToolResult[], date: string): DayScore | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== "get_crs") continue;
    const parsed = DayScore.safeParse(result.value);
    if (parsed.success && parsed.data.date === date) return parsed.data;
  }
  return undefined;
}
