/**
 * Carries out an approved proposal: exactly its actions, in order, each once. Killed anywhere, it is called again and
 * goes on, because every effect has its own marker and the proposal says `executed` only when all are done.
 */
import { keys, type Proposal, type UserId } from "@waldo/contracts";
import type { Json, Write } from "../ports.ts";
import { covers, type LoadedProposal, loadProposal, moveProposal } from "./approval.ts";
import { actionDigest } from "./canonical.ts";
import { carryOutEffect, effectIdOf } from "./effects.ts";
import { egressGate } from "./gates.ts";
import { type ToolContext, ToolFailure } from "./tool.ts";

type Done = { readonly effectId: string; readonly title: string; readonly value: Json };

/** What was carried out, also where something else was not. */
export type Execution =
  | { readonly outcome: "executed"; readonly effects: readonly Done[] }
  | { readonly outcome: "refused" | "failed"; readonly reason: string; readonly effects: readonly Done[] };

/** `context.approval` is set here, from the store, and nowhere else. */
export async function executeProposal(context: Omit<ToolContext, "approval">, proposalId: string): Promise<Execution> {
  const { store, userId, now } = context;
  const loaded = await loadProposal(store, userId, proposalId);
  if (!loaded) return { outcome: "refused", reason: "there is no such proposal", effects: [] };
  const { proposal } = loaded;
  if (proposal.state === "executed") return { outcome: "executed", effects: await doneBefore(context, proposal) };
  if (proposal.state !== "approved")
    return { outcome: "refused", reason: `the proposal is ${proposal.state}, not approved`, effects: [] };
  const approved: ToolContext = { ...context, approval: proposal };
  const effects: Done[] = [];
  try {
    for (const [i, action] of proposal.actions.entries()) {
      // What is about to be done is measured again: a row that was tampered with no longer has its digest.
      if (actionDigest(action.tool, action.args) !== action.digest || !covers(proposal, action.tool, action.args, now))
        throw new ToolFailure("failed", "the approval does not cover this action");
      effects.push(await executeOne(approved, proposal, i));
    }
    await moveProposal(store, loaded, "executed", { updatedAt: now }, [patrolEntry(userId, now, proposalId, effects)]);
    return { outcome: "executed", effects };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const entry = effects.length === 0 ? [] : [patrolEntry(userId, now, proposalId, effects)];
    await moveProposal(store, loaded, "failed", { updatedAt: now, reason: error.message }, entry);
    return { outcome: "failed", reason: error.message, effects };
  }
}

async function executeOne(context: ToolContext, proposal: Proposal, index: number) {
  const action = proposal.actions[index];
  const tool = action && context.registry[action.tool];
  if (!action || !tool || !("plan" in tool)) throw new ToolFailure("unavailable", "this action is not connected here");
  const parsed = tool.args.safeParse(action.args);
  if (!parsed.success) throw new ToolFailure("failed", "the arguments are no longer understood");
  const blocked = egressGate(tool.egress?.(parsed.data, context), context);
  if (blocked) throw new ToolFailure("unavailable", blocked.message);
  const effectId = effectIdOf(proposal.proposalId, index);
  const about = {
    effectId,
    tool: tool.name,
    args: action.args,
    title: action.title,
    at: context.now,
    automatic: false,
  };
  const { value } = await carryOutEffect(context, tool, parsed.data, about);
  return { effectId, title: action.title, value };
}

async function doneBefore({ store, userId }: Omit<ToolContext, "approval">, { proposalId, actions }: Proposal) {
  const effects = [];
  for (const [i, { title }] of actions.entries()) {
    const effectId = effectIdOf(proposalId, i);
    const row = await store.get(keys.effect(userId, effectId));
    effects.push({ effectId, title, value: (row?.body["value"] ?? null) as Json });
  }
  return effects;
}

/** What was done for the person, where they can read it, with the way to take it back. */
function patrolEntry(userId: UserId, now: number, proposalId: string, effects: readonly Done[]): Write {
  const reason = `done after your tap: ${effects.map(({ title }) => title).join("; ")}`;
  const undo = effects.map(({ effectId }) => effectId);
  return {
    op: "put",
    key: keys.patrolAction(userId, now, proposalId),
    body: { at: now, act: "action", reason, proposalId, undo },
    when: [{ is: "absent" }],
  };
}

/** Ends a proposal nobody answered. Safe to call at any time: only an open one whose time is up is touched. */
export async function expireProposal(
  context: Pick<ToolContext, "store" | "now">,
  loaded: LoadedProposal,
): Promise<boolean> {
  if (loaded.proposal.state !== "open" || loaded.proposal.expiresAt > context.now) return false;
  return moveProposal(context.store, loaded, "expired", { updatedAt: context.now, reason: "no answer" });
}
