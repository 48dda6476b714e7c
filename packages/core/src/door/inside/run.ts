// Shows one run in detail: the parts of its prompt, and the chain of its states. The command `waldo run` and the route
// show the same. The journal keeps the data of the prompt and the token count of each part. The present code builds the
// parts again and counts their tokens. If all counts match the journal, these are the words that were sent.
import {
  DeliveredStep,
  GatedStep,
  type InsideCall,
  type InsidePrompt,
  type InsideRun,
  type InsideState,
  ModelStep,
  type OutboxRow,
  type OutboxView,
  type PromptContext,
  type RunHeader,
  type RunId,
  type StepRecord,
  type ToolResult,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import * as z from "zod";
import { outboxOf, whyUnsent } from "../../channels/outbox.ts";
import { mayShow, type Shown, shownOf } from "../../memory/threads/deleted.ts";
import { AS_IF_ON_AWS, billOf, total } from "../../meter/bill.ts";
import type { Ports, PromptShape } from "../../ports.ts";
import { buildPrompt } from "../../prompt/build.ts";
import { layerTexts, threadText, userContent } from "../../prompt/layers.ts";
import { NORMS, SAFEGUARDS } from "../../prompt/texts.ts";
import { isTerminal, loadSteps } from "../../run/journal.ts";
import { findHeader, gone, isRefused, lineOf, type Made, madeOf, resultsIn, saidBy } from "./sources.ts";

const Counted = z.looseObject({ tokens: z.number(), layers: z.record(z.string(), z.number()) });
const SHAPES: readonly PromptShape[] = ["literal", "terse", "narrative"];
/** The parts that may contain earlier conversations. */
const REPEATS: readonly string[] = ["thread", "context_files"];
/** The text that replaces the private mark of the session. A person who knows the mark could put it into a text. */
const MARK = "[private mark]";

/** Returns the parts of a step's prompt. Returns undefined when the step has no readable counts. */
function promptOf(
  { data }: StepRecord,
  context: PromptContext | undefined,
  { own, earlier }: Shown,
): InsidePrompt | undefined {
  const counted = Counted.safeParse(data).data;
  if (!counted) return undefined;
  const { tokens, layers } = counted;
  const shape = context && SHAPES.find((one) => isSame(layers, context, one));
  const texts = context && own ? wordsOf(context) : {};
  return {
    tokens,
    ...(shape === undefined ? {} : { shape }),
    parts: Object.entries(layers).map(([name, count]) => {
      const text = earlier || !REPEATS.includes(name) ? texts[name] : undefined;
      return { name, tokens: count, ...(text === undefined ? {} : { text }) };
    }),
  };
}

function isSame(layers: Readonly<Record<string, number>>, context: PromptContext, shape: PromptShape): boolean {
  try {
    const again: Readonly<Record<string, number>> = buildPrompt(context, shape).layers;
    return Object.keys({ ...layers, ...again }).every((name) => layers[name] === again[name]);
  } catch (error) {
    // The present code would build a prompt that is larger than the limit.
    if (error instanceof WaldoError) return false;
    throw error;
  }
}

function wordsOf(context: PromptContext): Readonly<Record<string, string>> {
  const words: Record<string, string> = {
    ...layerTexts(context),
    governance: `${NORMS}\n\n${SAFEGUARDS}`,
    tool_schemas: JSON.stringify(context.tools, undefined, 2),
    thread: (context.thread ?? []).map((turn) => `${turn.from}: ${threadText(turn)}`).join("\n"),
    user_content: userContent(context),
  };
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text.replaceAll(context.canary, MARK)]));
}

/**
 * Returns the chain of states, beginning with PENDING. In a run that is not finished, the last state is the active one.
 */
function statesOf(
  header: RunHeader,
  steps: readonly StepRecord[],
  of: { readonly made: Made; readonly shown: Shown },
): InsideState[] {
  const first: InsideState = {
    step: 0,
    ...{ state: "PENDING", at: header.createdAt, tookMs: 0, outcome: "succeeded" },
  };
  const states = [first, ...steps.map((step) => stateOf(step, header, of))];
  const last = states.at(-1);
  if (!last || isTerminal(last.state)) return states;
  const waits = last.state === "LLM_CALLED" ? waiting(of) : [];
  return [...states.slice(0, -1), { ...last, outcome: "working", ...(waits.length === 0 ? {} : { calls: waits }) }];
}

