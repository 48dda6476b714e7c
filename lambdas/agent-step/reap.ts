import type { RunInput } from "@waldo/contracts";
import type { Ports } from "@waldo/core/ports";
import { AGENT_STATES } from "@waldo/core/run/advance";
import { loadRun } from "@waldo/core/run/journal";
import { MAX_ATTEMPTS, resumeRun } from "@waldo/core/run/start";

/**
 * Gives a run whose execution died a new one. Past the limit `advance` fails a run that has not reached GATED; from
 * there on a run may only go forward, so it is left to the sweep of the person's next wakes: were it resumed at once,
 * a cause that lasts (a role, a secret) would make a circle of executions that fail as fast as they start.
 */
export async function reap(ports: Ports, { userId, runId }: RunInput): Promise<void> {
  const { header } = await loadRun(ports.store, userId, runId);
  const early = (AGENT_STATES as readonly string[]).includes(header.state);
  if (early || header.attempts < MAX_ATTEMPTS) return resumeRun(ports, userId, runId);
  ports.log("error", "run.left-to-sweep", { runId, state: header.state });
}
