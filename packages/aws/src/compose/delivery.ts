import type { UserId } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import type { Channel, Log, Ports } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { telegramOf } from "./bots.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noModel } from "./no-model.ts";
import { people } from "./people.ts";
import { secrets } from "./secrets.ts";

const Channels = z.object({ TELEGRAM_SECRET_ARN: text });

const sns = once(async () => {
  const { SNSClient, snsPush } = await import("../sns-push.ts");
  return snsPush({ client: new SNSClient(clientConfig()) });
});
const push: Channel = { name: "push", send: async (...message) => (await sns()).send(...message) };

/** The ports of delivery: the rows of one person, and every channel. It calls no model (R8) and starts no run. */
export async function deliveryPorts(userId: UserId, log: Log): Promise<Ports> {
  const telegram = telegramOf(await secrets()(environment(Channels).TELEGRAM_SECRET_ARN), log);
  const channels = { push, ...(telegram === undefined ? {} : { telegram }) };
  return { clock, ...people()(userId, log), model: noModel, channels, machines: limitedMachines({}), log };
}
