// The file of goals: its sections, its targets, its faults, and how one line of it is changed.
import * as z from "zod";
import { EpochMs, LocalTime, TimeZone } from "./ids.ts";

/** The most goals of a quarter, of a week and of a day. */
export const MOST_GOALS = 3;

/** The most characters of one line in a section with a meaning. */
export const MOST_GOAL_LINE = 300;

/** The most characters of the whole file. */
export const MOST_GOALS_CHARS = 20_000;

const Words = z.string().min(1).max(MOST_GOAL_LINE);
export const Line = z.string().min(1).max(MOST_GOAL_LINE);
const few = z.array(Line).max(MOST_GOALS);

/** A weekday and a time. Weekday 1 is Monday, 7 is Sunday. */
export const WeeklyTime = z.strictObject({ weekday: z.number().int().min(1).max(7), time: LocalTime });

export type WeeklyTime = z.infer<typeof WeeklyTime>;

export const QuietSpan = z.strictObject({ from: LocalTime, to: LocalTime });

export type QuietSpan = z.infer<typeof QuietSpan>;

/** The content of the file. If a target is absent, the value of the profile applies. */
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

/** The sources from which a text of the file can come. */
export const GOALS_WRITERS = ["template", "app", "chat", "file", "git", "review"] as const;

export const GoalsWriter = z.enum(GOALS_WRITERS);

export type GoalsWriter = z.infer<typeof GoalsWriter>;

/** Why a text is not in force: the line, counted from 1, and its fault. The line is not quoted. */
export const GoalsFault = z.strictObject({ line: z.number().int().positive(), reason: z.string().max(200) });

export type GoalsFault = z.infer<typeof GoalsFault>;

/** The stored file. `goals` always come from the last complete text without a fault. */
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
  /** The text from which `goals` were read. Set while the newer text has faults. */
  good: z.string().max(MOST_GOALS_CHARS).optional(),
  /**
   * The sections that git changed (core/goals/writers.ts). They count as text from outside until the person takes them
   * over.
   */
  outside: z.array(z.string()).optional(),
});

export type GoalsFile = z.infer<typeof GoalsFile>;

/** The sections with a meaning, in the order of the template. */
export const GOAL_SECTIONS = ["northStar", "quarter", "week", "today", "commitments", "targets", "people"] as const;

export const GoalSection = z.enum(GOAL_SECTIONS);

export type GoalSection = z.infer<typeof GoalSection>;

/** The sections in which each line is one entry. */
export const GOAL_LISTS = ["quarter", "week", "today", "commitments", "people"] as const;

export const GoalList = z.enum(GOAL_LISTS);

export type GoalList = z.infer<typeof GoalList>;

/** The targets by their names in the file. */
export const GOAL_TARGETS = ["bedtime_target", "wake_target", "quiet_hours", "weekly_review", "timezone"] as const;

export const GoalTarget = z.enum(GOAL_TARGETS);

export type GoalTarget = z.infer<typeof GoalTarget>;

/** One change of the file. It names lines by their words, so it stays valid after other changes. */
export const GoalsEdit = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("add"), section: GoalList, text: Words }),
  z.strictObject({ do: z.literal("remove"), section: GoalList, text: Words }),
  z.strictObject({ do: z.literal("rename"), section: GoalList, text: Words, to: Words }),
  z.strictObject({ do: z.literal("tick"), section: GoalList, text: Words, done: z.boolean() }),
  /** Replaces the open lines of a section by exactly these. */
  z.strictObject({ do: z.literal("set"), section: GoalList, items: z.array(Words).max(50) }),
  /** Null removes the sentence. */
  z.strictObject({ do: z.literal("northStar"), text: Words.nullable() }),
  /** The person takes over the sections that git changed. */
  z.strictObject({ do: z.literal("own") }),
  /** Null removes the line. */
  z.strictObject({ do: z.literal("target"), target: GoalTarget, value: z.string().min(1).max(80).nullable() }),
]);

export type GoalsEdit = z.infer<typeof GoalsEdit>;

/** An edit that changes lines. */
export type GoalsLineEdit = Exclude<GoalsEdit, { do: "own" }>;

/** A line of a section in its present form. `done` means that it is ticked and no longer counts. */
export const GoalItem = z.strictObject({ section: GoalSection, text: z.string(), done: z.boolean() });

export type GoalItem = z.infer<typeof GoalItem>;

/** The view of the file for its person. */
export const GoalsView = z.strictObject({
  /** The text. Without a file it is a first text, which is not stored. */
  text: z.string(),
  /** 0 means that there is no file yet. */
  revision: z.number().int().nonnegative(),
  at: EpochMs.optional(),
  by: GoalsWriter.optional(),
  /** The faults of the text. While there are some, `goals` come from the last text without a fault. */
  faults: z.array(GoalsFault),
  goals: Goals,
  /** The lines of the text, ticked ones included. */
  items: z.array(GoalItem),
  /** The names of the sections that git changed. They are not in force until the person takes them over. */
  outside: z.array(z.string()),
});

export type GoalsView = z.infer<typeof GoalsView>;
