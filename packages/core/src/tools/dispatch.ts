/**
 * The dispatcher: the only way from a model to anything else. The model proposes a call; this code decides (R9):
 *
 * known tool → ACL of the trigger, deny first → parse arguments → scrub outgoing texts → effect gate → egress
 *     → run or commit → cap
 *
 * A denial is an ordinary typed result. A call that needs a tap returns `needs_approval` with the action to show to the
 * person.
 */
import {
  DISABLED_TOOLS,
  isOwn,
  type ProposedAction,
  type ToolCall,
  type ToolErrorName,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import type { Json, Store } from "../ports.ts";
import { readOnce } from "../store/query-all.ts";
import { actionDigest, proposedAction, signatureOf } from "./approval.ts";
import { carryOutEffect, effectIdOf } from "./effects.ts";
import { aclGate, effectGate, egressGate, type Verdict } from "./needs-tap.ts";
import { scrubbed } from "./outgoing.ts";
import { taintedParts } from "./provenance.ts";
import { fitted } from "./result-size.ts";
import { type ResultOrigin, type Tool, type ToolContext, ToolFailure, type WriteTool } from "./tool.ts";

/** The most tokens one result may take in the conversation (docs/sources.md, Triggers and their tools). */
export const RESULT_TOKEN_CAP = 500;

/**
 * Arguments may be a little deeper than the actions of a proposal. The limit keeps a model from exhausting the parser's
 * stack.
 */
const MAX_ARGS_DEPTH = 30;

/** False when a text holds half of a surrogate pair, which a store cannot keep, or when the value is too deep. */
function isStorable(value: Json, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return (
    depth > 0 &&
    Object.keys(value).every((name) => name.isWellFormed()) &&
    Object.values(value).every((member) => isStorable(member, depth - 1))
  );
}

/**
 * Carries out one call, or returns a typed result with the reason why not. A tool that reads uses `reads` as its store.
 * Throws only the errors of the store.
 */
export async function dispatchTool(
  call: ToolCall,
  context: ToolContext,
  reads: Store = context.store,
): Promise<ToolResult> {
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
  const parsed = tool.args.safeParse(scrubbed(tool, call.args));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join(".") || "arguments";
    return refuse(
      "invalid_arguments",
      `${where}: ${issue?.message ?? "not understood"}. It takes: ${signatureOf(tool)}`,
    );
  }
  // The gates check the parsed arguments, because the tool gets exactly these.
  const args: Json = JSON.parse(JSON.stringify(parsed.data));
  try {
    const verdict = await effectGate({ tool, parsed: parsed.data, args }, context);
    if (!verdict.allowed) {
      const { error, message, asked } = verdict;
      if (!asked || !("plan" in tool)) return refuse(error, message);
      const about = { ...asked, afterOutside: context.heard.outside };
      return refuse(error, message, proposedAction(name, asked.args, tool.title(asked.parsed), about));
    }
    const blocked = egressGate(tool.egress?.(parsed.data, context), context);
    if (blocked) return refuse(blocked.error, blocked.message);
    const { value, origin, proposed } = await perform(
      { tool, call, args, parsed: parsed.data, reads, verdict },
      context,
    );
    return {
      callId: call.id,
      name: call.name,
      ok: true,
      value: fitted(JSON.parse(JSON.stringify(value)), RESULT_TOKEN_CAP),
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

type Parsed = {
  readonly tool: Tool;
  readonly call: ToolCall;
  /** The arguments as JSON. Gates and markers are computed from this form. */
  readonly args: Json;
  readonly parsed: unknown;
  readonly reads: Store;
  /** The decision of the gate about the call. */
  readonly verdict: Verdict & { readonly allowed: true };
};

async function perform({ tool, call, args, parsed, reads, verdict }: Parsed, context: ToolContext): Promise<Performed> {
  // The result names the executed actions by their titles, and a title may hold other people's words.
  if ("act" in tool) return { value: await tool.act(parsed, context), origin: "untrusted" };
  if ("run" in tool) {
    const value = await tool.run(parsed, { ...context, store: reads });
    return { value, origin: typeof tool.origin === "string" ? tool.origin : tool.origin.of(value) };
  }
  // A provider may use the same id twice. Together with the arguments, the id identifies one cause.
  const effectId = effectIdOf(context.runId, `${call.id} ${actionDigest(tool.name, args)}`);
  const title = tool.title(parsed, await shownOf(tool, parsed, context)).slice(0, 120);
  const tainted = taintedParts(args, context.heard);
  const asked = verdict.inOwnWords ? { asked: true as const } : {};
  const about = {
    ...{ effectId, runId: context.runId, tool: tool.name, args, title, tainted },
    ...{ at: context.now, automatic: true, ...asked },
  };
  const { value, proposed } = await carryOutEffect(context, tool, parsed, about);
  // The answer of a tool with `perform` comes from outside, so it counts as outside text.
  return { value, origin: tool.perform ? "untrusted" : "system", ...(proposed ? { proposed: [...proposed] } : {}) };
}

/** Returns how the row is shown to a person. When a step runs a second time, the row may not exist any more. */
async function shownOf(tool: WriteTool, parsed: unknown, context: ToolContext): Promise<string | undefined> {
  try {
    const target = await tool.target?.(parsed, context);
    // A model reads the title as Waldo's own words, so other people's words are left out.
    return target && isOwn(target) ? target.shown : undefined;
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** A function around each call. It may answer instead of the call, or change the call or its result. */
type Around = (call: ToolCall, run: (call: ToolCall) => Promise<ToolResult>) => Promise<ToolResult>;

/**
 * Runs a batch of calls in parallel. Identical calls run once, and each gets the answer under its own id. Reads of the
 * batch share their rows; gates and effects read for themselves.
 */
export async function dispatchBatch(
  calls: readonly ToolCall[],
  context: ToolContext,
  around: Around = (call, run) => run(call),
): Promise<ToolResult[]> {
  const running = new Map<string, Promise<ToolResult>>();
  const reads = readOnce(context.store);
  return Promise.all(
    calls.map(async (call) => {
      const same = JSON.stringify([call.name, call.args]);
      const result = running.get(same) ?? around(call, (settled) => dispatchTool(settled, context, reads));
      running.set(same, result);
      return { ...(await result), callId: call.id };
    }),
  );
}
