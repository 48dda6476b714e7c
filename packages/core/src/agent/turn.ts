// One turn of the bounded loop: it asks the model, or carries out the calls that the model asked for. A model that
// fails becomes an `unavailable` step; a store that fails throws. The scratchpad of the run is here too
// (docs/sources.md, Working memory of a run). It is derived from the journal each time, so a resumed run has the same
// one.
import {
  type Asked,
  CALLS_PER_RUN,
  CALLS_PER_TURN,
  ITERATION_BUDGET,
  type ModelStep,
  type ModelTier,
  type PromptContext,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
  type Trigger,
} from "@waldo/contracts";
import { autonomyOf } from "../approve/autonomy.ts";
import { executeProposal } from "../approve/execute.ts";
import { guarded } from "../models/breaker.ts";
import { climb, NO_CONSENT } from "../models/ladder.ts";
import { type ShapeAsk, shaped } from "../models/shape/reply-shape.ts";
import type { ModelRequest, Ports } from "../ports.ts";
import { buildPrompt, type Prompt } from "../prompt/build.ts";
import { typed } from "../prompt/layers.ts";
import { toolContext } from "../tools/context.ts";
import { dispatchBatch } from "../tools/dispatch.ts";
import { REGISTRY } from "../tools/registry.ts";
import type { Heard, ToolContext } from "../tools/tool.ts";
import { otherMoment, SETS_MOMENT } from "../tools/understood.ts";
import { mayBeAsked } from "./candidate.ts";
import { fire, HookDenied } from "./hooks.ts";
import { HOOKS } from "./pipeline.ts";
import { routeOf } from "./route.ts";
import { heardIn, messagesOf, resultsOf, type Transcript } from "./transcript.ts";
import { understoodIn, wantedIn } from "./understood.ts";
import { askKey } from "./writers/writer.ts";

const CAPS = { recentWorkLog: 12, recentVerifiedWork: 8, readFileState: 6 } as const;

type WorkingMemory = {
  /** Every call and its result. */
  readonly recentWorkLog: readonly string[];
  /** Changes that a tool confirmed. */
  readonly recentVerifiedWork: readonly string[];
  /** The pages that this run has read, each once. The page read last comes last. */
  readonly readFileState: readonly string[];
};

/** Returns three capped lists, which drop their oldest entry first. It is not long-term memory. */
export function workingMemory({ turns }: Transcript): WorkingMemory {
  const log: string[] = [];
  const verified: string[] = [];
  const files = new Map<string, true>();
  for (const { model, results } of turns) {
    if (model.outcome !== "replied") continue;
    for (const call of model.calls) {
      const result = results?.find(({ callId }) => callId === call.id);
      if (!result) continue;
      const line = `${call.name} ${JSON.stringify(call.args)} → ${result.ok ? "ok" : result.error}`;
      log.push(line);
      const name = ToolName.safeParse(call.name);
      if (result.ok && name.success && TOOL_EFFECT[name.data] !== "read") verified.push(line);
      const file = (call.args as { file?: unknown } | null)?.file;
      if (result.ok && typeof file === "string") {
        files.delete(file);
        files.set(file, true);
      }
    }
  }
  return {
    recentWorkLog: log.slice(-CAPS.recentWorkLog),
    recentVerifiedWork: verified.slice(-CAPS.recentVerifiedWork),
    readFileState: [...files.keys()].slice(-CAPS.readFileState),
  };
}

/**
 * Returns the scratchpad as an attachment for a prompt without the history. It is empty when the run has done nothing
 * yet.
 */
export function renderWorkingMemory(memory: WorkingMemory): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
  return [
    ...part("Done so far in this run", memory.recentWorkLog),
    ...part("Confirmed changes", memory.recentVerifiedWork),
    ...part("Pages already read", memory.readFileState),
  ].join("\n");
}

