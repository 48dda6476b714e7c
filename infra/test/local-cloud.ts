/**
 * The stack, deployed on loopback: its functions from their real bundles and with the environment the template gives
 * them, its state machines from the template's definitions, DynamoDB Local behind them. Every request of theirs is
 * asked about by the roles of the template: what a role does not allow is answered with AccessDenied, so a run that
 * comes through shows that the policies suffice, and what they refuse shows that they are tight.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { request } from "node:http";
import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";
import { FunctionError, type FunctionProcess, startFunction } from "./function-process.ts";
import { isAllowed, mayAssume, type Principal, rolesOf } from "./iam.ts";
import { ACCOUNT, type JsonObject, REGION, type Resource, type Synthesised } from "./template.ts";
import { json, jsonError, type Server, serve, type WireAnswer, type WireRequest, xml } from "./wire.ts";

export type Execution = {
  readonly machine: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly status: "SUCCEEDED" | "FAILED";
  readonly error?: string;
  readonly output?: unknown;
};

/** What the world outside answers; a test changes it as it goes. */
export type World = {
  /** Converse: the reply to a request's body, or a refusal. */
  converse: (request: JsonObject) => JsonObject | { readonly refuse: string };
  telegramToken: string;
  /** Down: reading a secret is refused. */
  secretsDown: boolean;
  /** Telegram asks everyone to come back later. */
  telegramDown: boolean;
};

export type LocalCloud = {
  readonly world: World;
  readonly functions: ReadonlyMap<string, FunctionProcess>;
  /** Requests that IAM refused, as `role action resource`. */
  readonly refused: string[];
  /** Messages that Telegram was sent. */
  readonly telegrams: { readonly chat: string; readonly text: string }[];
  /** Principals of every DynamoDB request, with the action and the partition. */
  readonly touched: { readonly role: string; readonly action: string; readonly partition: string }[];
  /** Where the services are, as the SDK reads it from the environment. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** An access key that signs as a function's role. */
  keyOf(folder: string): string;
  /** Replaces a function's warm process by a cold one. */
  restart(folder: string): Promise<void>;
  invoke(folder: string, event: unknown): Promise<unknown>;
  startExecution(machine: string, name: string, input: JsonObject): void;
  /** Waits until nothing runs; how each execution since the last call ended, in that order. */
  idle(): Promise<Execution[]>;
  /** Everything the functions wrote. */
  logs(): string;
  /** Every segment they sent to X-Ray. */
  traces(): string;
  stop(): Promise<void>;
};

const serviceOf = (fn: Resource) => String(variablesOf(fn)["POWERTOOLS_SERVICE_NAME"]);
const variablesOf = (fn: Resource) => (fn.properties["Environment"] as { Variables: Record<string, string> }).Variables;

