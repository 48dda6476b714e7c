/**
 * The payload of each step of a run, by the state to which its transition leads. Core writes the payloads and parses
 * them when a run resumes.
 */
import * as z from "zod";
import { ChannelName, OutboxState } from "./outbox.ts";
import { PromptContext } from "./prompt.ts";
import { AnsweredBy, Mended, type RunState } from "./run.ts";
import { ToolCall, ToolResult } from "./tool-calls.ts";
import { SystemText } from "./words.ts";

const Usage = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
});

/** CONTEXT_BUILT: the data of the session's prompts, which does not change later. */
export const ContextStep = z.looseObject({ context: PromptContext });
export type ContextStep = z.infer<typeof ContextStep>;

/** The tier that was called, and the rule that chose it (core/models/routing.ts). Older journals have no route. */
const route = z.strictObject({ tier: z.enum(["primary", "escalation", "cheap"]), reason: z.string() }).optional();

/** Why the answer before this turn was not sent. The model got it back once with this reason. */
const repairs = z.string().optional();

/** LLM_CALLED: the model's reply. `unavailable` means that L1 and L2 both failed; `errors` names the failures. */
export const ModelStep = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("replied"),
    rung: z.enum(["L1", "L2"]),
    model: SystemText,
    text: z.string(),
    calls: z.array(ToolCall),
    stop: SystemText,
    /** Why the reply has no usable content (core/models/shape). Absent when it has words or calls, and in older runs. */
    shape: SystemText.optional(),
    usage: Usage,
    route,
    repairs,
  }),
  z.strictObject({ outcome: z.literal("unavailable"), errors: z.array(SystemText), route, repairs }),
]);
export type ModelStep = z.infer<typeof ModelStep>;

/** TOOLS_DONE: the results of the batch. */
export const ToolsStep = z.strictObject({ results: z.array(ToolResult) });
export type ToolsStep = z.infer<typeof ToolsStep>;

/** A claim and the tool result that proves it. With it an answer can be checked later. */
export const TracedClaim = z.strictObject({
  kind: SystemText,
  words: z.string(),
  callId: SystemText,
  path: z.string(),
});
export type TracedClaim = z.infer<typeof TracedClaim>;

/** GATED: the text to send, and the claims in it. `results` are results that the template fetched itself. */
export const GatedStep = z.strictObject({
  text: z.string(),
  source: AnsweredBy,
  claims: z.array(TracedClaim),
  /** Why a template wrote the text and not a model. */
  reason: z.string().optional(),
  mended: Mended.optional(),
  results: z.array(ToolResult),
});
export type GatedStep = z.infer<typeof GatedStep>;

/** DELIVERED: the state of each outbox row at that time. */
export const DeliveredStep = z.looseObject({
  rows: z.array(z.looseObject({ channel: ChannelName, state: OutboxState })),
});
export type DeliveredStep = z.infer<typeof DeliveredStep>;

/** The payload of a step, by the state to which it leads. Steps to other states have none. */
export const STEP_DATA: Partial<Readonly<Record<RunState, z.ZodType>>> = {
  CONTEXT_BUILT: ContextStep,
  LLM_CALLED: ModelStep,
  TOOLS_DONE: ToolsStep,
  GATED: GatedStep,
  DELIVERED: DeliveredStep,
};
