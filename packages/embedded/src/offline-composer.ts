/**
 * The offline composer: a `ModelGateway` that is not a language model and does not pretend to be one. It reads the same
 * prompt, calls the same tools through the same dispatcher, and writes only from what they returned. It is
 * deterministic: the same conversation gives the same reply, byte for byte.
 *
 * It obeys no text. The selected recipes only name the writer that does their job, and the words of others are quoted.
 */
import type { ToolCall, ToolResult } from "@waldo/contracts";
import { askKey, followUps, hasWriter, readsOf, writeSkill } from "@waldo/core/agent/writers/write-skill";
import type { Ask } from "@waldo/core/agent/writers/writer";
import { DIARY, extract } from "@waldo/core/memory/diary/consolidate";
import type { ModelGateway, ModelReply, ModelRequest } from "@waldo/core/ports";
import { readMoment, requestIn, unfenced } from "@waldo/core/prompt/read-back";
import { GENTLY } from "@waldo/core/prompt/texts";
import { countTokens } from "@waldo/core/prompt/tokens";
import { KIND_WORDS } from "@waldo/core/safety/crisis/danger-answer";

export const OFFLINE_MODEL = "offline-composer";

export function offlineComposer(): ModelGateway {
  return { shape: () => "literal", converse: async (request) => reply(request, think(request)) };
}

type Thought = { readonly text: string; readonly calls: readonly ToolCall[] };

function think(request: ModelRequest): Thought {
  const entries = diaryEntries(request);
  if (entries) return { text: extract(entries), calls: [] };
  if (isGentle(request)) return { text: KIND_WORDS, calls: [] };
  const told = readMoment(request);
  if (!told || !hasWriter(told))
    return { text: "I have nothing to say about this without a language model.", calls: [] };
  const results = resultsOf(request);
  const made = callsOf(request);
  const calls = fresh(request, readsOf(told), made);
  if (calls.length > 0) return { text: "", calls };
  // Follow-up calls are asked once. After that, more calls have been made than the first reads.
  const follow = made.length <= readsOf(told).length ? fresh(request, followUps(told, results), made) : [];
  if (follow.length > 0) return { text: "", calls: follow };
  return { text: writeSkill(told, results, made) ?? "", calls: [] };
}

/** Returns the asks that are offered here and have not been made, as calls with ids of their own. */
function fresh({ tools }: ModelRequest, asks: readonly Ask[], made: readonly ToolCall[]): ToolCall[] {
  const offered = new Set(tools.map((tool) => tool.name));
  const before = new Set(made.map(askKey));
  return asks
    .filter((ask) => offered.has(ask.name) && !before.has(askKey(ask)))
    .map((ask, i) => ({ id: `call-${made.length + i + 1}`, ...ask }));
}

/** True when the prompt says that the message may be about danger. */
function isGentle({ messages }: ModelRequest): boolean {
  return requestIn(messages)?.split("\n").includes(GENTLY) ?? false;
}

function callsOf({ messages }: ModelRequest): ToolCall[] {
  return messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "tool_call" ? [part.call] : [])));
}

/** The entries of a day that is to be compressed, in the fences of memory/consolidate.ts. */
function diaryEntries(request: ModelRequest): string[] | undefined {
  const first = request.messages[0]?.content[0];
  if (first?.type !== "text" || !first.text.startsWith(`Occasion: ${DIARY}.`)) return undefined;
  return first.text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

function resultsOf(request: ModelRequest): ToolResult[] {
  return request.messages.flatMap((message) =>
    message.content.flatMap((part) => {
      if (part.type !== "tool_result") return [];
      return [{ callId: part.callId, ...JSON.parse(unfenced(part.text)) } as ToolResult];
    }),
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
