/** Evaluates a run by its own rows. It is pure, and the same rows give the same result. */
import type { Judgement, Rubric, RubricScore, TraceEval } from "@waldo/contracts";
import { fatesOf, keepRate } from "./keep.ts";
import { content } from "./rubrics/content.ts";
import { cost } from "./rubrics/cost.ts";
import { follows } from "./rubrics/follows.ts";
import { gates } from "./rubrics/gates.ts";
import { length } from "./rubrics/length.ts";
import { repetition } from "./rubrics/repetition.ts";
import { timing } from "./rubrics/timing.ts";
import { truth } from "./rubrics/truth.ts";
import { type ReadTrace, readTrace, type Trace } from "./trace.ts";
import { wisOfRuns } from "./wis.ts";

const LOOKS: Record<Rubric, (trace: ReadTrace) => RubricScore> = {
  truth,
  content,
  length,
  repetition,
  timing,
  follows,
  gates,
  cost,
};

/** Returns what plain code finds in a run that has ended. A judge's word is added by the night (night.ts). */
export function evaluateTrace(trace: Trace, judge: Judgement = { judged: false, why: "not_sampled" }): TraceEval {
  const read = readTrace(trace);
  const { header, gated, context, writer } = read;
  const rubrics = Object.fromEntries(Object.entries(LOOKS).map(([rubric, look]) => [rubric, look(read)])) as Record<
    Rubric,
    RubricScore
  >;
  const said = gated !== undefined && gated.source !== "emergency" && context?.danger === undefined;
  const things = fatesOf(trace, said);
  const { wis } = wisOfRuns([{ rubrics }], keepRate(things));
  return {
    runId: header.runId,
    trigger: header.trigger,
    ...(header.variant === undefined ? {} : { variant: header.variant }),
    ...(gated === undefined ? {} : { by: gated.source }),
    ...(writer === undefined ? {} : { model: writer }),
    recipes: (context?.skills ?? []).map(({ name }) => name).slice(0, 8),
    rubrics,
    things,
    ...(wis === undefined ? {} : { wis }),
    judge,
  };
}
