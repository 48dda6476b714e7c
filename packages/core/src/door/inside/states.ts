/** The states of a run as a chain: what each committed, how long it took, and what was caught on the way. */
import {
  DeliveredStep,
  GatedStep,
  type InsideCall,
  type InsideState,
  ModelStep,
  type RunHeader,
  type StepRecord,
  type ToolResult,
} from "@waldo/contracts";
import { mayShow, type Shown } from "../../memory/threads/shown.ts";
import { isTerminal } from "../../run/journal.ts";
import { isRefused, type Made, resultsIn } from "./journal.ts";

/** Returns the chain, PENDING first. The last state of a run that is not over is the one that works now. */
export function statesOf(
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

/** The calls that nothing has answered yet. */
function waiting({ made, shown }: { readonly made: Made; readonly shown: Shown }): InsideCall[] {
  return [...made.calls.values()]
    .filter(({ id }) => !made.results.has(id))
    .map(({ id, name, args }) => ({ callId: id, tool: name, outcome: "waits", ...(shown.own ? { args } : {}) }));
}
