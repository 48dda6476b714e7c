/**
 * What a person has: tasks, conversations, drafts, sheets and a calendar. Tools write these rows, and each text in them
 * keeps its origin (R10).
 */
import * as z from "zod";
import { SubscriptionPlace } from "./calendars.ts";
import { EpochMs, LocalDate, Origin } from "./ids.ts";

/** The id of a task or a goal, as it stands in an address. */
export const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

/** One task in the person's own list, or a goal: something that the person wants to reach, done like a task. */
export const Task = z.strictObject({
  taskId: z.string(),
  title: z.string().min(1).max(200),
  due: LocalDate.optional(),
  status: z.enum(["open", "done", "dropped"]),
  /** Set on a goal. */
  goal: z.literal(true).optional(),
  /** The goal that this task belongs to. A goal belongs to none. */
  goalId: TaskId.optional(),
  /** Who wrote the words of the title. Absent in older rows: unknown, so they count as outside text. */
  origin: Origin.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Task = z.infer<typeof Task>;

/** A thread id. The id may use only a few kinds of characters, because it becomes part of a key. */
export const ThreadId = z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/, "a thread id is 1-60 letters, digits, - or _");

/** How many days a deleted conversation can be brought back. */
export const RESTORE_DAYS = 30;

export const Topics = z.array(z.string().min(1).max(40)).max(8);

export const Thread = z.strictObject({
  threadId: ThreadId,
  title: z.string().min(1).max(120),
  topics: Topics,
  /** Who wrote the title and the topics. Absent in older rows: unknown, so they count as outside text. */
  origin: Origin.optional(),
  status: z.enum(["active", "archived", "deleted"]),
  /**
   * What was said until then is deleted: no list, prompt, search or diary has it any more. What is said later in the same
   * thread is shown.
   */
  deletedAt: EpochMs.optional(),
  /** Set when the words of the deleted messages are gone for good. */
  emptiedAt: EpochMs.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Thread = z.infer<typeof Thread>;

/** The part of a message that tools look at. The rest of its row stays as it is. */
export const Message = z.looseObject({
  from: z.string(),
  kind: z.string(),
  at: EpochMs,
  text: z.string(),
  hiddenAt: EpochMs.optional(),
  /** The run that said it. Absent for the person's words, and in older rows. */
  runId: z.string().optional(),
  /** Set where Waldo's words hold none of other people. Without it they count as outside text. */
  origin: z.literal("agent").optional(),
});
export type Message = z.infer<typeof Message>;

const draft = {
  draftId: z.string().regex(/^[0-9a-f]{16}$/),
  /** `discarded` means: undone, kept, and no longer shown. */
  status: z.enum(["draft", "discarded"]),
  /** Who wrote the words. Absent in older rows: unknown, so they count as outside text. */
  origin: Origin.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
};

export const Draft = z.discriminatedUnion("kind", [
  z.strictObject({
    ...draft,
    kind: z.literal("document"),
    name: z.string().min(1).max(80),
    text: z.string().max(8000),
  }),
  z.strictObject({
    ...draft,
    kind: z.literal("email"),
    to: z.array(z.string()).max(10),
    subject: z.string().max(200),
    text: z.string().max(6000),
  }),
]);
export type Draft = z.infer<typeof Draft>;

export const CellValue = z.union([z.string().max(500), z.number(), z.boolean()]);

/** One cell. `value: null` is an empty cell. A text that looks like a formula stays a text. */
export const SheetCell = z.strictObject({
  sheet: z.string(),
  cell: z.string(),
  value: CellValue.nullable(),
  /** Who wrote the value. Absent in older rows: unknown, so it counts as outside text. */
  origin: Origin.optional(),
  updatedAt: EpochMs,
});
export type SheetCell = z.infer<typeof SheetCell>;

export const MAX_TITLE_CHARS = 200;
export const MAX_DESCRIPTION_CHARS = 500;

export const CalendarEvent = z.strictObject({
  /** Names the occurrence within its calendar. */
  eventId: z.string().regex(/^[0-9a-f]{24}$/),
  /** Names the repeated event that this occurrence belongs to. Absent: the event takes place once. */
  series: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional(),
  /** The calendar that the event came from, or `waldo` for an event that Waldo proposed. */
  calendar: z.string().min(1).max(60),
  /**
   * The place of the subscription that the event came from. Absent: the event came from a file, or from Waldo itself.
   */
  subscription: SubscriptionPlace.optional(),
  title: z.string().max(MAX_TITLE_CHARS),
  location: z.string().max(MAX_TITLE_CHARS).optional(),
  description: z.string().max(MAX_DESCRIPTION_CHARS).optional(),
  start: EpochMs,
  end: EpochMs,
  allDay: z.boolean(),
  /** A time is a guess: its time zone is not known, or its end or an exception could not be read. */
  uncertain: z.literal(true).optional(),
  /** Whether the event takes the person's time. A birthday or a "free" entry does not. */
  busy: z.boolean(),
  status: z.enum(["confirmed", "tentative", "cancelled"]),
  origin: z.enum(["untrusted", "agent"]),
  updatedAt: EpochMs,
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;
