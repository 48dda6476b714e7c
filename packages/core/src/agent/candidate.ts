/**
 * Turns the result of a run into candidates for the outbox: its words, its card, and its proposal. `run/answer.ts`
 * calls it.
 */

import {
  AskedData,
  BRIEF_SENTENCES,
  type Button,
  type Card,
  CrsResult,
  type DeliveryKind,
  FEELINGS,
  feltButton,
  HealthAnswer,
  type LocalDate,
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
import { sentencesOf } from "./claims/sentences.ts";

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
  // An ambient run sends no message.
  ambient: "patrol",
};

/**
 * Returns the final words of a run, with the card that the app draws beside them. If the person chose so, a Brief ends
 * after its first sentences, and the Brief of a day with a score ends with Form as a number. Code adds this number from
 * the score itself, after the gates, because the gates refuse every score in a text.
 */
export function candidateFor(
  header: RunHeader,
  whole: string,
  results: readonly ToolResult[],
  {
    showsForm = false,
    feelingsFirst = false,
    briefSentences = BRIEF_SENTENCES,
  }: Pick<Profile, "showsForm" | "feelingsFirst" | "briefSentences"> = {},
): Candidate {
  const isCut = header.variant !== undefined && briefSentences < BRIEF_SENTENCES && !isStrained(results);
  const text = isCut ? firstSentences(whole, briefSentences) : whole;
  const form = header.variant === undefined || !showsForm ? undefined : dayScore(results, header.date)?.form;
  const shown = form === undefined ? undefined : Math.round(form);
  const card = cardFor(header, text, results, shown);
  return {
    kind: KIND[header.trigger],
    text: shown === undefined ? text : `${text}\nForm ${shown}`,
    threadId: `day-${header.date}`,
    ...(card === undefined ? {} : { card }),
    ...(feelingsFirst && header.variant === "morning" ? { buttons: feelingButtons(header.date) } : {}),
  };
}

/** Returns the first sentences of a text. A Brief begins with what matters most, so the rest can be left out. */
function firstSentences(text: string, most: number): string {
  return text.slice(0, sentencesOf(text)[most - 1]?.end).trimEnd();
}

/** True on a day with several signs of strain. Then the advice is said whatever else a person leaves out. */
export function isStrained(results: readonly ToolResult[]): boolean {
  return results.some((result) => {
    const health = result.ok && result.name === "get_health" ? HealthAnswer.safeParse(result.value).data : undefined;
    return (health?.bodyStrain?.step ?? 0) > 1;
  });
}

/** Returns the five feelings in one row, for a person who wants to be asked. */
function feelingButtons(date: LocalDate): Button[] {
  return FEELINGS.map((feeling, i) => ({
    label: feeling,
    data: feltButton.of(date, feeling),
    ...(i === 0 ? {} : { beside: true as const }),
  }));
}

/**
 * Returns the message that puts a proposal to the person. The message marks text from outside, so that the person knows
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
 * True when a message may say the words of this action. "30 minutes" counts as a time here and not as a reading,
 * because the words can be about anything. Each text is judged alone: inside JSON it would look like a quotation, and a
 * message may repeat a quotation.
 */
export function mayBeAsked({ title, args, concerns = "" }: ProposedAction): boolean {
  const texts = [title, ...leavesOf(args).map(({ text }) => text), concerns];
  return texts.every((text) => wordingFault(text, { unasked: false, aboutBody: false }) === undefined);
}

/** The most characters of other people's words that a message shows. The tap screen shows all of them. */
const SHOWN_CHARS = 300;

function cardFor(
  header: RunHeader,
  text: string,
  results: readonly ToolResult[],
  form: number | undefined,
): Card | undefined {
  if (header.variant === undefined) return readingCard(results);
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

/** The card of the last question about readings. It holds the question, and no reading (R7). */
function readingCard(results: readonly ToolResult[]): Card | undefined {
  const asked = results.findLast(({ ok, name }) => ok && name === "ask_data");
  const question = asked?.ok ? AskedData.safeParse(asked.value).data?.question : undefined;
  return question === undefined ? undefined : { type: "reading", question };
}

/** The fields that get_crs and get_health return of a score: all except the bookkeeping fields. */
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
