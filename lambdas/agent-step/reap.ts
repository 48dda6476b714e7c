import type { RunInput } from "@waldo/contracts";
import type { Ports } from "@waldo/core/ports";
import { loadRun } from "@waldo/core/run/journal";
import { MAX_ATTEMPTS, resumeRun } from "@waldo/core/run/start";

/**
 * Gives a run whose execution died a new one. `advance` abandons a run past the limit, if it gets that far; one that
 * does not, or that may only go forward, is left to the sweep of the person's next wakes. Were it resumed at once, a
 * cause that lasts (a role, a secret) would make a circle of executions that fail as fast as they start.
 */
export async function reap(ports: Ports, { userId, runId }: RunInput): Promise<void> {
  const { header } = await loadRun(ports.store, userId, runId);
  if (header.attempts <= MAX_ATTEMPTS) return resumeRun(ports, userId, runId);
  ports.log("error", "run.left-to-sweep", { runId, state: header.state });
}
