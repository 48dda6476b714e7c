import type { RunHeader, ToolCall, ToolResult } from "@waldo/contracts";
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
export function writeFallback(header: RunHeader, results: readonly ToolResult[]): string | undefined {
  return header.variant === undefined ? undefined : writeBrief(header.variant, header.date, results);
}
