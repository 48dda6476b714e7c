/** Requests to language models, and a turn with two tools: what the tests of each provider send. */

import { type PromptContext, type ToolResult, WaldoError } from "@waldo/contracts";
import { messagesOf } from "@waldo/core/agent/transcript";
import type { ModelGateway, ModelMessage, ModelRequest } from "@waldo/core/ports";
import { buildPrompt } from "@waldo/core/prompt/build";

export const GET_CRS = {
  name: "get_crs",
  description: "Form of the day.",
  schema: { type: "object", properties: {}, additionalProperties: false },
};

export const said = (text: string, role: "user" | "assistant" = "user"): ModelMessage => ({
  role,
  content: [{ type: "text", text }],
});
export const called = (id: string, name: string, args: object | string = {}): ModelMessage => ({
  role: "assistant",
  content: [{ type: "tool_call", call: { id, name, args: args as never } }],
});
export const answered = (callId: string, text: string, isError = false): ModelMessage => ({
  role: "user",
  content: [{ type: "tool_result", callId, text, isError }],
});

export const request = (over: Partial<ModelRequest> = {}): ModelRequest => ({
  tier: "primary",
  system: [
    { text: "Who you are.", cacheable: true },
    { text: "What today is.", cacheable: false },
  ],
  messages: [said("Write the Brief.")],
  tools: [GET_CRS],
  maxOutputTokens: 700,
  ...over,
});

/** Returns the error of ours with which the gateway refuses the request. */
export async function failureOf(gateway: ModelGateway): Promise<WaldoError> {
  const error: unknown = await gateway.converse(request()).then(JSON.stringify, (why: unknown) => why);
  if (error instanceof WaldoError) return error;
  throw new Error(`expected an error of ours, got ${String(error)}`);
}

export const CALLS = [
  { id: "call_1", name: "get_crs", args: {} },
  { id: "call_2", name: "get_health", args: { date: "2026-10-30" } },
];
const RESULTS: readonly ToolResult[] = [
  { callId: "call_1", name: "get_crs", ok: true, value: { form: 58 }, origin: "system" },
  { callId: "call_2", name: "get_health", ok: false, error: "not_found", message: "nothing yet" },
];
/** The results as a model reads them. */
export const RESULT_TEXTS = [
  '{"name":"get_crs","ok":true,"value":{"form":58},"origin":"system"}',
  '{"name":"get_health","ok":false,"error":"not_found","message":"nothing yet"}',
];

/**
 * Plays a turn from the prompt to the last word. The model must reply first with `CALLS`. Returns the prompt and both
 * replies.
 */
export async function turnWithTools(
  gateway: ModelGateway,
  own: Pick<PromptContext, "trigger" | "variant" | "thread" | "userText">,
) {
  const context: PromptContext = {
    sessionId: "run-1",
    canary: "wren-1",
    date: "2026-10-30",
    localTime: "07:15",
    timeZone: "Europe/London",
    profile: { wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2" },
    body: { note: "nothing", date: "2026-10-30" },
    directives: [],
    memory: [],
    recalled: [],
    skills: [],
    files: [],
    tools: [GET_CRS, { ...GET_CRS, name: "get_health" }],
    channel: "in_app",
    iterations: 3,
    ...own,
  };
  const prompt = buildPrompt(context, "narrative");
  const ask = (messages: readonly ModelMessage[]) =>
    gateway.converse({ ...request(), system: prompt.system, messages, tools: context.tools });
  const first = await ask(messagesOf(prompt, { context, turns: [] }));
  const model = {
    outcome: "replied" as const,
    rung: "L1" as const,
    ...first,
    calls: [...first.calls],
    usage: { ...first.usage },
  };
  const second = await ask(messagesOf(prompt, { context, turns: [{ model, results: RESULTS }] }));
  return { prompt, first, second };
}
