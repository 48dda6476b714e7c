/** A run in its own rows, and what an evaluation reads from them. This code is pure. */
import {
  type EffectRecord,
  type EpochMs,
  type Feedback,
  GatedStep,
  isUnasked,
  type ModelStep,
  type OutboxRow,
  type Profile,
  type PromptContext,
  type Proposal,
  type RunHeader,
  type StepRecord,
  type ToolResult,
} from "@waldo/contracts";
import type { Evidence } from "@waldo/core/agent/claims/evidence";
import { type Sentence, sentencesOf } from "@waldo/core/agent/claims/sentences";
import { evidenceIn, hasWords, readTranscript } from "@waldo/core/agent/transcript";

/** The rows of one run that has ended, with what the person did about it. */
export type Trace = {
  readonly header: RunHeader;
  readonly steps: readonly StepRecord[];
  readonly outbox: readonly OutboxRow[];
  readonly feedback: readonly Feedback[];
  readonly proposals: readonly Proposal[];
  readonly effects: readonly EffectRecord[];
  /** The unasked messages of the week before. */
  readonly before: readonly string[];
  readonly profile: Profile;
  /** The time of the evaluation. Decisions that the person can still make count as open. */
  readonly now: EpochMs;
};

export type ReadTrace = Trace & {
  readonly context: PromptContext | undefined;
  readonly gated: GatedStep | undefined;
  /** The text of the run, which may be empty. */
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly results: readonly ToolResult[];
  readonly evidence: Evidence;
  readonly models: readonly ModelStep[];
  /** The model that wrote the text. */
  readonly writer: string | undefined;
  /** True when Waldo spoke unasked. */
  readonly unasked: boolean;
};

/** Reads the journal of a trace. Throws for a step that does not parse. */
export function readTrace(trace: Trace): ReadTrace {
  const { header, steps, outbox } = trace;
  const transcript = readTranscript(steps);
  const last = steps.findLast(({ to }) => to === "GATED");
  const gated = last && GatedStep.parse(last.data);
  const evidence = evidenceIn(header, transcript);
  const results = [...evidence.results, ...(gated?.results ?? [])];
  const models = transcript.turns.map(({ model }) => model);
  const spoke = models.findLast((model) => model.outcome === "replied");
  const text = gated?.text ?? "";
  return {
    ...trace,
    context: transcript.context,
    gated,
    text,
    sentences: sentencesOf(text),
    results,
    evidence: { ...evidence, results },
    models,
    writer: gated?.source === "model" && spoke?.outcome === "replied" ? spoke.model : undefined,
    unasked: outbox.length > 0 ? outbox.some(({ kind }) => isUnasked(kind)) : !hasWords(header.trigger),
  };
}
