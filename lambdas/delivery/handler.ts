/**
 * GATED → DELIVERED. It also sends what earlier runs could not send. Only this function holds a channel, and it holds
 * no model (R8).
 */
import { deliveryPorts } from "@waldo/aws/compose/delivery";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { RunTask, WakeOutcome } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import { advance } from "@waldo/core/run/advance";
import { DELIVERY_STEPS } from "@waldo/core/run/close";
import * as z from "zod";

export const handler = lambdaPipeline({
  input: z.union([RunTask, WakeOutcome]),
  about: (event) => ({ userId: event.userId, correlationId: event.runId ?? "due" }),
  async handle(event, log) {
    const ports = await deliveryPorts(event.userId, log);
    if (!("outcome" in event)) return advance(ports, event, DELIVERY_STEPS);
    await flushDue(ports, event.userId);
    const { due: _, ...outcome } = event;
    return outcome;
  },
});
