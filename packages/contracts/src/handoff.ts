/**
 * The Handoff: a task that a person hands over. These are the inputs, answers and rows of `handoff.asl.json`. The
 * handoff task and the machine's tests share them.
 */

import * as z from "zod";
import { EpochMs, LocalDate, RunId, UserId } from "./ids.ts";
import { SystemText } from "./words.ts";

/** The states of `handoff.asl.json` that do work. In WAIT the machine waits for a tap of the person. */
export const HANDOFF_PHASES = ["EXPLORE", "PLAN", "WAIT", "ACT", "REPLAN", "EXPIRE", "GIVE_UP"] as const;
export const HandoffPhase = z.enum(HANDOFF_PHASES);
export type HandoffPhase = z.infer<typeof HandoffPhase>;

export const HandoffId = z.string().regex(/^h-[0-9a-f]{16}$/);
export type HandoffId = z.infer<typeof HandoffId>;

/** The input of the machine: ids only (R6). */
export const HandoffInput = z.strictObject({ userId: UserId, handoffId: HandoffId });
export type HandoffInput = z.infer<typeof HandoffInput>;

/** The payload that a Task of the machine receives. `token` is set in the states that wait for a person or a run. */
export const HandoffTask = HandoffInput.extend({ phase: HandoffPhase, token: z.string().min(1).max(2048).optional() });
export type HandoffTask = z.infer<typeof HandoffTask>;

/** The state the machine goes to next. */
export const HANDOFF_NEXT = [
  "PLAN",
  "WAIT",
  "ACT",
  "REPLAN",
  "GIVE_UP",
  "DONE",
  "DECLINED",
  "EXPIRED",
  "FAILED",
] as const;
export const HandoffAnswer = HandoffInput.extend({ next: z.enum(HANDOFF_NEXT) });
export type HandoffAnswer = z.infer<typeof HandoffAnswer>;

/** The most characters of a task in the person's own words. */
export const MOST_GOAL = 4000;

/** One task that was handed over. */
export const Handoff = z.strictObject({
  handoffId: HandoffId,
  userId: UserId,
  date: LocalDate,
  /** The task in the person's own words. */
  goal: z.string().min(1).max(MOST_GOAL),
  plans: z.number().int().nonnegative(),
  /** The run of the latest thinking phase (EXPLORE, PLAN or REPLAN). */
  lastRun: RunId.optional(),
  /** The proposal of the current plan. */
  proposalId: SystemText.optional(),
  /** The proposal that the person wanted to change and that the latest plan replaces. */
  changed: SystemText.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Handoff = z.infer<typeof Handoff>;

/** The state of a handed-over task: the present or next state of its machine, or how it ended. */
export const HANDOFF_STATES = [...HANDOFF_PHASES, "DONE", "DECLINED", "EXPIRED", "FAILED"] as const;
export const HandoffState = z.enum(HANDOFF_STATES);
export type HandoffState = z.infer<typeof HandoffState>;
