/** GATED → DELIVERED: flushes a run's outbox. The only function that holds a channel, and it holds no model (R8). */
import { deliveryPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { Tick } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import { advance, DELIVERY_STATES } from "@waldo/core/run/advance";

export const handler = lambdaPipeline({
  input: Tick,
  about: ({ userId, runId }) => ({ userId, correlationId: runId }),
  async handle(tick, log) {
    const ports = await deliveryPorts(tick.userId, log);
    const result = await advance(ports, tick, DELIVERY_STATES);
    // Rows of earlier runs that could not go out then: only a process with channels can settle them.
    await flushDue(ports, tick.userId);
    return result;
  },
});
