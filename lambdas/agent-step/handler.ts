/** Ticks of a run up to its verdict, the second half of a wake, phases of a night, and the runs whose execution died. */
import { agentStepPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { DreamTask, EndedExecution, SensedWake, Tick } from "@waldo/contracts";
import { AGENT_STATES, advance } from "@waldo/core/run/advance";
import { meteredDecide, meteredDream } from "@waldo/core/run/metered-work";
import { z } from "zod";
import { reap } from "./reap.ts";

export const handler = lambdaPipeline({
  input: z.union([Tick, SensedWake, DreamTask, EndedExecution]),
  about(event) {
    if ("endedInput" in event) return { userId: event.endedInput.userId, correlationId: event.endedInput.runId };
    if ("dreamId" in event) return { userId: event.userId, correlationId: event.dreamId };
    return {
      userId: event.userId,
      correlationId: "runId" in event ? event.runId : `${event.job}-${event.scheduledAt}`,
    };
  },
  async handle(event, log) {
    if ("endedInput" in event) return reap(agentStepPorts(event.endedInput.userId, log), event.endedInput);
    const ports = agentStepPorts(event.userId, log);
    if ("dreamId" in event) return meteredDream(ports, event);
    return "runId" in event ? advance(ports, event, AGENT_STATES) : meteredDecide(ports, event);
  },
});
