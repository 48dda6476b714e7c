/** GATED → DELIVERED, and what earlier runs could not send. The only function that holds a channel, and it holds no model (R8). */
import { deliveryPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { Tick, WakeOutcome } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import { advance, DELIVERY_STATES } from "@waldo/core/run/advance";
import { z } from "zod";

export const handler = lambdaPipeline({
  input: z.union([Tick, WakeOutcome]),
  about: (event) => ({ userId: event.userId, correlationId: event.runId ?? "due" }),
  async handle(event, log) {
    const ports = await deliveryPorts(event.userId, log);
    if (!("outcome" in event)) return advance(ports, event, DELIVERY_STATES);
    await flushDue(ports, event.userId);
    const { due: _, ...outcome } = event;
    return outcome;
  },
});
