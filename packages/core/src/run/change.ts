/**
 * Words that change a proposal and need no model: "never mind", and the words for the plan of a task that was handed over.
 * The proposal ends in the transaction of the answer, and the machine that waits for the tap goes on when this run closes.
 */
import type { GatedStep, PromptContext } from "@waldo/contracts";
import { endHeld, isNeverMind } from "../approve/change.ts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { loadProfile } from "../person/profile.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";

const LEFT = "All right, I leave it. Nothing was done.";
const PLANNED_AGAIN = "All right. I plan it again with that, and ask you before anything is done.";

/** PENDING → GATED. Undefined: the words want something else, or the proposal was answered or has expired. */
export async function settleChange(tick: Tick, context: PromptContext): Promise<OpenRun | undefined> {
  const { ports, run } = tick;
  const { userId, runId, date, trigger } = run.header;
  const { changing, userText = "" } = context;
  if (changing === undefined || trigger !== "user_message") return undefined;
  const isLeft = isNeverMind(userText);
  if (!isLeft && changing.inHandoff !== true) return undefined;
  const now = ports.clock.now();
  const end = { runId, now, ...(isLeft ? {} : { change: userText }) };
  const ended = await endHeld(ports.store, userId, changing.proposalId, end);
  if (ended === undefined) return undefined;
  const text = isLeft ? LEFT : PLANNED_AGAIN;
  const said = { kind: "reply", text, threadId: `day-${date}`, origin: "agent" } as const;
  const profile = await loadProfile(ports.store, userId);
  return commit(tick, {
    to: "GATED",
    data: { text, source: "template", claims: [], reason: "change", results: [] } satisfies GatedStep,
    effects: [...enqueueDelivery(run.header, profile, [said], now), ...ended],
  });
}
