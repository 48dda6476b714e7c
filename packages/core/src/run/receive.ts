import { isError, keys, type LocalDate, type MessageRequest, type RunId, type UserId } from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import type { Ports } from "../ports.ts";
import { startRun } from "./start.ts";

/**
 * Takes in what a person said and starts the run that answers it. Their words go into the thread and beside the run,
 * never into the machine's payload (R6). The same message arriving twice is one message and one run.
 */
export async function receiveMessage(
  ports: Ports,
  userId: UserId,
  { messageId, text }: MessageRequest,
  date: LocalDate,
): Promise<RunId> {
  const now = ports.clock.now();
  const event = { userId, trigger: "user_message", nonce: messageId, occurredAt: now } as const;
  const runId = runIdFor(event);
  const known = await ports.store.get(keys.run(userId, runId));
  if (!known) {
    const words = { text, at: now };
    const message = { from: "owner", kind: "message", ...words };
    try {
      await ports.store.transact([
        { op: "put", key: keys.heard(userId, runId), body: words, when: [{ is: "absent" }] },
        { op: "put", key: keys.message(userId, `day-${date}`, now, `0-${messageId}`), body: message },
        { op: "put", key: keys.last(userId, "heard"), body: { at: now } },
      ]);
    } catch (error) {
      if (!isError(error, "ConditionFailed")) throw error; // the same message, arriving twice at once
    }
  }
  return startRun(ports, event, date);
}
