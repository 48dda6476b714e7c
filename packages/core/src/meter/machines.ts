/**
 * Counts the cost of the state machines themselves, from the work that was done. A tick of the run machine is its Task,
 * plus ROUTE when more than one state can follow. A run that ends before its delivery enters one more state. Tests
 * compare this with the ASL files and their interpreter. A retried Task is not counted, because only the machine's own
 * history shows it.
 */
import type { Counts, DreamPhase, ReviewPhase, RunState, WakeInput } from "@waldo/contracts";

/** After these states ROUTE reads the journal. After the other states the usual next state follows without ROUTE. */
const ROUTED: readonly RunState[] = ["PENDING", "CONTEXT_BUILT", "TOOLS_DONE"];

/**
 * Returns the counts of one tick that left `from`: the function that ran it, and its state transitions. With `goesOn`
 * the tick was part of the same Task as the tick before.
 */
export function tickCounts(from: RunState, ended: boolean, goesOn = false): Counts {
  const by = from === "GATED" ? "deliveries" : from === "DELIVERED" ? "scribes" : "agentSteps";
  const last = ended ? { standardRuns: 1 } : {};
  const closing = ended && from !== "DELIVERED" ? 1 : 0;
  if (goesOn) return { transitions: closing, ...last };
  return { [by]: 1, transitions: (ROUTED.includes(from) ? 2 : 1) + closing, ...last };
}

/** Returns the counts of one wake: the firing that began it, one Express execution, SENSE and DECIDE. */
export function wakeCounts({ job }: Pick<WakeInput, "job">): Counts {
  // A sync comes from the person's device through ingest, and not from a schedule.
  return { ...(job === "sync" ? { ingests: 1 } : { schedules: 1 }), expressRuns: 1, senses: 1, agentSteps: 1 };
}

/** Phases that the scribe function runs. The agent step runs the others. */
export const SCRIBE_PHASES = ["SCRIBE", "LEARN", "REFLECT", "ARCHIVE"] as const satisfies readonly DreamPhase[];

/** Returns the counts of one phase of a night. The machine's last state counts with the last phase. */
export function phaseCounts(phase: DreamPhase): Counts {
  const by = SCRIBE_PHASES.some((one) => one === phase) ? "scribes" : "agentSteps";
  const last = phase === "COMMITMENTS";
  return { [by]: 1, transitions: last ? 2 : 1, ...(last ? { standardRuns: 1 } : {}) };
}

/** States of the review machine around each Task: SAY, ROUTE and the Task. */
const ROUND = { agentSteps: 1, deliveries: 1, transitions: 3 } as const;

/** Returns the counts of one Task of a review. The states that end an execution count with the Task before them. */
export function moveCounts(phase: ReviewPhase): Counts {
  const last = phase === "FINISH" || phase === "TIMEOUT";
  return last ? { agentSteps: 1, deliveries: 2, transitions: 6, standardRuns: 1 } : ROUND;
}
