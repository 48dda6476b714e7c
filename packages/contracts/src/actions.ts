/**
 * Actions that need a tap: what a run proposes, what the person approves, and what code did because of it. Core parses
 * every such row with these schemas; a row that does not fit throws.
 */

import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";
import { TABLES } from "./keys.ts";
import { ToolName } from "./tools.ts";
import { SystemText } from "./words.ts";

/** A text from outside in an argument. The person sees it marked as such before they tap. */
export const TaintedPart = z.strictObject({ path: z.string(), text: z.string() });
export type TaintedPart = z.infer<typeof TaintedPart>;

/** One proposed action. An approval covers exactly these arguments. */
export const ProposedAction = z.strictObject({
  tool: ToolName,
  args: z.json(),
  /** SHA-256, in hex, of the canonical JSON of tool and arguments. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  title: z.string().min(1).max(120),
  tainted: z.array(TaintedPart),
  /** The row that the action deletes, silences or replaces, in the row's own words. Absent when the action only adds. */
  concerns: z.string().optional(),
  /**
   * Set when the run had read text from outside. That text may be the reason for this proposal. Older rows never have
   * it.
   */
  afterOutside: z.literal(true).optional(),
});
export type ProposedAction = z.infer<typeof ProposedAction>;

/** True when an action may hold other people's words, or may have come from them. */
export function isFromOutside({ tainted, afterOutside }: ProposedAction): boolean {
  return tainted.length > 0 || afterOutside === true;
}

/** The most actions one proposal may hold. */
export const MAX_ACTIONS = 10;

/**
 * A put that undoes an effect. It is stored with the effect. It may only write rows of the same person, and fails if
 * these rows have changed since the effect.
 */
export const UndoWrite = z.strictObject({
  op: z.literal("put"),
  key: z.strictObject({ table: z.enum(TABLES), pk: z.string(), sk: z.string() }),
  body: z.record(z.string(), z.json()),
  when: z.array(z.strictObject({ is: z.literal("version"), version: z.number().int() })),
});

/** The record that an effect happened once, and how it can be undone. */
export const EffectRecord = z.strictObject({
  effectId: SystemText,
  /** The run that did or proposed the action. Older rows do not name the run. */
  runId: SystemText.optional(),
  tool: ToolName,
  args: z.json(),
  title: z.string(),
  /**
   * The arguments that came from outside. Older rows do not have this member, so for them nobody knows which arguments
   * came from outside.
   */
  tainted: z.array(TaintedPart).optional(),
  /** What the tool returned. */
  value: z.json(),
  at: EpochMs,
  /** True when the effect was done without a tap. */
  automatic: z.boolean(),
  /**
   * Set when the person asked for it in their own words. A lower autonomy level undoes only automatic effects that
   * nobody asked for.
   */
  asked: z.literal(true).optional(),
  undo: z.array(UndoWrite).optional(),
  undone: z.boolean().optional(),
  /** The state of a call outside the store. Absent: the effect makes no such call. */
  call: z.enum(["open", "done", "failed"]).optional(),
});
export type EffectRecord = z.infer<typeof EffectRecord>;

/**
 * `held`: the person wants to change the proposal, and nothing can approve it. `superseded`: another proposal or plan,
 * made from their words, has replaced it.
 */
export const PROPOSAL_STATES = [
  "open",
  "held",
  "superseded",
  "approved",
  "executed",
  "declined",
  "expired",
  "failed",
  "undone",
] as const;
export const ProposalState = z.enum(PROPOSAL_STATES);
export type ProposalState = z.infer<typeof ProposalState>;

/**
 * Every allowed change of a proposal's state. An executed proposal may be undone, and a held one becomes open again
 * when the person changes another one. No other change leads back.
 */
export const PROPOSAL_TRANSITIONS: Record<ProposalState, readonly ProposalState[]> = {
  open: ["approved", "held", "superseded", "declined", "expired"],
  held: ["open", "superseded", "declined", "expired"],
  superseded: [],
  approved: ["executed", "failed", "expired"],
  executed: ["undone"],
  declined: [],
  expired: [],
  failed: [],
  undone: [],
};

/** The reason of a proposal that was declined by "Not now". */
export const NOT_NOW = "not now";
/** The reason of a proposal whose words the person has deleted. */
export const DELETED = "the person deleted it";

/** What a person is asked to approve: one action, or a plan of several that are approved together. */
export const Proposal = z.strictObject({
  proposalId: z.string().regex(/^p-[0-9a-f]{16}$/),
  userId: UserId,
  runId: SystemText,
  actions: z.array(ProposedAction).min(1).max(MAX_ACTIONS),
  state: ProposalState,
  createdAt: EpochMs,
  expiresAt: EpochMs,
  /** Set when a tap screen was issued. Its token is valid until `tapBy`. */
  tapBy: EpochMs.optional(),
  updatedAt: EpochMs,
  reason: z.union([z.enum([NOT_NOW, DELETED]), z.string()]).optional(),
  /** What the person said instead of approving this proposal. Set when it is superseded. */
  change: z.string().optional(),
});
export type Proposal = z.infer<typeof Proposal>;

/** The proposal that the person wants to change. Their next message is the change. */
export const Changing = z.strictObject({ proposalId: Proposal.shape.proposalId, at: EpochMs });
export type Changing = z.infer<typeof Changing>;
