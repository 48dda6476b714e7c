/** DELIVERED → DONE: the diary entry, the lease goes back, and the next waiting run starts. By night: the memory's writer. */
import { scribePorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { DreamTask, Tick } from "@waldo/contracts";
import { advance, SCRIBE_STATES } from "@waldo/core/run/advance";
import { meteredDream } from "@waldo/core/run/metered-work";
import { z } from "zod";

export const handler = lambdaPipeline({
  input: z.union([Tick, DreamTask]),
  about: (event) => ({ userId: event.userId, correlationId: "dreamId" in event ? event.dreamId : event.runId }),
  async handle(event, log) {
    const ports = scribePorts(event.userId, log);
    return "dreamId" in event ? meteredDream(ports, event) : advance(ports, event, SCRIBE_STATES);
  },
});
