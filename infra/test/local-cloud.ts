/**
 * The stack, deployed on loopback: its functions from their real bundles and with the environment of the template, its
 * state machines from the template's definitions, and a DynamoDB engine behind them. The roles of the template judge
 * every request of a function, and a request that its role does not allow is answered with AccessDenied. So a run that
 * succeeds shows that the policies are sufficient, and the refusals show that they are tight.
 */
import { createAccount } from "./account.ts";
import { guardedDynamo, type Touch } from "./dynamo-wire.ts";
import { createExecutions, type Executions } from "./executions.ts";
import { type FunctionProcess, startFunction } from "./function-process.ts";
import { rolesOf } from "./iam.ts";
import { createQueues } from "./queues.ts";
import {
  bedrock,
  cognito,
  lambda,
  type SentByBot,
  s3,
  scheduler,
  secretsManager,
  stepFunctions,
  sts,
  telegram,
  type World,
} from "./services.ts";
import { functionsOf, type JsonObject, REGION, type Resource, type Synthesised } from "./template.ts";
import { serve } from "./wire.ts";

export type LocalCloud = Executions & {
  readonly world: World;
  readonly functions: ReadonlyMap<string, FunctionProcess>;
  /** Requests that IAM refused. */
  readonly refused: readonly string[];
  /** Every permission on a row or partition that a request to DynamoDB needed. */
  readonly touched: readonly Touch[];
  /** The schedules that EventBridge Scheduler holds, by name. */
  readonly schedules: ReadonlyMap<string, JsonObject>;
  /** The objects of the archive. */
  readonly objects: Map<string, Buffer>;
  /** The ids of those who may sign in. */
  readonly accounts: Set<string>;
  /** The messages that Telegram received. */
  readonly telegrams: readonly SentByBot[];
  /** The addresses of the services, as the SDK reads them from the environment. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Returns an access key that signs as a function's role. */
  keyOf(folder: string): string;
  /** Replaces a function's warm process by a cold one. */
  restart(folder: string): Promise<void>;
  invoke(folder: string, event: unknown): Promise<unknown>;
  /** Waits until no message is in a queue and no execution runs. Returns what `idle` returns. */
  quiet(): ReturnType<Executions["idle"]>;
  /** Everything the functions wrote. */
  logs(): string;
  stop(): Promise<void>;
};

/** A port of this machine on which nothing listens. */
const NOWHERE = "http://127.0.0.1:9";

const variablesOf = (fn: Resource) => (fn.properties["Environment"] as { Variables: Record<string, string> }).Variables;
const folderOf = (fn: Resource) => String(variablesOf(fn)["POWERTOOLS_SERVICE_NAME"]);

/** `outside`: variables that tell the functions where servers of others are. */
export async function startLocalCloud(
  stack: Synthesised,
  dynamoEndpoint: string,
  outside: Readonly<Record<string, string>> = {},
): Promise<LocalCloud> {
  const resources = functionsOf(stack.deployed);
  const account = createAccount(rolesOf(stack.deployed));
  const keyOf = (folder: string) => `AKIA${folder.replaceAll("-", "").toUpperCase()}`;
  for (const fn of resources) account.register(keyOf(folderOf(fn)), String(fn.properties["Role"]));

  const world: World = {
    converse: () => ({ refuse: "AccessDeniedException" }),
    telegramToken: "",
    hookSecret: "hook-secret-of-sixty-four-characters",
    connectionKeys: "{}",
    clientSecrets: "{}",
    secretsDown: false,
    telegramDown: false,
  };
  const touched: Touch[] = [];
  const schedules = new Map<string, JsonObject>();
  const telegrams: SentByBot[] = [];
  const objects = new Map<string, Buffer>();
  const accounts = new Set<string>();
  const functions = new Map<string, FunctionProcess>();
  const executions = createExecutions(stack.deployed, (arn, event) => {
    return invokeById(arn.split(":").at(-1) ?? "", event);
  });
  const queues = createQueues(stack.deployed, account, invokeById);
  const services = {
    AWS_ENDPOINT_URL_SQS: queues.service,
    AWS_ENDPOINT_URL_DYNAMODB: guardedDynamo(account, dynamoEndpoint, touched),
    AWS_ENDPOINT_URL_S3: s3(account, objects),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito(account, accounts),
    AWS_ENDPOINT_URL_STS: sts(account),
    AWS_ENDPOINT_URL_SFN: stepFunctions(account, executions),
    AWS_ENDPOINT_URL_LAMBDA: lambda(account, invokeById),
    AWS_ENDPOINT_URL_SCHEDULER: scheduler(account, schedules),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsManager(account, world),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock(account, world),
    TELEGRAM_API_ROOT: telegram(world, telegrams),
  };
  const servers = await Promise.all(
    Object.entries(services).map(async ([name, answer]) => ({ name, server: await serve(answer) })),
  );
  const endpoints = Object.fromEntries(servers.map(({ name, server }) => [name, server.endpoint]));
  let written = "";

  async function start(fn: Resource): Promise<void> {
    const own = {
      AWS_LAMBDA_FUNCTION_NAME: fn.id,
      AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING: NOWHERE,
      AWS_ACCESS_KEY_ID: keyOf(folderOf(fn)),
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_REGION: REGION,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      LAMBDA_TASK_ROOT: stack.codeOf(fn),
      _HANDLER: "index.handler",
    };
    // No test waits for the reaper; reap.test.ts checks its pauses.
    const variables = { ...variablesOf(fn), REAPER_PAUSE_SECONDS: "0" };
    functions.set(
      folderOf(fn),
      await startFunction(stack.codeOf(fn), { ...variables, ...own, ...endpoints, ...outside }),
    );
  }

  async function end(folder: string): Promise<void> {
    await functions.get(folder)?.stop();
    written += functions.get(folder)?.output() ?? "";
    functions.delete(folder);
  }

  function invokeById(id: string, event: unknown): Promise<unknown> {
    const fn = resources.find((one) => one.id === id);
    if (fn === undefined) throw new Error(`there is no function ${id}`);
    return invoke(folderOf(fn), event);
  }

  async function invoke(folder: string, event: unknown): Promise<unknown> {
    const fn = functions.get(folder);
    if (fn === undefined) throw new Error(`there is no function ${folder}`);
    // Lambda takes JSON.
    return fn.invoke(JSON.parse(JSON.stringify(event)));
  }

  await Promise.all(resources.map(start));
  return {
    ...executions,
    world,
    functions,
    refused: account.refused,
    touched,
    schedules,
    objects,
    accounts,
    telegrams,
    endpoints,
    keyOf,
    invoke,
    async quiet() {
      const ended: Awaited<ReturnType<typeof executions.idle>> = [];
      do ended.push(...(await executions.idle()));
      while (await queues.drained());
      return [...ended, ...(await executions.idle())];
    },
    async restart(folder) {
      await end(folder);
      await Promise.all(resources.filter((fn) => folderOf(fn) === folder).map(start));
    },
    logs: () => written + [...functions.values()].map((fn) => fn.output()).join(""),
    async stop() {
      await Promise.all([...functions.keys()].map(end));
      await Promise.all(servers.map(({ server }) => server.stop()));
    },
  };
}
