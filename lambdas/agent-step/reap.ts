import { setTimeout as sleep } from "node:timers/promises";
import type { RunInput } from "@waldo/contracts";
import type { Ports } from "@waldo/core/ports";
import { loadRun } from "@waldo/core/run/journal";
import { MAX_ATTEMPTS, resumeRun } from "@waldo/core/run/start";

/**
 * Gives a run whose execution died a new execution, up to the limit of attempts, each later than the one before. The
 * execution after the last attempt abandons the run in `advance`, if it gets that far. A run that dies even then, or
 * that may only go forward, is left to the sweep of the person's next wakes. More resumes at once would be wrong: a
 * cause that lasts (a role, a secret) would make a circle of executions that fail as fast as they start.
 */
export async function reap(
  ports: Ports,
  { userId, runId }: RunInput,
  /** The pause before each new execution, in seconds. The first pause is for a run that has had one attempt. */
  pauseSeconds: readonly number[],
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const { header } = await loadRun(ports.store, userId, runId);
  if (header.attempts > MAX_ATTEMPTS) {
    ports.log("error", "run.left-to-sweep", { runId, state: header.state });
    return;
  }
  await pause(1000 * (pauseSeconds[header.attempts - 1] ?? pauseSeconds.at(-1) ?? 0));
  await resumeRun(ports, userId, runId);
}
