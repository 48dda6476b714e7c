/**
 * What the state machines themselves cost, told from the work that was done: a tick of the run machine is its Task, and
 * ROUTE where the way may part; a run that ends before it is delivered enters one state more. Tests hold this against
 * the ASL files and their interpreter. A Task that was retried is not in it: only the machine's own history knows.
 */
import type { Counts, DreamPhase, RunState, WakeInput } from "@waldo/contracts";

/** After these ROUTE asks the journal; after the others comes what usually comes. */
const ROUTED: readonly RunState[] = ["PENDING", "TOOLS_DONE"];

/** One tick that left `from`: who did it, and the states it took. */
export function tickCounts(from: RunState, ended: boolean): Counts {
  const by = from === "GATED" ? "deliveries" : from === "DELIVERED" ? "scribes" : "agentSteps";
  const transitions = (ROUTED.includes(from) ? 2 : 1) + (ended && from !== "DELIVERED" ? 1 : 0);
  return { [by]: 1, transitions, ...(ended ? { standardRuns: 1 } : {}) };
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
  const last = phase === "COMMITMENTS";
  return { [by]: 1, transitions: last ? 2 : 1, ...(last ? { standardRuns: 1 } : {}) };
}
