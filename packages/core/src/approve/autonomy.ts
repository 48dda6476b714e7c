/** The autonomy level of a person: reading it, and changing it with the sweep that a downgrade needs. */

import { type Autonomy, MAX_ACTIONS, type UserId } from "@waldo/contracts";
import { changeProfile, findProfile } from "../person/profile.ts";
import type { Ports, Store } from "../ports.ts";
import { proposedAction } from "../tools/approval.ts";
import { automaticEffects, undoEffect } from "../tools/undo.ts";
import { newProposal, proposalWrite } from "./proposal.ts";

/** Returns the level as it stands now. A person without a profile has allowed nothing, so the answer is L1. */
export async function autonomyOf(store: Store, userId: UserId): Promise<Autonomy> {
  return (await findProfile(store, userId))?.autonomy ?? "L1";
}

type Swept = { readonly undone: number; readonly proposed: readonly string[] };

/**
 * Sets the level. After a downgrade it takes back every action that was done unasked, without a tap, and can be undone.
 * At L2 it proposes these actions instead (docs/sources.md, Autonomy). It writes the level first, so no batch that
 * begins after the sweep started is automatic. If the process dies, the next call finishes the work.
 */
export async function setAutonomy(
  ports: Pick<Ports, "store" | "clock" | "log">,
  userId: UserId,
  level: Autonomy,
): Promise<Swept> {
  const { store } = ports;
  await changeProfile(store, userId, (profile) => ({ ...profile, autonomy: level }));
  if (level === "L3") return { undone: 0, proposed: [] };

  const now = ports.clock.now();
  const taken = [];
  // The newest effect is undone first, because a later effect may depend on an earlier one.
  for (const effect of (await automaticEffects(store, userId, now)).reverse())
    if ((await undoEffect(store, userId, effect.effectId, now)) === "undone") taken.unshift(effect);
  ports.log("info", "autonomy.swept", { level, undone: taken.length });
  if (level === "L1" || taken.length === 0) return { undone: taken.length, proposed: [] };

  const actions = taken.map(({ tool, args, title, tainted }) =>
    proposedAction(tool, args, title, { tainted: tainted ?? [] }),
  );
  const proposed: string[] = [];
  for (let i = 0; i < actions.length; i += MAX_ACTIONS) {
    const proposal = newProposal(userId, `sweep-${now}`, actions.slice(i), now);
    await store.transact([proposalWrite(proposal)]);
    proposed.push(proposal.proposalId);
  }
  return { undone: taken.length, proposed };
}
