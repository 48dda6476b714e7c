// Answers without a model (level L3). This file holds the sentences that tell the person why plain code answers, and it
// writes a text from the results of calls with a template. Each reason has its own sentences, which are true. Waldo
// says that a model does not answer only when no model answered, and offers to ask again only when that can help.
import {
  type Asked,
  CANARY_LEAK,
  type IntentLanguage,
  type PromptContext,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
  type Wanted,
} from "@waldo/contracts";
import { talkedIn } from "../language/tongue.ts";
import { NO_CONSENT } from "../models/ladder.ts";
import type { ShapeFault } from "../models/shape/reply-shape.ts";
import { typed } from "../prompt/layers.ts";
import { kindWords } from "../safety/crisis/answers/answer.ts";
import { detectDanger } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";
import { type Name, speechIn } from "../speech.ts";
import { together } from "../spoken.ts";
import { hasWords } from "./transcript.ts";
import { type Made, MOST_ROUNDS, nextStep, writeSkill } from "./writers/write-skill.ts";
import type { Told } from "./writers/writer.ts";

/**
 * The names of the sentences for a reason (data/words/spoken). `before` is the excuse before an answer, which some need;
 * `alone` is said when there is no other answer.
 */
type WhyPlain = { readonly before?: Name; readonly alone: Name };

const why = <T extends string>(name: T) => ({ before: `why.${name}.before`, alone: `why.${name}.alone` }) as const;
const UNREADABLE: WhyPlain = why("unreadable");
const WITHHELD: WhyPlain = why("withheld");
const NO_WAY_ON: WhyPlain = why("noWayOn");
const TOO_MANY_STEPS: WhyPlain = why("tooManySteps");
/** An unknown reason, or a part of Waldo that failed. */
const OUR_FAULT: WhyPlain = why("ourFault");

const WHY: Readonly<Record<string, WhyPlain>> = {
  ...({
    cut: why("brokenOff"),
    empty: UNREADABLE,
    thinking: UNREADABLE,
    tool_text: UNREADABLE,
    json: UNREADABLE,
    echo: UNREADABLE,
    loop: UNREADABLE,
  } satisfies Record<ShapeFault, WhyPlain>),
  model_unavailable: why("down"),
  model_declined: why("declined"),
  [NO_CONSENT]: { alone: "why.notAgreed.alone" },
  rate_limited: { alone: "why.rateLimited.alone" },
  [CANARY_LEAK]: WITHHELD,
  sanitiser: WITHHELD,
  repeating: NO_WAY_ON,
  diminishing_returns: NO_WAY_ON,
  out_of_turns: TOO_MANY_STEPS,
  over_budget: TOO_MANY_STEPS,
  prompt_too_large: why("tooMuch"),
  malformed: UNREADABLE,
  raw_value: why("reading"),
  medical: why("forADoctor"),
  banned_word: UNREADABLE,
  too_long: why("tooLong"),
  incomplete_brief: UNREADABLE,
  // Plain code answers by itself, because no model is used.
  calm: { alone: "why.byItself.alone" },
};

/** Reasons with only a fixed beginning or a fixed end, such as `untraced_memory` or `<hook>_failed`. */
const FAMILIES: readonly (readonly [RegExp, WhyPlain])[] = [
  [/^untraced_/, why("unbacked")],
  [/^unwelcome_/, UNREADABLE],
  [/_failed$/, OUR_FAULT],
];

/** Returns the names of the sentences for a reason, or undefined when this file has none for it. */
export function wordsFor(reason: string): WhyPlain | undefined {
  return WHY[reason] ?? FAMILIES.find(([pattern]) => pattern.test(reason))?.[1];
}

/**
 * Returns the sentences for a reason. An unknown reason is a fault of Waldo's own code, so the sentences do not blame a
 * model.
 */
export function whyPlain(reason: string, language: IntentLanguage = "en"): { before?: string; alone: string } {
  const { say } = speechIn(language);
  const { before, alone } = wordsFor(reason) ?? OUR_FAULT;
  return { ...(before === undefined ? {} : { before: say(before) }), alone: say(alone) };
}

