// Calls any server that speaks OpenAI's chat completions: OpenAI itself, Ollama, LM Studio, llama.cpp, vLLM,
// OpenRouter… It builds the request, and reads the different answers of these servers. `model-http.ts` turns failures
// into errors.
import { type ModelTier, WaldoError } from "@waldo/contracts";
import { objectArgs, spoken, withDistinctIds, withOwnIds, withoutThinking } from "@waldo/core/models/conversation";
import { shapeFor } from "@waldo/core/models/routing";
import type { Json, JsonObject, ModelGateway, ModelMessage, ModelReply, ModelRequest } from "@waldo/core/ports";
import * as z from "zod";
import { type HttpOptions, poster } from "./model-http.ts";

function toBody(request: ModelRequest, model: string): JsonObject {
  const system = request.system.map((part) => part.text).filter((text) => text.trim() !== "");
  const tools = request.tools.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
  return {
    model,
    // There is only one system message, because many chat templates allow no second one.
    messages: [
      ...(system.length > 0 ? [{ role: "system", content: system.join("\n\n") }] : []),
      ...withDistinctIds(request.messages).flatMap(toMessages),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    // OpenAI's reasoning models refuse the old name, and servers for local models know only the old one.
    [/^(o\d|gpt-5)/.test(model) ? "max_completion_tokens" : "max_tokens"]: request.maxOutputTokens,
    stream: false,
  };
}

/** Converts one of Waldo's messages. One message may become several, because every tool result is a separate message. */
function toMessages({ role, content }: ModelMessage): JsonObject[] {
  const messages: JsonObject[] = [];
  const calls: Json[] = [];
  const texts: string[] = [];
  for (const part of content) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type === "tool_result")
      messages.push({ role: "tool", tool_call_id: part.callId, content: spoken(part.text) });
    else {
      const { id, name, args } = part.call;
      calls.push({ id, type: "function", function: { name, arguments: JSON.stringify(objectArgs(args)) } });
    }
  }
  const text = texts.join("\n");
  if (calls.length > 0) messages.push({ role, content: text.trim() === "" ? null : text, tool_calls: calls });
  else if (texts.length > 0 || content.length === 0) messages.push({ role, content: spoken(text) });
  return messages;
}

const Text = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish();
const Tokens = z.number().nonnegative().nullish();

const Completion = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: Text,
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().nullish(),
                function: z.looseObject({ name: z.string(), arguments: z.json().optional() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .looseObject({
      prompt_tokens: Tokens,
      completion_tokens: Tokens,
      prompt_tokens_details: z.looseObject({ cached_tokens: Tokens }).nullish(),
    })
    .nullish(),
});

/** Reads one completion. Throws `ModelMalformed` for any other body. The error names the place, never the words. */
export function toReply(body: unknown, request: ModelRequest, model: string): ModelReply {
  const parsed = Completion.safeParse(body);
  if (!parsed.success) throw malformed(`at ${parsed.error.issues[0]?.path.join(".") || "the top"}`);
  const { choices, usage } = parsed.data;
  const [choice] = choices;
  if (!choice) throw malformed("it has no choices");
  const { content, refusal, tool_calls } = choice.message;
  const words = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  const reply = {
    // Servers that report no usage (some local ones) are counted as free.
    usage: {
      inputTokens: Math.max(0, (usage?.prompt_tokens ?? 0) - cached),
      outputTokens: usage?.completion_tokens ?? 0,
      cacheReadTokens: cached,
      cacheWriteTokens: 0,
    },
    model: parsed.data.model || model,
  };
  if (choice.finish_reason === "content_filter" || refusal) return { ...reply, text: "", calls: [], stop: "refused" };
  const text = withoutThinking(words);
  const asked = (tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
    id,
    name,
    args: read(args),
  }));
  const calls = withOwnIds(asked, request.messages);
  const cut = choice.finish_reason === "length";
  if (cut && calls.length > 0) throw malformed(`it was cut at ${request.maxOutputTokens} tokens, inside a tool call`);
  if (calls.length === 0 && text === "") throw malformed(cut ? "it ran out of tokens before a word" : "it is empty");
  return { ...reply, text, calls, stop: calls.length > 0 ? "tool_use" : cut ? "max_tokens" : "end" };
}

/**
 * Reads arguments, which are sent as a JSON text. If they cannot be parsed, the dispatcher gets the text and tells the
 * model.
 */
function read(args: Json | undefined): Json {
  if (typeof args !== "string") return args ?? {};
  if (args.trim() === "") return {};
  try {
    return JSON.parse(args) as Json;
  } catch {
    return args;
  }
}

function malformed(what: string): WaldoError {
  return new WaldoError("ModelMalformed", `the model's reply is not a chat completion: ${what}`);
}

export type OpenAiCompatibleOptions = HttpOptions & { readonly model: string | Record<ModelTier, string> };

export function openAiCompatible(options: OpenAiCompatibleOptions): ModelGateway {
  const { model, key } = options;
  const nameOf = (tier: ModelTier) => (typeof model === "string" ? model : model[tier]);
  const post = poster(options, "chat/completions", key ? { authorization: `Bearer ${key}` } : {});
  return {
    shape: (tier) => shapeFor(nameOf(tier)),
    nameOf,
    async converse(request) {
      const name = nameOf(request.tier);
      return toReply(await post(toBody(request, name), name), request, name);
    },
  };
}
