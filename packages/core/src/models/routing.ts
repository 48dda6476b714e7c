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

/** English words that ask for a plan over several things or days. In other languages a hard chat still escalates. */
const PLANNING =
  /\b(plan|schedule|organi[sz]e|rearrange|reschedule|sort out)\b[^.?!\n]{0,80}\b(week|month|trip|travel|move|days|around|together|everything)\b|\bstep[- ]by[- ]step\b|\bcompare\b[^.?!\n]{0,80}\b(options|months|weeks)\b/i;

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
      trigger === "user_message" && asked.length <= LONG_REQUEST && PLANNING.test(asked),
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
