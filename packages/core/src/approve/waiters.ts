/**
 * State machines that wait until a run closes or a proposal is answered. Such a machine leaves one row with its task
 * token and its answers. The code that closes the run or moves the proposal looks for that row and does not need to
 * know the machine.
 */
import { keys, type RunId, type UserId, Waiter } from "@waldo/contracts";
import type { Ports, Store, Write } from "../ports.ts";

/**
 * Returns the write that stores a waiter for `waitedFor`. When a machine waits a second time, its new task token
 * replaces the old one.
 */
export function waitFor(userId: UserId, waitedFor: string, waiter: Waiter): Write {
  return { op: "put", key: keys.waiter(userId, waitedFor), body: waiter };
}

/**
 * Wakes the machine that waits for `waitedFor`, if the machine stored an answer for this outcome. Returns true when it
 * woke one. It is safe to call again: a token that no machine waits for any more causes no error.
 */
export async function wakeWaiter(
  ports: Pick<Ports, "store" | "machines">,
  userId: UserId,
  waitedFor: string,
  ended: string,
): Promise<boolean> {
  const row = await ports.store.get(keys.waiter(userId, waitedFor));
  const waiter = row && Waiter.parse(row.body);
  const answer = waiter?.answers[ended];
  if (!waiter || !answer) return false;
  await ports.machines.completeTask(waiter.token, answer);
  return true;
}

/**
 * Returns the write that lets a waiting machine wait for a run instead of a proposal. When the run closes, the machine
 * gets the answer that it stored for `ended`. Returns no write when no machine waits.
 */
export async function passOn(
  store: Store,
  userId: UserId,
  waitedFor: string,
  { ended, runId }: { readonly ended: string; readonly runId: RunId },
): Promise<Write[]> {
  const row = await store.get(keys.waiter(userId, waitedFor));
  const waiter = row && Waiter.parse(row.body);
  const answer = waiter?.answers[ended];
  return waiter && answer ? [waitFor(userId, runId, { token: waiter.token, answers: { DONE: answer } })] : [];
}
