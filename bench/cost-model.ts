/**
 * A model for the bill. It takes the real prompts, asks for real tools, answers in a stated length, and reports what a
 * provider would have charged. The offline composer writes the Briefs, so they pass the same gates.
 */
import type { ModelTier, ToolCall } from "@waldo/contracts";
import { DEFAULT_MODELS } from "@waldo/core/meter/prices";
import { shapeFor } from "@waldo/core/models/routing";
import type { Clock, ModelGateway, ModelReply, ModelRequest, ModelUsage } from "@waldo/core/ports";
import { countTokens } from "@waldo/core/prompt/tokens";
import { MINUTE_MS } from "@waldo/core/time";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { type MessageKind, WORDS } from "./cost-people.ts";

/**
 * The fewest tokens of an answer, whatever the stand-in wrote. A Brief is three sentences; a chat answer is a short
 * paragraph.
 */
const REPLY_TOKENS = { brief: 90, chat: 140, call: 45 } as const;

/**
 * A provider's prompt cache: the minimum prefix in tokens (Bedrock's user guide), and how long it lives without a read.
 */
const CACHE_MINIMUM: Record<ModelTier, number> = { primary: 1_000, cheap: 1_000, escalation: 1_024 };
const CACHE_LIFE_MS = 5 * MINUTE_MS;

/** The tool turns by kind of message: first the tools that read, then the tools that write. */
const TURNS: Record<MessageKind, readonly (readonly Omit<ToolCall, "id">[])[]> = {
  chat: [],
  question: [
    [
      { name: "get_crs", args: {} },
      { name: "read_memory", args: { query: "last week" } },
    ],
  ],
  note: [[{ name: "update_memory", args: { hall: "preferences", claim: "prefers calls later in the day" } }]],
  plan: [
    [
      { name: "query_calendar", args: {} },
      { name: "get_tasks", args: {} },
    ],
    [{ name: "read_memory", args: { query: "training and meetings" } }],
  ],
};

const ANSWER = "That fits what I know of you. Keep the afternoon light and tell me how it went.";

type BenchModel = ModelGateway & { readonly calls: Record<ModelTier, number> };

export function benchModel(clock: () => Clock): BenchModel {
  const composer = offlineComposer();
  const warm = new Map<string, number>();
  const calls: Record<ModelTier, number> = { primary: 0, escalation: 0, cheap: 0 };

  function usage(request: ModelRequest, output: number): ModelUsage {
    const { tier } = request;
    const stable = request.system.filter(({ cacheable }) => cacheable).map(({ text }) => text);
    const tools = JSON.stringify(request.tools);
    const claude = DEFAULT_MODELS[tier].includes("claude");
    // Claude's prefix begins with the tools. Nova's cache covers only the system prompt.
    const prefix = [...(claude ? [tools] : []), ...stable].join("\n");
    const prefixTokens = countTokens(prefix);
    const all = [tools, ...request.system.map(({ text }) => text), JSON.stringify(request.messages)];
    const input = all.reduce((sum, text) => sum + countTokens(text), 0);
    if (prefixTokens < CACHE_MINIMUM[tier])
      return { inputTokens: input, outputTokens: output, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const now = clock().now();
    const id = `${tier} ${prefix}`;
    const read = now - (warm.get(id) ?? Number.NEGATIVE_INFINITY) <= CACHE_LIFE_MS;
    warm.set(id, now);
    return {
      inputTokens: input - prefixTokens,
      outputTokens: output,
      cacheReadTokens: read ? prefixTokens : 0,
      cacheWriteTokens: read ? 0 : prefixTokens,
    };
  }

  return {
    calls,
    shape: (tier) => shapeFor(DEFAULT_MODELS[tier]),
    async converse(request): Promise<ModelReply> {
      calls[request.tier]++;
      const kind = kindOf(request);
      const said = kind === undefined ? await composer.converse(request) : chat(request, kind);
      const words = kind === undefined ? REPLY_TOKENS.brief : REPLY_TOKENS.chat;
      const asked = said.calls.length * REPLY_TOKENS.call;
      const output = said.calls.length > 0 ? asked : Math.max(words, countTokens(said.text));
      return { ...said, usage: usage(request, output), model: DEFAULT_MODELS[request.tier] };
    },
  };
}

/** Returns the kind of message that the run answers, or undefined for a run that no message started. */
function kindOf({ messages }: ModelRequest): MessageKind | undefined {
  const texts = messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "text" ? [part.text] : [])));
  const text = texts.find((one) => one.includes("Occasion: ")) ?? "";
  const kinds = Object.keys(WORDS) as MessageKind[];
  return /Occasion: user_message/.test(text)
    ? (kinds.find((kind) => Array.from({ length: 40 }, (_, n) => n).some((n) => text.includes(WORDS[kind](n)))) ??
        "chat")
    : undefined;
}

function chat({ messages, tools }: ModelRequest, kind: MessageKind): Pick<ModelReply, "text" | "calls" | "stop"> {
  const turn = messages.filter(({ content }) => content.some(({ type }) => type === "tool_call")).length;
  const offered = new Set(tools.map(({ name }) => name));
  const calls = (TURNS[kind][turn] ?? [])
    .filter(({ name }) => offered.has(name))
    .map((call, i): ToolCall => ({ id: `t${turn}-${i}`, ...call }));
  return calls.length > 0 ? { text: "", calls, stop: "tool_use" } : { text: ANSWER, calls: [], stop: "end" };
}
