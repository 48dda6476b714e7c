/** What the routes show of what a person has: tasks, reminders, tasks that were handed over, calendars, devices. */
import * as z from "zod";
import { ActiveSubscription, CALENDAR_FAULTS } from "./calendars.ts";
import { Device } from "./devices.ts";
import { HandoffId, HandoffState, MOST_GOAL } from "./handoff.ts";
import { EpochMs, LocalDate } from "./ids.ts";
import { Button } from "./messages.ts";
import { PATROL_ACTS } from "./patrol.ts";
import { PlainText } from "./plain-text.ts";

export const TaskView = z.strictObject({
  taskId: z.string(),
  title: z.string(),
  due: LocalDate.optional(),
  status: z.enum(["open", "done", "dropped"]),
  /** Set on a goal. */
  goal: z.literal(true).optional(),
  fromOutside: z.boolean(),
});
export type TaskView = z.infer<typeof TaskView>;

export const ReminderView = z.strictObject({
  watchId: z.string(),
  text: z.string(),
  /** When it fires, in words. */
  fires: z.string(),
  /** The instant, where there is one. */
  at: EpochMs.optional(),
  fromOutside: z.boolean(),
});

/** What a person hands over. */
export const HandoffRequest = z.strictObject({ goal: PlainText.min(1).max(MOST_GOAL) });

export const HandoffView = z.strictObject({
  handoffId: HandoffId,
  goal: z.string(),
  state: HandoffState,
  createdAt: EpochMs,
  waitsFor: z.string().optional(),
});

export const EventView = z.strictObject({
  eventId: z.string(),
  title: z.string(),
  location: z.string().optional(),
  start: EpochMs,
  end: EpochMs,
  allDay: z.boolean(),
  busy: z.boolean(),
});

/** What a calendar brought. */
export const Brought = z.strictObject({
  added: z.number().int(),
  changed: z.number().int(),
  cancelled: z.number().int(),
  unchanged: z.number().int(),
  /** Events that could not be read. */
  skipped: z.number().int(),
});

/** A subscribed calendar. Its address is a secret: of it the host is shown, and the last four characters. */
export const SubscriptionView = ActiveSubscription.pick({ id: true, name: true, failures: true, addedAt: true }).extend(
  {
    shownAddress: z.string(),
    /** When it was last read in full. */
    readAt: EpochMs.optional(),
    /** When it is read again. */
    dueAt: EpochMs,
    /** What was wrong when it was last asked for, and the same in words. */
    fault: z.enum(CALENDAR_FAULTS).optional(),
    faultWords: z.string().optional(),
  },
);
export type SubscriptionView = z.infer<typeof SubscriptionView>;

export const LogEntry = z.strictObject({
  at: EpochMs,
  /** `action`: something was done for the person. The others are what a look of the patrol ended in. */
  act: z.enum([...PATROL_ACTS, "action"]),
  what: z.string(),
  /** The buttons that take it back. A tap on one is sent to POST /taps. */
  undo: z.array(Button),
});

/** A device without its address. The address stays here, because who has it could send to the device. */
export const DeviceView = Device.omit({ address: true });
