/** Reads the step records of a run for somebody who looks at it. A record that cannot be read is left out, never a fault. */
import {
  ContextStep,
  GatedStep,
  ModelStep,
  type PromptContext,
  type StepRecord,
  type ToolCall,
  ToolResult,
  ToolsStep,
} from "@waldo/contracts";
import * as z from "zod";

/** What a run that failed commits of the calls that it made last. */
const FailedStep = z.looseObject({ results: z.array(ToolResult) });

export type Made = {
  readonly context: PromptContext | undefined;
  readonly model: (ModelStep & { readonly outcome: "replied" }) | undefined;
  readonly gated: GatedStep | undefined;
  readonly calls: ReadonlyMap<string, ToolCall>;
  readonly results: ReadonlyMap<string, ToolResult>;
};

/** Returns what the steps hold together: the context, the last reply, the verdict, and every call with its result. */
export function madeOf(steps: readonly StepRecord[]): Made {
  const calls = new Map<string, ToolCall>();
  const results = new Map<string, ToolResult>();
  let [context, model, gated]: [Made["context"], Made["model"], Made["gated"]] = [undefined, undefined, undefined];
  for (const step of steps) {
    if (step.to === "CONTEXT_BUILT") context = ContextStep.safeParse(step.data).data?.context;
    if (step.to === "GATED") gated = GatedStep.safeParse(step.data).data;
    const reply = step.to === "LLM_CALLED" ? ModelStep.safeParse(step.data).data : undefined;
    if (reply?.outcome === "replied") {
      model = reply;
      for (const call of reply.calls) calls.set(call.id, call);
    }
    for (const result of resultsIn(step)) results.set(result.callId, result);
  }
  return { context, model, gated, calls, results };
}

/** The results that a step committed. */
export function resultsIn({ to, data }: StepRecord): readonly ToolResult[] {
  if (to === "TOOLS_DONE") return ToolsStep.safeParse(data).data?.results ?? [];
  if (to === "GATED") return GatedStep.safeParse(data).data?.results ?? [];
  return to === "FAILED" ? (FailedStep.safeParse(data).data?.results ?? []) : [];
}

/** True for a call that the gates did not let through. */
export function isRefused(result: ToolResult): boolean {
  return !result.ok && (result.error === "denied" || result.error === "needs_approval");
}