/**
 * The most tokens of a reply. A Brief needs three sentences. The rest is for tool calls and for models that think
 * first.
 */
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
    // The second try goes to the usual model, which may answer when another tier cannot.
    const climbed = await climb(guarded(ports, header.userId), full.request, () =>
      request("primary", reduce(context, transcript), NO_HISTORY),
    );
    if (climbed.outcome === "unavailable") {
      // The person chose to use no model outside, so this is not a fault.
      if (climbed.errors.every((name) => name === NO_CONSENT)) return { ...climbed, route };
      for (const name of climbed.errors) await fire(HOOKS, "OnError", { header, name }, ports);
      ports.log("warn", "model.unavailable", { runId: header.runId, errors: climbed.errors.join(","), ...route });
      return { ...climbed, route };
    }
    const { reply } = await fire(HOOKS, "PostLLMCall", { header, reply: climbed.reply }, ports);
    const { text, calls, stop, usage, model, shape } = shaped(
      reply,
      askOf(header, context, full.request),
      full.request.messages,
    );
    if (shape !== undefined) ports.log("warn", "reply.shape", { runId: header.runId, shape, model });
    return {
      ...{ outcome: "replied", rung: climbed.rung, model, text, calls: [...calls], stop, usage: { ...usage }, route },
      ...(shape === undefined ? {} : { shape }),
    };
  } catch (error) {
    if (!(error instanceof HookDenied)) throw error;
    return { outcome: "unavailable", errors: [error.reason], route };
  }
}

/** The triggers whose replies are JSON (agent/heartbeat.ts). */
const TYPED: readonly Trigger[] = ["heartbeat", "ambient"];

/** Returns the facts by which models/shape judges the form of a reply. */
function askOf(
  { trigger }: RunHeader,
  { userText, tools }: PromptContext,
  { system }: Pick<ModelRequest, "system">,
): ShapeAsk {
  return {
    tools: tools.map(({ name }) => name),
    accepts: (name, args) => {
      const known = ToolName.safeParse(name);
      return known.success && REGISTRY[known.data]?.args.safeParse(args).success === true;
    },
    asked: userText === undefined ? "" : typed(userText),
    instructions: system
      .filter(({ cacheable }) => cacheable)
      .map(({ text }) => text)
      .join("\n"),
    typed: TYPED.includes(trigger),
  };
}

const NO_HISTORY: Transcript = { context: undefined, turns: [] };

/** The turns of the conversation that the smaller prompt keeps: the last question and its answer. */
const REDUCED_TURNS = 2;

/**
 * L2: the smaller prompt. It leaves out what a tool can fetch and what only changes the style of the answer. The
 * scratchpad replaces the history.
 */
