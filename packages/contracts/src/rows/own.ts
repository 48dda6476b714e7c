/** The rows of what a person says, plans and keeps. */
import * as z from "zod";
import { CalendarFiles, CalendarSubscription } from "../calendars.ts";
import { CoachState } from "../coach.ts";
import { Redaction } from "../commands.ts";
import { ContextProject, ContextSignals, ContextsSeen, ContextText, Forecast, StoredContext } from "../contexts.ts";
import { GoalsFile } from "../goals.ts";
import { digits, instant, row, text } from "../keys.ts";
import { Heard } from "../messages.ts";
import { OwnDay } from "../own-day.ts";
import { CalendarEvent, Draft, Message, SheetCell, Task, Thread } from "../person-rows.ts";
import { Review } from "../review.ts";
import { Feedback } from "../skills.ts";
import { Watch } from "../watches.ts";

export const OWN_ROWS = {
  message: row<[threadId: string, at: number, key: string]>("agent", "MESSAGE", [text, instant, text], {
    schema: Message,
    keep: "kept",
    open: ["at", "from", "kind", "runId"],
    topic: "threads",
  }),
  /** Messages that the person has deleted everywhere, and the places where their words were found. */
  redaction: row<[at: number, name: string]>("agent", "REDACTION", [instant, text], {
    schema: Redaction,
    keep: "kept",
    open: "all",
    topic: "threads",
  }),
  /** A weekly review. The ids sort by date. */
  review: row<[reviewId: string]>("agent", "REVIEW", [text], {
    schema: Review,
    keep: "kept",
    open: [
      "reviewId",
      "date",
      "state",
      "index",
      "waits",
      "interrupted",
      "turn",
      "started",
      "resumeAt",
      "left",
      "touchedAt",
      "createdAt",
      "updatedAt",
    ],
    topic: "tasks",
  }),
  /** A standing intent of the person. */
  watch: row<[watchId: string]>("agent", "WATCH", [text], {
    schema: Watch,
    keep: "kept",
    archive: "runs",
    stays: { days: 30 },
    open: ["watchId", "state", "firesLeft", "fired", "lastFiredAt", "cooldownMs", "expiresAt", "createdAt"],
    topic: "tasks",
  }),
  /** The person's feedback on something that was said or done at that instant. The occasion is part of the key. */
  feedback: row<[at: number, occasion: string]>("agent", "FEEDBACK", [instant, text], {
    schema: Feedback,
    keep: "transient",
    // A score uses four weeks (core/skills/effectiveness.ts).
    stays: { days: 35 },
    topic: "threads",
  }),
  /** What the person said of a day of theirs: how they felt, and how their night was. */
  ownDay: row<[date: string]>("agent", "OWNDAY", [text], {
    schema: OwnDay,
    instead: () => ({ at: 0, from: "chat" }),
    keep: "kept",
    open: ["at", "from"],
    topic: "body",
  }),
  task: row<[taskId: string]>("agent", "TASK", [text], {
    schema: Task,
    keep: "kept",
    open: ["taskId", "status", "goal", "createdAt", "updatedAt"],
    topic: "tasks",
  }),
  /** The goals in the person's own file. */
  goals: row<[]>("agent", "GOALS", [], {
    schema: GoalsFile,
    keep: "kept",
    open: ["revision", "at", "by"],
    topic: "tasks",
  }),
  /** What the coach has done for the person. */
  coach: row<[]>("agent", "COACH", [], {
    schema: CoachState,
    // With the stand-in nothing counts as mentioned before, and no evening as used.
    instead: () => ({ broughtUp: {} }),
    keep: "kept",
    open: ["beatAt"],
    topic: "tasks",
  }),
  /** A context that an agent of another maker has saved. The other rows of contexts lead to it. */
  context: row<[id: string]>("agent", "CONTEXT", [text], {
    schema: StoredContext,
    // Its text may move to the archive; the row then holds its place. After forgetting, it holds no text.
    keep: "kept",
    open: ["id", "at", "origin", "depth", "accessCount", "lastAccess"],
    topic: "contexts",
  }),
  /** Orders contexts by the time of saving. A digest stands for the name of the project. */
  contextTime: row<[project: string, at: number, id: string]>("agent", "CONTEXTTIME", [text, instant, text], {
    schema: z.strictObject({}),
    // These rows lead to a context. They can be built again from the context.
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Orders contexts whose text is in the archive by the time of saving. */
  contextArchived: row<[project: string, at: number, id: string]>("agent", "CONTEXTARCHIVED", [text, instant, text], {
    schema: z.strictObject({}),
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Orders contexts by the last time of reading or saving. */
  contextUse: row<[project: string, used: number, id: string]>("agent", "CONTEXTUSE", [text, instant, text], {
    schema: ContextSignals,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Orders contexts by the number of times they were read. */
  contextCount: row<[project: string, count: number, id: string]>("agent", "CONTEXTCOUNT", [text, digits(9), text], {
    schema: ContextSignals,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Orders contexts by their last prediction. Zero means never. */
  contextPredicted: row<[project: string, at: number, id: string]>("agent", "CONTEXTPREDICTED", [text, instant, text], {
    schema: z.strictObject({}),
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** The text of a context. It is kept until the next segment of the project holds it. */
  contextText: row<[project: string, id: string]>("agent", "CONTEXTTEXT", [text, text], {
    schema: ContextText,
    keep: "transient",
    topic: "contexts",
  }),
  /** The contexts that were shown. The row is kept until the reads are counted. */
  contextSeen: row<[project: string, at: number, name: string]>("agent", "CONTEXTSEEN", [text, instant, text], {
    schema: ContextsSeen,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  contextProject: row<[project: string]>("agent", "CONTEXTPROJECT", [text], {
    schema: ContextProject,
    keep: "kept",
    open: ["savedAt", "total", "archived"],
    topic: "contexts",
  }),
  /** A forecast of a past day. */
  contextForecast: row<[project: string, at: number]>("agent", "CONTEXTFORECAST", [text, instant], {
    schema: Forecast,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  calendar: row<[start: number, uid: string]>("agent", "CALENDAR", [instant, text], {
    schema: CalendarEvent,
    keep: "kept",
    open: ["eventId", "start", "end", "status", "updatedAt"],
    topic: "calendar",
  }),
  /** One place for a calendar subscription. */
  subscription: row<[place: number]>("agent", "SUBSCRIPTION", [digits(2)], {
    schema: CalendarSubscription,
    // The address is lost, so the events of this place could never be updated. They are cancelled.
    instead: () => ({ state: "ending" }),
    keep: "kept",
    topic: "calendar",
  }),
  /** What could not be read in calendar files. */
  calendarFiles: row<[]>("agent", "CALENDARFILES", [], {
    schema: CalendarFiles,
    instead: () => ({ leftOut: {} }),
    keep: "kept",
    topic: "calendar",
  }),
  draft: row<[kind: "document" | "email" | "schedule", draftId: string]>("agent", "DRAFT", [text, text], {
    schema: Draft,
    keep: "kept",
    open: ["draftId", "kind", "status", "createdAt", "updatedAt"],
    topic: "tasks",
  }),
  sheetCell: row<[sheet: string, cell: string]>("agent", "SHEET", [text, text], {
    schema: SheetCell,
    keep: "kept",
    topic: "tasks",
  }),
  thread: row<[threadId: string]>("agent", "THREAD", [text], {
    schema: Thread,
    // Version 1 has no deleted threads.
    version: 2,
    keep: "kept",
    open: ["status", "createdAt", "updatedAt", "deletedAt", "emptiedAt"],
    topic: "threads",
  }),
  /** The person's message. The row stays until the run that answers it has read it. */
  heard: row<[runId: string]>("agent", "HEARD", [text], {
    schema: Heard,
    keep: "transient",
    // A failed run leaves this row. The thread has the words too.
    stays: { days: 2 },
    topic: "threads",
  }),
} as const;
