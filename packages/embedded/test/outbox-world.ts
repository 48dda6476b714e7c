/** A person with channels that answer from a list, for the tests of the outbox. */
import type { DeliveryKind, OutboxRow, RunHeader } from "@waldo/contracts";
import { enqueueDelivery, outboxOf } from "@waldo/core/channels/outbox";
import type { Channel, SendOutcome } from "@waldo/core/ports";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { DATE, type TestWorld, testWorld, WAKE } from "./world.ts";

export const SECOND_MS = 1000;

export const header = (nonce: string): RunHeader => ({
  runId: `run-${nonce}`,
  userId: "me",
  trigger: "user_message",
  nonce,
  date: DATE,
  state: "GATED",
  step: 1,
  iterations: 1,
  attempts: 1,
  fence: 1,
  createdAt: WAKE,
  updatedAt: WAKE,
});

export const linked = { ...PERSON, channels: { telegramChatId: "42", push: true as const } };

export async function enqueue(world: TestWorld, kind: DeliveryKind, nonce = "n"): Promise<string> {
  const writes = enqueueDelivery(header(nonce), linked, [{ kind, text: "A word.", threadId: "t" }], world.clock.now());
  await world.store.transact(writes);
  return header(nonce).runId;
}

/** A fake channel that answers from a list, repeats the last answer, and keeps what it was given. */
export function channel(name: Channel["name"], outcomes: readonly (SendOutcome | Error)[]) {
  const sent: { key: string; repeated: boolean }[] = [];
  const send: Channel["send"] = async (_address, message, key) => {
    sent.push({ key, repeated: message.channel === "telegram" && message.repeated === true });
    const outcome = outcomes[Math.min(sent.length, outcomes.length) - 1];
    if (outcome instanceof Error) throw outcome;
    return outcome ?? { outcome: "sent" };
  };
  return { name, send, sent };
}

export async function world(channels: TestWorld["channels"]) {
  const made = { ...(await testWorld({ days: 0, profile: linked })), channels };
  return made;
}

export const rowOf = async (w: TestWorld, runId: string, name: string): Promise<OutboxRow | undefined> =>
  (await outboxOf(w, "me", runId)).find((row) => row.channel === name);
