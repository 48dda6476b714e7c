/**
 * The agent step. It moves a run forward up to its verdict. It does the second half of a wake, and the phases of a
 * night, a handoff and a review. It resumes runs with a dead execution. An operator pauses a person or sets how Form is
 * shown here. A wake that ends in nothing needs neither a run nor a night, so their code is loaded when the first one
 * comes. It throws errors by name, and the state machine retries or fails by that name.
 */
import { agentStepPorts, reaperPauses } from "@waldo/aws/compose/agent-step";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import {
  DreamTask,
  EndedExecution,
  HandoffTask,
  OperatorRequest,
  ReviewTask,
  RunTask,
  SensedWake,
} from "@waldo/contracts";
import { advance } from "@waldo/core/run/advance";
import { decide } from "@waldo/core/wake/decide";
import * as z from "zod";
import { reap } from "./reap.ts";

export const handler = lambdaPipeline({
  input: z.union([RunTask, SensedWake, DreamTask, HandoffTask, ReviewTask, EndedExecution, OperatorRequest]),
  about(event) {
    if ("endedInput" in event) return { userId: event.endedInput.userId, correlationId: event.endedInput.runId };
    if ("dreamId" in event) return { userId: event.userId, correlationId: event.dreamId };
    if ("handoffId" in event) return { userId: event.userId, correlationId: event.handoffId };
    if ("reviewId" in event) return { userId: event.userId, correlationId: event.reviewId };
    if ("operate" in event) return { userId: event.userId, correlationId: event.operate };
    return {
      userId: event.userId,
      correlationId: "runId" in event ? event.runId : `${event.job}-${event.scheduledAt}`,
    };
  },
  async handle(event, log) {
    if ("endedInput" in event)
      return reap(await agentStepPorts(event.endedInput.userId, log), event.endedInput, reaperPauses());
    const ports = await agentStepPorts(event.userId, log);
    if ("operate" in event) {
      if (event.operate === "form-number" || event.operate === "form-words") {
        const { showForm } = await import("@waldo/core/person/profile");
        return { showsForm: await showForm(ports.store, event.userId, event.operate === "form-number") };
      }
      const { pause, resume } = await import("@waldo/core/run/pause");
      if (event.operate === "pause") return { pausedSince: await pause(ports, event.userId) };
      return { wasPaused: await resume(ports, event.userId) };
    }
    if ("dreamId" in event) {
      const { dreamTask } = await import("@waldo/core/dream/dream");
      return dreamTask(ports, event);
    }
    if ("handoffId" in event) {
      const { handoffTask } = await import("@waldo/core/handoff/handoff");
      // A waiting state gets its answer through its token, so the machine does not read this return value.
      return (await handoffTask(ports, event)) ?? {};
    }
    if ("reviewId" in event) {
      const { reviewTask } = await import("@waldo/core/review/task");
      return (await reviewTask(ports, event)) ?? {};
    }
    if ("runId" in event) {
      const { AGENT_STEPS } = await import("@waldo/core/run/agent-steps");
      return advance(ports, event, AGENT_STEPS);
    }
    return decide(ports, event);
  },
});
