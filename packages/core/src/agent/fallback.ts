/**
 * The template answer of a run (L3): the calls it needs and the text it writes. A run uses it when no model's answer is
 * to be had.
 */

import {
  type Asked,
  type PromptContext,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
  type Wanted,
} from "@waldo/contracts";
import { typed } from "../prompt/layers.ts";
import { kindWords } from "../safety/crisis/answers/answer.ts";
import { detectDanger } from "../safety/crisis/danger.ts";
import { languageOf } from "../safety/crisis/language.ts";
import { hasWords } from "./transcript.ts";
import { whyPlain } from "./why-plain.ts";
import { together } from "./writers/phrase.ts";
import { type Made, MOST_ROUNDS, nextStep, writeSkill } from "./writers/write-skill.ts";
import type { Told } from "./writers/writer.ts";

/** The moment of a run as its writers see it. Without a context, only the header speaks. */
export function toldOf(
  { trigger, variant, date }: RunHeader,
  context: PromptContext | undefined,
  { asked, wanted }: { readonly asked?: Asked | undefined; readonly wanted?: Wanted | undefined } = {},
): Told {
  const { userText, localTime: time, thread = [] } = context ?? {};
  const message = userText === undefined ? undefined : typed(userText);
  return {
    trigger,
    variant,
    date,
    skills: context?.skills.map(({ name }) => name) ?? [],
    ...(time === undefined ? {} : { time }),
    ...(message === undefined ? {} : { message, thread }),
    ...(asked === undefined ? {} : { asked }),
    ...(context?.changing && wanted ? { changing: { actions: context.changing.actions, wanted } } : {}),
  };
}

/** Carries out calls. The results come in their order. */
export type CarryOut = (calls: readonly ToolCall[], before: Made) => Promise<readonly ToolResult[]>;

/**
 * Makes the calls that a template needs, round by round, beyond those that were made before. The ids are fixed, so the
 * same run always makes the same calls, and a call whose result is known already is not made again.
 */
export async function callsOfTemplate(told: Told, before: Made, carryOut: CarryOut): Promise<Made> {
  let made: Made = { calls: before.calls, results: before.results };
  // What the model has changed already is not done a second time in other words.
  if (changed(madeByModel(before.results))) return made;
  // A recipe only reads here. What it would propose on top waits for a model or the composer.
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
 * L3: writes a text from real data without a model. Returns undefined when there is nothing true to say; the run then
 * ends silently (L4).
 */
export function writeFallback(
  told: Told,
  made: Made,
  { reason, danger }: { readonly reason: string; readonly danger?: boolean },
): string | undefined {
  // Plain code makes no plan. The handoff ends and says so, once (core/handoff).
  if (told.trigger.startsWith("handoff_")) return undefined;
  if (!hasWords(told.trigger)) return writeSkill(told, made.results, made.calls);
  if (danger) return kindlyTo(told.message ?? "");
  const { before, alone } = whyPlain(reason);
  if (reason === "rate_limited") return alone;
  if (changed(madeByModel(made.results))) return CHANGED;
  // The template answers what tools alone can answer. For the rest it says honestly why it cannot.
  const text = told.message === undefined ? undefined : writeSkill(told, made.results, made.calls);
  return text === undefined ? alone : together(before, text);
}

/** Returns the written words to a message that may be about danger, in its language. */
export function kindlyTo(message: string): string {
  return kindWords({ kind: detectDanger(message)?.kind ?? "self" }, languageOf(message) ?? "en");
}

function madeByModel(results: readonly ToolResult[]): ToolResult[] {
  return results.filter(({ callId }) => !callId.startsWith(TEMPLATE));
}

/** How the ids of a template's calls begin. */
const TEMPLATE = "template-";

const CHANGED =
  "I did what you will find in my log, where you can undo it, but I can't put the rest into words right now.";

/** True when a call of this run changed something. */
function changed(results: readonly ToolResult[]): boolean {
  return results.some(({ ok, name }) => {
    const tool = ToolName.safeParse(name);
    return ok && tool.success && !["read", "send"].includes(TOOL_EFFECT[tool.data]);
  });
}
