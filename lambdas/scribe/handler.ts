/**
 * DELIVERED → DONE: writes the diary entry, gives the lease back, and starts the next waiting run. By night it writes
 * the person's memory.
 */
import { scribePorts } from "@waldo/aws/compose/scribe";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { DreamTask, RunTask } from "@waldo/contracts";
import { advance } from "@waldo/core/run/advance";
import * as z from "zod";

export const handler = lambdaPipeline({
  input: z.union([RunTask, DreamTask]),
  about: (event) => ({ userId: event.userId, correlationId: "dreamId" in event ? event.dreamId : event.runId }),
  async handle(event, log) {
    const ports = scribePorts(event.userId, log);
    if ("dreamId" in event) {
      const { dreamTask } = await import("@waldo/core/dream/dream");
      return dreamTask(ports, event);
    }
    const { SCRIBE_STEPS } = await import("@waldo/core/run/close");
    return advance(ports, event, SCRIBE_STEPS);
  },
});
