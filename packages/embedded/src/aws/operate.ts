/** What `waldo aws …` does and prints. */
import { invite, peopleOf, removePerson, switchPerson } from "@waldo/aws/operate/accounts";
import { checkDeployment } from "@waldo/aws/operate/check";
import { type Account, readDeployment } from "@waldo/aws/operate/deployment";
import { WaldoError } from "@waldo/contracts";
import * as z from "zod";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { cdkCli } from "./cdk.ts";

export type AwsOptions = { readonly stack: string; readonly json: boolean };

/** The SDK reads the region and the credentials of this machine itself. */
const ACCOUNT: Account = {};

/** Throws `InvalidInput` after printing if something is missing. */
export async function check({ stack, json }: AwsOptions, { print, c }: Terminal): Promise<void> {
  const findings = await checkDeployment(await readDeployment(stack, ACCOUNT), ACCOUNT);
  if (json) print(JSON.stringify(findings, null, 2));
  const marks = { ready: c.green("✓"), missing: c.red("✗"), optional: c.dim("–") };
  const width = Math.max(...findings.map(({ about }) => about.length));
  if (!json) for (const { about, state, says } of findings) print(`${marks[state]} ${about.padEnd(width)}  ${says}`);
  const missing = findings.filter(({ state }) => state === "missing").length;
  if (missing > 0)
    throw new WaldoError(
      "InvalidInput",
      `${missing === 1 ? "one thing is" : `${missing} things are`} missing, as said above`,
    );
}

export async function deploy(
  { stack, json, yes }: AwsOptions & { readonly yes: boolean },
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  const { deployStack } = await import("@waldo/aws/operate/deploy");
  const cdk = cdkCli(env, { json });
  const done = await deployStack(stack, ACCOUNT, (args) => cdk(yes ? [...args, "--require-approval", "never"] : args));
  if (json) return print(JSON.stringify({ stack, done }));
  print(`${stack} is deployed, and protected against deletion. What is still missing says: waldo aws check`);
}

export async function undeploy(
  { stack, json, yes }: AwsOptions & { readonly yes: boolean },
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  if (!yes)
    throw new WaldoError(
      "InvalidInput",
      `this removes the stack ${stack}, and nobody gets an answer any more; tables, keys, files and accounts stay: add --yes to do it`,
    );
  const { removeStack } = await import("@waldo/aws/operate/deploy");
  const kept = await removeStack(stack, ACCOUNT, cdkCli(env, { json }));
  if (json) return print(JSON.stringify({ stack, kept }));
  print(
    kept.length === 0 ? `${stack} is removed.` : `${stack} is removed. This stays, and costs, until you delete it:`,
  );
  for (const { type, id } of kept) print(`  ${type}  ${id}`);
}

export async function listPeople({ stack, json }: AwsOptions, { print, c }: Terminal): Promise<void> {
  const { outputs } = await readDeployment(stack, ACCOUNT);
  const people = await peopleOf(outputs, ACCOUNT);
  if (json) return print(JSON.stringify(people, null, 2));
  for (const { mail, userId, status, enabled } of people)
    print(`${mail}  ${c.dim(userId)}  ${enabled ? (STATES[status] ?? status) : "may not sign in"}`);
  if (people.length === 0) print("Nobody has an account. Invite somebody with: waldo aws invite <mail>");
}

const STATES: Readonly<Record<string, string>> = {
  CONFIRMED: "has signed in",
  FORCE_CHANGE_PASSWORD: "invited, and has not signed in yet",
  RESET_REQUIRED: "must choose a new password",
};

export async function invitePerson(given: string, { stack, json }: AwsOptions, { print }: Terminal): Promise<void> {
  const mail = mailOf(given);
  const { outputs } = await readDeployment(stack, ACCOUNT);
  const done = await invite(outputs, ACCOUNT, mail);
  if (json) return print(JSON.stringify({ mail, done, app: outputs.App }));
  print(done === "invited" ? `${mail} is invited. The first password holds three days.` : `${mail} gets another mail.`);
  print(`They sign in at ${outputs.App}`);
}

/** The token comes from the environment, because typed text would stay in the history of the shell. */
export async function setUpTelegram(
  { stack, json }: AwsOptions,
  { telegram }: Pick<Settings, "telegram">,
  { print }: Terminal,
): Promise<void> {
  if (!telegram) throw new WaldoError("InvalidInput", "set the bot's token as WALDO_TELEGRAM_TOKEN first");
  const { outputs } = await readDeployment(stack, ACCOUNT);
  const { setUpBot } = await import("@waldo/aws/operate/telegram");
  const bot = await setUpBot(outputs, ACCOUNT, telegram);
  print(json ? JSON.stringify({ bot }) : `@${bot} is set up. People link their chats with POST /v1/telegram/link.`);
}

/** The key comes from a variable, because typed text would stay in the history of the shell. */
export async function storeKeyOf(
  name: string,
  { stack, json, keyEnv }: AwsOptions & { readonly keyEnv: string },
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  const key = env[keyEnv]?.trim();
  if (!key)
    throw new WaldoError("InvalidInput", "--key-env takes the name of a variable that is set, never the key itself");
  const { outputs } = await readDeployment(stack, ACCOUNT);
  const { storeKey } = await import("@waldo/aws/operate/keys");
  await storeKey(outputs, ACCOUNT, { name, key });
  print(json ? JSON.stringify({ name }) : `The key of ${name} is stored. It is used within five minutes.`);
}

export async function operatePerson(
  operate: "pause" | "resume",
  given: string,
  { stack, json }: AwsOptions,
  { print }: Terminal,
): Promise<void> {
  const mail = mailOf(given);
  const { outputs } = await readDeployment(stack, ACCOUNT);
  await switchPerson(outputs, ACCOUNT, mail, operate);
  if (json) return print(JSON.stringify({ mail, operate }));
  print(
    operate === "pause" ? `Nothing runs for ${mail} until: waldo aws resume ${mail}` : `Waldo goes on for ${mail}.`,
  );
}

export async function remove(
  given: string,
  { stack, json, yes }: AwsOptions & { readonly yes: boolean },
  { print }: Terminal,
): Promise<void> {
  const mail = mailOf(given);
  if (!yes)
    throw new WaldoError(
      "InvalidInput",
      `this deletes the account of ${mail}, and their rows stay: add --yes to do it`,
    );
  const { outputs } = await readDeployment(stack, ACCOUNT);
  await removePerson(outputs, ACCOUNT, mail);
  print(json ? JSON.stringify({ mail, removed: true }) : `${mail} has no account any more, and nothing runs for them.`);
}

function mailOf(given: string): string {
  const mail = z.email().safeParse(given.trim().toLowerCase());
  if (mail.success) return mail.data;
  throw new WaldoError("InvalidInput", `${given} is no mail address`);
}
