/**
 * Contexts: texts in which agents of other makers save their work with the person, its reasons, and what may be needed
 * next. Each context is one row, and a few index rows lead to it. All its content comes from outside and gives no
 * permissions.
 */
import * as z from "zod";
import { EpochMs, Origin } from "./ids.ts";
import { SystemText } from "./words.ts";

export const ACTION_TYPES = [
  "decision",
  "implementation",
  "refactor",
  "bug_fix",
  "documentation",
  "testing",
  "exploration",
] as const;
export const ActionType = z.enum(ACTION_TYPES);
export type ActionType = z.infer<typeof ActionType>;

export const CONTEXT_TIERS = ["ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"] as const;
export const ContextTier = z.enum(CONTEXT_TIERS);
export type ContextTier = z.infer<typeof ContextTier>;

/** Why a context is likely to be needed. */
export const PREDICTION_REASONS = [
  "high_composite_score",
  "recently_accessed",
  "accessed_today",
  "high_access_frequency",
  "moderate_access_frequency",
  "causal_chain_root",
  "causal_chain_member",
  "active_memory_tier",
  "baseline_prediction",
] as const;
export const PredictionReason = z.enum(PREDICTION_REASONS);
export type PredictionReason = z.infer<typeof PredictionReason>;

export const MOST_CONTENT_CHARS = 20_000;
export const MOST_PROJECT_CHARS = 120;
export const MOST_TAGS = 12;
export const MOST_DEPENDENCIES = 20;
export const MOST_METADATA_CHARS = 4_000;
/** A longer content has a summary. */
export const SUMMARY_FROM_CHARS = 200;

export const ContextId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/, "an id as save_context returned it");
export type ContextId = z.infer<typeof ContextId>;
/** A name of a project: one line of text. */
export const ProjectName = z
  .string()
  .min(1)
  .max(MOST_PROJECT_CHARS)
  .regex(/^[^\p{Cc}]+$/u, "one line")
  .refine((name) => name.trim() !== "" && name.isWellFormed(), "a name of whole signs");
export const Tag = z.string().min(1).max(40);

/** What came before a context. `by`: the client named it, or it was saved less than an hour before. */
export const Dependency = z.strictObject({
  id: ContextId,
  by: z.enum(["stated", "inferred"]),
  /** Set when the person or a client said that this context was not a cause. The dependency no longer counts. */
  refused: z.literal(true).optional(),
});
export type Dependency = z.infer<typeof Dependency>;

export const Causality = z.strictObject({
  /** Absent: the client named no kind of action. */
  action: ActionType.optional(),
  rationale: z.string().max(2000).optional(),
  dependencies: z.array(Dependency).max(MOST_DEPENDENCIES),
  /** The context from which this one follows, as the client said. */
  causedBy: ContextId.optional(),
});
export type Causality = z.infer<typeof Causality>;

export const Prediction = z.strictObject({
  /** From 0 to 1, and slightly more for a context that was read more than a hundred times. */
  score: z.number().min(0),
  at: EpochMs,
  nextAccess: EpochMs.optional(),
  reasons: z.array(PredictionReason),
});
export type Prediction = z.infer<typeof Prediction>;

export const ContextRow = z.strictObject({
  id: ContextId,
  project: ProjectName,
  content: z.string().min(1),
  summary: z.string().min(1),
  source: z.string().max(120),
  /** The client's own data as JSON. */
  metadata: z.string().max(MOST_METADATA_CHARS).optional(),
  tags: z.array(Tag).max(MOST_TAGS),
  at: EpochMs,
  origin: Origin,
  /** The client that saved the context. */
  client: z.string().max(120),
  /** The digest of the client's request. Absent when the context came from a file. */
  sent: z.string().optional(),
  /** Absent: the context came from a file that names no cause. */
  causality: Causality.optional(),
  /** How many contexts are between this one and the first of its chain, as clients said. */
  depth: z.number().int().nonnegative(),
  accessCount: z.number().int().nonnegative(),
  lastAccess: EpochMs.optional(),
  prediction: Prediction.optional(),
});
export type ContextRow = z.infer<typeof ContextRow>;

/** The row of a context whose text is in the archive: the place of the text, and the cause of the context. */
export const ArchivedContext = ContextRow.pick({
  id: true,
  project: true,
  at: true,
  causality: true,
  depth: true,
}).extend({
  archived: z.strictObject({ object: SystemText, at: EpochMs }),
});
export type ArchivedContext = z.infer<typeof ArchivedContext>;
/** What remains of a forgotten context. It holds no words. Contexts that it caused still name it. */
export const ForgottenContext = ContextRow.pick({ id: true, project: true, at: true }).extend({ forgotten: EpochMs });
export type ForgottenContext = z.infer<typeof ForgottenContext>;
export const StoredContext = z.union([ContextRow, ArchivedContext, ForgottenContext]);
export type StoredContext = z.infer<typeof StoredContext>;

