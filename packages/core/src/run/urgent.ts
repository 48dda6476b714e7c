/**
 * The written answer to words of danger, as outbox rows of the run that the words start. receive.ts commits them together
 * with the message, so they need no lease and no run that works; the run finds them and adds nothing. Their keys are the
 * run's own, so it is one answer however often either of them happens (R5).
 */
import type { RunHeader } from "@waldo/contracts";
import { enqueueDelivery } from "../channels/outbox.ts";
import type { Store, Write } from "../ports.ts";
import { reachable } from "../profile.ts";
import type { Danger } from "../safety/crisis/danger.ts";
import { dangerAnswer } from "../safety/crisis/danger-answer.ts";

type Cause = Pick<RunHeader, "userId" | "runId" | "trigger" | "variant" | "nonce" | "date" | "createdAt">;

/** Returns the words and the rows. It reads the profile as far as it can be read, and it does not fail. */
export async function urgentAnswer(
  store: Store,
  cause: Cause,
  danger: Danger,
  now: number,
): Promise<{ readonly text: string; readonly rows: Write[] }> {
  const person = await reachable(store, cause.userId);
  const { text, card } = dangerAnswer(danger, person);
  const candidate = { kind: "emergency", text, threadId: `day-${cause.date}`, card } as const;
  return { text, rows: enqueueDelivery(cause, person, [candidate], now) };
}