function reduce(context: PromptContext, transcript: Transcript): PromptContext {
  const scratchpad = renderWorkingMemory(workingMemory(transcript));
  const { thread = [], moment } = context;
  const shorter = {
    ...{ memory: [], files: [], skills: [], thread: thread.slice(-REDUCED_TURNS) },
    ...(moment ? { moment: { ...moment, concerns: [], thoughts: [] } } : {}),
  };
  const { scratchpadOwn, today: _, ...rest } = context;
  return scratchpad === ""
    ? { ...rest, ...(scratchpadOwn ? { scratchpadOwn } : {}), ...shorter }
    : { ...rest, ...shorter, scratchpad };
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

/**
 * Returns the context that tools get in this run. The autonomy level is read again for each batch, so a lower level
 * takes effect at once.
 */
async function contextOf(
  ports: Ports,
  header: RunHeader,
  heard: Heard,
  prompt: PromptContext | undefined,
): Promise<ToolContext> {
  const { userId, runId, trigger, date } = header;
  const autonomy = await autonomyOf(ports.store, userId);
  let asked: Promise<Asked | undefined> | undefined;
  const understood = () => {
    asked ??= understoodIn(ports, prompt);
    return asked;
  };
  const changing = prompt?.changing?.actions;
  const wanted = () => wantedIn(ports, prompt);
  const about = { userId, runId, trigger, date, autonomy, heard, understood, changing, wanted };
  const context = toolContext(ports, about);
  return { ...context, execute: (proposalId) => executeProposal(context, proposalId) };
}

/** The tools that keep the person's words where a later prompt reads them. */
const KEEPS_WORDS: readonly string[] = ["update_memory", "hand_over"] satisfies ToolName[];

/** Carries out a batch of calls. Text from outside that the run has heard so far limits what their arguments may do. */
export async function runCalls(
  ports: Ports,
  header: RunHeader,
  calls: readonly ToolCall[],
  transcript: Transcript,
): Promise<ToolResult[]> {
  if (calls.length === 0) return [];
  const context = await contextOf(ports, header, heardIn(transcript), transcript.context);
  const known = resultsByCall(transcript);
  const { within, beyond, why } = withinLimits(calls, resultsOf(transcript).length);
  const done = await dispatchBatch(within, context, async (call, run) => {
    // A read that succeeded since the last change of this run is answered from the journal. It would tell nothing new.
    const before = known.get(askKey(call));
    if (before && isRead(call.name)) return { ...before, callId: call.id };
    if (transcript.context?.danger && KEEPS_WORDS.includes(call.name))
      return {
        callId: call.id,
        name: call.name,
        ok: false,
        error: "denied",
        message: "this exchange is not remembered",
      };
    // Plain code calls with the moment that it has read itself.
    const mayErr = !ports.model.plain && SETS_MOMENT.has(call.name);
    const other = mayErr ? otherMoment(call, await context.understood?.()) : undefined;
    if (other !== undefined)
      return refusal(call.id, call.name, `the person named another moment: ${other}. Take that one, or ask them`);
    let safe = call;
    try {
      safe = (await fire(HOOKS, "PreToolUse", { header, call }, ports)).call;
    } catch (error) {
      if (!(error instanceof HookDenied)) throw error;
      return refusal(call.id, call.name, error.reason);
    }
    const { result } = await fire(HOOKS, "PostToolUse", { header, call, result: await run(safe) }, ports);
    if (result.proposed?.every(mayBeAsked) ?? true) return result;
    // The model must not say that Waldo will ask the person when Waldo will not ask.
    return refusal(
      call.id,
      call.name,
      "the person is not asked this: it gives medical advice. Nothing has been changed",
    );
  });
  if (beyond.length > 0) ports.log("warn", "calls.refused", { runId: header.runId, calls: beyond.length });
  return [...done, ...beyond.map(({ id, name }) => refusal(id, name, why))];
}

/** Splits the calls of a turn into the calls that may run, in order, and the calls beyond the limits. */
function withinLimits(calls: readonly ToolCall[], before: number) {
  const left = Math.max(0, CALLS_PER_RUN - before);
  const most = Math.min(CALLS_PER_TURN, left);
  const why =
    left < CALLS_PER_TURN
      ? `a run makes at most ${CALLS_PER_RUN} calls, and this one has none left: answer with what you know`
      : `a turn makes at most ${CALLS_PER_TURN} calls: make the rest in the next turn`;
  return { within: calls.slice(0, most), beyond: calls.slice(most), why };
}

function refusal(callId: string, name: string, message: string): ToolResult {
  return { callId, name, ok: false, error: "denied", message };
}

function resultsByCall({ turns }: Transcript): Map<string, ToolResult> {
  const known = new Map<string, ToolResult>();
  for (const { model, results } of turns)
    for (const call of model.outcome === "replied" ? model.calls : []) {
      const result = results?.find(({ callId }) => callId === call.id);
      if (!result?.ok) continue;
      // What was read before a change may be different now.
      if (!isRead(call.name)) known.clear();
      known.set(askKey(call), result);
    }
  return known;
}

function isRead(name: string): boolean {
  const known = ToolName.safeParse(name);
  return known.success && TOOL_EFFECT[known.data] === "read";
}

/**
 * A run may repeat successful calls word for word this many times. Then it is stopped, because more repeats cost money
 * and bring nothing new.
 */
export const MAX_REPEATS = 3;
/** After this many nearly empty turns in a row, the template writes the answer. */
const MAX_TINY_TURNS = 3;
const TINY_CHARS = 20;

/** Returns why a run should not get another turn although it has budget left, or undefined. */
export function stuck({ turns }: Transcript): "repeating" | "diminishing_returns" | undefined {
  const seen = new Map<string, number>();
  let tiny = 0;
  for (const { model } of turns) {
    if (model.outcome !== "replied") continue;
    for (const call of model.calls) seen.set(askKey(call), (seen.get(askKey(call)) ?? 0) + 1);
    const fresh = model.calls.some((call) => seen.get(askKey(call)) === 1);
    tiny = model.text.trim().length < TINY_CHARS && !fresh ? tiny + 1 : 0;
  }
  if ([...seen.values()].some((count) => count > MAX_REPEATS)) return "repeating";
  return tiny >= MAX_TINY_TURNS ? "diminishing_returns" : undefined;
}
