/**
 * The nine lifecycle events an invocation passes, in order (ADR-0032). A hook is code and costs no token. What a throw
 * means is the event's contract (`HOOK_ON_THROW`): before something happens it denies it, after it happened the result
 * stands and the fault is logged.
 *
 *   OnInvocationStart → PrePromptBuild → PostPromptBuild → (PreLLMCall → PostLLMCall → (PreToolUse → PostToolUse)*)*
 *   → OnInvocationEnd, and OnError wherever something went wrong
 */
import { HOOK_ON_THROW, type HookEvent, type RunHeader, type ToolCall, type ToolResult } from "@waldo/contracts";
import type { ModelReply, ModelRequest, Ports } from "../ports.ts";
import type { Prompt } from "../prompt/build.ts";
import type { PromptContext } from "../prompt/layers.ts";

type Run = { readonly header: RunHeader };

/** What each event hands its hooks. A hook may return a changed payload where the comment says so. */
export type HookPayload = {
  OnInvocationStart: Run & { readonly userText?: string };
  /** The context may be changed: recall, skills. */
  PrePromptBuild: Run & { readonly context: PromptContext };
  PostPromptBuild: Run & { readonly prompt: Prompt };
  /** The request may be changed: route, budget. */
  PreLLMCall: Run & { readonly request: ModelRequest };
  PostLLMCall: Run & { readonly reply: ModelReply };
  /** The call may be changed: what it carries out is sanitised. */
  PreToolUse: Run & { readonly call: ToolCall };
  /** The result may be changed: sanitise, compress. */
  PostToolUse: Run & { readonly call: ToolCall; readonly result: ToolResult };
  OnError: Run & { readonly name: string };
  OnInvocationEnd: Run;
};

export type Hook<E extends HookEvent = HookEvent> = {
  readonly on: E;
  readonly name: string;
  run(payload: HookPayload[E], ports: Ports): Promise<HookPayload[E] | undefined> | HookPayload[E] | undefined;
};

/** A before-hook said no. The name is the hook's reason, fit for the journal. */
export class HookDenied extends Error {
  override readonly name = "HookDenied";
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Runs the hooks of one event, in their order, each seeing what the one before left. Throws `HookDenied` only. */
export async function fire<E extends HookEvent>(
  hooks: readonly Hook[],
  event: E,
  payload: HookPayload[E],
  ports: Ports,
): Promise<HookPayload[E]> {
  let current = payload;
  for (const hook of hooks) {
    if (!isOn(hook, event)) continue;
    try {
      current = (await hook.run(current, ports)) ?? current;
    } catch (error) {
      const reason = error instanceof HookDenied ? error.reason : `${hook.name}_failed`;
      ports.log("warn", "hook.threw", { event, hook: hook.name, reason, runId: payload.header.runId });
      if (HOOK_ON_THROW[event] === "deny") throw new HookDenied(reason);
    }
  }
  return current;
}

function isOn<E extends HookEvent>(hook: Hook, event: E): hook is Hook<E> & Hook {
  return hook.on === event;
}
