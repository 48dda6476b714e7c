import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Log, Ports } from "@waldo/core/ports";
import { evaluation } from "@waldo/eval/feature";
import * as z from "zod";
import { clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { completes, starts } from "./step-functions.ts";

const Runs = z.object({ RUN_MACHINE_ARN: text });

/**
 * Returns the ports of the Scribe: the rows and memory of one person, the start of the next waiting run, and the answer
 * to a handoff that waits for the run which the Scribe closes. The Scribe has no model and no channel.
 */
export function scribePorts(userId: UserId, log: Log): Ports {
  const { RUN_MACHINE_ARN } = environment(Runs);
  return {
    clock,
    ...people()(userId, log),
    model: noModel,
    channels: {},
    features: [evaluation],
    machines: limitedMachines({ startRun: starts(RUN_MACHINE_ARN), completeTask: completes }),
    log,
  };
}