/** The parts of a score. An index row holds them, so no second read is needed. */
export const ContextSignals = z.strictObject({
  at: EpochMs,
  accessCount: z.number().int().nonnegative(),
  lastAccess: EpochMs.optional(),
  /** From 0 to 1: see contexts/prediction.ts. */
  causal: z.number().min(0).max(1),
});
export type ContextSignals = z.infer<typeof ContextSignals>;

/** The text of a context that was saved after the last segment of its project. */
export const ContextText = z.strictObject({ at: EpochMs, text: z.string() });
export type ContextText = z.infer<typeof ContextText>;

/** Contexts that an answer has shown. They are stored until they are counted. */
export const ContextsSeen = z.strictObject({ at: EpochMs, ids: z.array(ContextId).max(20) });
export type ContextsSeen = z.infer<typeof ContextsSeen>;

/** The weights of recency, causes and frequency. They add up to 1. */
export const Weights = z.strictObject({
  temporal: z.number().min(0).max(1),
  causal: z.number().min(0).max(1),
  frequency: z.number().min(0).max(1),
  /** Set when recency fades slowly, by a power law, and not within a day. */
  slow: z.literal(true).optional(),
});
export type Weights = z.infer<typeof Weights>;

/** One context in its state when a forecast was made. */
export const Candidate = z.strictObject({
  id: ContextId,
  temporal: z.number(),
  causal: z.number(),
  frequency: z.number(),
});
export type Candidate = z.infer<typeof Candidate>;

/**
 * The result of a set of weights for a day: which share of the needed contexts was among its ten best, and which share
 * of its high ones was needed.
 */
export const WeightsDay = z.strictObject({
  hits: z.number().min(0).max(1),
  called: z.number().int().nonnegative(),
  right: z.number().int().nonnegative(),
});

/** A past day: how many of the predicted contexts were needed, and the result of each set of weights. */
export const Forecast = z.strictObject({
  at: EpochMs,
  /** How many of the candidates were needed, and how many other contexts were. */
  used: z.number().int().nonnegative(),
  others: z.number().int().nonnegative(),
  /** In the order of the grid of contexts/learning.ts. */
  by: z.array(WeightsDay),
});
export type Forecast = z.infer<typeof Forecast>;

export const TunedWeights = z.strictObject({
  weights: Weights,
  at: EpochMs,
  /** The mean results of both sets on days that the search had not used, and the number of these days. */
  heldOut: z.strictObject({ tuned: z.number(), standard: z.number(), days: z.number().int() }),
});
export type TunedWeights = z.infer<typeof TunedWeights>;

export const ContextSegment = z.strictObject({ name: z.string(), docs: z.number().int().nonnegative() });

/** Counts of a project, so that a question about it does not read all its contexts. */
export const ContextProject = z.strictObject({
  project: ProjectName,
  savedAt: EpochMs,
  total: z.number().int().nonnegative(),
  /** How many contexts of the project were moved to the archive. */
  archived: z.number().int().nonnegative(),
  actions: z.partialRecord(ActionType, z.number().int()),
  /** `caused`: how many contexts have a causality. `roots`: how many of those name no context as their cause. */
  caused: z.number().int(),
  roots: z.number().int(),
  depths: z.number().int(),
  dependencies: z.strictObject({ stated: z.number().int(), inferred: z.number().int(), refused: z.number().int() }),
  tags: z.record(z.string(), z.number().int()),
  /** How often one kind of action followed another: "exploration>decision". */
  pairs: z.record(z.string(), z.number().int()),
  predicted: z.strictObject({
    count: z.number().int(),
    sum: z.number(),
    reasons: z.partialRecord(PredictionReason, z.number().int()),
  }),
  /** The forecast of the present day. */
  open: z.strictObject({ at: EpochMs, candidates: z.array(Candidate), used: z.array(ContextId).max(500) }).optional(),
  tuned: TunedWeights.optional(),
  /** Why tuned weights were withdrawn. */
  rolledBack: z.strictObject({ at: EpochMs, from: TunedWeights }).optional(),
  segments: z.array(ContextSegment),
  /** How many texts wait for the next segment. */
  waiting: z.number().int().nonnegative(),
  /** Forgotten contexts whose words may still be in files. */
  forgetting: z.array(ContextId).optional(),
  /** How often words were removed. An index whose build began before the last removal is not used. */
  cleaned: z.number().int().optional(),
});
export type ContextProject = z.infer<typeof ContextProject>;
