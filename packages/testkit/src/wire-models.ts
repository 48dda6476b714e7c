/** Replies of language models, in the wire formats of the providers. */
import type { ToolCall } from "@waldo/contracts";
import { type Answer, ok } from "./scripted-server.ts";

export type Said = {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  /** The provider's own word for the stop reason. Without it, the word that fits the reply. */
  readonly stop?: string;
};

/** A chat completion as OpenAI and the compatible servers send it. */
export function completion({ text, calls = [], stop }: Said): Answer {
  const toolCalls = calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  return ok({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "wire-model-2026",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text ?? null, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) },
        finish_reason: stop ?? (calls.length > 0 ? "tool_calls" : "stop"),
      },
    ],
    usage: {
      prompt_tokens: 120,
      completion_tokens: 30,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 100 },
    },
  });
}

/** An answer of Bedrock's Converse. */
export function converseOutput({ text, calls = [], stop }: Said): Answer {
  return ok({
    output: {
      message: {
        role: "assistant",
        content: [
          ...(text === undefined ? [] : [{ text }]),
          ...calls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } })),
        ],
      },
    },
    stopReason: stop ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    usage: {
      inputTokens: 20,
      outputTokens: 30,
      totalTokens: 50,
      cacheReadInputTokens: 100,
      cacheWriteInputTokens: 7,
    },
    metrics: { latencyMs: 1 },
  });
}

/** A message of Anthropic's Messages API. */
export function anthropicMessage({ text, calls = [], stop }: Said): Answer {
  return ok({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "wire-claude-2026",
    content: [
      ...(text === undefined ? [] : [{ type: "text", text }]),
      ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
    ],
    stop_reason: stop ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 30, cache_read_input_tokens: 100, cache_creation_input_tokens: 7 },
  });
}

/** An error of an AWS service that speaks REST JSON. */
export function awsJsonError(status: number, name: string, message: string): Answer {
  return {
    kind: "reply",
    status,
    body: { message },
    headers: { "x-amzn-errortype": name, "x-amzn-requestid": "request-1" },
  };
}
