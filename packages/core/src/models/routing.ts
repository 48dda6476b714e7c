// Decides which tier answers. The rules use only facts from before the call, so the same run takes the same route. The
// first matching rule decides. The journal keeps the reason.
import { isBackground, type ModelTier, type Trigger } from "@waldo/contracts";
import type { PromptShape } from "../ports.ts";

/**
 * Returns the prompt form that suits a model, by its name: prose for Haiku, headings for other Claude and GPT models,
 * literal JSON for all others (Gemma, Llama, Qwen, Nova, Mistral…). Small open models follow JSON best.
 */
export function shapeFor(model: string): PromptShape {
  const name = model.toLowerCase();
  if (name.includes("haiku")) return "narrative";
  return /claude|gpt/.test(name) ? "terse" : "literal";
}

/** A family of models, recognised by their names. The first match counts. */
const FAMILIES: readonly (readonly [family: string, name: RegExp])[] = [
  ["claude", /claude|anthropic/],
  // These patterns come first, because such names also contain the name of another family.
  ["gpt", /gpt|openai|(?:^|[/.:-])o[134](?:-|$)/],
  ["nova", /nova|titan/],
  ["gemini", /gemini|gemma|google/],
  ["llama", /llama|meta/],
  ["qwen", /qwen|qwq/],
  ["mistral", /mistral|mixtral|ministral|magistral|codestral/],
  ["deepseek", /deepseek/],
  ["phi", /(?:^|[/.:-])phi-?\d/],
  ["command", /command|cohere/],
];

/**
 * Returns the family of a model, by its name. An unknown name is its own family, without size and version, so that two
 * sizes of one unknown model belong together.
 */
export function familyOf(model: string): string {
  const name = model.toLowerCase();
  return FAMILIES.find(([, pattern]) => pattern.test(name))?.[0] ?? (/[a-z]+/.exec(name)?.[0] || name);
}

/** The facts from which a route is decided. */
export type RouteFacts = {
  readonly trigger: Trigger;
  /** The number of turns in this run with tool calls. */
  readonly toolTurns: number;
  /** True when a call of this run failed or was refused. */
  readonly troubled: boolean;
  /** What the person wrote, or undefined when they wrote nothing. */
  readonly asked: string | undefined;
  /** True when the cap of the day is reached. */
  readonly capped: boolean;
  /** True when the escalation tier's breaker is open. The tier is then not called. */
  readonly escalationOpen: boolean;
};

export type Route = { readonly tier: ModelTier; readonly reason: string };

/** After this many turns with tools a chat counts as hard. Most chats need none or one. */
export const HARD_AFTER_TURNS = 3;
/** A request with at least this many characters counts as a task and not as a question. */
const LONG_REQUEST = 600;

type Rule = { readonly reason: string; readonly tier: ModelTier; readonly holds: (facts: RouteFacts) => boolean };

/**
 * English verbs that ask for a plan, and words for what it covers. A hard chat in another language escalates after some
 * turns.
 */
const PLAN = new Set(["plan", "schedule", "organise", "organize", "rearrange", "reschedule", "compare"]);
const OVER = new Set(["week", "weeks", "month", "months", "trip", "travel", "days", "around", "everything", "options"]);
/** After one of these words, "plan" is a noun: "what is my plan for the week?" asks for an existing plan. */
const NAMES = new Set(["a", "an", "the", "my", "your", "our", "this", "that", "of"]);
/** The most words between the verb and its object. */
const WITHIN_WORDS = 12;

/** True when a sentence asks to put several things or days in order. */
function asksForPlan(text: string): boolean {
  return text.split(/[.?!\n]/).some((sentence) => {
    const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
    const verb = words.findIndex((word, at) => PLAN.has(word) && !NAMES.has(words[at - 1] ?? ""));
    return verb >= 0 && words.slice(verb + 1, verb + 1 + WITHIN_WORDS).some((word) => OVER.has(word));
  });
}

/**
 * The rules in order. Escalation decides most of the cost (docs/sources.md, Model tiers and cost). bench:cost measures
 * how often it happens.
 */
const ROUTES: readonly Rule[] = [
  { reason: "background", tier: "cheap", holds: ({ trigger }) => isBackground(trigger) },
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

/** Returns the tier of the next call, with the reason. */
export function routeFor(facts: RouteFacts): Route {
  const rule = ROUTES.find(({ holds }) => holds(facts));
  return rule ? { tier: rule.tier, reason: rule.reason } : { tier: "primary", reason: "usual" };
}
