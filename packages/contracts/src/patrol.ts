import { z } from "zod";
import { EpochMs, LocalDate } from "./ids.ts";

/** One intraday reading. RAW: lives in the health table's raw partitions, for {@link SAMPLE_HOURS} (R7). */
export const IntradaySample = z.strictObject({
  at: EpochMs,
  heartRateBpm: z.number().min(20).max(260),
  hrvRmssdMs: z.number().min(1).max(400).optional(),
  /** Whether the body was moving: exercise is no stress. */
  moving: z.boolean(),
});
export type IntradaySample = z.infer<typeof IntradaySample>;

/** Intraday rows live this long and never leave the health zone; the scalar made of them does (health.md). */
export const SAMPLE_HOURS = 48;

/** What the last patrol tick saw of the body. DERIVED: a scalar and yes or no. */
export const Live = z.strictObject({
  date: LocalDate,
  form: z.number().optional(),
  /** Stress 0–1 as of the latest reading, and for how many minutes it has been high without movement. */
  stress: z.strictObject({ level: z.number().min(0).max(1), minutes: z.number().nonnegative() }).optional(),
  /** The heart rate jumped and stayed up, without movement. */
  spike: z.literal(true).optional(),
});
export type Live = z.infer<typeof Live>;

/** `note`: one line in the thread, written by a template. The three after it start a run. */
export const PATROL_ACTS = ["nothing", "note", "event_brief", "fetch_alert", "intervention"] as const;
export const PatrolAct = z.enum(PATROL_ACTS);
export type PatrolAct = z.infer<typeof PatrolAct>;

/** One tick of the patrol, for a person to read. Append-only. */
export const PatrolEntry = z.strictObject({
  at: EpochMs,
  act: PatrolAct,
  /** Why, in words. */
  reason: z.string(),
  /** Form as the tick saw it. */
  form: z.number().optional(),
});
export type PatrolEntry = z.infer<typeof PatrolEntry>;

/** The Fetch stays in shadow until its bar is met (docs/decisions/0010): it runs in full and tells nobody. */
export const FETCH_MODES = ["shadow", "live"] as const;
export const FetchMode = z.enum(FETCH_MODES);
export type FetchMode = z.infer<typeof FetchMode>;

/** One Fetch that was, or in shadow would have been, sent. */
export const FetchEntry = z.strictObject({
  at: EpochMs,
  runId: z.string(),
  mode: FetchMode,
  minutes: z.number().nonnegative(),
  /** What the person says it was: stress, or a false alarm. */
  label: z.enum(["right", "wrong"]).optional(),
});
export type FetchEntry = z.infer<typeof FetchEntry>;
