/** The rows of what a person says, plans and keeps. */
import * as z from "zod";
import { CalendarFiles, CalendarSubscription } from "../calendars.ts";
import { CoachState } from "../coach.ts";
import { Redaction } from "../commands.ts";
import { ContextProject, ContextSignals, ContextsSeen, ContextText, Forecast, StoredContext } from "../contexts.ts";
import { GoalsFile } from "../goals.ts";
import { digits, instant, row, text } from "../keys.ts";
import { Heard } from "../messages.ts";
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
  /** Messages that the person has deleted everywhere, with what was found of them. */
  redaction: row<[at: number, name: string]>("agent", "REDACTION", [instant, text], {
    schema: Redaction,
    keep: "kept",
    open: "all",
    topic: "threads",
  }),
  /** A weekly review. The names sort as their dates do. */
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
  /** How the person took something that was said or done at that instant. The occasion names the row. */
  feedback: row<[at: number, occasion: string]>("agent", "FEEDBACK", [instant, text], {
    schema: Feedback,
    keep: "transient",
    // A score looks at four weeks (core/skills/effectiveness.ts).
    stays: { days: 35 },
    topic: "threads",
  }),
  task: row<[taskId: string]>("agent", "TASK", [text], {
    schema: Task,
    keep: "kept",
    open: ["taskId", "status", "goal", "createdAt", "updatedAt"],
    topic: "tasks",
  }),
  /** The goals that the person writes in a file of their own. */
  goals: row<[]>("agent", "GOALS", [], {
    schema: GoalsFile,
    keep: "kept",
    open: ["revision", "at", "by"],
    topic: "tasks",
  }),
  /** What the coach has done for the person. */
  coach: row<[]>("agent", "COACH", [], {
    schema: CoachState,
    // The stand-in remembers nothing that was brought up, and no evening.
    instead: () => ({ broughtUp: {} }),
    keep: "kept",
    open: ["beatAt"],
    topic: "tasks",
  }),
  /** A context that an agent of another maker has saved. The other rows of contexts lead to it. */
  context: row<[id: string]>("agent", "CONTEXT", [text], {
    schema: StoredContext,
    // Its text may move to the archive; then the row says where it is. Forgotten, it holds no text.
    keep: "kept",
    open: ["id", "at", "origin", "depth", "accessCount", "lastAccess"],
    topic: "contexts",
  }),
  /** Sorts contexts by when each was saved. A digest stands for the name of the project. */
  contextTime: row<[project: string, at: number, id: string]>("agent", "CONTEXTTIME", [text, instant, text], {
    schema: z.strictObject({}),
    // These rows lead to a context, and code can make them again from the context.
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Sorts contexts whose text lies in the archive by when each was saved. */
  contextArchived: row<[project: string, at: number, id: string]>("agent", "CONTEXTARCHIVED", [text, instant, text], {
    schema: z.strictObject({}),
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Sorts contexts by when each was last read or saved. */
  contextUse: row<[project: string, used: number, id: string]>("agent", "CONTEXTUSE", [text, instant, text], {
    schema: ContextSignals,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Sorts contexts by how often each was read. */
  contextCount: row<[project: string, count: number, id: string]>("agent", "CONTEXTCOUNT", [text, digits(9), text], {
    schema: ContextSignals,
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Sorts contexts by when each was predicted last. Zero: the context was never predicted. */
  contextPredicted: row<[project: string, at: number, id: string]>("agent", "CONTEXTPREDICTED", [text, instant, text], {
    schema: z.strictObject({}),
    keep: "transient",
    open: "all",
    topic: "contexts",
  }),
  /** Its text, until the next segment of the project has it. */
  contextText: row<[project: string, id: string]>("agent", "CONTEXTTEXT", [text, text], {
    schema: ContextText,
    keep: "transient",
    topic: "contexts",
  }),
  /** Notes which contexts were shown, until the reads are counted. */
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
  /** A forecast whose day is over. */
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
  /** One of the places for a calendar that the person subscribed to. */
  subscription: row<[place: number]>("agent", "SUBSCRIPTION", [digits(2)], {
    schema: CalendarSubscription,
    // The address is lost, so the events of this place would stay for ever as they are.
    instead: () => ({ state: "ending" }),
    keep: "kept",
    topic: "calendar",
  }),
  /** What could not be read of the calendars that came as files. */
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
  /** What the person said. The row stays until the run that answers it has read it. */
  heard: row<[runId: string]>("agent", "HEARD", [text], {
    schema: Heard,
    keep: "transient",
    // A failed run leaves behind the words it was asked. The thread has them too.
    stays: { days: 2 },
    topic: "threads",
  }),
} as const;
