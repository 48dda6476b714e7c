import type { UserId } from "@waldo/contracts";
import { pushChannel } from "@waldo/core/channels/devices";
import { limitedMachines } from "@waldo/core/machines";
import type { Channel, Log, Ports } from "@waldo/core/ports";
import { webPushKeys } from "@waldo/outside/web-push-keys";
import * as z from "zod";
import { once } from "../once.ts";
import { telegramOf } from "./bots.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { secrets } from "./secrets.ts";

const Channels = z.object({ TELEGRAM_SECRET_ARN: text, PUSH_SECRET_ARN: text, PUSH_CONTACT: text });

const sns = once(async () => {
  const { SNSClient, snsPush } = await import("../sns-push.ts");
  return snsPush({ client: new SNSClient(clientConfig()) });
});
const phones: Channel = { name: "push", send: async (...message) => (await sns()).send(...message) };

/** The secret is read only when something is pushed, because most deliveries push nothing. */
const browsers: Channel = {
  name: "push",
  async send(...message) {
    const { PUSH_SECRET_ARN, PUSH_CONTACT: contact } = environment(Channels);
    const { webPush } = await import("@waldo/outside/web-push");
    const keys = webPushKeys(Buffer.from(await secrets()(PUSH_SECRET_ARN)));
    return webPush({ keys, contact }).send(...message);
  },
};

/**
 * Returns the ports of delivery: the rows of one person, and every channel. Delivery calls no model (R8) and starts no
 * run.
 */
export async function deliveryPorts(userId: UserId, log: Log): Promise<Ports> {
  const telegram = telegramOf(await secrets()(environment(Channels).TELEGRAM_SECRET_ARN), log);
  const { store, archive } = people()(userId, log);
  const push = pushChannel(store, userId, { web: browsers, phone: phones });
  const channels = { push, ...(telegram === undefined ? {} : { telegram }) };
  return { clock, store, archive, model: noModel, channels, machines: limitedMachines({}), features: [], log };
}
