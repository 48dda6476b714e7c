import { z } from "zod";
import { PROPOSAL_HOURS } from "./actions.ts";
import { EpochMs, LocalDate, RunId, UserId } from "./ids.ts";

/** The states of `handoff.asl.json` that do work. WAIT is the human tap. */
export const HANDOFF_PHASES = ["EXPLORE", "PLAN", "WAIT", "ACT", "REPLAN", "EXPIRE"] as const;
export const HandoffPhase = z.enum(HANDOFF_PHASES);
export type HandoffPhase = z.infer<typeof HandoffPhase>;

export const HandoffId = z.string().regex(/^h-[0-9a-f]{16}$/);
export type HandoffId = z.infer<typeof HandoffId>;

/** Input of the machine: ids only (R6). */
export const HandoffInput = z.strictObject({ userId: UserId, handoffId: HandoffId });
export type HandoffInput = z.infer<typeof HandoffInput>;

/** What a Task of the machine is handed. The token is there where the state waits for somebody. */
export const HandoffTask = HandoffInput.extend({ phase: HandoffPhase, token: z.string().min(1).max(2048).optional() });
export type HandoffTask = z.infer<typeof HandoffTask>;

/** Where the machine goes next. */
export const HANDOFF_NEXT = ["PLAN", "WAIT", "ACT", "REPLAN", "DONE", "DECLINED", "EXPIRED", "FAILED"] as const;
export const HandoffAnswer = HandoffInput.extend({ next: z.enum(HANDOFF_NEXT) });
export type HandoffAnswer = z.infer<typeof HandoffAnswer>;

/** Seconds WAIT waits for the tap; the same as a proposal lives. */
export const HANDOFF_WAIT_SECONDS = PROPOSAL_HOURS * 3600;
/** Plans a handoff may try: the first, and one after a failure. */
export const HANDOFF_PLANS = 2;

/** One handed-over task. Its words are beside it, not in it: the row of the run that reads them has them. */
export const Handoff = z.strictObject({
  handoffId: HandoffId,
  userId: UserId,
  date: LocalDate,
  /** What the person handed over, in their own words. */
  goal: z.string().min(1).max(4000),
  plans: z.number().int().nonnegative(),
  /** What EXPLORE found. Made from text of others, so it is never anybody's instruction. */
  findings: z.string().optional(),
  /** The run or proposal the machine waits for, and the token that wakes it. */
  waitingFor: z
    .strictObject({
      phase: HandoffPhase,
      runId: RunId.optional(),
      proposalId: z.string().optional(),
      token: z.string(),
    })
    .optional(),
  proposalId: z.string().optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Handoff = z.infer<typeof Handoff>;
