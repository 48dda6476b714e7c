import { z } from "zod";

/** The nine lifecycle events, in the order one invocation meets them (ADR-0032). Zero tokens: all of it is code. */
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

/** What a throw in a hook of each event means: what comes next is denied, or it has happened and is only journalled. */
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

/** Where a text is about to go. It decides what the sanitiser lets stand (ADR-0024). */
export const DESTINATIONS = ["internal", "memory", "user", "external"] as const;
export const Destination = z.enum(DESTINATIONS);
export type Destination = z.infer<typeof Destination>;

/** The five checks, in the order they run. */
export const SANITISER_CHECKS = ["canary", "health", "pii", "instruction", "size"] as const;
export const SanitiserCheck = z.enum(SANITISER_CHECKS);
export type SanitiserCheck = z.infer<typeof SanitiserCheck>;

/** L1 tells, L2 suggests (the default), L3 acts and offers an undo. `connector_write` needs a tap at every level. */
export const AUTONOMY = ["L1", "L2", "L3"] as const;
export const Autonomy = z.enum(AUTONOMY);
export type Autonomy = z.infer<typeof Autonomy>;
