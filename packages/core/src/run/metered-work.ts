/** The pieces of work that are no run, counted: both halves of a wake, the phases of a night, a message taken in. */
import type {
  DreamOutcome,
  DreamTask,
  LocalDate,
  MessageRequest,
  Metered,
  RunId,
  SensedWake,
  UserId,
  WakeInput,
  WakeOutcome,
} from "@waldo/contracts";
import { phaseCounts, wakeCounts } from "../meter/machines.ts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import { meterWork } from "../meter/rows.ts";
import type { Ports } from "../ports.ts";
import { dreamTask } from "./dream.ts";
import { receiveMessage } from "./receive.ts";
import { decide, sense } from "./wake.ts";

const counted = (counts: Metered["counts"]): Metered => ({ counts, models: [] });

/** `sense`, which hands what it used to the half that may write it down: its role reaches no row of the agent. */
export async function meteredSense(ports: Pick<Ports, "store" | "clock">, input: WakeInput): Promise<SensedWake> {
  const tally = accumulator(input.spent);
  const wake = await sense({ ...ports, store: meteredStore(ports.store, tally) }, input);
  return { ...wake, spent: tally.spent() };
}

/** `decide`, with one row for the whole wake. */
export async function meteredDecide(ports: Ports, wake: SensedWake): Promise<WakeOutcome> {
  const { userId, date, job, scheduledAt, spent } = wake;
  const work = { userId, date, kind: "wake", of: `wake-${Date.parse(scheduledAt)}-${job}` } as const;
  return meterWork(ports, work, [counted(wakeCounts(wake)), spent], (own) => decide(own, wake));
}

/** One phase of a night, with its row. */
export async function meteredDream(ports: Ports, task: DreamTask): Promise<{ outcome: DreamOutcome }> {
  const { userId, dreamId, phase } = task;
  const work = { userId, date: dreamId.slice("dream-".length), kind: "night", of: `${dreamId}-${phase}` } as const;
  return meterWork(ports, work, [counted(phaseCounts(phase))], (own) => dreamTask(own, task));
}

/** `receiveMessage`, with its row: the API's function takes it in. */
export async function meteredMessage(
  ports: Ports,
  userId: UserId,
  message: MessageRequest,
  date: LocalDate,
): Promise<RunId> {
  const work = { userId, date, kind: "message", of: `message-${message.messageId}`, trigger: "user_message" } as const;
  return meterWork(ports, work, [counted({ ingests: 1 })], (own) => receiveMessage(own, userId, message, date));
}
