/**
 * The meter: what each piece of work has used. It holds only counts and names of models, so no row can hold a person's
 * data (R6).
 */

import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { Trigger } from "./triggers.ts";
import { bySystem, SystemText } from "./words.ts";

/** The counts of a piece of work: calls, units and bytes. Nothing else is stored (R6). */
export const COUNTERS = [
  "storeCalls",
  /** DynamoDB request units. */
  "readUnits",
  "writeUnits",
  "archiveReads",
  /** Puts and listings of S3 objects. S3 prices both alike. */
  "archiveWrites",
  "archiveBytes",
  /** States entered in Standard machines, executions of Standard machines, and executions of Express machines. */
  "transitions",
  "standardRuns",
  "expressRuns",
  /** Lambda invocations, by function. */
  "agentSteps",
  "deliveries",
  "scribes",
  "senses",
  "ingests",
  /** What devices sent: bytes of bodies, source days, and readings within a day. */
  "ingestBytes",
  "sourceDays",
  "samples",
  "schedules",
  "pushes",
  "telegrams",
  "logLines",
] as const;
export const Counter = z.enum(COUNTERS);
export type Counter = z.infer<typeof Counter>;

export const Counts = z.partialRecord(Counter, z.number().nonnegative());
export type Counts = z.infer<typeof Counts>;

/** The tokens of one model in one tier. `failed` counts the calls without a reply; their tokens are unknown. */
export const ModelCount = z.strictObject({
  tier: z.enum(["primary", "escalation", "cheap"]),
  /** The model id as the provider names it. */
  model: SystemText,
  calls: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative(),
  cacheWrite: z.number().nonnegative(),
});
export type ModelCount = z.infer<typeof ModelCount>;

export const Metered = z.strictObject({ counts: Counts, models: z.array(ModelCount) });
export type Metered = z.infer<typeof Metered>;

export const METER_KINDS = ["run", "wake", "night", "message", "review", "agent"] as const;

/**
 * What one run, one wake, one phase of a night, one message, one step of a review or one summary for an agent used. All
 * rows of one date belong to a person's day. The work gives the row its name, so work that is done twice is one row.
 */
export const MeterRow = Metered.extend({
  kind: z.enum(METER_KINDS),
  date: LocalDate,
  at: EpochMs,
  trigger: Trigger.optional(),
});
export type MeterRow = z.infer<typeof MeterRow>;

/** The parts of a bill. core/meter/bill.ts defines what each one counts. */
export const BILL_PARTS = [
  "model",
  "store",
  "machines",
  "compute",
  "schedules",
  "messages",
  "archive",
  "operations",
] as const;

/** The circuit breaker of a model tier, as the runs of one person see it. */
export const Breaker = z.strictObject({
  state: z.enum(["closed", "open", "half_open"]),
  /** Failures in a row while the breaker is closed. */
  failures: z.number().int().nonnegative(),
  /** Successes in a row while the breaker is half open. */
  successes: z.number().int().nonnegative(),
  /** Until when no run calls the model: the rest of an opening, or the time a probe may take. */
  until: EpochMs,
  /** How long the last opening lasted, in ms. The next one lasts twice as long. */
  holdMs: z.number().nonnegative(),
  changedAt: EpochMs,
  /** The model that failed, by the provider's name. The breaker does not apply to another model. */
  model: bySystem(z.string().max(200)).optional(),
});
export type Breaker = z.infer<typeof Breaker>;
