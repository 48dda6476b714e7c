import { type RunHeader, TOOL_EFFECT, type ToolCall, ToolName, type ToolResult } from "@waldo/contracts";
import type { PromptContext } from "../prompt/layers.ts";
import { wordingFault } from "../safety/wording.ts";
import { hasWords } from "./gather.ts";
import { readsOf, writeSkill } from "./writers/write-skill.ts";
import type { Told } from "./writers/writer.ts";

/** The moment of a run as its writers see it. Without a context, what the header alone says. */
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

/** The calls a template needs: reads alone. Ids are fixed: the same run always makes the same calls. */
export function fallbackCalls(header: RunHeader, context?: PromptContext): ToolCall[] {
  return readsOf(toldOf(header, context)).map((ask, i) => ({ id: `template-${i + 1}`, ...ask }));
}

/** L3: real data, no model. Undefined where there is nothing true to say, which is L4: silence. */
export function writeFallback(
  header: RunHeader,
  results: readonly ToolResult[],
  reason: string,
  context?: PromptContext,
): string | undefined {
  if (!hasWords(header.trigger)) return writeSkill(toldOf(header, context), results);
  if (reason === "rate_limited") return SLOW_DOWN;
  if (changed(results)) return CHANGED;
  // What tools alone can answer is answered; for the rest, honesty.
  const text = context === undefined ? undefined : writeSkill(toldOf(header, context), results);
  if (text === undefined) return NOT_NOW;
  const said = `${PLAINLY} ${text}`;
  return wordingFault(said) === undefined ? said : text;
}

const PLAINLY = "I can only look things up right now.";

const NOT_NOW =
  "I can't answer that properly right now. Nothing has been changed; please ask me again in a little while.";
const SLOW_DOWN = "That is a lot at once, and I am falling behind. Give me a few minutes and I will be with you.";
const CHANGED =
  "I did what you will find in my log, where you can undo it, but I can't put the rest into words right now.";

/** Whether a call of this run changed something. */
function changed(results: readonly ToolResult[]): boolean {
  return results.some(({ ok, name }) => {
    const tool = ToolName.safeParse(name);
    return ok && tool.success && !["read", "send"].includes(TOOL_EFFECT[tool.data]);
  });
}
