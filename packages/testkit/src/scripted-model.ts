import type { ToolCall } from "@waldo/contracts";
import type { ModelGateway, ModelReply, ModelRequest } from "@waldo/core/ports";

export type Line =
  | { readonly text?: string; readonly calls?: readonly ToolCall[]; readonly stop?: ModelReply["stop"] }
  | { readonly error: Error };

/**
 * A model that answers with the lines of a script, one by one, and repeats the last line. It keeps the requests it got.
 */
export function scriptedModel(lines: readonly Line[]): ModelGateway & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    shape: () => "terse",
    async converse(request): Promise<ModelReply> {
      const line = lines[Math.min(asked.length, lines.length - 1)] ?? {};
      asked.push(request);
      if ("error" in line) throw line.error;
      const calls = line.calls ?? [];
      return {
        text: line.text ?? "",
        calls,
        stop: line.stop ?? (calls.length > 0 ? "tool_use" : "end"),
        usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
        model: "scripted",
      };
    },
  };
}
