// The coach: when it speaks by itself, what it said, and what its looks at the goals found.
import * as z from "zod";
import { Line, QuietSpan, WeeklyTime } from "./goals.ts";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { SystemText } from "./words.ts";

/** What the file asks of a person's days. It is in the profile from the first text on, and follows the file. */
export const Coaching = z.strictObject({ weeklyReview: WeeklyTime, quietHours: QuietSpan.optional() });
export type Coaching = z.infer<typeof Coaching>;

/** Minutes of waking time between two heartbeats. */
export const HEARTBEAT_MINUTES = 45;
/** For how many minutes the coach says nothing after Waldo said something by itself. */
export const APART_MINUTES = 90;

/** What a heartbeat may be about. */
export const NUDGE_KINDS = ["today", "window", "task", "week", "commitment", "person"] as const;
export const NudgeKind = z.enum(NUDGE_KINDS);
export type NudgeKind = z.infer<typeof NudgeKind>;

/** One thing that a heartbeat may bring up. */
export const Nudge = z.strictObject({
  /** Names the nudge. After Waldo brings up a nudge, Waldo does not bring it up again for `restDays`. */
  key: z.string(),
  kind: NudgeKind,
  /** The person's own words for the matter. */
  title: Line,
  /** Why Waldo brings the matter up now, in words. */
  why: z.string(),
  restDays: z.number().int().positive(),
});
export type Nudge = z.infer<typeof Nudge>;

/** What became of a heartbeat. `free`: nothing was due, so no model was asked. */
export const BEATS = ["suppressed", "free", "asked"] as const;
/** One heartbeat, in the log entry of the tick that it belongs to. */
export const Beat = z.strictObject({
  outcome: z.enum(BEATS),
  why: z.string(),
  /** The run that was asked, and what it was asked about. */
  runId: SystemText.optional(),
  about: z.array(z.string()).optional(),
});
export type Beat = z.infer<typeof Beat>;

/** The answer of a model to a heartbeat. */
export const BeatReply = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("message"), message: z.string().min(1) }),
  z.strictObject({ action: z.literal("heartbeat_ok") }),
  z.strictObject({
    action: z.literal("state_update"),
    /** For how many minutes the coach has nothing to look at. */
    rest_minutes: z
      .number()
      .int()
      .min(HEARTBEAT_MINUTES)
      .max(12 * 60),
  }),
]);
export type BeatReply = z.infer<typeof BeatReply>;

/** The most steps of one evening in which the person is asked to go to bed: casual, direct, serious. */
export const BEDTIME_STEPS = 3;

/** What the coach has done for a person, so that it does nothing twice. */
export const CoachState = z.strictObject({
  /** When the last heartbeat was. */
  beatAt: EpochMs.optional(),
  /** When each thing was brought up, by its key. What is older than the longest rest is dropped. */
  broughtUp: z.record(z.string(), EpochMs),
  /** The run that was asked last, and what was found for it. */
  asked: z.strictObject({ runId: RunId, found: z.array(Nudge) }).optional(),
  /** The evening in which the person was asked to go to bed last, and how often. */
  bedtime: z
    .strictObject({ date: LocalDate, step: z.number().int().min(1).max(BEDTIME_STEPS), at: EpochMs })
    .optional(),
  /** The month and the quarter whose look at the goals was offered. */
  month: z.string().optional(),
  quarter: z.string().optional(),
});
export type CoachState = z.infer<typeof CoachState>;
