/** DELIVERED → DONE: the diary entry, the lease goes back, and the next waiting run starts. */
import { scribePorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { Tick } from "@waldo/contracts";
import { advance, SCRIBE_STATES } from "@waldo/core/run/advance";

export const handler = lambdaPipeline({
  input: Tick,
  about: ({ userId, runId }) => ({ userId, correlationId: runId }),
  handle: (tick, log) => advance(scribePorts(tick.userId, log), tick, SCRIBE_STATES),
});
