import { type RunHeader, TOOL_EFFECT, type ToolCall, ToolName, type ToolResult } from "@waldo/contracts";
import { writeBrief } from "./brief-writer.ts";

/** The calls a template needs. Ids are fixed: the same run always makes the same calls. */
export function fallbackCalls(header: RunHeader): ToolCall[] {
  if (header.trigger !== "brief") return [];
  return [
    { id: "template-1", name: "get_crs", args: {} },
    { id: "template-2", name: "get_health", args: {} },
  ];
}

/** L3: real data, no model. Undefined where there is nothing true to say, which is L4: silence. */
export function writeFallback(header: RunHeader, results: readonly ToolResult[], reason: string): string | undefined {
  if (header.trigger === "user_message" || header.trigger.startsWith("handoff_"))
    return reason === "rate_limited" ? SLOW_DOWN : changed(results) ? CHANGED : NOT_NOW;
  return header.variant === undefined ? undefined : writeBrief(header.variant, header.date, results);
}

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
