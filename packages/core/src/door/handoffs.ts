/** Tasks that are handed over: where they stand, their plans, and the taps that answer or undo them. */
import { ActionEntry, type Button, type Handoff, keys } from "@waldo/contracts";
import { loadProposal } from "../approve/proposal.ts";
import { currentProposal, HANDOFF_MS, handoffsOf } from "../handoff/standing.ts";
import { livedDate } from "../health/ledger.ts";
import type { Ports } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { undoButtons } from "../tools/undo.ts";
import { type Handlers, profileOf } from "./handlers.ts";
import { actionsOf, proposalButtons } from "./taps.ts";

export const handoffHandlers: Handlers<"handoffs" | "handOver"> = {
  handoffs: async ({ ports, userId, query: { limit } }) => ({
    items: await Promise.all(
      (await handoffsOf(ports, userId, limit)).map(async ({ handoff, standing: { state, waitsFor } }) => {
        const plan = await planOf(ports, handoff, waitsFor);
        return {
          ...{ handoffId: handoff.handoffId, goal: handoff.goal, state, createdAt: handoff.createdAt },
          ...(waitsFor === undefined ? {} : { waitsFor }),
          ...(plan ? { plan } : {}),
        };
      }),
    ),
  }),

  async handOver(call) {
    const { ports, userId, body, key } = call;
    const date = await livedDate(ports.store, await profileOf(call), ports.clock.now());
    // It brings the run machine and every tool. Most requests only read.
    const { startHandoff } = await import("../handoff/handoff.ts");
    return { handoffId: await startHandoff(ports, userId, { messageId: key, goal: body.goal }, date) };
  },
};

/** The latest plan of a handoff. While it waits it can be answered; when it was done it can be undone, for a day. */
async function planOf(ports: Pick<Ports, "store" | "clock">, handoff: Handoff, waitsFor: string | undefined) {
  const { store } = ports;
  const proposalId = handoff.plans === 0 ? undefined : await currentProposal(store, handoff);
  const loaded = proposalId === undefined ? undefined : await loadProposal(store, handoff.userId, proposalId);
  if (!loaded) return undefined;
  const { proposal } = loaded;
  const buttons =
    waitsFor === proposal.proposalId
      ? proposalButtons(waitsFor)
      : proposal.state === "executed"
        ? await undoOf(ports, handoff, proposal.proposalId)
        : [];
  return { actions: actionsOf(proposal.actions), buttons };
}

/** The log entry of what was done names the effects that can be taken back. */
async function undoOf(
  { store, clock }: Pick<Ports, "store" | "clock">,
  { userId, createdAt }: Handoff,
  proposalId: string,
): Promise<Button[]> {
  const during = keys.patrol.between(userId, [createdAt], [createdAt + HANDOFF_MS]);
  for await (const { body } of queryAll(store, during)) {
    const entry = ActionEntry.safeParse(body).data;
    if (entry?.proposalId !== proposalId) continue;
    return undoButtons(store, userId, entry, clock.now());
  }
  return [];
}
