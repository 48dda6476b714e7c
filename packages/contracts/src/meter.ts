import { z } from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { Trigger } from "./triggers.ts";

/** What is counted of a piece of work: how often, how many units, how many bytes. Nothing else is ever kept (R6). */
export const COUNTERS = [
  "storeCalls",
  /** DynamoDB request units. */
  "readUnits",
  "writeUnits",
  "archiveReads",
  /** Puts and listings: S3 prices them alike. */
  "archiveWrites",
  "archiveBytes",
  /** States entered in Standard machines, their executions, and those of Express ones. */
  "transitions",
  "standardRuns",
  "expressRuns",
  /** Invocations, by function. */
  "agentSteps",
  "deliveries",
  "scribes",
  "senses",
  "ingests",
  "schedules",
  "pushes",
  "telegrams",
  "logLines",
] as const;
export const Counter = z.enum(COUNTERS);
export type Counter = z.infer<typeof Counter>;

export const Counts = z.partialRecord(Counter, z.number().nonnegative());
export type Counts = z.infer<typeof Counts>;

/** Tokens of one model under one tier. `failed`: calls that brought no reply, whose tokens nobody told us. */
export const ModelCount = z.strictObject({
  tier: z.enum(["primary", "escalation", "cheap"]),
  /** As the provider names it. */
  model: z.string(),
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

export const METER_KINDS = ["run", "wake", "night", "message"] as const;

/**
 * What one run, one wake, one phase of a night or one message came to. A person's day is all rows of its date. Each is
 * named by what it counts, so work that is done twice is one row.
 */
export const MeterRow = Metered.extend({
  kind: z.enum(METER_KINDS),
  date: LocalDate,
  at: EpochMs,
  trigger: Trigger.optional(),
});
export type MeterRow = z.infer<typeof MeterRow>;

/** A model tier's circuit breaker, as one person's runs see it. */
export const Breaker = z.strictObject({
  state: z.enum(["closed", "open", "half_open"]),
  /** In a row, while closed. */
  failures: z.number().int().nonnegative(),
  /** In a row, while half open. */
  successes: z.number().int().nonnegative(),
  /** Until when nobody asks: the rest of an opening, or the time a probe may take. */
  until: EpochMs,
  /** How long the last opening lasted; the next is twice as long. */
  holdMs: z.number().nonnegative(),
  changedAt: EpochMs,
});
export type Breaker = z.infer<typeof Breaker>;
