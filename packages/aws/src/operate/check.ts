/**
 * Finds what a deployment still lacks before people can use it, and says so in plain words. The check changes nothing.
 */
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { AppConfig, isError } from "@waldo/contracts";
import { botToken, secretReader } from "../secrets.ts";
import { peopleOf, sendsByCognito } from "./accounts.ts";
import { type Account, asked, type Deployment } from "./deployment.ts";
import type { Finding } from "./finding.ts";
import { connectionsOf, vendorsOf, withoutKey, withoutSecret } from "./keys.ts";
import { lookAtModel, useCase } from "./models.ts";
import { lookAtQuota, quotas } from "./quotas.ts";
import { botsOf } from "./telegram.ts";

/** Makes each check, one after the other. A check that the account may not make is a finding too. */
export async function checkDeployment(
  { status, isProtected, outputs }: Deployment,
  account: Account,
): Promise<Finding[]> {
  const models = [...new Set(outputs.Models.split(","))];
  const looks: (() => Promise<Finding>)[] = [
    async () => stack(status),
    async () => protection(isProtected),
    () => page(outputs),
    ...models.map((model) => () => lookAtModel(model, account)),
    ...(models.some((model) => model.includes("anthropic.")) ? [() => useCase(account)] : []),
    ...quotas(models).map((quota) => () => lookAtQuota(quota, account)),
    () => alarms(outputs.AlarmTopic, account),
    () => bot(outputs, account),
    () => connections(outputs, account),
    () => wearables(outputs, account),
    () => people(outputs, account),
    () => mails(outputs, account),
  ];
  const findings: Finding[] = [];
  for (const look of looks) findings.push(await look().catch(unseen));
  return findings;
}

function unseen(error: unknown): Finding {
  if (!isError(error, "InvalidInput")) throw error;
  return { about: "not seen", state: "missing", says: error.message };
}

function stack(status: string): Finding {
  const isDone = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status);
  const says = isDone ? "it is deployed" : `it is ${status}: look at its events in CloudFormation, then deploy again`;
  return { about: "stack", state: isDone ? "ready" : "missing", says };
}

/** A plain `cdk deploy` switches the protection off, because CDK does not know that the stack exists. */
function protection(isProtected: boolean): Finding {
  const says = isProtected ? "the stack cannot be deleted by mistake" : "it is off: run waldo aws deploy";
  return { about: "protection", state: isProtected ? "ready" : "missing", says };
}

const CALL_MS = 10_000;

/** The page tells everyone how to sign in, so this check needs no permission. */
async function page({ App, FrontHost }: Deployment["outputs"]): Promise<Finding> {
  const about = "page";
  const missing = (says: string): Finding => ({ about, state: "missing", says });
  const answer = await fetch(`${App}/app.json`, { signal: AbortSignal.timeout(CALL_MS) }).catch(() => undefined);
  if (answer === undefined) {
    const isOwn = new URL(App).host !== FrontHost;
    const why = isOwn ? `let a CNAME of its name point to ${FrontHost}` : "a new distribution takes some minutes";
    return missing(`nothing answers at ${App}: ${why}`);
  }
  const config = AppConfig.safeParse(await answer.json().catch(() => undefined));
  if (config.data?.session !== "token")
    return missing(`what answers at ${App} is not the page: deploy again, and look where its name points to`);
  return { about, state: "ready", says: `people sign in at ${App}` };
}

async function alarms(TopicArn: string, account: Account): Promise<Finding> {
  const about = "alarms";
  const { Subscriptions = [] } = await asked("looking at the alarms", () =>
    new SNSClient(account).send(new ListSubscriptionsByTopicCommand({ TopicArn })),
  );
  const confirmed = Subscriptions.filter(({ SubscriptionArn = "" }) => SubscriptionArn.startsWith("arn:"));
  if (confirmed.length > 0) return { about, state: "ready", says: "somebody receives them" };
  const says =
    Subscriptions.length > 0
      ? "nobody receives them yet: confirm the subscription with the link in the mail"
      : "nobody receives them: set waldo.alarmEmail in cdk.json, and deploy";
  return { about, state: "missing", says };
}

async function bot(outputs: Deployment["outputs"], account: Account): Promise<Finding> {
  const about = "Telegram";
  const names = botsOf(outputs);
  if (names.length === 0)
    return {
      ...{ about, state: "optional" },
      says: "no bot is named: make one with BotFather, put its name into waldo.telegramBots in cdk.json, and deploy",
    };
  const read = secretReader({ client: new SecretsManagerClient(account), clock: { now: () => 0 } });
  const secret = await asked("reading the tokens of the bots", () => read(outputs.TelegramToken));
  const without = names.filter((name) => botToken(secret, name) === undefined);
  return without.length > 0
    ? { about, state: "missing", says: `no token is stored of ${without.join(", ")}: run waldo aws telegram` }
    : { about, state: "ready", says: names.length === 1 ? "a bot is set up" : `${names.length} bots are set up` };
}

async function connections(outputs: Deployment["outputs"], account: Account): Promise<Finding> {
  const about = "web and MCP";
  const names = connectionsOf(outputs);
  if (names.length === 0)
    return { about, state: "optional", says: "nothing is connected: see waldo.connections in the runbook" };
  const without = await withoutKey(outputs, account);
  return without.length === 0
    ? { about, state: "ready", says: `${names.join(", ")}: each has a key` }
    : {
        about,
        state: "optional",
        says: `no key is stored of ${without.join(", ")}: if it wants one, run waldo aws key`,
      };
}

async function wearables(outputs: Deployment["outputs"], account: Account): Promise<Finding> {
  const about = "wearables";
  const names = vendorsOf(outputs);
  if (names.length === 0)
    return { about, state: "optional", says: "none can be connected: see waldo.wearables in the runbook" };
  const [first] = await withoutSecret(outputs, account);
  return first === undefined
    ? { about, state: "ready", says: `${names.join(", ")}: people can connect` }
    : {
        about,
        state: "missing",
        says: `the secret of the client at ${first} is not stored: run waldo aws key wearable.${first}`,
      };
}

async function people(outputs: Deployment["outputs"], account: Account): Promise<Finding> {
  const about = "people";
  const count = (await peopleOf(outputs, account)).length;
  return count === 0
    ? { about, state: "missing", says: "nobody can sign in: run waldo aws invite <mail>" }
    : { about, state: "ready", says: count === 1 ? "one account" : `${count} accounts` };
}

/** Cognito has a limit for its own mails for the whole account, and AWS does not raise it on request. */
async function mails(outputs: Deployment["outputs"], account: Account): Promise<Finding> {
  const about = "invitations";
  return (await sendsByCognito(outputs, account))
    ? {
        ...{ about, state: "optional" },
        says: "Cognito sends 50 mails a day: invite no more people than that, and count lost passwords; more need SES",
      }
    : { about, state: "ready", says: "they are sent by SES" };
}
