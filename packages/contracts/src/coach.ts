// The coach: when it speaks unasked, what it said, and what its checks of the goals found.
import * as z from "zod";
import { Line, QuietSpan, WeeklyTime } from "./goals.ts";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { SystemText } from "./words.ts";

/** The parts of the goals file that affect a person's days. They are stored in the profile and follow the file. */
export const Coaching = z.strictObject({ weeklyReview: WeeklyTime, quietHours: QuietSpan.optional() });
export type Coaching = z.infer<typeof Coaching>;

/** Minutes of waking time between two heartbeats. */
export const HEARTBEAT_MINUTES = 45;
/** For this many minutes after an unasked message of Waldo, the coach says nothing. */
export const APART_MINUTES = 90;

/** What a heartbeat may be about. */
export const NUDGE_KINDS = ["today", "window", "task", "week", "commitment", "person"] as const;
export const NudgeKind = z.enum(NUDGE_KINDS);
export type NudgeKind = z.infer<typeof NudgeKind>;

/** One subject that a heartbeat may mention. */
export const Nudge = z.strictObject({
  /** The name of the nudge. After Waldo has mentioned it, it rests for `restDays`. */
  key: z.string(),
  kind: NudgeKind,
  /** The subject in the person's own words. */
  title: Line,
  /** Why it is mentioned now, in words. */
  why: z.string(),
  restDays: z.number().int().positive(),
});
export type Nudge = z.infer<typeof Nudge>;

/** The result of a heartbeat. `free`: nothing was due, so no model was asked. */
export const BEATS = ["suppressed", "free", "asked"] as const;
/** One heartbeat, in the log entry of the tick that it belongs to. */
export const Beat = z.strictObject({
  outcome: z.enum(BEATS),
  why: z.string(),
  /** The run that was asked, and the subjects in its question. */
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
    /** For this many minutes the coach need not look. */
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

/** What the coach has done for a person. It is stored so that nothing is done twice. */
export const CoachState = z.strictObject({
  /** When the last heartbeat was. */
  beatAt: EpochMs.optional(),
  /** When each subject was mentioned, by its key. Entries older than the longest rest are dropped. */
  broughtUp: z.record(z.string(), EpochMs),
  /** The last run that was asked, and what was found for it. */
  asked: z.strictObject({ runId: RunId, found: z.array(Nudge) }).optional(),
  /** The last evening on which the person was asked to go to bed, and how many times. */
  bedtime: z
    .strictObject({ date: LocalDate, step: z.number().int().min(1).max(BEDTIME_STEPS), at: EpochMs })
    .optional(),
  /** The month and the quarter whose goal check was offered. */
  month: z.string().optional(),
  quarter: z.string().optional(),
});
export type CoachState = z.infer<typeof CoachState>;
