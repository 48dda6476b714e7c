/**
 * The token behind a "Confirm" button. A tap counts once, for one person, for exactly the arguments that were shown:
 *
 * propose ─> open ── issueToken ──> token ── spendToken ──> approved ── execute ──> executed ── undo ──> undone
 *                ├── 2 h ──> expired                └── 5 min ──> expired
 *                └── Modify ──> held (change.ts)
 *
 *  - The token is an HMAC over person, proposal, digest of the canonical arguments and deadline. A model never sees the
 *    key, so no text that it reads or writes can make a token.
 *  - A token works once because spending it is a conditional write of the proposal's state. There is no list of used
 *    tokens. Every effect has its own marker, so the person may tap again after a crash, and nothing is done twice.
 *  - The executor computes the digests of its actions again and refuses any action that the tap did not cover.
 *  - Code checks the expiry against the clock port at the moment of use.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { keys, type Proposal, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";
import { actionDigest } from "../tools/approval.ts";
import { type LoadedProposal, loadProposal, moveProposal } from "./proposal.ts";

/** A tap counts for this many minutes after its screen was issued. */
export const APPROVAL_MINUTES = 5;

export type TokenPorts = { readonly store: Store; readonly approvalKey: Uint8Array };

/**
 * How many bytes of the MAC the token holds. Nobody can guess 96 bits in five minutes, and they are short enough for a
 * button.
 */
const MAC_BYTES = 12;

/**
 * Returns the token for a tap screen that is shown now. It is valid for five minutes, and never longer than the
 * proposal. Returns undefined when the proposal is no longer open.
 */
export async function issueToken(ports: TokenPorts, loaded: LoadedProposal, now: number): Promise<string | undefined> {
  const { proposal, version } = loaded;
  if (proposal.state !== "open" || proposal.expiresAt <= now) return undefined;
  const tapBy = Math.min(now + APPROVAL_MINUTES * MINUTE_MS, proposal.expiresAt);
  const body: Proposal = { ...proposal, tapBy, updatedAt: now };
  await ports.store.transact([putOver({ version }, keys.proposal(proposal.userId, proposal.proposalId), body)]);
  return `${proposal.proposalId}.${tapBy.toString(36)}.${mac(ports.approvalKey, proposal, tapBy)}`;
}

export type TokenRefusal =
  | "malformed"
  | "unknown_proposal"
  | "forged"
  | "expired"
  | "already_used"
  | "held"
  | "superseded";
type Spent =
  | { readonly ok: true; readonly loaded: LoadedProposal }
  | { readonly ok: false; readonly why: TokenRefusal };

/** Spends a token. Holding the token is not enough: `userId` must be the person whom the channel has authenticated. */
export async function spendToken(ports: TokenPorts, userId: UserId, token: string, now: number): Promise<Spent> {
  const match = /^(p-[0-9a-f]{16})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{16})$/.exec(token);
  if (!match) return { ok: false, why: "malformed" };
  const [, proposalId = "", deadline = "", given = ""] = match;
  const loaded = await loadProposal(ports.store, userId, proposalId);
  if (!loaded) return { ok: false, why: "unknown_proposal" };
  const tapBy = Number.parseInt(deadline, 36);
  // Both texts have 16 characters: the pattern above guarantees it for the given token, and MAC_BYTES for the computed
  // one.
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(ports.approvalKey, loaded.proposal, tapBy))))
    return { ok: false, why: "forged" };
  // The proposal is approved but not carried out, because the process died. The same person may tap again, and the work
  // is then done.
  if (loaded.proposal.state === "approved") return { ok: true, loaded };
  const { state } = loaded.proposal;
  if (state !== "open") return { ok: false, why: state === "held" || state === "superseded" ? state : "already_used" };
  if (tapBy <= now || loaded.proposal.expiresAt <= now) return { ok: false, why: "expired" };
  const moved = await moveProposal(ports.store, loaded, "approved", { patch: { updatedAt: now } });
  if (!moved) return { ok: false, why: "already_used" };
  return {
    ok: true,
    loaded: { proposal: { ...loaded.proposal, state: "approved", updatedAt: now }, version: loaded.version + 1 },
  };
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
