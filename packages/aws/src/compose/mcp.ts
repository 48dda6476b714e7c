import { contexts } from "@waldo/contexts/routes";
import type { UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";

/** The folder into which the service put the function's code, with the recipes beside it. */
const Mcp = z.object({ LAMBDA_TASK_ROOT: text });

const skills = once(async () => {
  const { bundledSkills } = await import("@waldo/outside/bundled-skills");
  return bundledSkills(`${environment(Mcp).LAMBDA_TASK_ROOT}/skills`);
});

/**
 * Returns the ports behind which agents of other makers ask: the person's own rows. These ports start nothing and hold
 * no key of taps. What an agent proposes waits as a row until the person taps at the door.
 */
export async function mcpPorts(userId: UserId, log: Log): Promise<DoorPorts> {
  const never = async () => {
    throw new Error("nothing starts from here");
  };
  return {
    clock,
    ...people()(userId, log),
    model: noModel,
    channels: {},
    features: [contexts],
    machines: { startRun: never, startDream: never, startHandoff: never, startReview: never, completeTask: never },
    startWake: never,
    log,
    skills,
    approvalKey: new Uint8Array(0),
    models: fixedModels(null),
    push: {},
  } as DoorPorts;
}