export async function startLocalCloud(stack: Synthesised, dynamoEndpoint: string): Promise<LocalCloud> {
  const roles = rolesOf(stack.deployed);
  const functionResources = stack.deployed.filter(({ type }) => type === "AWS::Lambda::Function");
  const principals = new Map<string, Principal>();
  const keyOf = (folder: string) => `AKIA${folder.replaceAll("-", "").toUpperCase()}`;
  for (const fn of functionResources) {
    const arn = String(fn.properties["Role"]);
    const role = roles.find((one) => one.arn === arn);
    if (role === undefined) throw new Error(`${fn.id} has no role`);
    principals.set(keyOf(serviceOf(fn)), { role });
  }

  const refused: string[] = [];
  const touched: LocalCloud["touched"] = [];
  const telegrams: LocalCloud["telegrams"] = [];
  const world: World = {
    converse: () => ({ refuse: "AccessDeniedException" }),
    telegramToken: "",
    secretsDown: false,
    telegramDown: false,
  };

  async function allowed(
    of: WireRequest,
    action: string,
    resource: string,
    context: Record<string, string[] | string> = {},
  ) {
    const principal = principals.get(of.accessKeyId);
    const yes = principal !== undefined && (await isAllowed(principal, action, resource, context));
    if (!yes) refused.push(`${principal?.role.id ?? "nobody"} ${action} ${resource} ${JSON.stringify(context)}`);
    return yes;
  }

  async function dynamo(incoming: WireRequest): Promise<WireAnswer> {
    const operation = String(incoming.headers["x-amz-target"]).replace("DynamoDB_20120810.", "");
    const body = JSON.parse(incoming.body.toString()) as never;
    for (const { action, table, partition } of dynamoAccess(operation, body)) {
      const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;
      touched.push({ role: principals.get(incoming.accessKeyId)?.role.id ?? "nobody", action, partition });
      if (!(await allowed(incoming, `dynamodb:${action}`, arn, { "dynamodb:LeadingKeys": [partition] })))
        return jsonError("com.amazon.coral.service#AccessDeniedException", `not authorized to perform ${action}`);
    }
    return passToDynamo(dynamoEndpoint, incoming);
  }

  let sessions = 0;
  async function sts(incoming: WireRequest): Promise<WireAnswer> {
    const form = new URLSearchParams(incoming.body.toString());
    const target = roles.find(({ arn }) => arn === form.get("RoleArn"));
    const tags = Object.fromEntries(
      [1, 2, 3].flatMap((n) => {
        const key = form.get(`Tags.member.${n}.Key`);
        return key === null ? [] : [[key, form.get(`Tags.member.${n}.Value`) ?? ""]];
      }),
    );
    const from = principals.get(incoming.accessKeyId);
    if (target === undefined || from === undefined || !(await mayAssume(from, target, tags))) {
      refused.push(`${from?.role.id ?? "nobody"} sts:AssumeRole ${form.get("RoleArn")} ${JSON.stringify(tags)}`);
      return xml("<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>", 403);
    }
    sessions += 1;
    const accessKeyId = `ASIA${sessions}`;
    principals.set(accessKeyId, { role: target, tags });
    const expiration = new Date(Date.now() + Number(form.get("DurationSeconds")) * 1000).toISOString();
    return xml(
      `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  }

  const objects = new Map<string, Buffer>();
  async function s3(incoming: WireRequest): Promise<WireAnswer> {
    const [, bucket = "", ...rest] = decodeURIComponent(incoming.url.pathname).split("/");
    const key = rest.join("/");
    const arn = `arn:aws:s3:::${bucket}`;
    const denied = xml("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", 403);
    if (key === "") {
      const prefix = incoming.url.searchParams.get("prefix");
      if (!(await allowed(incoming, "s3:ListBucket", arn, prefix === null ? {} : { "s3:prefix": prefix })))
        return denied;
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix ?? ""));
      const contents = found.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
      return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    }
    if (!(await allowed(incoming, incoming.method === "PUT" ? "s3:PutObject" : "s3:GetObject", `${arn}/${key}`)))
      return denied;
    if (incoming.method === "PUT") {
      objects.set(key, incoming.body);
      return {};
    }
    const body = objects.get(key);
    // Who may not list the bucket is not told that an object is missing.
    return body === undefined ? denied : { body };
  }

  async function secretsManager(incoming: WireRequest): Promise<WireAnswer> {
    const { SecretId: id } = JSON.parse(incoming.body.toString()) as { SecretId: string };
    const may = await allowed(incoming, "secretsmanager:GetSecretValue", id);
    if (world.secretsDown || !may) return jsonError("AccessDeniedException", "not authorized");
    return json({ ARN: id, SecretString: world.telegramToken });
  }

  async function bedrock(incoming: WireRequest): Promise<WireAnswer> {
    const [, , model = ""] = decodeURIComponent(incoming.url.pathname).split("/");
    const arn = `arn:aws:bedrock:${REGION}:${ACCOUNT}:inference-profile/${model}`;
    const may = await allowed(incoming, "bedrock:InvokeModel", arn);
    const answer = may ? world.converse(JSON.parse(incoming.body.toString())) : { refuse: "AccessDeniedException" };
    return "refuse" in answer ? jsonError(String(answer.refuse), "no", 403) : json(answer);
  }

  async function telegram(incoming: WireRequest): Promise<WireAnswer> {
    const { chat_id: chat, text } = JSON.parse(incoming.body.toString()) as { chat_id: string; text: string };
    if (!incoming.url.pathname.startsWith(`/bot${world.telegramToken}/sendMessage`))
      return json({ ok: false, error_code: 401, description: "Unauthorized" }, 401);
    if (world.telegramDown)
      return json(
        { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 1 } },
        429,
      );
    telegrams.push({ chat, text });
    return json({ ok: true, result: { message_id: telegrams.length, date: 0, chat: { id: 1, type: "private" } } });
  }

  async function stepFunctions(incoming: WireRequest): Promise<WireAnswer> {
    const { stateMachineArn, name, input } = JSON.parse(incoming.body.toString()) as Record<string, string>;
    if (!(await allowed(incoming, "states:StartExecution", stateMachineArn ?? "")))
      return jsonError("AccessDeniedException", "not authorized");
    const started = start(stateMachineArn?.split(":").at(-1) ?? "", name ?? "", JSON.parse(input ?? "{}"));
    if (!started) return jsonError("ExecutionAlreadyExists", "Execution Already Exists");
    return json({ executionArn: `${stateMachineArn}:${name}`, startDate: 1 });
  }

  const machines = new Map(
    stack.deployed
      .filter(({ type }) => type === "AWS::StepFunctions::StateMachine")
      .map((resource) => [String(resource.properties["StateMachineName"]), machineOf(resource)] as const),
  );
  const names = new Set<string>();
  const running = new Set<Promise<void>>();
  let ended: Execution[] = [];

  /** False when a Standard machine has had an execution of that name. */
  function start(machine: string, name: string, input: JsonObject): boolean {
    const known = machines.get(machine);
    if (known === undefined) throw new Error(`there is no machine ${machine}`);
    if (known.standard && names.has(name)) return false;
    names.add(name);
    const done = execute(machine, name, input).finally(() => running.delete(done));
    running.add(done);
    return true;
  }

  async function execute(machine: string, name: string, input: JsonObject): Promise<void> {
    const known = machines.get(machine);
    if (known === undefined) return;
    const handlers = Object.fromEntries(
      known.tasks.map((task) => [
        task,
        async (parameters: { FunctionName: string; Payload: unknown }) => {
          const fn = functionResources.find(({ id }) => parameters.FunctionName.endsWith(`:${id}`));
          if (fn === undefined) throw new Error(`no function ${parameters.FunctionName}`);
          return { Payload: await invoke(serviceOf(fn), parameters.Payload) };
        },
      ]),
    );
    const noPauses = Object.fromEntries(known.tasks.map((task) => [task, 0]));
    const overrides = { taskResourceLocalHandlers: handlers, retryIntervalOverrides: noPauses };
    const execution = known.machine.run(input, { overrides } as never);
    const failure = errorOf(execution.eventLogs);
    try {
      ended.push({ machine, name, input, status: "SUCCEEDED", output: await execution.result });
    } catch {
      ended.push({ machine, name, input, status: "FAILED", error: await failure });
      if (known.standard) await reap(input);
    }
  }

  /** The reaper: the rule's transformer applied to the event Step Functions sends, delivered to the rule's target. */
  async function reap(input: JsonObject): Promise<void> {
    const [target] = stack.deployed.flatMap(({ type, properties }) =>
      type === "AWS::Events::Rule" ? (properties["Targets"] as unknown as RuleTarget[]) : [],
    );
    if (target === undefined) throw new Error("there is no reaper");
    const [variable = ""] = Object.keys(target.InputTransformer.InputPathsMap);
    const asText = JSON.stringify(JSON.stringify(input));
    const event = JSON.parse(target.InputTransformer.InputTemplate.replace(`<${variable}>`, asText));
    const fn = functionResources.find(({ id }) => target.Arn.endsWith(`:${id}`));
    if (fn === undefined) throw new Error("the reaper's rule has no target");
    await invoke(serviceOf(fn), event);
  }

  async function stopOne(folder: string): Promise<void> {
    await functions.get(folder)?.stop();
    written += functions.get(folder)?.output() ?? "";
    functions.delete(folder);
  }

  async function invoke(folder: string, event: unknown): Promise<unknown> {
    const fn = functions.get(folder);
    if (fn === undefined) throw new Error(`there is no function ${folder}`);
    // Lambda takes and gives JSON.
    return fn.invoke(JSON.parse(JSON.stringify(event)));
  }

  const services = {
    dynamodb: dynamo,
    s3,
    sts,
    sfn: stepFunctions,
    secrets_manager: secretsManager,
    bedrock_runtime: bedrock,
  };
  const servers: Server[] = [];
  const endpoints: Record<string, string> = {};
  for (const [name, answer] of Object.entries(services)) {
    const server = await serve(answer);
    servers.push(server);
    endpoints[`AWS_ENDPOINT_URL_${name.toUpperCase()}`] = server.endpoint;
  }
  const telegramServer = await serve(telegram);
  servers.push(telegramServer);

  const daemon = await xrayDaemon();
  const functions = new Map<string, FunctionProcess>();
  let written = "";
  async function startOne(fn: Resource): Promise<void> {
    const folder = serviceOf(fn);
    const lambda = {
      AWS_ACCESS_KEY_ID: keyOf(folder),
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_REGION: REGION,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      LAMBDA_TASK_ROOT: stack.codeOf(fn),
      _HANDLER: "index.handler",
      _X_AMZN_TRACE_ID: "Root=1-58406520-a006649127e371903a2de979;Parent=4c721bf33e3caf8f;Sampled=1",
      AWS_XRAY_DAEMON_ADDRESS: daemon.address,
    };
    const env = { ...variablesOf(fn), ...lambda, ...endpoints, TELEGRAM_API_ROOT: telegramServer.endpoint };
    functions.set(folder, await startFunction(stack.codeOf(fn), env));
  }
  await Promise.all(functionResources.map(startOne));

  return {
    world,
    functions,
    refused,
    telegrams,
    touched,
    endpoints,
    keyOf,
    invoke,
    async restart(folder) {
      const fn = functionResources.find((one) => serviceOf(one) === folder);
      if (fn === undefined) throw new Error(`there is no function ${folder}`);
      await stopOne(folder);
      await startOne(fn);
    },
    startExecution(machine, name, input) {
      if (!start(machine, name, input))
        throw new FunctionError({ errorType: "ExecutionAlreadyExists", errorMessage: name, stack: "" });
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
      const all = ended;
      ended = [];
      return all;
    },
    logs: () => written + [...functions.values()].map((fn) => fn.output()).join(""),
    traces: daemon.received,
    async stop() {
      await Promise.all([...functions.keys()].map(stopOne));
      await Promise.all(servers.map((server) => server.stop()));
      daemon.stop();
    },
  };
}

/** The error name an execution ended with, as `ErrorEquals` sees it. */
async function errorOf(events: AsyncIterable<{ readonly type: string }>): Promise<string> {
  let name = "";
  for await (const event of events)
    if ("Error" in event && event.type === "ExecutionFailed") name = String(event.Error);
  return name;
}

type RuleTarget = {
  readonly Arn: string;
  readonly InputTransformer: { readonly InputPathsMap: Record<string, string>; readonly InputTemplate: string };
};

function machineOf({ properties }: Resource) {
  const given = properties["DefinitionSubstitutions"] as Record<string, string>;
  const text = String(properties["DefinitionString"]).replaceAll(
    /\$\{(\w+)\}/g,
    (_, name: string) => given[name] ?? "",
  );
  const definition = JSON.parse(text) as StateMachineDefinition;
  return {
    standard: properties["StateMachineType"] === "STANDARD",
    machine: new StateMachine(definition, { validationOptions: { noValidate: true } }),
    tasks: Object.entries(definition.States).flatMap(([name, { Type }]) => (Type === "Task" ? [name] : [])),
  };
}

type DynamoBody = {
  readonly TableName: string;
  readonly Key: { readonly pk: { readonly S: string } };
  readonly ExpressionAttributeValues: { readonly ":pk": { readonly S: string } };
  readonly TransactItems: readonly Record<
    string,
    { readonly TableName: string; readonly Key: { readonly pk: { readonly S: string } } }
  >[];
};

/** The permissions a request needs: a transaction needs one for each of its writes. */
function dynamoAccess(operation: string, body: DynamoBody): { action: string; table: string; partition: string }[] {
  if (operation === "GetItem") return [{ action: operation, table: body.TableName, partition: body.Key.pk.S }];
  if (operation === "Query")
    return [{ action: operation, table: body.TableName, partition: body.ExpressionAttributeValues[":pk"].S }];
  if (operation !== "TransactWriteItems") throw new Error(`${operation} is not expected here`);
  const actions: Record<string, string> = {
    Update: "UpdateItem",
    Delete: "DeleteItem",
    Put: "PutItem",
    ConditionCheck: "ConditionCheckItem",
  };
  return body.TransactItems.flatMap((item) =>
    Object.entries(item).map(([kind, { TableName, Key }]) => ({
      action: actions[kind] ?? kind,
      table: TableName,
      partition: Key.pk.S,
    })),
  );
}

/** DynamoDB Local keeps a set of tables for each access key; here all sign as one. */
export const DYNAMO_LOCAL_KEY = "local";

async function passToDynamo(endpoint: string, { headers, body, accessKeyId }: WireRequest): Promise<WireAnswer> {
  const authorization = String(headers.authorization).replace(
    `Credential=${accessKeyId}/`,
    `Credential=${DYNAMO_LOCAL_KEY}/`,
  );
  const { "x-amz-security-token": _, ...kept } = headers;
  const onward = request(endpoint, { method: "POST", headers: { ...kept, authorization } });
  onward.end(body);
  const [response] = await once(onward, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const crc = response.headers["x-amz-crc32"];
  return {
    status: response.statusCode,
    headers: {
      "content-type": "application/x-amz-json-1.0",
      ...(crc === undefined ? {} : { "x-amz-crc32": String(crc) }),
    },
    body: Buffer.concat(chunks),
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
