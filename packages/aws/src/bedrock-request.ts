/**
 * Turns a ModelRequest into the form that Converse wants. Each rule here once caused an outage in some project; the
 * comment at each rule names its pitfall.
 */
import type {
  ContentBlock,
  ConverseCommandInput,
  Message,
  SystemContentBlock,
  Tool,
  ToolConfiguration,
} from "@aws-sdk/client-bedrock-runtime";
import type { ToolSpec } from "@waldo/contracts";
import { objectArgs, spoken, withDistinctIds } from "@waldo/core/models/conversation";
import type { ModelContent, ModelMessage, ModelRequest } from "@waldo/core/ports";
import { type ApiNames, apiNames } from "@waldo/outside/models/anthropic";

export function toRequest(asked: ModelRequest, model: string): ConverseCommandInput {
  const request = { ...asked, messages: withDistinctIds(asked.messages) };
  const names = apiNames(request);
  const toolConfig = toolConfigOf(request, names.tool);
  const block = (part: ModelContent) => toBlock(part, names, CLAUDE_OR_NOVA.test(model));
  return {
    modelId: model,
    system: systemOf(request, model),
    messages: toTurns(request.messages.flatMap((message) => spans(message, block))),
    inferenceConfig: { maxTokens: request.maxOutputTokens },
    ...(toolConfig === undefined ? {} : { toolConfig }),
  };
}

/** The model families that know a cache point and the status of a result. The others refuse a request that has one. */
const CLAUDE_OR_NOVA = /anthropic\.claude|amazon\.nova/;
/** Claude models before 3.5 Haiku and before the second 3.5 Sonnet. */
const BEFORE_PROMPT_CACHE = /claude-(v2|instant|3-(haiku|sonnet|opus)|3-5-sonnet-20240620)/;

/** A prefix below the model's minimum (1,024 tokens and more) is simply not cached. The prefix includes the tools. */
function hasPromptCache(model: string): boolean {
  return CLAUDE_OR_NOVA.test(model) && !BEFORE_PROMPT_CACHE.test(model);
}

function systemOf({ system }: ModelRequest, model: string): SystemContentBlock[] {
  const parts = system.filter(({ text }) => text.trim() !== "");
  const last = hasPromptCache(model) ? parts.findLastIndex(({ cacheable }) => cacheable) : -1;
  return parts.flatMap(({ text }, i): SystemContentBlock[] =>
    i === last ? [{ text }, { cachePoint: { type: "default" } }] : [{ text }],
  );
}

/**
 * Converse demands the declaration of the tools whenever the history holds tool blocks, even when this request offers
 * no tool.
 */
function toolConfigOf({ tools, messages }: ModelRequest, toolName: ApiNames["tool"]): ToolConfiguration | undefined {
  const called = messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === "tool_call" ? [part.call.name] : [])),
  );
  const declared = tools.length > 0 ? tools : [...new Set(called)].map(retired);
  if (declared.length === 0) return undefined;
  return {
    tools: declared.map(
      ({ name, description, schema }): Tool => ({
        toolSpec: { name: toolName(name), description: spoken(description), inputSchema: { json: schema } },
      }),
    ),
  };
}

function retired(name: string): ToolSpec {
  return { name, description: "Not available any more.", schema: { type: "object", properties: {} } };
}

/** Blocks of one speaker that may share a turn. Results never share a turn with text. */
type Span = { readonly role: "user" | "assistant"; readonly results: boolean; readonly blocks: ContentBlock[] };

function spans({ role, content }: ModelMessage, block: (part: ModelContent) => ContentBlock): Span[] {
  const results = content.filter((part) => part.type === "tool_result");
  const others = content.filter((part) => part.type !== "tool_result");
  const span = (parts: readonly ModelContent[], isResults: boolean): Span[] =>
    parts.length === 0 ? [] : [{ role, results: isResults, blocks: parts.map(block) }];
  return [...span(results, true), ...span(others, false)];
}

/**
 * Makes the turns alternate: neighbouring blocks of one speaker become one turn, or a short text of the other speaker
 * separates them.
 */
function toTurns(all: readonly Span[]): Message[] {
  const turns: Span[] = [];
  for (const span of all) {
    const last = turns.at(-1);
    if (last?.role === span.role && last.results === span.results) last.blocks.push(...span.blocks);
    else {
      if (last?.role === span.role) turns.push({ role: "assistant", results: false, blocks: [{ text: spoken("") }] });
      turns.push({ ...span, blocks: [...span.blocks] });
    }
  }
  return turns.map(({ role, blocks }) => ({ role, content: blocks }));
}

/**
 * The API refuses blank text in a message or a result, and it would refuse it again for the rest of the conversation.
 */
function toBlock(part: ModelContent, names: ApiNames, statusKnown: boolean): ContentBlock {
  if (part.type === "text") return { text: spoken(part.text) };
  if (part.type === "tool_call") {
    const { id, name, args } = part.call;
    return { toolUse: { toolUseId: names.call(id), name: names.tool(name), input: objectArgs(args) } };
  }
  return {
    toolResult: {
      toolUseId: names.call(part.callId),
      content: [{ text: spoken(part.text) }],
      ...(part.isError && statusKnown ? { status: "error" } : {}),
    },
  };
}
