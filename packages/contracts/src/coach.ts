/** The coach: the goals that a person writes in a file of their own, and the times that they name there. */
import * as z from "zod";
import { EpochMs, LocalDate, LocalTime, RunId, TimeZone } from "./ids.ts";
import { SystemText } from "./words.ts";

/** The most goals of a quarter, of a week and of a day. More would be no choice. */
export const MOST_GOALS = 3;
/** The most characters of one line of the file that means something. */
export const MOST_GOAL_LINE = 300;
/** The most characters of the whole file. */
export const MOST_GOALS_CHARS = 20_000;

const Line = z.string().min(1).max(MOST_GOAL_LINE);
const few = z.array(Line).max(MOST_GOALS);

/** A day of the week and a time of it. 1 is Monday, 7 is Sunday. */
export const WeeklyTime = z.strictObject({ weekday: z.number().int().min(1).max(7), time: LocalTime });
export type WeeklyTime = z.infer<typeof WeeklyTime>;

export const QuietSpan = z.strictObject({ from: LocalTime, to: LocalTime });
export type QuietSpan = z.infer<typeof QuietSpan>;

/** What the file says. A target that is absent is what the profile says. */
export const Goals = z.strictObject({
  northStar: Line.optional(),
  quarter: few,
  week: few,
  today: few,
  commitments: z.array(Line).max(20),
  people: z.array(z.strictObject({ name: Line, context: Line.optional() })).max(50),
  targets: z.strictObject({
    bedtime: LocalTime.optional(),
    wake: LocalTime.optional(),
    quietHours: QuietSpan.optional(),
    weeklyReview: WeeklyTime.optional(),
    timeZone: TimeZone.optional(),
  }),
});
export type Goals = z.infer<typeof Goals>;

/** Where a text of the file came from. */
export const GOALS_WRITERS = ["template", "app", "chat", "file", "git", "review"] as const;
export const GoalsWriter = z.enum(GOALS_WRITERS);
export type GoalsWriter = z.infer<typeof GoalsWriter>;

/** Why a text is not in force: the line, from 1, and what is wrong there. The reason quotes no word of the line. */
export const GoalsFault = z.strictObject({ line: z.number().int().positive(), reason: z.string().max(200) });
export type GoalsFault = z.infer<typeof GoalsFault>;

/** The file as it is stored. `goals` always belongs to a whole text that had no fault: the last good one. */
export const GoalsFile = z.strictObject({
  /** The person's own text, byte for byte. */
  text: z.string().max(MOST_GOALS_CHARS),
  /** Grows by one with every change of the text. */
  revision: z.number().int().positive(),
  at: EpochMs,
  by: GoalsWriter,
  goals: Goals,
  /** Set while the text has faults. */
  faults: z.array(GoalsFault).min(1).optional(),
  /** The text that `goals` was read from. Set while the text has faults. */
  good: z.string().max(MOST_GOALS_CHARS).optional(),
  /**
   * The sections that git brought (core/goals/writers.ts). These sections are text from outside until the person makes
   * them their own.
   */
  outside: z.array(z.string()).optional(),
});
export type GoalsFile = z.infer<typeof GoalsFile>;

/** The day and time of the weekly review where the file names none: Saturday morning. */
export const WEEKLY_REVIEW: WeeklyTime = { weekday: 6, time: "10:00" };

/**
 * The times that the file sets for a person's days. The profile has these times from the first text on, and they follow
 * the file.
 */
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
/** The sections of the file that mean something, in the order of the template. */
export const GOAL_SECTIONS = ["northStar", "quarter", "week", "today", "commitments", "targets", "people"] as const;
export const GoalSection = z.enum(GOAL_SECTIONS);
export type GoalSection = z.infer<typeof GoalSection>;
/** The sections whose lines are one thing each. */
export const GOAL_LISTS = ["quarter", "week", "today", "commitments", "people"] as const;
export const GoalList = z.enum(GOAL_LISTS);
export type GoalList = z.infer<typeof GoalList>;

/** The targets by the names that the file has for them. */
export const GOAL_TARGETS = ["bedtime_target", "wake_target", "quiet_hours", "weekly_review", "timezone"] as const;
export const GoalTarget = z.enum(GOAL_TARGETS);
export type GoalTarget = z.infer<typeof GoalTarget>;

const Words = z.string().min(1).max(MOST_GOAL_LINE);

/** One change of the file. The change names lines by their words, so that it means the same after other changes. */
export const GoalsEdit = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("add"), section: GoalList, text: Words }),
  z.strictObject({ do: z.literal("remove"), section: GoalList, text: Words }),
  z.strictObject({ do: z.literal("rename"), section: GoalList, text: Words, to: Words }),
  z.strictObject({ do: z.literal("tick"), section: GoalList, text: Words, done: z.boolean() }),
  /** Makes the open lines of a section exactly these. */
  z.strictObject({ do: z.literal("set"), section: GoalList, items: z.array(Words).max(50) }),
  /** Null takes the sentence away. */
  z.strictObject({ do: z.literal("northStar"), text: Words.nullable() }),
  /** The person says that what git brought is theirs. */
  z.strictObject({ do: z.literal("own") }),
  /** Null takes the line away. */
  z.strictObject({ do: z.literal("target"), target: GoalTarget, value: z.string().min(1).max(80).nullable() }),
]);
export type GoalsEdit = z.infer<typeof GoalsEdit>;
/** An edit that changes lines. */
export type GoalsLineEdit = Exclude<GoalsEdit, { do: "own" }>;

/** A line of a section as the file has it now. `done`: it is ticked, and counts no more. */
export const GoalItem = z.strictObject({ section: GoalSection, text: z.string(), done: z.boolean() });
export type GoalItem = z.infer<typeof GoalItem>;

/** The file as its person sees it. */
export const GoalsView = z.strictObject({
  /** The text as it is. Without a file: a text to begin with, which is not stored. */
  text: z.string(),
  /** 0: there is no file yet. */
  revision: z.number().int().nonnegative(),
  at: EpochMs.optional(),
  by: GoalsWriter.optional(),
  /** What is wrong with the text. While there is something, `goals` are those of the last good one. */
  faults: z.array(GoalsFault),
  goals: Goals,
  /** The lines of the text, ticked ones included. */
  items: z.array(GoalItem),
  /**
   * The names of the sections that git brought. Such sections are not in force until the person says that these are
   * their own.
   */
  outside: z.array(z.string()),
});
export type GoalsView = z.infer<typeof GoalsView>;
