/** One turn of the bounded loop: ask the model, or carry out what it asked for. */
import { ITERATION_BUDGET, type RunHeader, type ToolCall, type ToolResult } from "@waldo/contracts";
import { climb } from "../models/ladder.ts";
import type { ModelRequest, Ports } from "../ports.ts";
import { buildPrompt, type Prompt } from "../prompt/build.ts";
import type { PromptContext } from "../prompt/layers.ts";
import { dispatchBatch } from "../tools/dispatch.ts";
import { REGISTRY } from "../tools/registry.ts";
import type { Heard, ToolContext } from "../tools/tool.ts";
import { autonomyOf } from "./autonomy.ts";
import { type ModelStep, messagesOf, resultsOf, type Transcript } from "./transcript.ts";

/** Tokens a reply may take. A Brief is three sentences; the rest is room for tool calls. */
export const MAX_OUTPUT_TOKENS = 700;

export async function askModel(ports: Ports, context: PromptContext, transcript: Transcript): Promise<ModelStep> {
  const request = (c: PromptContext): ModelRequest => {
    const prompt = buildPrompt(c, ports.model.shape("primary"));
    return toRequest(prompt, c, transcript);
  };
  const climbed = await climb(ports.model, request(context), () => request(reduce(context)));
  if (climbed.outcome === "unavailable") return climbed;
  const { text, calls, stop, usage, model } = climbed.reply;
  return { outcome: "replied", rung: climbed.rung, model, text, calls: [...calls], stop, usage: { ...usage } };
}

/** L2: what can be fetched by a tool is left out, and so is what only colours the answer. */
function reduce(context: PromptContext): PromptContext {
  return { ...context, memory: [], files: [], skills: [] };
}

function toRequest(prompt: Prompt, context: PromptContext, transcript: Transcript): ModelRequest {
  return {
    tier: "primary",
    system: prompt.system,
    messages: messagesOf(prompt, transcript),
    tools: context.tools,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

export function mayAskAgain(header: RunHeader): boolean {
  return header.iterations < ITERATION_BUDGET[header.trigger];
}

/** What tools may know in this run. Autonomy is read anew for each batch: a downgrade counts at once. */
async function toolContext(ports: Ports, header: RunHeader, heard: Heard): Promise<ToolContext> {
  return {
    userId: header.userId,
    runId: header.runId,
    trigger: header.trigger,
    date: header.date,
    now: ports.clock.now(),
    autonomy: await autonomyOf(ports.store, header.userId),
    heard,
    egress: [],
    store: ports.store,
    archive: ports.archive,
    registry: REGISTRY,
  };
}

/** Carries out a batch. What the run has heard so far decides what its arguments may do. */
export async function runCalls(
  ports: Ports,
  header: RunHeader,
  calls: readonly ToolCall[],
  transcript: Transcript,
): Promise<ToolResult[]> {
  return calls.length === 0 ? [] : dispatchBatch(calls, await toolContext(ports, header, heardIn(transcript)));
}

/** The person's own words, and whether anything from outside has been read: in a result, or in the context itself. */
export function heardIn(transcript: Transcript): Heard {
  const outside = resultsOf(transcript).some((result) => result.ok && result.origin === "untrusted");
  const owner = transcript.context?.userText;
  return { owner: owner === undefined ? [] : [owner], outside };
}
