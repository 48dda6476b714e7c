import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { UserId } from "@waldo/contracts";
import { pushChannel } from "@waldo/core/channels/devices";
import { limitedMachines } from "@waldo/core/machines";
import type { Channel, Log, Ports } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { botToken, secretReader } from "../secrets.ts";
import type { TelegramOptions } from "../telegram.ts";
import { webPushKeys } from "../web-push-keys.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";

const Channels = z.object({
  TELEGRAM_SECRET_ARN: text,
  TELEGRAM_API_ROOT: z.url().optional(),
  PUSH_SECRET_ARN: text,
  PUSH_CONTACT: text,
});

const secrets = once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));

const sns = once(async () => {
  const { SNSClient, snsPush } = await import("../sns-push.ts");
  return snsPush({ client: new SNSClient(clientConfig()) });
});
const phones: Channel = { name: "push", send: async (...message) => (await sns()).send(...message) };

/** The secret is read when something is pushed. Most deliveries push nothing. */
const browsers: Channel = {
  name: "push",
  async send(...message) {
    const { PUSH_SECRET_ARN, PUSH_CONTACT: contact } = environment(Channels);
    const { webPush } = await import("../web-push.ts");
    const keys = webPushKeys(Buffer.from(await secrets()(PUSH_SECRET_ARN)));
    return webPush({ keys, contact }).send(...message);
  },
};

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
  const { store, archive } = people()(userId, log);
  const push = pushChannel(store, userId, { web: browsers, phone: phones });
  const channels = { push, ...(token === undefined ? {} : { telegram: telegram({ token, ...apiRoot }) }) };
  return { clock, store, archive, model: noModel, channels, machines: limitedMachines({}), log };
}
