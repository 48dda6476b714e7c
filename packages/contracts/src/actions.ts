import { z } from "zod";
import { EpochMs, UserId } from "./ids.ts";
import { ToolName } from "./tools.ts";

/** Minutes after the tap screen was issued in which a tap counts. */
export const APPROVAL_MINUTES = 5;
/** Hours without an answer after which a proposal is over. */
export const PROPOSAL_HOURS = 2;
/** How long an action of our own can be undone. */
export const UNDO_HOURS = 24;

/** A text from outside that found its way into an argument: shown plainly to whoever is asked to tap. */
export const TaintedPart = z.strictObject({ path: z.string(), text: z.string() });
export type TaintedPart = z.infer<typeof TaintedPart>;

/** One thing to do, as proposed: exactly these arguments, and no others, may be approved. */
export const ProposedAction = z.strictObject({
  tool: ToolName,
  args: z.json(),
  /** SHA-256, hex, of the canonical JSON of tool and arguments. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  title: z.string().min(1).max(120),
  tainted: z.array(TaintedPart),
});
export type ProposedAction = z.infer<typeof ProposedAction>;

export const PROPOSAL_STATES = ["open", "approved", "executed", "declined", "expired", "failed", "undone"] as const;
export const ProposalState = z.enum(PROPOSAL_STATES);
export type ProposalState = z.infer<typeof ProposalState>;

/** Every way a proposal may go. What was executed may be undone; nothing else leads back. */
export const PROPOSAL_TRANSITIONS: Record<ProposalState, readonly ProposalState[]> = {
  open: ["approved", "declined", "expired"],
  approved: ["executed", "failed", "expired"],
  executed: ["undone"],
  declined: [],
  expired: [],
  failed: [],
  undone: [],
};

/** What a person is asked to tap: one action, or a plan of several that are approved together. */
export const Proposal = z.strictObject({
  proposalId: z.string().regex(/^p-[0-9a-f]{16}$/),
  userId: UserId,
  runId: z.string(),
  actions: z.array(ProposedAction).min(1).max(10),
  state: ProposalState,
  createdAt: EpochMs,
  expiresAt: EpochMs,
  /** Set when a tap screen was issued; the token it carries is good until `tapBy`. */
  tapBy: EpochMs.optional(),
  updatedAt: EpochMs,
  reason: z.string().optional(),
});
export type Proposal = z.infer<typeof Proposal>;
