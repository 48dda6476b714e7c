/** The patrol: readings of the day, what a tick saw and decided, and the logs that a person can read. */

import * as z from "zod";
import { Beat } from "./coach.ts";
import { EpochMs, LocalDate } from "./ids.ts";
import { SystemText } from "./words.ts";

/** One intraday reading. RAW: it stays in the raw partitions of the health table, for {@link SAMPLE_HOURS} (R7). */
export const IntradaySample = z.strictObject({
  at: EpochMs,
  heartRateBpm: z.number().min(20).max(260),
  hrvRmssdMs: z.number().min(1).max(400).optional(),
  /** True when the body was moving. A high heart rate during exercise is not stress. */
  moving: z.boolean(),
});
export type IntradaySample = z.infer<typeof IntradaySample>;

/** The readings of twenty minutes in one sync, ordered by time. RAW (R7). */
export const SampleBlock = z.strictObject({ samples: z.array(IntradaySample).min(1) });
export type SampleBlock = z.infer<typeof SampleBlock>;

/**
 * Intraday rows are kept this long. Only the number computed from them leaves the health zone (docs/sources.md, The
 * Fetch).
 */
export const SAMPLE_HOURS = 48;

/** The body at the last patrol tick or sync. DERIVED: a number and yes-or-no values. */
export const Live = z.strictObject({
  date: LocalDate,
  form: z.number().optional(),
  /** The longest high stress of the hour that the readings show, 0–1, and its minutes without movement. */
  stress: z.strictObject({ level: z.number().min(0).max(1), minutes: z.number().nonnegative() }).optional(),
  /** True when the heart rate jumped and stayed high without movement. */
  spike: z.literal(true).optional(),
});
export type Live = z.infer<typeof Live>;

/** What a tick may do. `note` writes one line into the thread from a template. The three values after it start a run. */
export const PATROL_ACTS = ["nothing", "note", "event_brief", "fetch_alert", "intervention"] as const;
export const PatrolAct = z.enum(PATROL_ACTS);
export type PatrolAct = z.infer<typeof PatrolAct>;

/** One tick of the patrol, in a form that a person can read. Append-only. */
export const PatrolEntry = z.strictObject({
  at: EpochMs,
  act: PatrolAct,
  /** The reason for the decision, in words. */
  reason: z.string(),
  /** Form as the tick saw it. */
  form: z.number().optional(),
  /** The heartbeat of the tick. Absent: the tick had no heartbeat. */
  beat: Beat.optional(),
  /** The voice that spoke, or that would have spoken where the person only wants to be told (L1). */
  voice: SystemText.optional(),
  /** What was held back at this tick, and why, in words. */
  held: z.array(z.strictObject({ voice: SystemText, why: z.string() })).optional(),
  /** Set for a decision about a Brief at its own hour, or about readings that arrived. It is no tick of the patrol. */
  of: z.enum(["brief", "readings"]).optional(),
});
export type PatrolEntry = z.infer<typeof PatrolEntry>;

/**
 * Form must have fallen by at least this much since the last Brief for an event Brief (docs/sources.md, the event
 * Brief).
 */
export const EVENT_DROP = 15;

/**
 * After this many days without a message or a tap, the agent only sends what it promised and does not call a model for
 * anything else.
 */
export const SILENT_DAYS = 7;

/** The log entry of an action for the person, with the names of the effects that can be undone. Append-only. */
export const ActionEntry = z.strictObject({
  at: EpochMs,
  act: z.literal("action"),
  reason: z.string(),
  /** The effects that can be taken back. */
  undo: z.array(SystemText),
  /** The proposal that the person tapped. Absent: the action needed no tap. */
  proposalId: SystemText.optional(),
});
export type ActionEntry = z.infer<typeof ActionEntry>;

/**
 * The Fetch stays in shadow until its labels meet the limit (docs/decisions/0010): it runs completely but sends no
 * message.
 */
export const FETCH_MODES = ["shadow", "live"] as const;
export const FetchMode = z.enum(FETCH_MODES);
export type FetchMode = z.infer<typeof FetchMode>;

/** The person's label for one Fetch: it was stress, or a false alarm. Only the person can give it; no tool can. */
export const FetchLabel = z.enum(["right", "wrong"]);
export type FetchLabel = z.infer<typeof FetchLabel>;

/** One Fetch that was sent, or that would have been sent in shadow. */
export const FetchEntry = z.strictObject({
  at: EpochMs,
  runId: SystemText,
  mode: FetchMode,
  minutes: z.number().nonnegative(),
  /** What the person says about this Fetch: stress, or a false alarm. */
  label: FetchLabel.optional(),
  /** When the person said so. Absent in older rows. */
  labelledAt: EpochMs.optional(),
});
export type FetchEntry = z.infer<typeof FetchEntry>;
