/**
 * The stack, deployed on loopback: its functions from their real bundles and with the environment the template gives
 * them, its state machines from the template's definitions, DynamoDB Local behind them. Every request of theirs is
 * asked about by the roles of the template: what a role does not allow is answered with AccessDenied, so a run that
 * comes through shows that the policies suffice, and what they refuse shows that they are tight.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createAccount } from "./account.ts";
import { guardedDynamo, type Touch } from "./dynamo-wire.ts";
import { createExecutions, type Executions } from "./executions.ts";
import { type FunctionProcess, startFunction } from "./function-process.ts";
import { rolesOf } from "./iam.ts";
import { bedrock, s3, scheduler, secretsManager, stepFunctions, sts, telegram, type World } from "./services.ts";
import { type JsonObject, REGION, type Resource, type Synthesised } from "./template.ts";
import { serve } from "./wire.ts";

export type LocalCloud = Executions & {
  readonly world: World;
  readonly functions: ReadonlyMap<string, FunctionProcess>;
  /** Requests that IAM refused. */
  readonly refused: readonly string[];
  /** Every permission on a row or partition that DynamoDB was asked for. */
  readonly touched: readonly Touch[];
  /** What EventBridge Scheduler holds, by name. */
  readonly schedules: ReadonlyMap<string, JsonObject>;
  /** Messages that Telegram was sent. */
  readonly telegrams: readonly { readonly chat: string; readonly text: string }[];
  /** Where the services are, as the SDK reads it from the environment. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** An access key that signs as a function's role. */
  keyOf(folder: string): string;
  /** Replaces a function's warm process by a cold one. */
  restart(folder: string): Promise<void>;
  invoke(folder: string, event: unknown): Promise<unknown>;
  /** Everything the functions wrote. */
  logs(): string;
  /** Every segment they sent to X-Ray. */
  traces(): string;
  stop(): Promise<void>;
};

const variablesOf = (fn: Resource) => (fn.properties["Environment"] as { Variables: Record<string, string> }).Variables;
const folderOf = (fn: Resource) => String(variablesOf(fn)["POWERTOOLS_SERVICE_NAME"]);

export async function startLocalCloud(stack: Synthesised, dynamoEndpoint: string): Promise<LocalCloud> {
  const resources = stack.deployed.filter(({ type }) => type === "AWS::Lambda::Function");
  const account = createAccount(rolesOf(stack.deployed));
  const keyOf = (folder: string) => `AKIA${folder.replaceAll("-", "").toUpperCase()}`;
  for (const fn of resources) account.register(keyOf(folderOf(fn)), String(fn.properties["Role"]));

  const world: World = {
    converse: () => ({ refuse: "AccessDeniedException" }),
    telegramToken: "",
    secretsDown: false,
    telegramDown: false,
  };
  const touched: Touch[] = [];
  const schedules = new Map<string, JsonObject>();
  const telegrams: { chat: string; text: string }[] = [];
  const functions = new Map<string, FunctionProcess>();
  const executions = createExecutions(stack.deployed, (arn, event) => {
    const fn = resources.find(({ id }) => arn.endsWith(`:${id}`));
    if (fn === undefined) throw new Error(`there is no function ${arn}`);
    return invoke(folderOf(fn), event);
  });
  const services = {
    AWS_ENDPOINT_URL_DYNAMODB: guardedDynamo(account, dynamoEndpoint, touched),
    AWS_ENDPOINT_URL_S3: s3(account),
    AWS_ENDPOINT_URL_STS: sts(account),
    AWS_ENDPOINT_URL_SFN: stepFunctions(account, executions.start),
    AWS_ENDPOINT_URL_SCHEDULER: scheduler(account, schedules),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsManager(account, world),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock(account, world),
    TELEGRAM_API_ROOT: telegram(world, telegrams),
  };
  const servers = await Promise.all(
    Object.entries(services).map(async ([name, answer]) => ({ name, server: await serve(answer) })),
  );
  const endpoints = Object.fromEntries(servers.map(({ name, server }) => [name, server.endpoint]));
  const daemon = await xrayDaemon();
  let written = "";

  async function start(fn: Resource): Promise<void> {
    const lambda = {
      AWS_ACCESS_KEY_ID: keyOf(folderOf(fn)),
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_REGION: REGION,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      LAMBDA_TASK_ROOT: stack.codeOf(fn),
      _HANDLER: "index.handler",
      _X_AMZN_TRACE_ID: "Root=1-58406520-a006649127e371903a2de979;Parent=4c721bf33e3caf8f;Sampled=1",
      AWS_XRAY_DAEMON_ADDRESS: daemon.address,
    };
    functions.set(folderOf(fn), await startFunction(stack.codeOf(fn), { ...variablesOf(fn), ...lambda, ...endpoints }));
  }

  async function end(folder: string): Promise<void> {
    await functions.get(folder)?.stop();
    written += functions.get(folder)?.output() ?? "";
    functions.delete(folder);
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
    telegrams,
    endpoints,
    keyOf,
    invoke,
    async restart(folder) {
      await end(folder);
      await Promise.all(resources.filter((fn) => folderOf(fn) === folder).map(start));
    },
    logs: () => written + [...functions.values()].map((fn) => fn.output()).join(""),
    traces: daemon.received,
    async stop() {
      await Promise.all([...functions.keys()].map(end));
      await Promise.all(servers.map(({ server }) => server.stop()));
      daemon.stop();
    },
  };
}

/** Takes what the X-Ray SDK sends: datagrams of JSON. */
async function xrayDaemon() {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  let received = "";
  socket.on("message", (datagram) => {
    received += `${datagram.toString()}\n`;
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    received: () => received,
    stop: () => socket.close(),
  };
}