/** The reasons that have a full name. The families above have only a part. */
export const NAMED_REASONS: readonly string[] = Object.keys(WHY);

/** Returns the moment of a run in the form that the writers read. If there is no context, only the header is used. */
export function toldOf(
  { trigger, variant, date }: RunHeader,
  context: PromptContext | undefined,
  { asked, wanted }: { readonly asked?: Asked | undefined; readonly wanted?: Wanted | undefined } = {},
): Told {
  const { userText, localTime: time, thread = [], profile } = context ?? {};
  const message = userText === undefined ? undefined : typed(userText);
  return {
    trigger,
    variant,
    date,
    skills: context?.skills.map(({ name }) => name) ?? [],
    ...(time === undefined ? {} : { time }),
    ...(message === undefined ? {} : { message, thread, language: profile?.language ?? talkedIn(message, thread) }),
    ...(asked === undefined ? {} : { asked }),
    ...(context?.changing && wanted ? { changing: { actions: context.changing.actions, wanted } } : {}),
  };
}

/** Carries out calls and returns their results in the same order. */
export type CarryOut = (calls: readonly ToolCall[], before: Made) => Promise<readonly ToolResult[]>;

/**
 * Makes the calls that a template needs, round by round. Calls that were made before are left out. The ids are fixed,
 * so the same run always makes the same calls, and a call whose result is known already is not made again.
 */
export async function callsOfTemplate(told: Told, before: Made, carryOut: CarryOut): Promise<Made> {
  let made: Made = { calls: before.calls, results: before.results };
  // If the model has changed something already, the template does not do it a second time.
  if (changed(madeByModel(before.results))) return made;
  // A recipe only reads here. A proposal that it would make waits for a model or the composer.
  const rounds = told.asked?.is === "clear" ? MOST_ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    const step = nextStep(told, made);
    if (!("ask" in step)) break;
    const count = made.calls.length - before.calls.length;
    const calls = step.ask.map((ask, i) => ({ id: `${TEMPLATE}${count + i + 1}`, ...ask }));
    const unknown = calls.filter(({ id }) => !made.results.some(({ callId }) => callId === id));
    const fetched = await carryOut(unknown, made);
    made = { calls: [...made.calls, ...calls], results: [...made.results, ...fetched] };
  }
  return made;
}

/**
 * L3: writes a text from real data without a model. Returns undefined when there is nothing true to say, and the run
 * ends silently (L4).
 */
export function writeFallback(
  told: Told,
  made: Made,
  { reason, danger }: { readonly reason: string; readonly danger?: boolean },
): string | undefined {
  // Plain code makes no plan. The handoff ends and tells the person once (core/handoff).
  if (told.trigger.startsWith("handoff_")) return undefined;
  if (!hasWords(told.trigger)) return writeSkill(told, made.results, made.calls);
  if (danger) return kindlyTo(told.message ?? "", told.language);
  const { before, alone } = whyPlain(reason, told.language);
  if (reason === "rate_limited") return alone;
  if (changed(madeByModel(made.results))) return speechIn(told.language ?? "en").say("why.changed");
  // The template answers what tools alone can answer. For everything else it says why it cannot answer.
  const text = told.message === undefined ? undefined : writeSkill(told, made.results, made.calls);
  return text === undefined ? alone : together(before, text);
}

/** Returns the fixed text that answers a message that may be about danger, in its language or that of the talk. */
export function kindlyTo(message: string, usual?: string): string {
  return kindWords({ kind: detectDanger(message)?.kind ?? "self" }, languageOf(message) ?? careLanguage(usual));
}

function madeByModel(results: readonly ToolResult[]): ToolResult[] {
  return results.filter(({ callId }) => !callId.startsWith(TEMPLATE));
}

/** The ids of a template's calls begin with this. */
const TEMPLATE = "template-";

/** True when a call of this run changed something. */
export function changed(results: readonly ToolResult[]): boolean {
  return results.some(({ ok, name }) => {
    const tool = ToolName.safeParse(name);
    return ok && tool.success && !["read", "send"].includes(TOOL_EFFECT[tool.data]);
  });
}
