/**
 * `advance(run)` does one tick. A tick reads the journal, does the work of the state it finds there, and commits one
 * transition. The step of a state does the work that leads out of that state. The function reads the state from the
 * journal and never from the caller, so a second execution, a retry and a resume all continue from what is committed
 * (R3).
 *
 * A reply without tool calls leaves nothing to carry out. So the same call continues with the next ticks up to the
 * gates. Each tick has its own commit.
 */
import { isError, type RunInput, type RunState, type StepRecord, type TickResult } from "@waldo/contracts";
import { wakeWaiter } from "../approve/waiters.ts";
import { whyRunIsOver } from "../channels/moment.ts";
import { metered } from "../meter/metered.ts";
import { agreed } from "../person/agreed.ts";
import type { Ports } from "../ports.ts";
import { commit, isTerminal, loadRun, loadSteps, type OpenRun, type Tick, unspoken } from "./journal.ts";
import { holdLease } from "./lease.ts";
import { MAX_ATTEMPTS, startWaiting } from "./start.ts";

/** Does the work of one state and commits one transition. `done` holds the steps that the run has taken so far. */
type Step = (tick: Tick, done: readonly StepRecord[]) => Promise<OpenRun>;
/**
 * The steps of the states that one process handles. Delivery and the Scribe have no credential of a model; the agent
 * step has no credential of a channel (R8).
 */
export type Steps = Readonly<Partial<Record<RunState, Step>>>;

/** In these states a run with too many executions is given up. A run in a later state is always completed. */
const MAY_BE_ABANDONED: readonly RunState[] = ["PENDING", "CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE"];

/**
 * Does the work of the run's state if `steps` has a step for it, and returns the state of the run. `QUEUED` means that
 * another run holds the lease and will start this one. Throws `StoreUnavailable`, `ConditionFailed`, `LeaseHeld` and
 * `LeaseLost` (the caller retries), and `UnknownRun` (the caller stops).
 */
export async function advance(uncounted: Ports, { userId, runId }: RunInput, steps: Steps): Promise<TickResult> {
  const narrowed = () => agreed(metered(uncounted), userId);
  const ports = await narrowed();
  const answer = (next: TickResult["next"]): TickResult => ({ userId, runId, next });
  const found = await loadRun(ports.store, userId, runId);
  const { state } = found.header;
  // An execution may die after closing the run and before telling the waiting machine. So this call tells the machine.
  // Telling it twice does no harm.
  if (isTerminal(state) && mayWakeOthers(steps)) {
    await wakeWaiter(ports, userId, runId, state);
    await startWaiting(ports, userId);
  }
  const step = steps[state];
  if (isTerminal(state) || step === undefined) return answer(state);
  const run = await holdLease(ports, found);
  if (!run) return answer("QUEUED");
  try {
    let next = await work(ports, run, step);
    let then = steps[next.header.state];
    while (next.goesOn && then !== undefined) {
      // Each tick counts only its own use.
      next = await work(await narrowed(), next, then);
      then = steps[next.header.state];
    }
    if (isTerminal(next.header.state)) {
      await wakeWaiter(ports, userId, runId, next.header.state);
      await startWaiting(ports, userId);
    }
    return answer(next.header.state);
  } catch (error) {
    if (!isError(error, "ConditionFailed") && !isError(error, "LeaseLost")) throw error;
    // Another execution of this run was faster, or another run took the lease. The journal tells which.
    const now = await loadRun(ports.store, userId, runId);
    if (now.header.step !== run.header.step) return answer(now.header.state);
    if ((await holdLease(ports, now)) === undefined) return answer("QUEUED");
    throw error;
  }
}

/**
 * True when the process may tell a waiting machine about a closed run and start the next run of the queue. Delivery may
 * not; every other process does so when it finds a closed run.
 */
function mayWakeOthers(steps: Steps): boolean {
  return Object.keys(steps).some((state) => state !== "GATED");
}

async function work(ports: Ports, run: OpenRun, step: Step): Promise<OpenRun> {
  const { header } = run;
  const tick: Tick = { ports, run, startedAt: ports.clock.now() };
  if (header.attempts > MAX_ATTEMPTS && MAY_BE_ABANDONED.includes(header.state)) {
    const failure = { name: "Abandoned", message: `gave up after ${MAX_ATTEMPTS} executions` };
    return commit(tick, { to: "FAILED", data: { rung: "L4" }, patch: { rung: "L4", failure } });
  }
  const over = MAY_BE_ABANDONED.includes(header.state) ? whyRunIsOver(header, tick.startedAt) : undefined;
  if (over !== undefined) {
    const failure = { name: "MomentPassed", message: over };
    const effects = await unspoken(ports.store, header);
    return commit(tick, { to: "FAILED", data: {}, patch: { failure }, effects });
  }
  // For a run that has just begun, or that waits for delivery, the earlier steps need not be read.
  const reads = header.state !== "PENDING" && header.state !== "GATED";
  return step(tick, reads ? await loadSteps(ports.store, header.userId, header.runId) : []);
}
