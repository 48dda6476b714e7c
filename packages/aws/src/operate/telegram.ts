/**
 * Sets up a Telegram bot of a deployment: stores its token in the secret, and sets its webhook at Telegram. Can be
 * repeated safely.
 */
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { API_ROOT, isError, type StackOutputs, WaldoError } from "@waldo/contracts";
import { UPDATES } from "@waldo/core/telegram/update";
import { apiUntil, rootOf, type TelegramOptions } from "@waldo/outside/telegram";
import { botNameOf, telegramBot, troubleOf } from "@waldo/outside/telegram-bot";
import { botToken, secretReader } from "../secrets.ts";
import { type Account, asked } from "./deployment.ts";

const CALL_MS = 10_000;

/** Returns the bots of a deployment, as the output of the stack names them. */
export function botsOf({ TelegramBots }: StackOutputs): string[] {
  return TelegramBots.split(",").filter((name) => name !== "none");
}

/**
 * Stores the token of a bot and tells Telegram where its updates go. Returns the name of the bot. Throws `InvalidInput`
 * for a token that Telegram does not know, and for a bot that is not in the list of the deployment.
 */
export async function setUpBot(
  outputs: StackOutputs,
  account: Account,
  bot: Pick<TelegramOptions, "token" | "apiRoot">,
): Promise<string> {
  const stop = new AbortController().signal;
  const name = await telegram(() => botNameOf(bot, stop));
  const listed = botsOf(outputs);
  if (!listed.includes(name))
    throw new WaldoError(
      "InvalidInput",
      `${name} is not among the bots of this deployment: put it into waldo.telegramBots in cdk.json, and deploy`,
    );
  const client = new SecretsManagerClient(account);
  const read = secretReader({ client, clock: { now: () => 0 } });
  const before = await asked("reading the tokens of the bots", () => read(outputs.TelegramToken));
  const tokens = Object.fromEntries(listed.flatMap((one) => tokenOf(before, one, listed)));
  const SecretString = JSON.stringify({ ...tokens, [name]: bot.token });
  await asked("storing the token", () =>
    client.send(new PutSecretValueCommand({ SecretId: outputs.TelegramToken, SecretString })),
  );
  const secret_token = await asked("reading the secret of the webhook", () => read(outputs.TelegramHook));
  const api = apiUntil(AbortSignal.timeout(CALL_MS), bot.token, rootOf(bot.apiRoot));
  await telegramBot(name, bot).offer?.();
  const url = `${outputs.Url}${API_ROOT}/telegram/${name}`;
  await telegram(() => api.setWebhook(url, { secret_token, allowed_updates: UPDATES }));
  return name;
}

/** A token without a name belongs to the only bot. */
function tokenOf(secret: string, name: string, listed: readonly string[]): [string, string][] {
  const isBare = botToken(secret) !== undefined;
  const token = isBare && listed.length > 1 ? undefined : botToken(secret, name);
  return token === undefined ? [] : [[name, token]];
}

async function telegram<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isError(cause, "InvalidInput")) throw cause;
    throw new WaldoError("InvalidInput", troubleOf(cause).why, { cause });
  }
}
