/**
 * Carries out an approved proposal: exactly its actions, in order, each once. If the process dies, the next call
 * continues at that place. Every effect has its own marker, and the proposal becomes `executed` only when all effects
 * are done. When a tool fails, it returns the reason and does not throw.
 */
import { type ActionEntry, keys, type Proposal, type UserId } from "@waldo/contracts";
import type { Write } from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { actionDigest, canonicalJson, isApproved } from "../tools/approval.ts";
import { carryOutEffect, effectIdOf, loadEffect } from "../tools/effects.ts";
import { effectGate, egressGate } from "../tools/needs-tap.ts";
import { scrubbed } from "../tools/outgoing.ts";
import { type Done, type Execution, InProgress, type ToolContext, ToolFailure } from "../tools/tool.ts";
import { loadProposal, moveProposal } from "./proposal.ts";

/** Carries out one proposal. Only this code sets `context.approval`, from the store. */
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
      // The digest is computed again just before the action. A row that was changed no longer matches its digest.
      if (!isApproved(proposal, now) || actionDigest(action.tool, action.args) !== action.digest)
        throw new ToolFailure("failed", "the approval does not cover this action");
      effects.push(await executeOne(approved, proposal, i));
    }
    const entry = patrolEntry(userId, now, proposalId, effects);
    await moveProposal(store, loaded, "executed", { patch: { updatedAt: now }, effects: [entry] });
    return { outcome: "executed", effects };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    // The process that makes the call also records how the proposal ended.
    if (error instanceof InProgress) return { outcome: "in_progress", reason: error.message, effects };
    const entry = effects.length === 0 ? [] : [patrolEntry(userId, now, proposalId, effects)];
    await moveProposal(store, loaded, "failed", { patch: { updatedAt: now, reason: error.message }, effects: entry });
    return { outcome: "failed", reason: error.message, effects };
  }
}

async function executeOne(context: ToolContext, proposal: Proposal, index: number) {
  const action = proposal.actions[index];
  const tool = action && context.registry[action.tool];
  if (!action || !tool || !("plan" in tool)) throw new ToolFailure("unavailable", "this action is not connected here");
  const parsed = tool.args.safeParse(action.args);
  if (!parsed.success) throw new ToolFailure("failed", "the arguments are no longer understood");
  // The arguments that are sent must be the ones that the screen showed. A row from before the scrub may hold more;
  // then the tap does not cover it.
  if (canonicalJson(scrubbed(tool, action.args)) !== canonicalJson(action.args))
    throw new ToolFailure("failed", "it holds personal data that may not leave here");
  const verdict = await effectGate({ tool, parsed: parsed.data, args: action.args }, context);
  if (!verdict.allowed) throw new ToolFailure("failed", verdict.message);
  const blocked = egressGate(tool.egress?.(parsed.data, context), context);
  if (blocked) throw new ToolFailure("unavailable", blocked.message);
  const effectId = effectIdOf(proposal.proposalId, index);
  // A step that runs a second time finds the row as its first run left it.
  const isDone = (await loadEffect(context.store, context.userId, effectId)) !== undefined;
  // The row must be as the screen showed it. The screen did not show a row that was created later.
  if (!isDone && tool.target && (await tool.target(parsed.data, context))?.shown !== action.concerns)
    throw new ToolFailure("failed", "it has changed since you were asked");
  const about = {
    effectId,
    runId: proposal.runId,
    tool: tool.name,
    args: action.args,
    title: action.title,
    tainted: action.tainted,
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
    effects.push({ effectId, title, value: (await loadEffect(store, userId, effectId))?.value ?? null });
  }
  return effects;
}

/** Returns the log entry of what Waldo did for the person. It also holds what an undo needs. */
function patrolEntry(userId: UserId, now: number, proposalId: string, effects: readonly Done[]): Write {
  const reason = `done after your tap: ${effects.map(({ title }) => title).join("; ")}`;
  const undo = effects.map(({ effectId }) => effectId);
  const entry: ActionEntry = { at: now, act: "action", reason, proposalId, undo };
  return putNew(keys.patrolAction(userId, now, proposalId), entry);
}
