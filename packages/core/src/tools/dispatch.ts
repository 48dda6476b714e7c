/**
 * The only door between a model and anything else. The model proposes; this decides (R9):
 *
 *   known → ACL of the trigger, deny first → arguments parse → autonomy → taint → egress → run or commit → cap
 *
 * A denial is an ordinary, typed result. What needs a tap comes back as `needs_approval` with the action to be shown.
 */
import {
  DISABLED_TOOLS,
  type ProposedAction,
  type ToolCall,
  type ToolErrorName,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import type { Json } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { actionDigest } from "./canonical.ts";
import { carryOutEffect, effectIdOf } from "./effects.ts";
import { aclGate, autonomyGate, egressGate, taintedParts, taintGate } from "./gates.ts";
import { type ResultOrigin, type Tool, type ToolContext, ToolFailure, type WriteTool } from "./tool.ts";

/** Tokens one result may take in the conversation (seed figure 04: "capped ~500 tok"). */
export const RESULT_TOKEN_CAP = 500;

/** Arguments are as deep as a proposal's actions and a little more; a parser's stack is not for the model to spend. */
const MAX_ARGS_DEPTH = 30;

/** Half a character is nothing a store can keep, so nothing a tool need ever see. */
function isStorable(value: Json, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return (
    depth > 0 &&
    Object.keys(value).every((name) => name.isWellFormed()) &&
    Object.values(value).every((member) => isStorable(member, depth - 1))
  );
}

/** Carries out one call, or says in a typed result why not. Throws only what the store throws. */
export async function dispatchTool(call: ToolCall, context: ToolContext): Promise<ToolResult> {
  const refuse = (error: ToolErrorName, message: string, proposed?: ProposedAction): ToolResult => ({
    callId: call.id,
    name: call.name,
    ok: false,
    error,
    message,
    ...(proposed ? { proposed: [proposed] } : {}),
  });
  if (!isStorable(call.args, MAX_ARGS_DEPTH))
    return refuse("invalid_arguments", "the arguments nest too deep, or hold text that is not well-formed");
  const known = ToolName.safeParse(call.name);
  if (!known.success) return refuse("denied", "there is no such tool");
  const name = known.data;
  const disabled: readonly ToolName[] = DISABLED_TOOLS;
  const denied = aclGate(name, context);
  if (denied || disabled.includes(name)) return refuse("denied", denied?.message ?? `${name} is switched off`);
  const tool = context.registry[name];
  if (!tool) return refuse("unavailable", `${name} is not connected here`);
  const parsed = tool.args.safeParse(call.args);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(
      "invalid_arguments",
      `${issue?.path.join(".") || "arguments"}: ${issue?.message ?? "not understood"}`,
    );
  }
  // Gates see what will be carried out: the arguments as parsed, not as sent.
  const args = JSON.parse(JSON.stringify(parsed.data)) as Json;
  const gate = autonomyGate(name, args, context) ?? taintGate(name, args, context);
  if (gate?.error === "needs_approval" && "plan" in tool)
    return refuse(gate.error, gate.message, proposal(tool, args, parsed.data, context));
  if (gate) return refuse(gate.error, gate.message);
  const blocked = egressGate(tool.egress?.(parsed.data, context), context);
  if (blocked) return refuse(blocked.error, blocked.message);
  try {
    const { value, origin, proposed } = await perform(tool, call, args, parsed.data, context);
    const text = JSON.stringify(value);
    if (countTokens(text) > RESULT_TOKEN_CAP)
      return refuse("failed", `the result is over ${RESULT_TOKEN_CAP} tokens: ask for less`);
    return {
      callId: call.id,
      name: call.name,
      ok: true,
      value: JSON.parse(text),
      origin,
      ...(proposed ? { proposed } : {}),
    };
  } catch (error) {
    if (error instanceof ToolFailure) return refuse(error.error, error.message);
    throw error;
  }
}

type Performed = {
  readonly value: object | Json;
  readonly origin: ResultOrigin;
  readonly proposed?: ProposedAction[];
};

async function perform(
  tool: Tool,
  call: ToolCall,
  args: Json,
  parsed: unknown,
  context: ToolContext,
): Promise<Performed> {
  if (!("plan" in tool)) {
    const value = await tool.run(parsed, context);
    return { value, origin: typeof tool.origin === "function" ? tool.origin(value) : tool.origin };
  }
  // The id a provider gives may come twice; with the arguments it names one cause.
  const effectId = effectIdOf(context.runId, `${call.id} ${actionDigest(tool.name, args)}`);
  const automatic = context.approval === undefined;
  const title = tool.title(parsed).slice(0, 120);
  const about = { effectId, tool: tool.name, args, title, at: context.now, automatic };
  const { value, proposed } = await carryOutEffect(context, tool, parsed, about);
  // Whatever answered from outside the store was written there.
  return { value, origin: tool.perform ? "untrusted" : "system", ...(proposed ? { proposed: [...proposed] } : {}) };
}

/** The action a person would be asked about, with whatever in it came from outside laid open. */
export function proposal(tool: WriteTool, args: Json, parsed: unknown, context: ToolContext): ProposedAction {
  return {
    tool: tool.name,
    args,
    digest: actionDigest(tool.name, args),
    title: tool.title(parsed).slice(0, 120),
    tainted: taintedParts(args, context.heard),
  };
}

/** What stands around each call: it may answer in its place, change what is asked, or change what came of it. */
export type Around = (call: ToolCall, run: (call: ToolCall) => Promise<ToolResult>) => Promise<ToolResult>;

/** A batch runs together. Identical calls of one batch run once; each gets the answer under its own id. */
export async function dispatchBatch(
  calls: readonly ToolCall[],
  context: ToolContext,
  around: Around = (call, run) => run(call),
): Promise<ToolResult[]> {
  const running = new Map<string, Promise<ToolResult>>();
  return Promise.all(
    calls.map(async (call) => {
      const same = JSON.stringify([call.name, call.args]);
      const result = running.get(same) ?? around(call, (settled) => dispatchTool(settled, context));
      running.set(same, result);
      return { ...(await result), callId: call.id };
    }),
  );
}
