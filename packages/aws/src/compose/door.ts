import { randomBytes } from "node:crypto";
import { MCP_PATH, PushPlatform, type UserId, VOICE_SECONDS_ON_AWS } from "@waldo/contracts";
import type { DoorPorts, PushDoor } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import type { Log } from "@waldo/core/ports";
import { isPushService, webPushKeys } from "@waldo/outside/web-push-keys";
import * as z from "zod";
import { once } from "../once.ts";
import { botNames } from "./bot-names.ts";
import { clientConfig, environment, text } from "./environment.ts";
import { secrets } from "./secrets.ts";
import { talkingPorts } from "./talking.ts";
import { hearsVoices } from "./transcriber.ts";

const Door = z.object({
  /** The folder into which the service put the function's code, with the recipes beside it. */
  LAMBDA_TASK_ROOT: text,
  PUSH_SECRET_ARN: text,
  PUSH_APPLICATIONS: z.string(),
  MODEL_PRIMARY: text,
  MODEL_ESCALATION: text,
  MODEL_CHEAP: text,
  /** Whether agents of other makers can ask this deployment. */
  TAKES_AGENTS: z.enum(["yes", "no"]),
});

const skills = once(async () => {
  const { bundledSkills } = await import("@waldo/outside/bundled-skills");
  return bundledSkills(`${environment(Door).LAMBDA_TASK_ROOT}/skills`);
});

/**
 * Returns the ports of the door: those of a person who talks, and those for the person's settings. What a run says
 * leaves through delivery, not through these ports.
 */
export async function doorPorts(userId: UserId, log: Log, host?: string): Promise<DoorPorts> {
  const { PUSH_SECRET_ARN, ...env } = environment(Door);
  const names = botNames();
  return {
    ...(await talkingPorts(userId, log)),
    skills,
    ...(names.length === 0
      ? {}
      : { bots: { names: async () => names, newSecret: () => randomBytes(16).toString("base64url") } }),
    ...(hearsVoices() ? { voiceSeconds: VOICE_SECONDS_ON_AWS } : {}),
    models: fixedModels({
      primary: env.MODEL_PRIMARY,
      escalation: env.MODEL_ESCALATION,
      cheap: env.MODEL_CHEAP,
    }),
    ...(env.TAKES_AGENTS === "yes" && host !== undefined
      ? { agents: { connect: { url: `https://${host}${MCP_PATH}`, keys: false } } }
      : {}),
    push: {
      web: {
        key: async () => webPushKeys(Buffer.from(await secrets()(PUSH_SECRET_ARN))).publicKey,
        mayReach: isPushService,
      },
      phone: phones(env.PUSH_APPLICATIONS),
    },
  };
}

/** Registers phones with the platform applications of the deployment. The ARN of each application names its platform. */
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
