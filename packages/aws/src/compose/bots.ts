/** The Telegram bots of the deployment: their tokens, their rows, and the channel that sends through them. */
import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { telegramAddress } from "@waldo/contracts";
import type { Channel, Log, Store } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { paced } from "@waldo/core/telegram/pace";
import * as z from "zod";
import { dynamoStore } from "../dynamo-store.ts";
import { once } from "../once.ts";
import { botToken } from "../secrets.ts";
import { botNames } from "./bot-names.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";

const Rows = z.object({ AGENT_TABLE: text });

const table = once((): Store => {
  const tables = { agent: environment(Rows).AGENT_TABLE, health: "no-access-to-the-health-table" };
  return audited(dynamoStore({ client: new DynamoDBClient(clientConfig()), tables }));
});

/** Returns a store with this process's own credentials. They reach the rows of bots, and no rows of a person. */
export function botStore(log: Log): Store {
  return readable(table(), log);
}

/** The address of another Bot API server, for tests. */
const Root = z.object({ TELEGRAM_API_ROOT: z.url().optional() });
export function apiRoot(): { readonly apiRoot?: string } {
  const { TELEGRAM_API_ROOT } = environment(Root);
  return TELEGRAM_API_ROOT === undefined ? {} : { apiRoot: TELEGRAM_API_ROOT };
}

/**
 * Returns the channel that sends a message through the bot in its address. `secret` holds the tokens of the bots.
 * Returns undefined when the secret holds no token yet: then messages wait.
 */
export function telegramOf(secret: string, log: Log): Channel | undefined {
  if (!hasToken(secret)) {
    log("warn", "telegram.no-token");
    return undefined;
  }
  const channels = once(async () => (await import("@waldo/outside/telegram")).telegramChannel);
  const plain: Channel = {
    name: "telegram",
    async send(address, message, key) {
      const { bot, chat } = telegramAddress.parse(address);
      const token = botToken(secret, bot);
      if (token === undefined) return { outcome: "retry", reason: "there is no token of this bot" };
      return (await channels())({ token, ...apiRoot() }).send(chat, message, key);
    },
  };
  return paced(plain, { store: botStore(log), clock, pause: (ms) => sleep(ms) });
}

function hasToken(secret: string): boolean {
  return [undefined, ...botNames()].some((name) => botToken(secret, name) !== undefined);
}
