/** GATED → DELIVERED: flushes a run's outbox. The only function that holds a channel, and it holds no model (R8). */
import { deliveryPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { Tick } from "@waldo/contracts";
import { advance, DELIVERY_STATES } from "@waldo/core/run/advance";

export const handler = lambdaPipeline({
  input: Tick,
  about: ({ userId, runId }) => ({ userId, correlationId: runId }),
  handle: async (tick, log) => advance(await deliveryPorts(tick.userId, log), tick, DELIVERY_STATES),
});
