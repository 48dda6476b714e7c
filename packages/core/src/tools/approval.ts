/**
 * Proposals and the human tap. A tap counts once, for one person, for exactly the arguments that were shown:
 *
 *   propose ─> open ── issueTap ──> token ── tap(token) ──> approved ── execute ──> executed ── undo ──> undone
 *                └── 2 h ──> expired                └── 5 min ──> expired
 *
 *  - The token is an HMAC over person, proposal, digest of the canonical arguments and deadline. A model never sees the
 *    key, so no text it reads or writes makes one.
 *  - Single use is a conditional write of the proposal's state, not a list of used tokens; every effect has a marker of
 *    its own, so a tap whose execution died may be pressed again and does nothing twice.
 *  - The executor computes the digests of what it is about to do again, and refuses anything the tap did not cover.
 *  - Expiry is checked where it matters, in code, against the clock port.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  APPROVAL_MINUTES,
  isError,
  keys,
  PROPOSAL_HOURS,
  PROPOSAL_TRANSITIONS,
  Proposal,
  type ProposalState,
  type ProposedAction,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Store, Write } from "../ports.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { actionDigest } from "./canonical.ts";

export type ApprovalPorts = { readonly store: Store; readonly approvalKey: Uint8Array };
export type LoadedProposal = { readonly proposal: Proposal; readonly version: number };

/** Bytes of the MAC kept: 96 bits, unguessable within five minutes, and short enough for a button. */
const MAC_BYTES = 12;

/** A proposal row, to be committed with the run that made it. The same run proposing the same again is the same proposal. */
export function newProposal(userId: UserId, runId: string, actions: readonly ProposedAction[], now: number): Proposal {
  const id = digest(userId, runId, ...actions.map((action) => action.digest)).slice(0, 16);
  return {
    proposalId: `p-${id}`,
    userId,
    runId,
    actions: [...actions],
    state: "open",
    createdAt: now,
    expiresAt: now + PROPOSAL_HOURS * HOUR_MS,
    updatedAt: now,
  };
}

export function proposalWrite(proposal: Proposal): Write {
  return {
    op: "put",
    key: keys.proposal(proposal.userId, proposal.proposalId),
    body: proposal,
    when: [{ is: "absent" }],
  };
}

export async function loadProposal(
  store: Store,
  userId: UserId,
  proposalId: string,
): Promise<LoadedProposal | undefined> {
  const row = await store.get(keys.proposal(userId, proposalId));
  return row && { proposal: Proposal.parse(row.body), version: row.version };
}

/** Moves a proposal under its version, with what the move causes. `false`: someone else moved it first. */
export async function moveProposal(
  store: Store,
  { proposal, version }: LoadedProposal,
  to: ProposalState,
  patch: Partial<Pick<Proposal, "reason" | "tapBy" | "updatedAt">>,
  effects: readonly Write[] = [],
): Promise<boolean> {
  if (!PROPOSAL_TRANSITIONS[proposal.state].includes(to)) return false;
  const body: Proposal = { ...proposal, ...patch, state: to };
  const key = keys.proposal(proposal.userId, proposal.proposalId);
  try {
    await store.transact([{ op: "put", key, body, when: [{ is: "version", version }] }, ...effects]);
    return true;
  } catch (error) {
    if (isError(error, "ConditionFailed")) return false;
    throw error;
  }
}

/** The token of a tap screen that is shown now: good for five minutes, and never longer than the proposal. */
export async function issueTap(ports: ApprovalPorts, loaded: LoadedProposal, now: number): Promise<string | undefined> {
  const { proposal, version } = loaded;
  if (proposal.state !== "open" || proposal.expiresAt <= now) return undefined;
  const tapBy = Math.min(now + APPROVAL_MINUTES * MINUTE_MS, proposal.expiresAt);
  const body: Proposal = { ...proposal, tapBy, updatedAt: now };
  const key = keys.proposal(proposal.userId, proposal.proposalId);
  await ports.store.transact([{ op: "put", key, body, when: [{ is: "version", version }] }]);
  return `${proposal.proposalId}.${tapBy.toString(36)}.${mac(ports.approvalKey, proposal, tapBy)}`;
}

export type TapRefusal = "malformed" | "unknown_proposal" | "forged" | "expired" | "already_used";
export type TapResult =
  | { readonly ok: true; readonly loaded: LoadedProposal }
  | { readonly ok: false; readonly why: TapRefusal };

/** Spends a token. Whoever holds it must also be the person: `userId` comes from the authenticated channel, not from it. */
export async function tap(ports: ApprovalPorts, userId: UserId, token: string, now: number): Promise<TapResult> {
  const match = /^(p-[0-9a-f]{16})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{16})$/.exec(token);
  const [, proposalId = "", deadline = "", given = ""] = match ?? [];
  if (!match) return { ok: false, why: "malformed" };
  const loaded = await loadProposal(ports.store, userId, proposalId);
  if (!loaded) return { ok: false, why: "unknown_proposal" };
  const tapBy = Number.parseInt(deadline, 36);
  if (!sameMac(given, mac(ports.approvalKey, loaded.proposal, tapBy))) return { ok: false, why: "forged" };
  // Approved and not yet carried out: whoever was to do it died. The same tap, by the same person, asks for it again.
  if (loaded.proposal.state === "approved") return { ok: true, loaded };
  if (loaded.proposal.state !== "open") return { ok: false, why: "already_used" };
  if (tapBy <= now || loaded.proposal.expiresAt <= now) return { ok: false, why: "expired" };
  const moved = await moveProposal(ports.store, loaded, "approved", { updatedAt: now });
  if (!moved) return { ok: false, why: "already_used" };
  return {
    ok: true,
    loaded: { proposal: { ...loaded.proposal, state: "approved", updatedAt: now }, version: loaded.version + 1 },
  };
}

/** Whether an approved proposal covers this very call, now: what the gates ask. A tap is good for as long as a proposal is. */
export function covers(proposal: Proposal, tool: string, args: ProposedAction["args"], now: number): boolean {
  const wanted = actionDigest(tool, args);
  const fresh = proposal.updatedAt + PROPOSAL_HOURS * HOUR_MS > now;
  return (
    proposal.state === "approved" &&
    fresh &&
    proposal.actions.some((action) => action.digest === wanted && action.tool === tool)
  );
}

function mac(key: Uint8Array, { userId, proposalId, actions }: Proposal, tapBy: number): string {
  const bound = JSON.stringify([
    userId,
    proposalId,
    actions.map((action) => actionDigest(action.tool, action.args)),
    tapBy,
  ]);
  return createHmac("sha256", key).update(bound).digest().subarray(0, MAC_BYTES).toString("base64url");
}

function sameMac(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
