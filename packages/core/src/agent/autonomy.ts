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

export type Swept = { readonly undone: number; readonly proposed?: string };

/**
 * Sets the level, and after a downgrade sweeps: what was done without a tap and can be taken back is taken back, and
 * at L2 proposed instead (ADR-0018). The level is written first, so nothing automatic starts behind the sweep.
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
  if (level === "L3" || profile.autonomy !== "L3") return { undone: 0 };

  const now = ports.clock.now();
  const taken = [];
  // Newest first: a later effect may stand on an earlier one.
  for (const effect of (await automaticEffects(store, userId, now)).reverse())
    if ((await undoEffect(store, userId, effect.effectId, now)) === "undone") taken.unshift(effect);
  ports.log("info", "autonomy.swept", { level, undone: taken.length });
  if (level === "L1" || taken.length === 0) return { undone: taken.length };

  const actions = taken
    .slice(0, 10)
    .map(({ tool, args, title }) => ({ tool, args, digest: actionDigest(tool, args), title, tainted: [] }));
  const proposal = newProposal(userId, `sweep-${now}`, actions, now);
  await store.transact([proposalWrite(proposal)]);
  return { undone: taken.length, proposed: proposal.proposalId };
}
