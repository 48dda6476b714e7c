/** Tasks that are handed over, and where they stand. */
import { handoffsOf } from "../handoff/standing.ts";
import { livedDate } from "../health/ledger.ts";
import { type Handlers, profileOf } from "./handlers.ts";

export const handoffHandlers: Handlers<"handoffs" | "handOver"> = {
  handoffs: async ({ ports, userId, query: { limit } }) => ({
    items: (await handoffsOf(ports, userId, limit)).map(({ handoff, standing: { state, waitsFor } }) => ({
      ...{ handoffId: handoff.handoffId, goal: handoff.goal, state, createdAt: handoff.createdAt },
      ...(waitsFor === undefined ? {} : { waitsFor }),
    })),
  }),

  async handOver(call) {
    const { ports, userId, body, key } = call;
    const date = await livedDate(ports.store, await profileOf(call), ports.clock.now());
    // It brings the run machine and every tool. Most requests only read.
    const { startHandoff } = await import("../handoff/handoff.ts");
    return { handoffId: await startHandoff(ports, userId, { messageId: key, goal: body.goal }, date) };
  },
};
