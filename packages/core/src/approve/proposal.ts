// Proposals: what a person is asked to approve. This file creates them, moves them from state to state under their
// version, and expires them. It also says how the message and the tap screen show an action.
import {
  keys,
  MAX_ACTIONS,
  PROPOSAL_TRANSITIONS,
  Proposal,
  type ProposalState,
  type ProposedAction,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Store, Write } from "../ports.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";

/** A proposal that gets no answer expires after this many hours. The Handoff waits as long. */
export const PROPOSAL_HOURS = 2;

export type LoadedProposal = { readonly proposal: Proposal; readonly version: number };

/**
 * Returns a proposal. The caller commits it together with the run that made it. It holds the first {@link MAX_ACTIONS}
 * actions. The same run with the same actions makes the same proposal.
 */
export function newProposal(userId: UserId, runId: string, actions: readonly ProposedAction[], now: number): Proposal {
  const asked = actions.slice(0, MAX_ACTIONS);
  const id = digest(userId, runId, ...asked.map((action) => action.digest)).slice(0, 16);
  return {
    proposalId: `p-${id}`,
    userId,
    runId,
    actions: asked,
    state: "open",
    createdAt: now,
    expiresAt: now + PROPOSAL_HOURS * HOUR_MS,
    updatedAt: now,
  };
}

export function proposalWrite(proposal: Proposal): Write {
  return putNew(keys.proposal(proposal.userId, proposal.proposalId), proposal);
}

export async function loadProposal(
  store: Store,
  userId: UserId,
  proposalId: string,
): Promise<LoadedProposal | undefined> {
  const row = await store.get(keys.proposal(userId, proposalId));
  return row && { proposal: Proposal.parse(row.body), version: row.version };
}

/** The fields that a move changes besides the state, and the rows that commit with it. */
type Move = {
  readonly patch: Partial<Pick<Proposal, "reason" | "tapBy" | "updatedAt">>;
  readonly effects?: readonly Write[];
};

/**
 * Moves a proposal under its version. Returns `false` when the move is not allowed, or when another process moved it
 * first.
 */
export async function moveProposal(
  store: Store,
  { proposal, version }: LoadedProposal,
  to: ProposalState,
  { patch, effects = [] }: Move,
): Promise<boolean> {
  if (!PROPOSAL_TRANSITIONS[proposal.state].includes(to)) return false;
  const body: Proposal = { ...proposal, ...patch, state: to };
  const key = keys.proposal(proposal.userId, proposal.proposalId);
  return commitIf(store, [putOver({ version }, key, body), ...effects]);
}

/**
 * Expires a proposal that got no answer in time. It is safe to call at any time, because it changes only a proposal
 * that is open or held and whose time is over.
 */
export async function expireProposal(store: Store, loaded: LoadedProposal, now: number): Promise<boolean> {
  const { state, expiresAt } = loaded.proposal;
  if ((state !== "open" && state !== "held") || expiresAt > now) return false;
  return moveProposal(store, loaded, "expired", { patch: { updatedAt: now, reason: "no answer" } });
}
