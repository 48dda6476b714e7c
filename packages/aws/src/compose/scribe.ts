import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Log, Ports } from "@waldo/core/ports";
import * as z from "zod";
import { clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { starts } from "./step-functions.ts";

const Runs = z.object({ RUN_MACHINE_ARN: text });

/**
 * The ports of the Scribe: the rows and memory of one person, and the start of the next waiting run. It has no model
 * and no channel.
 */
export function scribePorts(userId: UserId, log: Log): Ports {
  const { RUN_MACHINE_ARN } = environment(Runs);
  return {
    clock,
    ...people()(userId, log),
    model: noModel,
    channels: {},
    machines: limitedMachines({ startRun: starts(RUN_MACHINE_ARN) }),
    log,
  };
}
