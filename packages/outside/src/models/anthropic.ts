// Calls Anthropic's Messages API: it converts names to its alphabet, builds the request and reads the reply.
// `model-http.ts` turns failures into errors; 529 (overloaded) is one of the 5xx. Source: platform.claude.com,
// Messages, Tool use, Prompt caching and Stop reasons.

import { WaldoError } from "@waldo/contracts";
import { objectArgs, spoken, withDistinctIds, withOwnIds, withoutThinking } from "@waldo/core/models/conversation";
import { shapeFor } from "@waldo/core/models/routing";
import type { JsonObject, ModelContent, ModelGateway, ModelMessage, ModelReply, ModelRequest } from "@waldo/core/ports";
import * as z from "zod";
import { type HttpOptions, poster } from "./model-http.ts";

/** The tool names and call ids of a conversation in the alphabet that Anthropic's and Bedrock's APIs accept. */
export type ApiNames = { readonly tool: (name: string) => string; readonly call: (id: string) => string };

/** The same name always gives the same result, and two names never give the same one. */
export function apiNames({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): ApiNames {
  const parts = messages.flatMap(({ content }) => content);
  const calls = parts.flatMap((part) => (part.type === "tool_call" ? [part.call] : []));
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [part.callId] : []));
  return {
    tool: distinct([...tools, ...calls].map(({ name }) => name)),
    call: distinct([...calls.map(({ id }) => id), ...results]),
  };
}

/** The limit of Bedrock. Anthropic itself allows 128. */
const NAME_MAX = 64;

function distinct(originals: readonly string[]): (original: string) => string {
  const safe = new Map<string, string>();
  const taken = new Set<string>();
  for (const original of new Set(originals)) {
    const plain = original.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, NAME_MAX) || "_";
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, NAME_MAX - 4)}_${n}`;
    taken.add(name);
    safe.set(original, name);
  }
  return (original) => safe.get(original) ?? original;
}

function toBody(asked: ModelRequest, model: string): JsonObject {
  const request = { ...asked, messages: withDistinctIds(asked.messages) };
  const names = apiNames(request);
  const system = systemOf(request);
  const tools = request.tools.map(({ name, description, schema }) => ({
    name: names.tool(name),
    description: spoken(description),
    input_schema: schema,
  }));
  return {
    model,
    max_tokens: request.maxOutputTokens,
    ...(system.length > 0 ? { system } : {}),
    messages: turnsOf(request.messages).map(({ role, content }) => ({
      role,
      content: content.map((part) => toBlock(part, names)),
    })),
    ...(tools.length > 0 ? { tools } : {}),
  };
}

/**
 * The cache mark is put on the last cacheable block. It covers everything before it, including the tools. A prefix
 * below the model's minimum is not cached.
 */
function systemOf({ system }: ModelRequest): JsonObject[] {
  const parts = system.filter(({ text }) => text.trim() !== "");
  const last = parts.findLastIndex(({ cacheable }) => cacheable);
  return parts.map(({ text }, i) => ({
    type: "text",
    text,
    ...(i === last ? { cache_control: { type: "ephemeral" } } : {}),
  }));
}

/**
 * Makes the turns alternate and puts results before text. After tool calls, the next turn must begin with the results;
 * otherwise the API refuses it.
 */
function turnsOf(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: { role: ModelMessage["role"]; content: ModelContent[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  const isResult = (part: ModelContent) => part.type === "tool_result";
  return turns
    .filter(({ content }) => content.length > 0)
    .map(({ role, content }) => ({
      role,
      content: [...content.filter(isResult), ...content.filter((part) => !isResult(part))],
    }));
}

/** The API refuses blank text, also in every later request of the conversation. */
function toBlock(part: ModelContent, names: ApiNames): JsonObject {
  if (part.type === "text") return { type: "text", text: spoken(part.text) };
  if (part.type === "tool_call") {
    const { id, name, args } = part.call;
    return { type: "tool_use", id: names.call(id), name: names.tool(name), input: objectArgs(args) };
  }
  return {
    type: "tool_result",
    tool_use_id: names.call(part.callId),
    content: spoken(part.text),
    ...(part.isError ? { is_error: true } : {}),
  };
}

/**
 * The blocks that Waldo understands. Thinking is ignored. Any other block is an error, because ignoring it would
 * silently lose a part of the reply.
 */
const Block = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.json()),
  }),
  z.looseObject({ type: z.literal("thinking") }),
  z.looseObject({ type: z.literal("redacted_thinking") }),
]);

const Tokens = z.number().nonnegative().nullish();

const Message = z.looseObject({
  type: z.literal("message"),
  model: z.string().nullish(),
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: Tokens,
      output_tokens: Tokens,
      cache_read_input_tokens: Tokens,
      cache_creation_input_tokens: Tokens,
    })
    .nullish(),
});

const CUT = ["max_tokens", "model_context_window_exceeded"];

/** Reads one message. Throws `ModelMalformed` for any other body. The error names the place, never the words. */
function toReply(body: unknown, request: ModelRequest, model: string): ModelReply {
  const parsed = Message.safeParse(body);
  if (!parsed.success) throw malformed(`not understood at ${parsed.error.issues[0]?.path.join(".") || "the top"}`);
  const { content, stop_reason, usage } = parsed.data;
  const reply = {
    // The API counts tokens that were read from the cache or written to it separately, as Waldo does.
    usage: {
      inputTokens: usage?.input_tokens ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
      cacheReadTokens: usage?.cache_read_input_tokens ?? 0,
      cacheWriteTokens: usage?.cache_creation_input_tokens ?? 0,
    },
    model: parsed.data.model || model,
  };
  if (stop_reason === "refusal") return { ...reply, text: "", calls: [], stop: "refused" };
  const text = withoutThinking(content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"));
  const asked = content.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, args: block.input }] : [],
  );
  const calls = withOwnIds(asked, request.messages);
  const cut = CUT.includes(stop_reason ?? "");
  if (cut && calls.length > 0) throw malformed(`cut at ${request.maxOutputTokens} tokens, inside a tool call`);
  if (calls.length === 0 && text === "") throw malformed(cut ? "out of tokens before a word" : "empty");
  return { ...reply, text, calls, stop: calls.length > 0 ? "tool_use" : cut ? "max_tokens" : "end" };
}

function malformed(what: string): WaldoError {
  return new WaldoError("ModelMalformed", `the model's reply is ${what}`);
}

/** The version of the wire format. The API demands it in each request. */
const VERSION = "2023-06-01";

export type AnthropicOptions = HttpOptions & { readonly model: string };

export function anthropic(options: AnthropicOptions): ModelGateway {
  const { model, key } = options;
  const post = poster(options, "messages", { "anthropic-version": VERSION, ...(key ? { "x-api-key": key } : {}) });
  return {
    shape: () => shapeFor(model),
    nameOf: () => model,
    converse: async (request) => toReply(await post(toBody(request, model), model), request, model),
  };
}
