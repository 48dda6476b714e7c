/**
 * `advance(run)`: one tick. The state named S does the work that leaves S, so a tick reads the journal, does the work
 * of the state it finds there, and commits one transition. It never trusts the caller about the state: a second
 * execution, a retry or a resume all just continue from what is committed (R3).
 */
import { isError, RUN_STATES, type RunInput, type RunState, type TickResult } from "@waldo/contracts";
import { metered } from "../meter/metered.ts";
import type { Ports } from "../ports.ts";
import { runClosed } from "./handoff.ts";
import { commit, isTerminal, loadRun, loadSteps, type OpenRun } from "./journal.ts";
import { holdLease } from "./lease.ts";
import { MAX_ATTEMPTS, startWaiting } from "./start.ts";
import { buildContext, callModel, callTools, close, deliver, settle } from "./steps.ts";

/** Which states each process may work. Delivery and the Scribe hold no model credential, the agent step no channel's (R8). */
export const AGENT_STATES = [
  "PENDING",
  "CONTEXT_BUILT",
  "LLM_CALLED",
  "TOOLS_DONE",
] as const satisfies readonly RunState[];
export const DELIVERY_STATES = ["GATED"] as const satisfies readonly RunState[];
export const SCRIBE_STATES = ["DELIVERED"] as const satisfies readonly RunState[];

/**
 * Does the work of the run's state if that is one of `states`, and answers where the run stands. `QUEUED`: another
 * run holds the lease and will start this one. Throws `StoreUnavailable` (retry) and `UnknownRun` (stop).
 */
export async function advance(
  uncounted: Ports,
  { userId, runId }: RunInput,
  states: readonly RunState[] = RUN_STATES,
): Promise<TickResult> {
  const ports = metered(uncounted);
  const answer = (next: TickResult["next"]): TickResult => ({ userId, runId, next });
  const found = await loadRun(ports.store, userId, runId);
  const { state } = found.header;
  // A run that closed and died before it could say so says it now; whoever was told already does not mind.
  if (isTerminal(state)) {
    await runClosed(ports, found.header);
    if (mayStartRuns(states)) await startWaiting(ports, userId);
  }
  if (isTerminal(state) || !states.includes(state)) return answer(state);
  const run = await holdLease(ports, found);
  if (!run) return answer("QUEUED");
  try {
    const next = await work(ports, run);
    if (isTerminal(next.header.state)) {
      await runClosed(ports, next.header);
      await startWaiting(ports, userId);
    }
    return answer(next.header.state);
  } catch (error) {
    if (!isError(error, "ConditionFailed") && !isError(error, "LeaseLost")) throw error;
    // Another execution of this run was faster, or another run took the lease: the journal says which.
    const now = await loadRun(ports.store, userId, runId);
    if (now.header.step !== run.header.step) return answer(now.header.state);
    if ((await holdLease(ports, now)) === undefined) return answer("QUEUED");
    throw error;
  }
}

/** Delivery starts no run; whoever else finds a run closed makes sure that the next one has its turn. */
function mayStartRuns(states: readonly RunState[]): boolean {
  return states.some((state) => state !== "GATED");
}

async function work(ports: Ports, run: OpenRun): Promise<OpenRun> {
  const { header } = run;
  const startedAt = ports.clock.now();
  if (header.attempts > MAX_ATTEMPTS && (AGENT_STATES as readonly RunState[]).includes(header.state)) {
    const failure = { name: "Abandoned", message: `gave up after ${MAX_ATTEMPTS} executions` };
    return commit(ports, run, { to: "FAILED", data: { rung: "L4" }, patch: { rung: "L4", failure }, startedAt });
  }
  const steps =
    header.state === "PENDING" || header.state === "GATED"
      ? []
      : await loadSteps(ports.store, header.userId, header.runId);
  switch (header.state) {
    case "PENDING":
      return buildContext(ports, run, startedAt);
    case "CONTEXT_BUILT":
      return callModel(ports, run, steps, startedAt);
    case "LLM_CALLED":
      return callTools(ports, run, steps, startedAt);
    case "TOOLS_DONE":
      return settle(ports, run, steps, startedAt);
    case "GATED":
      return deliver(ports, run, startedAt);
    case "DELIVERED":
      return close(ports, run, steps, startedAt);
    case "DONE":
    case "FAILED":
      return run;
  }
}
