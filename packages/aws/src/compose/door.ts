import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { PushPlatform, type UserId } from "@waldo/contracts";
import type { DoorPorts, PushDoor } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/model";
import { limitedMachines } from "@waldo/core/machines";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { secretReader } from "../secrets.ts";
import { isPushService, webPushKeys } from "../web-push-keys.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { starts } from "./step-functions.ts";

const Door = z.object({
  RUN_MACHINE_ARN: text,
  WAKE_MACHINE_ARN: text,
  APPROVAL_SECRET_ARN: text,
  PUSH_SECRET_ARN: text,
  PUSH_APPLICATIONS: z.string(),
  MODEL_PRIMARY: text,
  MODEL_ESCALATION: text,
  MODEL_CHEAP: text,
});

const secrets = once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));

/**
 * The ports of the door: the rows of one person, and the right to start their runs and wakes. It calls no model (R8) and
 * holds no channel; what a run says leaves through delivery.
 */
export async function doorPorts(userId: UserId, log: Log): Promise<DoorPorts> {
  const { RUN_MACHINE_ARN, WAKE_MACHINE_ARN, APPROVAL_SECRET_ARN, PUSH_SECRET_ARN, ...env } = environment(Door);
  return {
    clock,
    ...people()(userId, log),
    model: noModel,
    channels: {},
    machines: limitedMachines({ startRun: starts(RUN_MACHINE_ARN) }),
    log,
    approvalKey: Buffer.from(await secrets()(APPROVAL_SECRET_ARN)),
    startWake: starts(WAKE_MACHINE_ARN),
    models: fixedModels({
      primary: env.MODEL_PRIMARY,
      escalation: env.MODEL_ESCALATION,
      cheap: env.MODEL_CHEAP,
    }),
    push: {
      web: {
        key: async () => webPushKeys(Buffer.from(await secrets()(PUSH_SECRET_ARN))).publicKey,
        mayReach: isPushService,
      },
      phone: phones(env.PUSH_APPLICATIONS),
    },
  };
}

/** Registers phones with the platform applications of the deployment. The platform is a part of each ARN. */
function phones(applications: string): NonNullable<PushDoor["phone"]> {
  const arns = new Map(
    applications.split(",").flatMap((arn) => {
      const platform = PushPlatform.safeParse(arn.split(":app/")[1]?.split("/")[0]).data;
      return platform ? [[platform, arn] as const] : [];
    }),
  );
  return {
    platforms: [...arns.keys()],
    async register(userId, platform, token) {
      const { registerEndpoint, SNSClient } = await import("../sns-push-endpoint.ts");
      const applicationArn = arns.get(platform) ?? "";
      return registerEndpoint(new SNSClient(clientConfig()), { applicationArn, token, userData: userId });
    },
  };
}
