/**
 * The rows of a person's tasks, conversations, drafts, sheets and calendar. Tools write these rows, and each text in
 * them keeps its origin (R10).
 */
import * as z from "zod";
import { SubscriptionPlace } from "./calendars.ts";
import { EpochMs, LocalDate, Origin } from "./ids.ts";

/** The id of a task or a goal, in a form that a web address can hold. */
export const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

/** One task in the person's own list, or a goal, which can be done like a task. */
export const Task = z.strictObject({
  taskId: z.string(),
  title: z.string().min(1).max(200),
  due: LocalDate.optional(),
  status: z.enum(["open", "done", "dropped"]),
  /** Set on a goal. */
  goal: z.literal(true).optional(),
  /** The goal that this task belongs to. A goal belongs to none. */
  goalId: TaskId.optional(),
  /** The author of the title. Absent in older rows, where it counts as outside text. */
  origin: Origin.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Task = z.infer<typeof Task>;

/** A thread id. Only few kinds of characters are allowed, because it becomes part of a key. */
export const ThreadId = z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/, "a thread id is 1-60 letters, digits, - or _");

/** For how many days a deleted conversation can be restored. */
export const RESTORE_DAYS = 30;

export const Topics = z.array(z.string().min(1).max(40)).max(8);

export const Thread = z.strictObject({
  threadId: ThreadId,
  title: z.string().min(1).max(120),
  topics: Topics,
  /** The author of the title and the topics. Absent in older rows, where they count as outside text. */
  origin: Origin.optional(),
  status: z.enum(["active", "archived", "deleted"]),
  /**
   * Messages up to this instant are deleted: no list, prompt, search or diary shows them. Later messages of the thread
   * are shown.
   */
  deletedAt: EpochMs.optional(),
  /** Set when the words of the deleted messages were removed for ever. */
  emptiedAt: EpochMs.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Thread = z.infer<typeof Thread>;

/** The part of a message that tools use. The rest of its row stays unchanged. */
export const Message = z.looseObject({
  from: z.string(),
  kind: z.string(),
  at: EpochMs,
  text: z.string(),
  hiddenAt: EpochMs.optional(),
  /** The run that sent it. Absent for the person's words, and in older rows. */
  runId: z.string().optional(),
  /** Set when Waldo's words contain no words of other people. Otherwise they count as outside text. */
  origin: z.literal("agent").optional(),
});
export type Message = z.infer<typeof Message>;

const draft = {
  draftId: z.string().regex(/^[0-9a-f]{16}$/),
  /** `discarded` means that it was undone. It is kept but no longer shown. */
  status: z.enum(["draft", "discarded"]),
  /** The author of the words. Absent in older rows, where they count as outside text. */
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

/** One cell. `value: null` means an empty cell. A text that looks like a formula stays a text. */
export const SheetCell = z.strictObject({
  sheet: z.string(),
  cell: z.string(),
  value: CellValue.nullable(),
  /** The author of the value. Absent in older rows, where it counts as outside text. */
  origin: Origin.optional(),
  updatedAt: EpochMs,
});
export type SheetCell = z.infer<typeof SheetCell>;

export const MAX_TITLE_CHARS = 200;
export const MAX_DESCRIPTION_CHARS = 500;

export const CalendarEvent = z.strictObject({
  /** The id of the occurrence within its calendar. */
  eventId: z.string().regex(/^[0-9a-f]{24}$/),
  /** The id of the repeated event to which this occurrence belongs. Absent when the event takes place once. */
  series: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional(),
  /** The calendar that the event came from, or `waldo` for an event that Waldo proposed. */
  calendar: z.string().min(1).max(60),
  /** The place of the subscription from which the event came. Absent when it came from a file or from Waldo. */
  subscription: SubscriptionPlace.optional(),
  title: z.string().max(MAX_TITLE_CHARS),
  location: z.string().max(MAX_TITLE_CHARS).optional(),
  description: z.string().max(MAX_DESCRIPTION_CHARS).optional(),
  start: EpochMs,
  end: EpochMs,
  allDay: z.boolean(),
  /** Set when a time is uncertain: its time zone is unknown, or its end or an exception could not be read. */
  uncertain: z.literal(true).optional(),
  /** True when the event takes the person's time. False for a birthday or a "free" entry. */
  busy: z.boolean(),
  status: z.enum(["confirmed", "tentative", "cancelled"]),
  origin: z.enum(["untrusted", "agent"]),
  updatedAt: EpochMs,
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;
