/** One turn of the bounded loop: ask the model, or carry out what it asked for. */
import {
  ITERATION_BUDGET,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import { guarded } from "../models/breaker.ts";
import { climb } from "../models/ladder.ts";
import type { ModelRequest, ModelTier, Ports } from "../ports.ts";
import { buildPrompt, type Prompt } from "../prompt/build.ts";
import type { PromptContext } from "../prompt/layers.ts";
import { dispatchBatch } from "../tools/dispatch.ts";
import { REGISTRY } from "../tools/registry.ts";
import type { Heard, ToolContext } from "../tools/tool.ts";
import { autonomyOf } from "./autonomy.ts";
import { fire, HookDenied } from "./hooks.ts";
import { HOOKS } from "./pipeline.ts";
import { routeOf } from "./route.ts";
import { type ModelStep, messagesOf, resultsOf, type Transcript } from "./transcript.ts";
import { renderWorkingMemory, workingMemory } from "./working-memory.ts";

/** Tokens a reply may take. A Brief is three sentences; the rest is room for tool calls, and for models that think first. */
export const MAX_OUTPUT_TOKENS = 2000;

export async function askModel(
  ports: Ports,
  header: RunHeader,
  context: PromptContext,
  transcript: Transcript,
): Promise<ModelStep> {
  const route = await routeOf(ports, header, transcript);
  const request = (tier: ModelTier, c: PromptContext, history: Transcript): ModelRequest =>
    toRequest(tier, buildPrompt(c, ports.model.shape(tier)), c, history);
  try {
    const full = await fire(HOOKS, "PreLLMCall", { header, request: request(route.tier, context, transcript) }, ports);
    // The second try is the usual model's: what another tier cannot do now, it may.
    const climbed = await climb(guarded(ports, header.userId), full.request, () =>
      request("primary", reduce(context, transcript), NO_HISTORY),
    );
    if (climbed.outcome === "unavailable") {
      ports.log("warn", "model.unavailable", { runId: header.runId, errors: climbed.errors.join(","), ...route });
      return { ...climbed, route };
    }
    const { reply } = await fire(HOOKS, "PostLLMCall", { header, reply: climbed.reply }, ports);
    const { text, calls, stop, usage, model } = reply;
    return { outcome: "replied", rung: climbed.rung, model, text, calls: [...calls], stop, usage: { ...usage }, route };
  } catch (error) {
    if (!(error instanceof HookDenied)) throw error;
    return { outcome: "unavailable", errors: [error.reason], route };
  }
}

const NO_HISTORY: Transcript = { context: undefined, turns: [] };

/** L2: what a tool can fetch is left out, what only colours the answer too, and the history shrinks to the scratchpad. */
function reduce(context: PromptContext, transcript: Transcript): PromptContext {
  const scratchpad = renderWorkingMemory(workingMemory(transcript));
  return { ...context, memory: [], files: [], skills: [], ...(scratchpad === "" ? {} : { scratchpad }) };
}

function toRequest(tier: ModelTier, prompt: Prompt, context: PromptContext, transcript: Transcript): ModelRequest {
  return {
    tier,
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
    egress: ports.egress ?? [],
    ...(ports.embedder ? { embedder: ports.embedder } : {}),
    ...(ports.web ? { web: ports.web } : {}),
    ...(ports.mcp ? { mcp: ports.mcp } : {}),
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
  if (calls.length === 0) return [];
  const context = await toolContext(ports, header, heardIn(transcript));
  const known = resultsByCall(transcript);
  return dispatchBatch(calls, context, async (call, run) => {
    // A read that succeeded in this run is answered from the journal: asking again tells nobody anything.
    const before = known.get(callKey(call));
    if (before && isRead(call.name)) return { ...before, callId: call.id };
    let asked = call;
    try {
      asked = (await fire(HOOKS, "PreToolUse", { header, call }, ports)).call;
    } catch (error) {
      if (!(error instanceof HookDenied)) throw error;
      return { callId: call.id, name: call.name, ok: false, error: "denied", message: error.reason };
    }
    return (await fire(HOOKS, "PostToolUse", { header, call, result: await run(asked) }, ports)).result;
  });
}

function resultsByCall({ turns }: Transcript): Map<string, ToolResult> {
  const known = new Map<string, ToolResult>();
  for (const { model, results } of turns)
    for (const call of model.outcome === "replied" ? model.calls : []) {
      const result = results?.find(({ callId }) => callId === call.id);
      if (result?.ok) known.set(callKey(call), result);
    }
  return known;
}

function isRead(name: string): boolean {
  const known = ToolName.safeParse(name);
  return known.success && TOOL_EFFECT[known.data] === "read";
}

const callKey = (call: ToolCall) => JSON.stringify([call.name, call.args]);

/** Successful calls a run may repeat word for word before it is stopped: a loop that learns nothing only costs. */
export const MAX_REPEATS = 3;
/** Turns in a row with next to nothing in them after which the template speaks. */
const MAX_TINY_TURNS = 3;
const TINY_CHARS = 20;

/** Why a run should not be given another turn, though it has budget left. */
export function stuck({ turns }: Transcript): "repeating" | "diminishing_returns" | undefined {
  const seen = new Map<string, number>();
  let tiny = 0;
  for (const { model } of turns) {
    if (model.outcome !== "replied") continue;
    for (const call of model.calls) seen.set(callKey(call), (seen.get(callKey(call)) ?? 0) + 1);
    const fresh = model.calls.some((call) => seen.get(callKey(call)) === 1);
    tiny = model.text.trim().length < TINY_CHARS && !fresh ? tiny + 1 : 0;
  }
  if ([...seen.values()].some((count) => count > MAX_REPEATS)) return "repeating";
  return tiny >= MAX_TINY_TURNS ? "diminishing_returns" : undefined;
}

/** The person's own words, and whether anything from outside has been read: in a result, or in the context itself. */
export function heardIn(transcript: Transcript): Heard {
  const { userText: owner, scratchpad } = transcript.context ?? {};
  // What an earlier phase found was made of other people's text.
  const results = resultsOf(transcript);
  const outside = scratchpad !== undefined || results.some((result) => result.ok && result.origin === "untrusted");
  const { directives = [], memory = [] } = transcript.context ?? {};
  const recalled = [...directives, ...memory, ...results.flatMap(rememberedIn)];
  return { owner: owner === undefined ? [] : [owner], outside, recalled };
}

/** The texts a result brought out of memory. */
function rememberedIn(result: ToolResult): string[] {
  if (!result.ok || (result.name !== "read_memory" && result.name !== "search_episodes")) return [];
  const { claims = [], episodes = [] } = result.value as {
    claims?: readonly { claim: string }[];
    episodes?: readonly { summary: string }[];
  };
  return [...claims.map(({ claim }) => claim), ...episodes.map(({ summary }) => summary)];
}
