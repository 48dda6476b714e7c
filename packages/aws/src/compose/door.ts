import { randomBytes } from "node:crypto";
import type { UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { botNames } from "./bot-names.ts";
import { environment, text } from "./environment.ts";
import { starts } from "./step-functions.ts";
import { talkingPorts } from "./talking.ts";

const Door = z.object({ WAKE_MACHINE_ARN: text });

/**
 * The ports of the door: the rows of one person, and the right to start their runs and wakes. It calls no model (R8) and
 * holds no channel; what a run says leaves through delivery.
 */
export async function doorPorts(userId: UserId, log: Log): Promise<DoorPorts> {
  const names = botNames();
  return {
    ...(await talkingPorts(userId, log)),
    startWake: starts(environment(Door).WAKE_MACHINE_ARN),
    ...(names.length === 0
      ? {}
      : { bots: { names: async () => names, newSecret: () => randomBytes(16).toString("base64url") } }),
  };
}
