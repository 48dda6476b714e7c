import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Log, StartWake } from "@waldo/core/ports";
import type { PersonPorts } from "@waldo/core/telegram/take";
import * as z from "zod";
import { connections } from "./connections.ts";
import { clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { secrets } from "./secrets.ts";
import { completes, starts } from "./step-functions.ts";

const Talking = z.object({
  RUN_MACHINE_ARN: text,
  HANDOFF_MACHINE_ARN: text,
  WAKE_MACHINE_ARN: text,
  APPROVAL_SECRET_ARN: text,
});

/**
 * The ports behind which a person talks and taps: their own rows, and the right to start their runs, handoffs and wakes
 * and to tell a handoff of a tap. They hold no model (R8) and no channel.
 */
export async function talkingPorts(userId: UserId, log: Log): Promise<PersonPorts & { readonly startWake: StartWake }> {
  const { RUN_MACHINE_ARN, HANDOFF_MACHINE_ARN, WAKE_MACHINE_ARN, APPROVAL_SECRET_ARN } = environment(Talking);
  return {
    clock,
    ...people()(userId, log),
    // A tap may be for a call of an MCP server.
    ...connections(),
    model: noModel,
    channels: {},
    machines: limitedMachines({
      startRun: starts(RUN_MACHINE_ARN),
      startHandoff: starts(HANDOFF_MACHINE_ARN),
      completeTask: completes,
    }),
    startWake: starts(WAKE_MACHINE_ARN),
    log,
    approvalKey: Buffer.from(await secrets()(APPROVAL_SECRET_ARN)),
  };
}
