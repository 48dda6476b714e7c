/**
 * The run: its states, its rows, and the payloads of its machine. The journal in core and `run.asl.json` share these.
 */

import * as z from "zod";
import { EpochMs, LocalDate, RunId, UserId } from "./ids.ts";
import { Metered } from "./meter.ts";
import { BriefVariant, Trigger } from "./triggers.ts";
import { bySystem, SystemText } from "./words.ts";

/** The journal's states (docs/sources.md, States of a run). `run.asl.json` has a state of each name. */
export const RUN_STATES = [
  "PENDING",
  "CONTEXT_BUILT",
  "LLM_CALLED",
  "TOOLS_DONE",
  "GATED",
  "DELIVERED",
  "DONE",
  "FAILED",
] as const;
export const RunState = z.enum(RUN_STATES);
export type RunState = z.infer<typeof RunState>;

/**
 * The allowed transitions. The step of a state does the work that leads out of it. PENDING and CONTEXT_BUILT may go to
 * GATED directly, because an emergency answer or a calm-day template needs no model. A run goes to FAILED from
 * LLM_CALLED after L1…L4, and from other states when the reaper gives the run up
 * (docs/decisions/0003-abandoned-runs.md). From GATED on, the outbox decides what happens.
 */
export const RUN_TRANSITIONS: Record<RunState, readonly RunState[]> = {
  PENDING: ["CONTEXT_BUILT", "GATED", "FAILED"],
  CONTEXT_BUILT: ["LLM_CALLED", "GATED", "FAILED"],
  LLM_CALLED: ["TOOLS_DONE", "FAILED"],
  TOOLS_DONE: ["LLM_CALLED", "GATED", "FAILED"],
  GATED: ["DELIVERED"],
  DELIVERED: ["DONE"],
  DONE: [],
  FAILED: [],
};
export const TERMINAL_STATES = ["DONE", "FAILED"] as const satisfies readonly RunState[];

/** The level of the failure ladder from which a run's answer came (docs/sources.md, The failure ladder). */
export const LADDER = ["L1", "L2", "L3", "L4"] as const;
export const Rung = z.enum(LADDER);
export type Rung = z.infer<typeof Rung>;

/** The author of an answer's words: a model, a template of plain code, or a text that people wrote in advance. */
export const AnsweredBy = z.enum(["model", "template", "emergency"]);

/** How a model's words were repaired: it wrote them again, or the sentences at fault were cut. */
export const Mended = z.enum(["repaired", "cut"]);

/**
 * The header row of a run. Each transition rewrites it and checks its version. It holds ids, enums and counts: no
 * health data, no text (R6, R7).
 */
export const RunHeader = z.strictObject({
  runId: RunId,
  userId: UserId,
  trigger: Trigger,
  variant: BriefVariant.optional(),
  nonce: SystemText,
  /** The local date the run is about. */
  date: LocalDate,
  state: RunState,
  /** The ordinal of the last committed step record. */
  step: z.number().int().nonnegative(),
  /** How many model calls were committed so far. */
  iterations: z.number().int().nonnegative(),
  /** How many executions the run has had, including the first. */
  attempts: z.number().int().nonnegative(),
  rung: Rung.optional(),
  /** The fencing token of the lease under which this run works; 0 before it holds a lease. */
  fence: z.number().int().nonnegative(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
  endedAt: EpochMs.optional(),
  /** What the committed ticks have used. */
  spent: Metered.optional(),
  failure: z.strictObject({ name: SystemText, message: z.string() }).optional(),
});
export type RunHeader = z.infer<typeof RunHeader>;

/**
 * What one transition committed. Append-only. `data` is the payload of the step; run-steps.ts gives its type by `to`.
 */
export const StepRecord = z.strictObject({
  runId: RunId,
  step: z.number().int().positive(),
  from: RunState,
  to: RunState,
  at: EpochMs,
  /** How long the work of the step took in ms, from the clock port. Zero under a virtual clock. */
  tookMs: z.number().nonnegative(),
  data: z.record(z.string(), z.json()),
});
export type StepRecord = z.infer<typeof StepRecord>;

/** The whole payload of the state machine: ids and small enums only (R6). */
export const RunInput = z.strictObject({ userId: UserId, runId: RunId });
export type RunInput = z.infer<typeof RunInput>;

/**
 * The answer of a tick to the state machine. QUEUED ends the execution but not the run, because another run holds the
 * lease.
 */
export const TickResult = z.strictObject({
  userId: UserId,
  runId: RunId,
  next: z.enum([...RUN_STATES, "QUEUED"]),
});
export type TickResult = z.infer<typeof TickResult>;

/** The payload of a task of the run machine: first the input of the machine, then the answer of the tick before. */
export const RunTask = z.union([RunInput, TickResult]);
export type RunTask = z.infer<typeof RunTask>;

/**
 * An execution of the run machine that did not succeed, in the form in which the reaper's rule passes it on: its input
 * as the JSON text of EventBridge.
 */
export const EndedExecution = z.strictObject({
  endedInput: z
    .union([z.string(), z.looseObject({})])
    .transform((input, context) => {
      if (typeof input !== "string") return input as unknown;
      try {
        return JSON.parse(input) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
    })
    .pipe(RunInput),
});
export type EndedExecution = z.infer<typeof EndedExecution>;

/** The start of a pause whose row cannot be read. The pause counts as old. */
export const PAUSED_SINCE_UNKNOWN = 0;

/**
 * The lease of a person, which makes sure that only one run writes. Parking rewrites it too, so that a park and a
 * release conflict.
 */
export const Lease = z.strictObject({
  owner: RunId.optional(),
  fence: z.number().int().nonnegative(),
  expiresAt: EpochMs,
  /** The process that holds the lease, if several share one store on one machine. */
  process: bySystem(z.string().max(40)).optional(),
  /**
   * Since when an operator has paused this person. No run takes the lease of a paused person. An unreadable value still
   * counts as a pause, since an unknown time, because the operator wants silence until they end it.
   */
  pausedAt: EpochMs.optional().catch(PAUSED_SINCE_UNKNOWN),
});
export type Lease = z.infer<typeof Lease>;

/** One piece of work that handles words of the person. The hold lasts until the work ends or its time is over. */
const Holder = z.strictObject({ name: SystemText, until: EpochMs, process: bySystem(z.string().max(40)).optional() });

/**
 * The work that copies words of a person without the lease (a phase of the night, or the saving of another agent's
 * context), and whether a redaction removes words. Both never happen at the same time (core/store/in-hand.ts).
 */
export const InHand = z.strictObject({
  held: z.array(Holder).max(500),
  taken: Holder.optional(),
  /** How often words were removed. Work that read words before a removal cannot commit after it. */
  takings: z.number().int().nonnegative(),
});
export type InHand = z.infer<typeof InHand>;
