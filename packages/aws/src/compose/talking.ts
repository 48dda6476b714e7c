import { contexts } from "@waldo/contexts/routes";
import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Log, StartWake } from "@waldo/core/ports";
import type { PersonPorts } from "@waldo/core/telegram/take";
import * as z from "zod";
import { once } from "../once.ts";
import { connections } from "./connections.ts";
import { clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { secrets } from "./secrets.ts";
import { completes, starts } from "./step-functions.ts";

const Talking = z.object({
  RUN_MACHINE_ARN: text,
  HANDOFF_MACHINE_ARN: text,
  REVIEW_MACHINE_ARN: text,
  /** The folder into which the service put the function's code, with the intents beside it. */
  LAMBDA_TASK_ROOT: text,
  WAKE_MACHINE_ARN: text,
  APPROVAL_SECRET_ARN: text,
});

const understanding = once(async () => {
  const folder = `${environment(Talking).LAMBDA_TASK_ROOT}/intents`;
  return (await import("@waldo/outside/bundled-intents")).bundledUnderstanding(folder, folder);
});

/**
 * Returns the ports behind which a person talks and taps: their own rows, and the right to start their runs, handoffs,
 * reviews and wakes and to tell a handoff or a review what they said. These ports hold no model (R8) and no channel.
 */
export async function talkingPorts(userId: UserId, log: Log): Promise<PersonPorts & { readonly startWake: StartWake }> {
  const { RUN_MACHINE_ARN, HANDOFF_MACHINE_ARN, REVIEW_MACHINE_ARN, WAKE_MACHINE_ARN, APPROVAL_SECRET_ARN } =
    environment(Talking);
  return {
    clock,
    ...people()(userId, log),
    // A person may tap a call of an MCP server.
    ...connections(),
    model: noModel,
    channels: {},
    features: [contexts],
    machines: limitedMachines({
      startRun: starts(RUN_MACHINE_ARN),
      startHandoff: starts(HANDOFF_MACHINE_ARN),
      startReview: starts(REVIEW_MACHINE_ARN),
      completeTask: completes,
    }),
    startWake: starts(WAKE_MACHINE_ARN),
    log,
    understanding,
    approvalKey: Buffer.from(await secrets()(APPROVAL_SECRET_ARN)),
  };
}
