/** Routes for tasks, goals, reminders and calendars. */
import * as z from "zod";
import { ActiveSubscription, MAX_ADDRESS_CHARS } from "../calendars.ts";
import { GoalsEdit, GoalsView, MOST_GOALS_CHARS } from "../goals.ts";
import { LocalDate } from "../ids.ts";
import { Brought, EventView, ReminderView, SubscriptionView, TaskView } from "../own-views.ts";
import { TaskId } from "../person-rows.ts";
import { PlainText } from "../plain-text.ts";
import { instant, LARGE_BODY, listOf, MOST_FILE_NAME, nothing, type Route, route, upTo } from "./route.ts";

export const dayRoutes = {
  tasks: route({
    method: "GET",
    path: "/tasks",
    summary: "The task list: open tasks first, then open goals.",
    query: z.strictObject({ limit: upTo(500, 100) }),
    answer: listOf(TaskView),
  }),
  addTask: route({
    method: "POST",
    path: "/tasks",
    summary: "Adds a task or a goal.",
    body: z.strictObject({
      title: PlainText.min(1).max(200),
      due: LocalDate.optional(),
      goal: z.literal(true).optional(),
      /** The goal that the task belongs to. */
      goalId: TaskId.optional(),
    }),
    status: 201,
    answer: TaskView,
    errors: ["NoProfile"],
    keyed: true,
  }),
  changeTask: route({
    method: "PATCH",
    path: "/tasks/{taskId}",
    summary:
      "Renames, moves, finishes, drops or reopens a task or a goal. A null `due` takes the date away, a null `goalId` the goal.",
    params: z.strictObject({ taskId: TaskId }),
    body: z.strictObject({
      title: PlainText.min(1).max(200).optional(),
      due: LocalDate.nullable().optional(),
      status: TaskView.shape.status.optional(),
      goalId: TaskId.nullable().optional(),
    }),
    answer: TaskView,
  }),
  goalsFile: route({
    method: "GET",
    path: "/goals",
    summary:
      "The person's file of goals: its text, what is wrong with it, and the goals in force. Without a file: a text to begin with.",
    answer: GoalsView,
    errors: ["NoProfile"],
  }),
  saveGoals: route({
    words: "edited",
    method: "PUT",
    path: "/goals",
    summary:
      "Saves the text of the file. `base` is the text that the change began from: what others changed since is kept, section by section. A text with faults is kept, and the last good goals stay in force.",
    body: z.strictObject({
      text: z.string().max(MOST_GOALS_CHARS),
      base: z.string().max(MOST_GOALS_CHARS),
    }),
    answer: GoalsView,
    errors: ["NoProfile", "Conflict"],
    maxBytes: 262_144,
  }),
  editGoals: route({
    method: "PATCH",
    path: "/goals",
    summary:
      "Makes one change of the file, and leaves all other lines as they are. It begins a file where there is none.",
    body: GoalsEdit,
    answer: GoalsView,
    errors: ["NoProfile"],
  }),
  reminders: route({
    method: "GET",
    path: "/reminders",
    summary: "The reminders that are set, the soonest first, and what Waldo watches for.",
    answer: listOf(ReminderView),
    errors: ["NoProfile"],
  }),
  cancelReminder: route({
    method: "DELETE",
    path: "/reminders/{watchId}",
    summary: "Cancels a reminder.",
    params: z.strictObject({ watchId: z.string().regex(/^[0-9a-f]{12}$/) }),
    answer: nothing,
  }),
  calendar: route({
    method: "GET",
    path: "/calendar",
    summary: "The events between two instants, at most 62 days apart.",
    query: z.strictObject({ from: instant, to: instant }),
    answer: listOf(EventView),
  }),
  uploadCalendar: route({
    // A file that other people wrote.
    words: "none",
    method: "POST",
    path: "/calendar/files",
    summary:
      "Takes in a calendar file (.ics). The same file again changes nothing; what a newer one has no more is cancelled.",
    body: z.union([
      z.strictObject({ name: PlainText.min(1).max(MOST_FILE_NAME), text: z.string().min(1) }),
      z.strictObject({
        name: PlainText.min(1).max(MOST_FILE_NAME),
        base64: z.base64().min(1).describe("The bytes of a file that is no UTF-8, or not between two signs"),
      }),
    ]),
    answer: Brought.extend({ calendar: z.string() }),
    errors: ["NoProfile"],
    maxBytes: LARGE_BODY,
    by: "calendar",
  }),
  subscriptions: route({
    method: "GET",
    path: "/calendars",
    summary: "The calendars that the person subscribed to, with when they were read and what was wrong.",
    answer: listOf(SubscriptionView),
    by: "calendar",
  }),
  subscribe: route({
    // An address, and its name in a list.
    words: "none",
    method: "POST",
    path: "/calendars",
    summary:
      "Subscribes to a calendar by its address (iCal format). It is read at once; the same address is read again.",
    body: z.strictObject({
      address: z.string().min(1).max(MAX_ADDRESS_CHARS),
      name: PlainText.min(1).max(60).optional(),
    }),
    status: 201,
    answer: z.strictObject({
      subscription: SubscriptionView,
      brought: Brought,
      /** True when the person had subscribed to this address before. */
      isKnown: z.boolean(),
    }),
    errors: ["NoProfile"],
    by: "calendar",
  }),
  unsubscribe: route({
    method: "DELETE",
    path: "/calendars/{id}",
    summary: "Forgets the address of a subscribed calendar, and takes its events back.",
    params: z.strictObject({ id: ActiveSubscription.shape.id }),
    answer: z.strictObject({ cancelled: z.number().int() }),
    by: "calendar",
  }),
} satisfies Record<string, Route>;
