/** One run from the inside. The command `waldo run` and the route show the same. */
import type { InsideRun, OutboxRow, OutboxView, RunId, UserId } from "@waldo/contracts";
import { outboxOf, whyUnsent } from "../../channels/outbox.ts";
import { shownOf } from "../../memory/threads/shown.ts";
import { AS_IF_ON_AWS, billOf, total } from "../../meter/bill.ts";
import type { Ports } from "../../ports.ts";
import { loadSteps } from "../../run/journal.ts";
import { findHeader, lineOf } from "./headers.ts";
import { madeOf } from "./journal.ts";
import { promptOf } from "./prompt.ts";
import { gone, saidBy } from "./sources.ts";
import { statesOf } from "./states.ts";

type Needs = Pick<Ports, "store" | "clock">;

/** Returns all that the store has of a run. `kept` is false when it has left the store. */
export async function insideRun(ports: Needs, userId: UserId, runId: RunId): Promise<InsideRun> {
  const { store } = ports;
  const [header, rows] = await Promise.all([findHeader(store, userId, runId), outboxOf(ports, userId, runId)]);
  const outbox: OutboxView[] = [];
  for (const row of rows) outbox.push(await viewOf(ports, row));
  if (!header) return { ...gone(runId), outbox };
  const [steps, shown] = await Promise.all([loadSteps(store, userId, runId), shownOf(store, header)]);
  const made = madeOf(steps);
  const built = steps.find(({ to }) => to === "CONTEXT_BUILT");
  const prompt = built && promptOf(built, made.context, shown);
  const bill = header.spent && billOf(header.spent, AS_IF_ON_AWS);
  return {
    kept: true,
    run: { ...lineOf(header), fence: header.fence },
    ...saidBy(header, made, shown),
    states: statesOf(header, steps, { made, shown }),
    ...(prompt ? { prompt } : {}),
    outbox,
    ...(bill && header.spent ? { cost: { bill, total: total(bill), models: header.spent.models } } : {}),
  };
}

async function viewOf(ports: Needs, row: OutboxRow): Promise<OutboxView> {
  const { ordinal, channel, kind, state, attempt, key, updatedAt, receipt } = row;
  const why = await whyUnsent(ports, row);
  return {
    ...{ ordinal, channel, kind, state, attempt, key, updatedAt },
    ...(receipt === undefined ? {} : { receipt }),
    ...(why === undefined ? {} : { why }),
  };
}
