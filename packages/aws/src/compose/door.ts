import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { limitedMachines } from "@waldo/core/machines";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { secretReader } from "../secrets.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { completes, starts } from "./step-functions.ts";

const Door = z.object({
  RUN_MACHINE_ARN: text,
  HANDOFF_MACHINE_ARN: text,
  WAKE_MACHINE_ARN: text,
  APPROVAL_SECRET_ARN: text,
});

const secrets = once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));

/**
 * The ports of the door: the rows of one person, and the right to start their runs, handoffs and wakes and to tell a handoff of a tap. It calls no model (R8) and
 * holds no channel; what a run says leaves through delivery.
 */
export async function doorPorts(userId: UserId, log: Log): Promise<DoorPorts> {
  const { RUN_MACHINE_ARN, HANDOFF_MACHINE_ARN, WAKE_MACHINE_ARN, APPROVAL_SECRET_ARN } = environment(Door);
  return {
    clock,
    ...people()(userId, log),
    model: noModel,
    channels: {},
    machines: limitedMachines({
      startRun: starts(RUN_MACHINE_ARN),
      startHandoff: starts(HANDOFF_MACHINE_ARN),
      completeTask: completes,
    }),
    log,
    approvalKey: Buffer.from(await secrets()(APPROVAL_SECRET_ARN)),
    startWake: starts(WAKE_MACHINE_ARN),
  };
}
