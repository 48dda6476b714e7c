/**
 * Which tier answers. Plain rules over what is known before the call, so that the same run takes the same way, and the
 * reason goes into the journal. The first rule that holds decides.
 */
import type { Trigger } from "@waldo/contracts";
import type { ModelTier } from "../ports.ts";

/** What a route is decided from. */
export type RouteFacts = {
  readonly trigger: Trigger;
  /** Turns of this run in which tools were called. */
  readonly toolTurns: number;
  /** Whether a call of this run failed or was refused: the model asked for something it could not have. */
  readonly troubled: boolean;
  /** What the person wrote, if anything. */
  readonly asked: string | undefined;
  /** Whether the day's cap has been reached. */
  readonly capped: boolean;
  /** Whether the escalation tier is left alone for now. */
  readonly escalationOpen: boolean;
};

export type Route = { readonly tier: ModelTier; readonly reason: string };

/** Turns with tools after which a chat has shown that it is not simple. Most need none or one. */
export const HARD_AFTER_TURNS = 3;
/** Characters of a request that is a task rather than a question. */
const LONG_REQUEST = 600;

type Rule = { readonly reason: string; readonly tier: ModelTier; readonly holds: (facts: RouteFacts) => boolean };

/** English words that ask for a plan, and what it is to be over. In other languages a hard chat still escalates. */
const PLAN = new Set(["plan", "schedule", "organise", "organize", "rearrange", "reschedule", "compare"]);
const OVER = new Set(["week", "weeks", "month", "months", "trip", "travel", "days", "around", "everything", "options"]);
/** After these it is a thing, not something to be done: "what is my plan for the week?" asks for what there is. */
const NAMES = new Set(["a", "an", "the", "my", "your", "our", "this", "that", "of"]);
/** Words between the verb and what it is about. */
const WITHIN_WORDS = 12;

/** Whether a sentence asks for several things or days to be put in order. */
function asksForPlan(text: string): boolean {
  return text.split(/[.?!\n]/).some((sentence) => {
    const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
    const verb = words.findIndex((word, at) => PLAN.has(word) && !NAMES.has(words[at - 1] ?? ""));
    return verb >= 0 && words.slice(verb + 1, verb + 1 + WITHIN_WORDS).some((word) => OVER.has(word));
  });
}

/** In order. Escalation is the knob that moves the bill (seed 000 §6): bench:cost measures how often it is turned. */
export const ROUTES: readonly Rule[] = [
  { reason: "day_cap", tier: "cheap", holds: ({ capped }) => capped },
  { reason: "escalation_resting", tier: "primary", holds: (facts) => facts.escalationOpen && escalates(facts) },
  {
    reason: "handoff_plan",
    tier: "escalation",
    holds: ({ trigger }) => trigger === "handoff_plan" || trigger === "handoff_replan",
  },
  {
    reason: "hard_chat",
    tier: "escalation",
    holds: ({ trigger, toolTurns, troubled }) =>
      trigger === "user_message" && toolTurns >= HARD_AFTER_TURNS && troubled,
  },
  {
    reason: "planning_request",
    tier: "escalation",
    holds: ({ trigger, asked = "" }) =>
      trigger === "user_message" && asked.length <= LONG_REQUEST && asksForPlan(asked),
  },
  {
    reason: "long_request",
    tier: "escalation",
    holds: ({ trigger, asked = "" }) => trigger === "user_message" && asked.length > LONG_REQUEST,
  },
  { reason: "usual", tier: "primary", holds: () => true },
];

function escalates(facts: RouteFacts): boolean {
  return ROUTES.some(({ tier, holds }) => tier === "escalation" && holds(facts));
}

/** The tier of the next call, with the reason. */
export function routeFor(facts: RouteFacts): Route {
  const rule = ROUTES.find(({ holds }) => holds(facts));
  return rule ? { tier: rule.tier, reason: rule.reason } : { tier: "primary", reason: "usual" };
}
