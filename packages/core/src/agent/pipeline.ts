/** The hooks of this build, in the order in which they run. All of them are plain code. No hook calls a model. */
import { CANARY_LEAK, ITERATION_BUDGET, keys, OUTSIDE_READS, Rate, TOOL_EFFECT, ToolName } from "@waldo/contracts";
import { modelDollars } from "../models/spend.ts";
import type { Ports } from "../ports.ts";
import { canaryOf, leakedCanaries } from "../safety/injection/canary.ts";
import { sanitise } from "../safety/sanitise.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { mapTexts } from "../store/json-body.ts";
import { HOUR_MS } from "../time.ts";
import { recallFor, recipesFor } from "./gather.ts";
import { type Hook, HookDenied } from "./hooks.ts";

/**
 * The most messages a person may send in one hour. After that a template asks for patience. A message about an
 * emergency is never counted.
 */
export const MESSAGES_PER_HOUR = 60;

const rateLimit: Hook<"OnInvocationStart"> = {
  on: "OnInvocationStart",
  name: "rate_limit",
  async run({ header }, ports) {
    if (header.trigger !== "user_message") return undefined;
    if ((await countMessage(ports, header.userId, header.runId)) > MESSAGES_PER_HOUR)
      throw new HookDenied("rate_limited");
    return undefined;
  },
};

/** Counts a message once, even when its run is started several times. Returns the number of messages in this hour. */
async function countMessage(ports: Ports, userId: string, runId: string): Promise<number> {
  const now = ports.clock.now();
  const key = keys.rate(userId, Math.floor(now / HOUR_MS));
  return retryConflicts(async () => {
    const row = await ports.store.get(key);
    const { runs } = row ? Rate.parse(row.body) : { runs: [] };
    if (runs.includes(runId) || runs.length > MESSAGES_PER_HOUR) return runs.length;
    const counted: Rate = { runs: [...runs, runId] };
    await ports.store.transact([{ ...putOver(row, key, counted), expiresAt: now + 2 * HOUR_MS }]);
    return counted.runs.length;
  });
}

const canaryInReply: Hook<"PostLLMCall"> = {
  on: "PostLLMCall",
  name: "canary",
  run({ header, reply }) {
    const said = [reply.text, ...reply.calls.map((call) => JSON.stringify(call.args))].join("\n");
    if (leakedCanaries(said, [canaryOf(header)]) > 0) throw new HookDenied(CANARY_LEAK);
    return undefined;
  },
};

/** Sanitises the arguments of a call that changes something or leaves the system: no readings, no scores, no canary. */
const sanitiseArguments: Hook<"PreToolUse"> = {
  on: "PreToolUse",
  name: "sanitise",
  run(payload) {
    const { header, call } = payload;
    const name = ToolName.safeParse(call.name);
    const outside: readonly ToolName[] = OUTSIDE_READS;
    if (!name.success || (TOOL_EFFECT[name.data] === "read" && !outside.includes(name.data))) return undefined;
    const args = mapTexts(call.args, (text) => {
      const safe = sanitise({ text, origin: "agent" }, "user", { canaries: [canaryOf(header)] });
      if (safe.verdict === "blocked") throw new HookDenied(CANARY_LEAK);
      return safe.text;
    });
    return { ...payload, call: { ...call, args } };
  },
};

/**
 * Sanitises the result of a tool before a model reads it. It removes readings. Texts from outside stay, but orders in
 * them are made harmless.
 */
const sanitiseResult: Hook<"PostToolUse"> = {
  on: "PostToolUse",
  name: "sanitise",
  run(payload) {
    const { header, result } = payload;
    if (!result.ok) return undefined;
    const origin = result.origin === "untrusted" ? "untrusted" : "system";
    const value = mapTexts(
      result.value,
      (text) => sanitise({ text, origin }, "internal", { canaries: [canaryOf(header)] }).text,
    );
    return { ...payload, result: { ...result, value } };
  },
};

/** Adds what the person wants and what memory recalls for the occasion. */
const remember: Hook<"PrePromptBuild"> = {
  on: "PrePromptBuild",
  name: "recall",
  async run(payload, ports) {
    const { header, context } = payload;
    return { ...payload, context: { ...context, ...(await recallFor(ports, header, context)) } };
  },
};

const loadRecipes: Hook<"PrePromptBuild"> = {
  on: "PrePromptBuild",
  name: "recipes",
  async run(payload, ports) {
    const { header, context } = payload;
    return { ...payload, context: { ...context, skills: await recipesFor(ports, header, context) } };
  },
};

/** Logs the size of a prompt. Only the journal holds its words. */
const auditPrompt: Hook<"PostPromptBuild"> = {
  on: "PostPromptBuild",
  name: "audit",
  run({ header, prompt }, ports) {
    ports.log("info", "prompt.built", { runId: header.runId, tokens: prompt.tokens });
    return undefined;
  },
};

/** Denies a call beyond the budget of the trigger. The loop counts too; this is the last check. */
const callBudget: Hook<"PreLLMCall"> = {
  on: "PreLLMCall",
  name: "call_budget",
  run({ header }) {
    if (header.iterations >= ITERATION_BUDGET[header.trigger]) throw new HookDenied("over_budget");
    return undefined;
  },
};

/** Logs one line with the name of each error. The breaker has already counted the failures of a model. */
const logError: Hook<"OnError"> = {
  on: "OnError",
  name: "audit",
  run({ header, name }, ports) {
    ports.log("warn", "run.error", { runId: header.runId, trigger: header.trigger, error: name });
    return undefined;
  },
};

/** Logs the cost of a run. The code that caused the cost has already counted it. */
const auditRun: Hook<"OnInvocationEnd"> = {
  on: "OnInvocationEnd",
  name: "cost",
  run({ header }, ports) {
    const { runId, trigger, iterations, spent } = header;
    ports.log("info", "run.cost", { runId, trigger, iterations, dollars: spent ? modelDollars(spent) : 0 });
    return undefined;
  },
};

export const HOOKS: readonly Hook[] = [
  rateLimit,
  remember,
  loadRecipes,
  auditPrompt,
  callBudget,
  canaryInReply,
  sanitiseArguments,
  sanitiseResult,
  logError,
  auditRun,
];
