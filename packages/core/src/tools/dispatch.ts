/**
 * The only door between a model and anything else. The model proposes; this decides (R9):
 * known → allowed for this trigger → implemented → arguments parse → run → cap. A denial is an ordinary, typed result.
 */
import {
  DISABLED_TOOLS,
  TOOL_PERMISSIONS,
  type ToolCall,
  type ToolErrorName,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import type { ToolSpec } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { REGISTRY } from "./registry.ts";
import { type ToolContext, ToolFailure } from "./tool.ts";

/** Tokens one result may take in the conversation (seed figure 04: "capped ~500 tok"). */
export const RESULT_TOKEN_CAP = 500;

/** The tools a trigger may use and this build has, in the order of the ACL. */
export function toolsFor(trigger: ToolContext["trigger"]): ToolSpec[] {
  return TOOL_PERMISSIONS[trigger].flatMap((name) => {
    const tool = REGISTRY[name];
    return tool ? [{ name, description: tool.description, schema: tool.schema }] : [];
  });
}

/** Carries out one call, or says in a typed result why not. Throws only what the store throws. */
export async function dispatchTool(call: ToolCall, context: ToolContext): Promise<ToolResult> {
  const refuse = (error: ToolErrorName, message: string): ToolResult => ({
    callId: call.id,
    name: call.name,
    ok: false,
    error,
    message,
  });
  const name = ToolName.safeParse(call.name);
  if (!name.success) return refuse("denied", "there is no such tool");
  const disabled: readonly ToolName[] = DISABLED_TOOLS;
  if (disabled.includes(name.data) || !TOOL_PERMISSIONS[context.trigger].includes(name.data))
    return refuse("denied", `${name.data} is not available to ${context.trigger}`);
  const tool = REGISTRY[name.data];
  if (!tool) return refuse("unavailable", `${name.data} is not connected here`);
  const args = tool.args.safeParse(call.args);
  if (!args.success) {
    const issue = args.error.issues[0];
    return refuse(
      "invalid_arguments",
      `${issue?.path.join(".") || "arguments"}: ${issue?.message ?? "not understood"}`,
    );
  }
  try {
    const text = JSON.stringify(await tool.run(args.data, context));
    if (countTokens(text) > RESULT_TOKEN_CAP)
      return refuse("failed", `the result is over ${RESULT_TOKEN_CAP} tokens: ask for less`);
    return { callId: call.id, name: call.name, ok: true, value: JSON.parse(text), origin: tool.origin };
  } catch (error) {
    if (error instanceof ToolFailure) return refuse(error.error, error.message);
    throw error;
  }
}

/** A batch runs together. Identical calls of one batch run once; each gets the answer under its own id. */
export async function dispatchBatch(calls: readonly ToolCall[], context: ToolContext): Promise<ToolResult[]> {
  const running = new Map<string, Promise<ToolResult>>();
  return Promise.all(
    calls.map(async (call) => {
      const same = JSON.stringify([call.name, call.args]);
      const result = running.get(same) ?? dispatchTool(call, context);
      running.set(same, result);
      return { ...(await result), callId: call.id };
    }),
  );
}
