/**
 * Chooses the writer of a moment, the calls it asks for next, and its finished text. Each lifecycle trigger has its own
 * writer; in a Brief or a patrol the most specific other recipe may add a sentence. In a chat, the writer of the
 * understood intent answers. If no intent was understood, the first selected recipe that can answer does. If neither
 * can, Waldo asks back, or there is no text.
 */
import {
  type Asked,
  BUNDLED_SKILLS,
  type BundledSkill,
  TOOL_PERMISSIONS,
  type ToolCall,
  type ToolName,
  type Trigger,
} from "@waldo/contracts";
import { type Quote, quoted, unquoted } from "../../safety/quote.ts";
import { together } from "../../spoken.ts";
import type { Evidence } from "../claims/evidence.ts";
import { judge } from "../judge.ts";
import { saidBy } from "../thread.ts";
import { writeBrief } from "./brief-writer.ts";
import { catchUp } from "./catch-up.ts";
import { changeStep, type Step, stepOf } from "./chat/answer.ts";
import { composeToday } from "./compose-today.ts";
import { focusBlockPrep, prepForEvent, recoveryDay } from "./plans.ts";
import { brief, fetchAlert, heartbeat, intervention, patrolPass, permissionSlip } from "./short-notes.ts";
import { summariseMeeting } from "./summarise-meeting.ts";
import { weeklyReview } from "./weekly-review.ts";
import { type Ask, askKey, type Results, type SkillWriter, type Told } from "./writer.ts";

/** Every bundled recipe has a writer, so each one is useful without a language model. */
export const WRITERS: Readonly<Record<BundledSkill, SkillWriter>> = {
  "morning-brief": brief,
  "midday-brief": brief,
  "evening-brief": brief,
  "event-brief": brief,
  "fetch-alert": fetchAlert,
  intervention,
  "patrol-pass": patrolPass,
  "prep-for-event": prepForEvent,
  "compose-today": composeToday,
  "summarise-meeting": summariseMeeting,
  "recovery-day": recoveryDay,
  "focus-block-prep": focusBlockPrep,
  "weekly-review": weeklyReview,
  "catch-up": catchUp,
  "permission-slip": permissionSlip,
  heartbeat,
};

const LIFECYCLE: Partial<Record<Trigger, SkillWriter>> = {
  brief,
  fetch_alert: fetchAlert,
  patrol: patrolPass,
  intervention,
  heartbeat,
};

type Cast = { readonly lead: SkillWriter; readonly aside?: SkillWriter };

function castOf({ trigger, skills, message = "" }: Told): Cast | undefined {
  const selected = BUNDLED_SKILLS.filter((name) => skills.includes(name))
    .sort((a, b) => skills.indexOf(a) - skills.indexOf(b))
    .map((name) => WRITERS[name]);
  const own = LIFECYCLE[trigger];
  if (own === undefined) {
    if (trigger !== "user_message") return undefined;
    const lead = selected.find((one) => one.answers?.(message) ?? true);
    return lead && { lead };
  }
  const speaks = trigger === "brief" || trigger === "patrol";
  const aside = speaks ? selected.find((writer) => writer.line !== undefined) : undefined;
  return { lead: own, ...(aside === undefined ? {} : { aside }) };
}

/** True when code can answer this moment without a language model. */
export function hasWriter(told: Told): boolean {
  return (
    told.changing !== undefined ||
    (told.asked !== undefined && told.asked.is !== "unknown") ||
    castOf(told) !== undefined
  );
}

/** Returns the calls that a recipe's writer needs first. It returns only calls that the trigger may make, each once. */
export function readsOf(told: Told): Ask[] {
  const cast = castOf(told);
  return cast === undefined ? [] : allowed(told, [...cast.lead.reads(told), ...(cast.aside?.reads(told) ?? [])]);
}

/** Returns the calls that follow from the first results, if any. */
export function followUps(told: Told, results: Results): Ask[] {
  const cast = castOf(told);
  if (cast === undefined) return [];
  return allowed(told, [...(cast.lead.follow?.(told, results) ?? []), ...(cast.aside?.follow?.(told, results) ?? [])]);
}

