/**
 * The nine lifecycle events that an invocation passes, in order (docs/sources.md, Hooks). A hook is code and costs no
 * token. When a hook throws, the effect depends on the event (`HOOK_ON_THROW`). Before an action, a throw denies the
 * action. After an action, the result stays and the error is logged.
 *
 * OnInvocationStart → PrePromptBuild → PostPromptBuild → (PreLLMCall → PostLLMCall → (PreToolUse → PostToolUse)*)* →
 * OnInvocationEnd, and OnError wherever something went wrong
 */

import {
  HOOK_ON_THROW,
  type HookEvent,
  type PromptContext,
  type RunHeader,
  type ToolCall,
  type ToolResult,
} from "@waldo/contracts";
import type { ModelReply, ModelRequest, Ports } from "../ports.ts";
import type { Prompt } from "../prompt/build.ts";

type Run = { readonly header: RunHeader };

/** What each event gives to its hooks. A hook may return a changed payload where the comment says so. */
type HookPayload = {
  OnInvocationStart: Run;
  /** A hook may change the context: recall, skills. */
  PrePromptBuild: Run & { readonly context: PromptContext };
  PostPromptBuild: Run & { readonly prompt: Prompt };
  /** A hook may change the request: route, budget. */
  PreLLMCall: Run & { readonly request: ModelRequest };
  PostLLMCall: Run & { readonly reply: ModelReply };
  /** A hook may change the call: its arguments are sanitised. */
  PreToolUse: Run & { readonly call: ToolCall };
  /** A hook may change the result: sanitise, compress. */
  PostToolUse: Run & { readonly call: ToolCall; readonly result: ToolResult };
  OnError: Run & { readonly name: string };
  OnInvocationEnd: Run;
};

export type Hook<E extends HookEvent = HookEvent> = {
  readonly on: E;
  readonly name: string;
  run(payload: HookPayload[E], ports: Ports): Promise<HookPayload[E] | undefined> | HookPayload[E] | undefined;
};

/** A before-hook denied the action. `reason` is the hook's reason, in a form that the journal may keep. */
export class HookDenied extends Error {
  override readonly name = "HookDenied";
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Runs the hooks of one event in order. Each hook gets the payload that the previous hook returned. Throws `HookDenied`
 * only.
 */
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
