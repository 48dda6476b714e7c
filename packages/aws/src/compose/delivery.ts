import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Channel, Log, Ports } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { botToken, secretReader } from "../secrets.ts";
import type { TelegramOptions } from "../telegram.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";

const Channels = z.object({ TELEGRAM_SECRET_ARN: text, TELEGRAM_API_ROOT: z.url().optional() });

const secrets = once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));

const sns = once(async () => {
  const { SNSClient, snsPush } = await import("../sns-push.ts");
  return snsPush({ client: new SNSClient(clientConfig()) });
});
const push: Channel = { name: "push", send: async (...message) => (await sns()).send(...message) };

function telegram(options: TelegramOptions): Channel {
  const channel = once(async () => (await import("../telegram.ts")).telegramChannel(options));
  return { name: "telegram", send: async (...message) => (await channel()).send(...message) };
}

/** The ports of delivery: the rows of one person, and every channel. It calls no model (R8) and starts no run. */
export async function deliveryPorts(userId: UserId, log: Log): Promise<Ports> {
  const { TELEGRAM_SECRET_ARN, TELEGRAM_API_ROOT } = environment(Channels);
  const token = botToken(await secrets()(TELEGRAM_SECRET_ARN));
  if (token === undefined) log("warn", "telegram.no-token");
  const apiRoot = TELEGRAM_API_ROOT === undefined ? {} : { apiRoot: TELEGRAM_API_ROOT };
  const channels = { push, ...(token === undefined ? {} : { telegram: telegram({ token, ...apiRoot }) }) };
  return { clock, ...people()(userId, log), model: noModel, channels, machines: limitedMachines({}), log };
}
