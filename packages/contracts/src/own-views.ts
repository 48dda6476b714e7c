/** What the routes show of a person's tasks, reminders, handed-over tasks, calendars and devices. */
import * as z from "zod";
import { ActiveSubscription, CALENDAR_FAULTS } from "./calendars.ts";
import { ActionView } from "./conversation-views.ts";
import { Device } from "./devices.ts";
import { HandoffId, HandoffState, MOST_GOAL } from "./handoff.ts";
import { EpochMs, LocalDate } from "./ids.ts";
import { Button } from "./messages.ts";
import { FetchEntry, PATROL_ACTS } from "./patrol.ts";
import { TaskId } from "./person-rows.ts";
import { PlainText } from "./plain-text.ts";
import { WATCH_KINDS } from "./watches.ts";

export const TaskView = z.strictObject({
  taskId: z.string(),
  title: z.string(),
  due: LocalDate.optional(),
  status: z.enum(["open", "done", "dropped"]),
  /** Set on a goal. */
  goal: z.literal(true).optional(),
  /** The goal that the task belongs to. */
  goalId: TaskId.optional(),
  fromOutside: z.boolean(),
});
export type TaskView = z.infer<typeof TaskView>;

export const ReminderView = z.strictObject({
  watchId: z.string(),
  text: z.string(),
  /** What the reminder waits for: an instant, a time of the day, or the body zone. */
  on: z.enum(WATCH_KINDS),
  /** When the reminder fires, in words. */
  fires: z.string(),
  /** The instant at which the reminder fires, if it waits for an instant. */
  at: EpochMs.optional(),
  fromOutside: z.boolean(),
});

/** A task that a person hands over. */
export const HandoffRequest = z.strictObject({ goal: PlainText.min(1).max(MOST_GOAL) });

/** What a plan will do or did, and its present buttons: to answer it while it waits, or to undo what it did. */
const HandoffPlan = z.strictObject({
  actions: z.array(ActionView),
  buttons: z.array(Button),
});

export const HandoffView = z.strictObject({
  handoffId: HandoffId,
  goal: z.string(),
  state: HandoffState,
  createdAt: EpochMs,
  waitsFor: z.string().optional(),
  /** The latest plan. Absent: no plan was made yet. */
  plan: HandoffPlan.optional(),
});
export type HandoffView = z.infer<typeof HandoffView>;

export const EventView = z.strictObject({
  eventId: z.string(),
  title: z.string(),
  location: z.string().optional(),
  start: EpochMs,
  end: EpochMs,
  allDay: z.boolean(),
  busy: z.boolean(),
});

/** The counts of a calendar's events after an import. */
export const Brought = z.strictObject({
  added: z.number().int(),
  changed: z.number().int(),
  cancelled: z.number().int(),
  unchanged: z.number().int(),
  /** Events that could not be read. */
  skipped: z.number().int(),
});

/** A subscribed calendar. Its address is a secret, so only the host and the last four characters are shown. */
export const SubscriptionView = ActiveSubscription.pick({ id: true, name: true, failures: true, addedAt: true }).extend(
  {
    shownAddress: z.string(),
    /** When the calendar was last read in full. */
    readAt: EpochMs.optional(),
    /** How many events could not be read, completely or in some of their repeats. Absent when all could be read. */
    leftOut: z.number().int().positive().optional(),
    /** When the calendar is read again. */
    dueAt: EpochMs,
    /** The fault of the last request. `faultWords` describes it in words. */
    fault: z.enum(CALENDAR_FAULTS).optional(),
    faultWords: z.string().optional(),
  },
);
export type SubscriptionView = z.infer<typeof SubscriptionView>;

/** One Fetch: the text of the alert, sent or only stored in shadow, and the person's label. */
export const FetchView = FetchEntry.pick({ at: true, mode: true, minutes: true, label: true }).extend({
  /** The words of the alert. Absent when its run has left the store or has not written them yet. */
  says: z.string().optional(),
});
export type FetchView = z.infer<typeof FetchView>;

/** What one person's labels add to the count for the Fetch (docs/decisions/0010-fetch-bar.md). */
export const FetchShare = z.strictObject({
  fetches: z.number().int(),
  labelled: z.number().int(),
  wrong: z.number().int(),
  /** Days from the first Fetch to the last one, both included. */
  days: z.number().int(),
  /** The share of false alarms, 0-1. Null while there are too few labels. */
  falseAlarms: z.number().min(0).max(1).nullable(),
  /** How many labels are needed for a share, and before the Fetch may go live. */
  enough: z.number().int(),
  /** The largest share of false alarms with which the Fetch is live, 0-1. */
  most: z.number().min(0).max(1),
});
export type FetchShare = z.infer<typeof FetchShare>;

export const LogEntry = z.strictObject({
  /** The name of the entry, unique among all entries of the person. */
  id: z.string(),
  at: EpochMs,
  /** `action`: something was done for the person. The other values are results of a patrol look. */
  act: z.enum([...PATROL_ACTS, "action"]),
  what: z.string(),
  /** The buttons that undo the action. A tap is sent to POST /taps. */
  undo: z.array(Button),
  /** Set on a stress alert. */
  fetch: FetchView.optional(),
});

/** A device without its address. The address is not shown, because anyone who has it could send to the device. */
export const DeviceView = Device.omit({ address: true });