/** Returns the calls that the trigger may make, each once. A writer has the same limits as a model. */
function allowed({ trigger }: Told, asks: readonly Ask[]): Ask[] {
  const mine: readonly ToolName[] = TOOL_PERMISSIONS[trigger];
  const distinct = new Map(asks.map((ask) => [askKey(ask), ask]));
  return [...distinct.values()].filter(({ name }) => mine.includes(name));
}

/** The calls of a moment so far, and their results. */
export type Made = { readonly calls: readonly ToolCall[]; readonly results: Results };

/** A writer asks for calls at most this many times. */
export const MOST_ROUNDS = 5;

/**
 * Returns the calls that the writer needs next, or its finished text. A call is returned once for each wish of a message,
 * and never when it was made for that wish already.
 */
export function nextStep(told: Told, made: Made): Step {
  const before = new Set(made.calls.map(askKey));
  const fresh = (asks: readonly Ask[]) => asks.filter((ask) => !before.has(askKey(ask)));
  const change = changeStep(told, made);
  if (change && "ask" in change) return { ask: allowed(told, change.ask) };
  const asked = askedIn(told);
  if (change === undefined && asked) {
    const step = stepOf(asked, told, made, quoted);
    const ask = "ask" in step ? allowed(told, step.ask) : [];
    return ask.length > 0 ? { ask } : { text: writeSkill(told, made.results, made.calls) };
  }
  if (change) return { text: writeSkill(told, made.results, made.calls) };
  const reads = readsOf(told);
  const first = fresh(reads);
  if (first.length > 0) return { ask: first };
  // Follow-up calls are made once. When more calls exist than the first reads, the follow-up has been made.
  const follow = made.calls.length <= reads.length ? fresh(followUps(told, made.results)) : [];
  return follow.length > 0 ? { ask: follow } : { text: writeSkill(told, made.results, made.calls) };
}

/** Returns what a chat asks for. If a recipe can answer an unclear message, Waldo does not ask back. */
function askedIn(told: Told): Exclude<Asked, { is: "unknown" }> | undefined {
  const { asked, trigger } = told;
  if (trigger !== "user_message" || asked === undefined || asked.is === "unknown") return undefined;
  return asked.is === "clear" || castOf(told) === undefined ? asked : undefined;
}

/**
 * Returns the finished text, which passes the gates, or undefined when there is nothing true to say. If the gates would
 * refuse a quotation, the sentence is written without it, and if they refuse what another recipe adds, the text stands
 * without that. `calls` are the calls behind the results: the text may
 * mention their arguments.
 */
export function writeSkill(told: Told, results: Results, calls: readonly ToolCall[] = []): string | undefined {
  const { message, date, trigger, thread = [] } = told;
  const owner = [...(message === undefined ? [] : [message]), ...saidBy(thread, "owner")];
  const known = saidBy(thread, "waldo");
  const reply = trigger === "user_message";
  const evidence: Evidence = { results, calls, owner, known, today: date, reply, own: true };
  const asked = askedIn(told);
  const change = changeStep(told, { calls, results });
  const tries: readonly { readonly quote: Quote; readonly alone?: true }[] = [
    { quote: quoted },
    { quote: unquoted },
    { quote: unquoted, alone: true },
  ];
  // A text that the gates refuse in the language of the talk is said in English.
  const languages = [...new Set([told.language ?? "en", "en" as const])];
  for (const [language, { quote, alone }] of languages.flatMap((one) => tries.map((how) => [one, how] as const))) {
    const text = change
      ? textOf(change)
      : asked
        ? textOf(stepOf(asked, { ...told, language }, { calls, results }, quote))
        : compose(told, results, quote, alone);
    if (text !== undefined && judge(text, evidence).ok) return text;
  }
  return undefined;
}

function textOf(step: Step): string | undefined {
  return "text" in step ? step.text : undefined;
}

function compose(told: Told, results: Results, quote: Quote, alone = false): string | undefined {
  const cast = castOf(told);
  const aside = alone ? undefined : cast?.aside?.line?.(told, results, quote);
  if (told.trigger === "brief" && told.variant !== undefined)
    return writeBrief({ variant: told.variant, date: told.date, time: told.time }, results, quote, aside);
  return together(cast?.lead.write(told, results, quote), aside);
}
