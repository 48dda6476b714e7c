/**
 * How good the runs of a day were: what plain code found in their journals, what a model of another family added, and
 * what the person kept. These rows hold scores, counts and fixed sentences, but no text of a message and no reading
 * (R6).
 */
import * as z from "zod";
import { EpochMs, LocalDate, RunId, SkillName } from "./ids.ts";
import { AnsweredBy } from "./run.ts";
import { BriefVariant, Trigger } from "./triggers.ts";
import { SystemText } from "./words.ts";

/** The checks of plain code (eval/rubrics.ts). */
export const RUBRICS = ["truth", "content", "length", "repetition", "timing", "follows", "gates", "cost"] as const;
export const Rubric = z.enum(RUBRICS);
export type Rubric = z.infer<typeof Rubric>;

const share = z.number().min(0).max(1);
/** A fixed sentence with counts. It never quotes. */
const Reason = z.string().min(1).max(160);

export const RubricScore = z.discriminatedUnion("applies", [
  z.strictObject({ applies: z.literal(true), score: share, reasons: z.array(Reason).max(4) }),
  z.strictObject({ applies: z.literal(false), reasons: z.array(Reason).length(1) }),
]);
export type RubricScore = z.infer<typeof RubricScore>;

/** How the person reacted to everything that a run said or did (docs/sources.md, Evaluation of runs). */
export const KeptCounts = z.strictObject({
  kept: z.number().int().nonnegative(),
  lost: z.number().int().nonnegative(),
  /** The person did not react. Nobody knows whether they have read it. */
  silent: z.number().int().nonnegative(),
  /** The person can still decide. */
  open: z.number().int().nonnegative(),
});
export type KeptCounts = z.infer<typeof KeptCounts>;

/** The parts that a judging model grades. Each grade is 0, 1 or 2. */
export const JUDGED = ["truth", "content", "follows", "tone"] as const;
export type Judged = (typeof JUDGED)[number];
/** The words for a judge's worst finding. */
export const JUDGE_REASONS = [
  "fine",
  "false_claim",
  "missing_content",
  "does_not_follow",
  "wrong_tone",
  "diagnosis",
  "repeats_itself",
] as const;
export const NOT_JUDGED = [
  "not_sampled",
  "no_text",
  "private",
  "no_consent",
  "no_other_family",
  "cap",
  "unavailable",
  "malformed",
] as const;
export const Judgement = z.discriminatedUnion("judged", [
  z.strictObject({
    judged: z.literal(true),
    /** The provider's name of the judge's model. */
    model: SystemText,
    /** The version of the judge's instructions. */
    prompt: SystemText,
    score: share,
    reason: z.enum(JUDGE_REASONS),
  }),
  z.strictObject({ judged: z.literal(false), why: z.enum(NOT_JUDGED) }),
]);
export type Judgement = z.infer<typeof Judgement>;

export const TraceEval = z.strictObject({
  runId: RunId,
  trigger: Trigger,
  variant: BriefVariant.optional(),
  /** Who wrote the words. Absent: the run said nothing. */
  by: AnsweredBy.optional(),
  model: SystemText.optional(),
  recipes: z.array(SkillName).max(8),
  rubrics: z.record(Rubric, RubricScore),
  things: KeptCounts,
  /** The figure of this run, from 0 to 1. Absent when no part of the figure applies to the run. */
  wis: share.optional(),
  judge: Judgement,
});
export type TraceEval = z.infer<typeof TraceEval>;

/**
 * The share that the person kept of what was said and done, with Wilson's interval of 95%. Absent when the person
 * decided nothing.
 */
export const KeepRate = KeptCounts.extend({
  rate: share.optional(),
  low: share.optional(),
  high: share.optional(),
});
export type KeepRate = z.infer<typeof KeepRate>;

/**
 * The weights of the figure. They add up to 1. If a part does not apply to a run, it is left out and the other weights
 * are scaled up.
 */
export const WIS_WEIGHTS = {
  truth: 0.3,
  content: 0.15,
  kept: 0.15,
  follows: 0.1,
  repetition: 0.1,
  timing: 0.1,
  length: 0.04,
  gates: 0.03,
  cost: 0.03,
} as const;
export const WisPart = z.enum(Object.keys(WIS_WEIGHTS) as [keyof typeof WIS_WEIGHTS]);
export type WisPart = z.infer<typeof WisPart>;
export const Wis = z.strictObject({ wis: share.optional(), parts: z.partialRecord(WisPart, share) });
export type Wis = z.infer<typeof Wis>;

/** The result of one night for the runs since the night before. */
export const EvalNight = Wis.extend({
  date: LocalDate,
  /** Runs that ended before this instant are evaluated. */
  until: EpochMs,
  /** Only runs that the store still has are counted. */
  keep: KeepRate,
  runs: z.array(TraceEval),
  /** How many runs were beyond the limit of one night. */
  leftOut: z.number().int().nonnegative(),
});
export type EvalNight = z.infer<typeof EvalNight>;

/** A night as the routes show it. */
export const EvalView = EvalNight.omit({ until: true });
export type EvalView = z.infer<typeof EvalView>;
