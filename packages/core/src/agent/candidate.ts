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
import type { Candidate } from "../channels/persona.ts";
import { wordingFault } from "../safety/wording.ts";

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

/** The words a run settled on, with the card the app draws beside them. */
export function candidateFor(header: RunHeader, text: string, results: readonly ToolResult[]): Candidate {
  const card = cardFor(header, text, results);
  return { kind: KIND[header.trigger], text, threadId: `day-${header.date}`, ...(card === undefined ? {} : { card }) };
}

/** How a proposal is put to the person. Text from outside is shown for what it is, so that a tap knows what it taps. */
export function proposalCandidate(header: RunHeader, proposal: Proposal): Candidate {
  const detail = proposal.actions
    .map(({ title, tainted }) => [`• ${title}`, ...tainted.map(plainly)].join("\n"))
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

/** The first screen. "Do it" only asks for the tap screen; the token that counts is issued with that one. */
export function proposalButtons(proposalId: string): Button[] {
  return [
    { label: "Do it", data: `do:${proposalId}` },
    { label: "Modify", data: `mod:${proposalId}` },
    { label: "Not now", data: `no:${proposalId}` },
  ];
}

/** Whether a person may be asked about it: its words are such as a message may say. Its length is shown clipped. */
export function mayBeAsked({ title, args }: ProposedAction): boolean {
  const fault = wordingFault(`${title}\n${JSON.stringify(args)}`);
  return fault === undefined || fault === "too_long";
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
    headline: text.slice(0, text.search(/[.!?](\s|$)/) + 1 || text.length),
    provisional: crs?.status === "provisional",
    ...(crs?.zone === undefined ? {} : { zone: crs.zone }),
  };
}

/** What get_crs and get_health return of a score: everything but its bookkeeping. */
export const DayScore = CrsResult.omit({ version: true, computedAt: true });
export type DayScore = Omit<CrsResult, "version" | "computedAt">;

/** The score of `date` among the results, if a tool returned it. */
export function dayScore(results: readonly ToolResult[], date: string): DayScore | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== "get_crs") continue;
    const parsed = DayScore.safeParse(result.value);
    if (parsed.success && parsed.data.date === date) return parsed.data;
  }
  return undefined;
}
