/**
 * The template answer of a run (L3): the calls it needs and the text it writes. A run uses it when no model's answer is
 * to be had.
 */

import {
  type PromptContext,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import { KIND_WORDS } from "../safety/crisis/danger-answer.ts";
import { hasWords } from "./transcript.ts";
import { readsOf, writeSkill } from "./writers/write-skill.ts";
import type { Told } from "./writers/writer.ts";

/** The moment of a run as its writers see it. Without a context, only the header speaks. */
function toldOf({ trigger, variant, date }: RunHeader, context: PromptContext | undefined): Told {
  return {
    trigger,
    variant,
    date,
    skills: context?.skills.map(({ name }) => name) ?? [],
    ...(context === undefined ? {} : { time: context.localTime }),
    ...(context?.userText === undefined ? {} : { message: context.userText }),
  };
}

/**
 * Returns the calls that a template needs; all of them are reads. The ids are fixed, so the same run always makes the
 * same calls.
 */
export function fallbackCalls(header: RunHeader, context?: PromptContext): ToolCall[] {
  return readsOf(toldOf(header, context)).map((ask, i) => ({ id: `template-${i + 1}`, ...ask }));
}

/**
 * L3: writes a text from real data without a model. Returns undefined when there is nothing true to say; the run then
 * ends silently (L4).
 */
export function writeFallback(
  header: RunHeader,
  results: readonly ToolResult[],
  reason: string,
  context?: PromptContext,
): string | undefined {
  if (!hasWords(header.trigger)) return writeSkill(toldOf(header, context), results);
  if (context?.danger) return KIND_WORDS;
  if (reason === "rate_limited") return SLOW_DOWN;
  if (changed(results)) return CHANGED;
  // The template answers what tools alone can answer. For the rest it says honestly that it cannot answer now.
  const text = context === undefined ? undefined : writeSkill(toldOf(header, context), results);
  return text === undefined ? NOT_NOW : `${PLAINLY} ${text}`;
}

const PLAINLY = "I can only look things up right now.";

const NOT_NOW =
  "I can't answer that properly right now. Nothing has been changed; please ask me again in a little while.";
const SLOW_DOWN = "That is a lot at once, and I am falling behind. Give me a few minutes and I will be with you.";
const CHANGED =
  "I did what you will find in my log, where you can undo it, but I can't put the rest into words right now.";

/** True when a call of this run changed something. */
function changed(results: readonly ToolResult[]): boolean {
  return results.some(({ ok, name }) => {
    const tool = ToolName.safeParse(name);
    return ok && tool.success && !["read", "send"].includes(TOOL_EFFECT[tool.data]);
  });
}
