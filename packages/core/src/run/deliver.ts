/** The step that sends what a run decided to say. */
import { dueWrites, flushRun } from "../channels/outbox.ts";
import type { Steps } from "./advance.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";

/** GATED → DELIVERED. A row that could not be sent now stays in the outbox after the run; the next wake sends it. */
async function deliver(tick: Tick): Promise<OpenRun> {
  const { ports, run } = tick;
  const rows = await flushRun(ports, run.header.userId, run.header.runId);
  const data = { rows: rows.map(({ ordinal, channel, state }) => ({ ordinal, channel, state })) };
  return commit(tick, { to: "DELIVERED", data, effects: dueWrites(rows) });
}

/** What delivery works: it has the channels and no model. */
export const DELIVERY_STEPS = { GATED: deliver } satisfies Steps;
