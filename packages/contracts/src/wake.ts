/** A wake: work of the agent that no message started. These are the payloads of the wake machine and its outcome. */

import * as z from "zod";
import { LocalDate, UserId } from "./ids.ts";
import { Metered } from "./meter.ts";
import { ScheduledBrief } from "./triggers.ts";

/**
 * The reasons of a wake. `sync`: health data arrived. `remind`: a reminder is due, or the reminders have changed. The
 * scheduler starts all others.
 */
export const WAKE_JOBS = ["upkeep", "sweep", "sync", "brief", "patrol", "remind", "review"] as const;
export const WakeJob = z.enum(WAKE_JOBS);
export type WakeJob = z.infer<typeof WakeJob>;

/**
 * The states of the wake's machine that do work. The crs function does SENSE, the agent step DECIDE, delivery FLUSH, and
 * the calendar function READ, and the fetcher PULL.
 */
export const WAKE_STATES = ["SENSE", "DECIDE", "FLUSH", "READ", "PULL"] as const;

/**
 * The input of the wake machine. The scheduler sends it, and so does `ingest` after a sync. Ids and enums only (R6).
 */
export const WakeInput = z.strictObject({
  userId: UserId,
  job: WakeJob,
  variant: ScheduledBrief.optional(),
  /** The instant in the schedule, ISO 8601. A repeated firing has the same instant, so it is the same occurrence. */
  scheduledAt: z.iso.datetime({ offset: true }),
  /** Set on a sync: true when the device has sent all its data of the night. */
  settled: z.boolean().optional(),
  /** Set on a sync when a phone sends data that no code can read. It is the instant of the first such post. */
  unread: z.number().int().optional(),
  /** Set on a sync: the oldest date in it. From there on, days whose data changed are scored again. */
  from: LocalDate.optional(),
  /** What the earlier steps have used. The numbers are for the meter, which only the role of the agent may write. */
  spent: Metered.optional(),
});
export type WakeInput = z.infer<typeof WakeInput>;

/** What SENSE (the crs lambda) passes to DECIDE (the agent step): the same input, with the local date that SENSE used. */
export const SensedWake = WakeInput.extend({ date: LocalDate });
export type SensedWake = z.infer<typeof SensedWake>;

/** The result of a wake, for the log and the console. */
export const WakeOutcome = z.strictObject({
  userId: UserId,
  outcome: z.enum(["nothing", "upkeep", "prepared", "waiting", "run", "dream", "review", "paused"]),
  runId: z.string().optional(),
  /** Set when rows of earlier runs still wait to be sent. The machine then calls delivery, which holds the channels. */
  due: z.literal(true).optional(),
  /** Set when subscribed calendars are due. The machine then calls the calendar function, which reads them. */
  calendars: z.literal(true).optional(),
  /** Set when connected wearables are due. The machine then calls the fetcher, which reads their clouds. */
  wearables: z.literal(true).optional(),
  /**
   * Set by the machine when calendars could not be read. The machine then fails, but only after the wearables were
   * read.
   */
  unread: z.literal(true).optional(),
});
export type WakeOutcome = z.infer<typeof WakeOutcome>;

/** A request of an operator to the agent step: to pause everything for a person, or to resume it. */
export const OperatorRequest = z.strictObject({
  userId: UserId,
  operate: z.enum(["pause", "resume", "form-number", "form-words"]),
});
export type OperatorRequest = z.infer<typeof OperatorRequest>;
