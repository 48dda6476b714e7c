/** Names of the safety layer: hooks, sanitiser checks, destinations and autonomy levels. */

import * as z from "zod";

/** The nine lifecycle events in the order of one invocation (docs/sources.md, Hooks). All hooks are code. */
export const HOOK_EVENTS = [
  "OnInvocationStart",
  "PrePromptBuild",
  "PostPromptBuild",
  "PreLLMCall",
  "PostLLMCall",
  "PreToolUse",
  "PostToolUse",
  "OnError",
  "OnInvocationEnd",
] as const;
export const HookEvent = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof HookEvent>;

/**
 * What happens when a hook throws. deny: the next action is denied. keep: the action has happened, and the error is
 * only logged in the journal.
 */
export const HOOK_ON_THROW: Record<HookEvent, "deny" | "keep"> = {
  OnInvocationStart: "deny",
  PrePromptBuild: "deny",
  PostPromptBuild: "deny",
  PreLLMCall: "deny",
  PostLLMCall: "deny",
  PreToolUse: "deny",
  PostToolUse: "keep",
  OnError: "keep",
  OnInvocationEnd: "keep",
};

/**
 * The name of a canary leak: the secret mark of the prompt was found outside it. Errors, answers and incidents of a run
 * use this name.
 */
export const CANARY_LEAK = "canary_leak";

/** Where a text will be used. The destination decides what the sanitiser allows (docs/sources.md, The sanitiser). */
export const DESTINATIONS = ["internal", "memory", "user", "external"] as const;
export const Destination = z.enum(DESTINATIONS);
export type Destination = z.infer<typeof Destination>;

/** The five checks, in the order in which they run. */
export const SANITISER_CHECKS = ["canary", "health", "pii", "instruction", "size"] as const;
export const SanitiserCheck = z.enum(SANITISER_CHECKS);
export type SanitiserCheck = z.infer<typeof SanitiserCheck>;

/** The runs whose messages were counted in one clock hour. */
export const Rate = z.strictObject({ runs: z.array(z.string()) });
export type Rate = z.infer<typeof Rate>;

/** L1 only tells, L2 suggests (the default), L3 acts and offers an undo. `connector_write` needs a tap at every level. */
export const AUTONOMY = ["L1", "L2", "L3"] as const;
export const Autonomy = z.enum(AUTONOMY);
export type Autonomy = z.infer<typeof Autonomy>;
