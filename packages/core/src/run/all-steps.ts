/** All steps of a run, for a process that may do everything on one machine. On AWS each function has its own steps. */
import type { Steps } from "./advance.ts";
import { AGENT_STEPS } from "./agent-steps.ts";
import { DELIVERY_STEPS, SCRIBE_STEPS } from "./close.ts";

export const ALL_STEPS = { ...AGENT_STEPS, ...DELIVERY_STEPS, ...SCRIBE_STEPS } satisfies Steps;
