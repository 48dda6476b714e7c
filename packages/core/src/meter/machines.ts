/**
 * What the state machines themselves cost, told from the work that was done: a tick of the run machine is its Task and
 * ROUTE, and the end of a run one state more. Tests hold these against the ASL files and their interpreter. A Task that
 * was retried is not in it: the machine's own history is the only witness of that.
 */
import type { Counts, DreamPhase, RunState, WakeInput } from "@waldo/contracts";

/** States entered by one committed tick: its Task, then ROUTE. */
const STATES_A_TICK = 2;

/** One tick that left `from`: who did it, and the states it took. */
export function tickCounts(from: RunState, ended: boolean): Counts {
  const by = from === "GATED" ? "deliveries" : from === "DELIVERED" ? "scribes" : "agentSteps";
  return { [by]: 1, transitions: STATES_A_TICK + (ended ? 1 : 0) };
}

/** One wake: the firing that began it, one Express execution, SENSE and DECIDE. */
export function wakeCounts({ job }: Pick<WakeInput, "job">): Counts {
  // A sync comes from the person's device by way of ingest, not from a schedule.
  return { ...(job === "sync" ? { ingests: 1 } : { schedules: 1 }), expressRuns: 1, senses: 1, agentSteps: 1 };
}

/** Phases that the scribe function works; the others are the agent step's. */
export const SCRIBE_PHASES = ["SCRIBE", "ARCHIVE"] as const satisfies readonly DreamPhase[];

/** One phase of a night; the machine's last state counts with the last phase. */
export function phaseCounts(phase: DreamPhase): Counts {
  const by = SCRIBE_PHASES.some((one) => one === phase) ? "scribes" : "agentSteps";
  return { [by]: 1, transitions: phase === "COMMITMENTS" ? 2 : 1 };
}
