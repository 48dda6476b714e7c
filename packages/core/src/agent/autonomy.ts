import { type Autonomy, keys, Profile, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports, Store } from "../ports.ts";
import { newProposal, proposalWrite } from "../tools/approval.ts";
import { actionDigest } from "../tools/canonical.ts";
import { automaticEffects, undoEffect } from "../tools/effects.ts";

/** As it stands now. Nobody known is nobody who allowed anything. */
export async function autonomyOf(store: Store, userId: UserId): Promise<Autonomy> {
  const row = await store.get(keys.profile(userId));
  return row ? Profile.parse(row.body).autonomy : "L1";
}

export type Swept = { readonly undone: number; readonly proposed: readonly string[] };

/** Actions one proposal may hold. */
const MAX_ACTIONS = 10;

/**
 * Sets the level, and after a downgrade sweeps: what was done without a tap and can be taken back is taken back, and
 * at L2 proposed instead (ADR-0018). The level is written first, so no batch that begins behind the sweep is automatic.
 * Safe to call again: a sweep that died is finished by the next call.
 */
export async function setAutonomy(
  ports: Pick<Ports, "store" | "clock" | "log">,
  userId: UserId,
  level: Autonomy,
): Promise<Swept> {
  const { store } = ports;
  const key = keys.profile(userId);
  const row = await store.get(key);
  if (!row) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const profile = Profile.parse(row.body);
  await store.transact([
    { op: "put", key, body: { ...profile, autonomy: level }, when: [{ is: "version", version: row.version }] },
  ]);
  if (level === "L3") return { undone: 0, proposed: [] };

  const now = ports.clock.now();
  const taken = [];
  // Newest first: a later effect may stand on an earlier one.
  for (const effect of (await automaticEffects(store, userId, now)).reverse())
    if ((await undoEffect(store, userId, effect.effectId, now)) === "undone") taken.unshift(effect);
  ports.log("info", "autonomy.swept", { level, undone: taken.length });
  if (level === "L1" || taken.length === 0) return { undone: taken.length, proposed: [] };

  const actions = taken.map(({ tool, args, title }) => ({
    tool,
    args,
    digest: actionDigest(tool, args),
    title,
    tainted: [],
  }));
  const proposed: string[] = [];
  for (let i = 0; i < actions.length; i += MAX_ACTIONS) {
    const proposal = newProposal(userId, `sweep-${now}`, actions.slice(i, i + MAX_ACTIONS), now);
    await store.transact([proposalWrite(proposal)]);
    proposed.push(proposal.proposalId);
  }
  return { undone: taken.length, proposed };
}
