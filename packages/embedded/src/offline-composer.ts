/**
 * The offline composer: a `ModelGateway` that is not a language model and does not pretend to be one. It reads the
 * same prompt, calls the same tools through the same dispatcher, and writes only from what they returned. It is
 * deterministic: the same conversation gives the same reply, byte for byte.
 */
import { BriefVariant, type ToolCall, type ToolResult } from "@waldo/contracts";
import { writeBrief } from "@waldo/core/agent/brief-writer";
import { DIARY, extract } from "@waldo/core/memory/consolidate";
import type { ModelGateway, ModelReply, ModelRequest } from "@waldo/core/ports";
import { countTokens } from "@waldo/core/prompt/tokens";

export const OFFLINE_MODEL = "offline-composer";

/** What a Brief looks at, in the order the approach layer names. */
const READS: readonly { readonly name: string; readonly args: ToolCall["args"] }[] = [
  { name: "get_crs", args: {} },
  { name: "get_health", args: {} },
  { name: "get_master_metrics", args: {} },
  { name: "get_context", args: { file: "today.md" } },
];

export function offlineComposer(): ModelGateway {
  return { shape: () => "literal", converse: async (request) => reply(request, think(request)) };
}

type Thought = { readonly text: string; readonly calls: readonly ToolCall[] };

function think(request: ModelRequest): Thought {
  const entries = diaryEntries(request);
  if (entries) return { text: extract(entries), calls: [] };
  const occasion = occasionOf(request);
  if (!occasion) return { text: "I have nothing to say about this without a language model.", calls: [] };
  const results = resultsOf(request);
  if (results.length === 0) {
    const offered = new Set(request.tools.map((tool) => tool.name));
    const calls = READS.filter(({ name }) => offered.has(name)).map((call, i) => ({ id: `call-${i + 1}`, ...call }));
    if (calls.length > 0) return { text: "", calls };
  }
  return { text: writeBrief(occasion.variant, occasion.date, results) ?? "", calls: [] };
}

/** The entries of a day that is to be compressed, as memory/consolidate.ts fences them. */
function diaryEntries(request: ModelRequest): string[] | undefined {
  const first = request.messages[0]?.content[0];
  if (first?.type !== "text" || !first.text.startsWith(`Occasion: ${DIARY}.`)) return undefined;
  return first.text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

/** Reads the occasion where every prompt states it: the first line of the user content. */
function occasionOf(request: ModelRequest): { variant: BriefVariant; date: string } | undefined {
  const first = request.messages[0]?.content[0];
  const match =
    first?.type === "text" ? /Occasion: brief\/([a-z]+)\. Date: (\d{4}-\d{2}-\d{2})\./.exec(first.text) : null;
  const variant = BriefVariant.safeParse(match?.[1]);
  return variant.success && match?.[2] !== undefined ? { variant: variant.data, date: match[2] } : undefined;
}

function resultsOf(request: ModelRequest): ToolResult[] {
  return request.messages.flatMap((message) =>
    message.content.flatMap((part) =>
      // A fenced result was written by others; nothing this composer says rests on such a one.
      part.type === "tool_result" && part.text.startsWith("{")
        ? [{ callId: part.callId, ...JSON.parse(part.text) } as ToolResult]
        : [],
    ),
  );
}

function reply(request: ModelRequest, { text, calls }: Thought): ModelReply {
  const input = [
    ...request.system.map((part) => part.text),
    JSON.stringify(request.messages),
    JSON.stringify(request.tools),
  ];
  return {
    text,
    calls,
    stop: calls.length > 0 ? "tool_use" : "end",
    usage: {
      inputTokens: input.reduce((sum, part) => sum + countTokens(part), 0),
      outputTokens: countTokens(text) + countTokens(JSON.stringify(calls)),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    },
    model: OFFLINE_MODEL,
  };
}