function stateOf(
  step: StepRecord,
  { failure }: RunHeader,
  { made, shown }: { readonly made: Made; readonly shown: Shown },
): InsideState {
  const { to: state, at, tookMs, data } = step;
  const base = { step: step.step, state, at, tookMs, outcome: "succeeded" } as const;
  const calls = resultsIn(step).map((result) => callOf(result, made, shown));
  const withCalls = calls.length === 0 ? {} : { calls };
  switch (state) {
    case "CONTEXT_BUILT":
      return { ...base, ...(typeof data["tokens"] === "number" ? { tokens: data["tokens"] } : {}) };
    case "LLM_CALLED": {
      const model = ModelStep.safeParse(data).data;
      if (!model) return base;
      const isCaught = model.outcome === "unavailable" || model.repairs !== undefined;
      return { ...base, ...(isCaught ? { outcome: "caught" } : {}), model: modelOf(model, shown) };
    }
    case "GATED": {
      const gated = GatedStep.safeParse(data).data;
      if (!gated) return base;
      const { text, source, reason, mended } = gated;
      const isInstead = source === "template" && reason !== undefined && reason !== "calm";
      const said = {
        ...(shown.own ? { text } : {}),
        by: source,
        ...(reason === undefined ? {} : { reason }),
        ...(mended === undefined ? {} : { mended }),
      };
      return { ...base, ...(isInstead || mended ? { outcome: "caught" } : {}), said, ...withCalls };
    }
    case "DELIVERED": {
      const rows = DeliveredStep.safeParse(data).data?.rows ?? [];
      return { ...base, rows: rows.map((row) => ({ channel: row.channel, state: row.state })) };
    }
    case "FAILED":
      return {
        ...base,
        outcome: "failed",
        ...withCalls,
        ...(failure ? { failure: `${failure.name}: ${failure.message}` } : {}),
      };
    default:
      return { ...base, ...withCalls };
  }
}

function modelOf(model: ModelStep, { own }: Shown): NonNullable<InsideState["model"]> {
  const { outcome, route, repairs } = model;
  const more = {
    ...(route ? { tier: route.tier, route: route.reason } : {}),
    ...(repairs === undefined ? {} : { repairs }),
  };
  if (model.outcome === "unavailable") return { outcome: model.outcome, asks: [], errors: model.errors, ...more };
  const { rung, model: name, stop, text, usage, calls } = model;
  const { inputTokens: input, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite } = usage;
  return {
    ...{ outcome, rung, name, stop, errors: [], usage: { input, output, cacheRead, cacheWrite } },
    asks: calls.map(({ id: callId, name: tool, args }) => ({ callId, tool, ...(own ? { args } : {}) })),
    ...(own && text !== "" ? { text } : {}),
    ...more,
  };
}

function callOf(result: ToolResult, { calls }: Made, shown: Shown): InsideCall {
  const { callId, name: tool } = result;
  const args = calls.get(callId)?.args;
  const base = { callId, tool, ...(args === undefined || !shown.own ? {} : { args }) };
  if (!result.ok) {
    const { error, message } = result;
    const outcome = isRefused(result) ? "refused" : "failed";
    return { ...base, outcome, error, ...(mayShow(tool, shown) ? { message } : {}) };
  }
  return {
    ...base,
    outcome: "succeeded",
    ...(mayShow(tool, shown) ? { result: result.value } : {}),
    ...(result.origin === "untrusted" ? { fromOutside: true } : {}),
  };
}

/** Returns the calls that have no result yet. */
function waiting({ made, shown }: { readonly made: Made; readonly shown: Shown }): InsideCall[] {
  return [...made.calls.values()]
    .filter(({ id }) => !made.results.has(id))
    .map(({ id, name, args }) => ({ callId: id, tool: name, outcome: "waits", ...(shown.own ? { args } : {}) }));
}

type Needs = Pick<Ports, "store" | "clock">;

/** Returns everything that the store holds about a run. `kept` is false when the run has left the store. */
export async function insideRun(ports: Needs, userId: UserId, runId: RunId): Promise<InsideRun> {
  const { store } = ports;
  const [header, rows] = await Promise.all([findHeader(store, userId, runId), outboxOf(ports, userId, runId)]);
  const outbox: OutboxView[] = [];
  for (const row of rows) outbox.push(await viewOf(ports, row));
  if (!header) return { ...gone(runId), outbox };
  const [steps, shown] = await Promise.all([loadSteps(store, userId, runId), shownOf(store, header)]);
  const made = madeOf(steps);
  const built = steps.find(({ to }) => to === "CONTEXT_BUILT");
  const prompt = built && promptOf(built, made.context, shown);
  const bill = header.spent && billOf(header.spent, AS_IF_ON_AWS);
  return {
    kept: true,
    run: { ...lineOf(header), fence: header.fence },
    ...saidBy(header, made, shown),
    states: statesOf(header, steps, { made, shown }),
    ...(prompt ? { prompt } : {}),
    outbox,
    ...(bill && header.spent ? { cost: { bill, total: total(bill), models: header.spent.models } } : {}),
  };
}

async function viewOf(ports: Needs, row: OutboxRow): Promise<OutboxView> {
  const { ordinal, channel, kind, state, attempt, key, updatedAt, receipt } = row;
  const why = await whyUnsent(ports, row);
  return {
    ...{ ordinal, channel, kind, state, attempt, key, updatedAt },
    ...(receipt === undefined ? {} : { receipt }),
    ...(why === undefined ? {} : { why }),
  };
}
