/**
 * Puts the AWS parts together, one function for each Lambda, and reads the environment, which nothing else does.
 * Clients live as long as the process; credentials of people live in `user-scope.ts`. What a process may not do, its
 * ports cannot do either: the role is the wall, this is the map of it.
 *
 * `@__PURE__` lets a bundle leave out what its function never asks for: crs and ingest carry no model client, and
 * nothing but delivery carries a channel.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SFNClient } from "@aws-sdk/client-sfn";
import { SNSClient } from "@aws-sdk/client-sns";
import { STSClient } from "@aws-sdk/client-sts";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { type UserId, type WakeInput, WaldoError } from "@waldo/contracts";
import type { Clock, Embedder, Log, Machines, ModelGateway, Ports, Schedules, Store } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { z } from "zod";
import { bedrockGateway } from "./bedrock.ts";
import { bedrockClient } from "./bedrock-client.ts";
import { bundledSkills } from "./bundled-skills.ts";
import { dynamoStore } from "./dynamo-store.ts";
import { eventbridgeScheduler } from "./eventbridge-scheduler.ts";
import { botToken, secretReader } from "./secrets.ts";
import { sfnMachines, wakeStarter } from "./sfn-machines.ts";
import { snsPush } from "./sns-push.ts";
import { telegramChannel } from "./telegram.ts";
import { titanEmbedder } from "./titan.ts";
import { type UserParts, userScope } from "./user-scope.ts";

const text = z.string().min(1);
const Health = z.object({ HEALTH_TABLE: text });
const Ingest = Health.extend({ PATROL_MACHINE_ARN: text });
const People = z.object({ AGENT_TABLE: text, HEALTH_TABLE: text, ARCHIVE_BUCKET: text, USER_ROLE_ARN: text });
/** Where the service has put the function's code, and beside it the recipes. */
const Code = z.object({ LAMBDA_TASK_ROOT: text });
const Runs = z.object({ RUN_MACHINE_ARN: text });
const RunsAndDreams = Runs.extend({ DREAM_MACHINE_ARN: text });
const Wakes = z.object({
  PATROL_MACHINE_ARN: text,
  SCHEDULE_GROUP: text,
  SCHEDULE_ROLE_ARN: text,
  SCHEDULE_DLQ_ARN: text,
});
const Models = z.object({ MODEL_PRIMARY: text, MODEL_ESCALATION: text, MODEL_CHEAP: text });
const Embedding = z.object({ MODEL_EMBEDDING: text.optional() });
const Channels = z.object({ TELEGRAM_SECRET_ARN: text, TELEGRAM_API_ROOT: z.url().optional() });

/** Connections fail fast, so that a retry still fits into the invocation; answers may take as long as a model does. */
const CONNECT_TIMEOUT_MS = 2_000;

const clock: Clock = { now: () => Date.now() };
const clientConfig = /* @__PURE__ */ once(() => ({
  requestHandler: new NodeHttpHandler({ connectionTimeout: CONNECT_TIMEOUT_MS }),
}));

const people = /* @__PURE__ */ once((): ((userId: UserId) => UserParts) => {
  const env = environment(People);
  const open = userScope({
    sts: new STSClient(clientConfig()),
    roleArn: env.USER_ROLE_ARN,
    tables: { agent: env.AGENT_TABLE, health: env.HEALTH_TABLE },
    bucket: env.ARCHIVE_BUCKET,
    clock,
    clientConfig: clientConfig(),
  });
  return (userId) => {
    const { store, archive } = open(userId);
    return { store: audited(store), archive };
  };
});

/** A store on this process's own credentials, which reach the health table alone. */
const healthStore = /* @__PURE__ */ once((): Store => {
  const { HEALTH_TABLE } = environment(Health);
  const tables = { agent: "no-access-to-the-agent-table", health: HEALTH_TABLE };
  return audited(dynamoStore({ client: new DynamoDBClient(clientConfig()), tables }));
});

const stepFunctions = /* @__PURE__ */ once(() => new SFNClient(clientConfig()));

const runMachine = /* @__PURE__ */ once(
  (): Machines => sfnMachines({ client: stepFunctions(), runMachineArn: environment(Runs).RUN_MACHINE_ARN }),
);

const agentMachines = /* @__PURE__ */ once((): Machines => {
  const { RUN_MACHINE_ARN: runMachineArn, DREAM_MACHINE_ARN: dreamMachineArn } = environment(RunsAndDreams);
  return sfnMachines({ client: stepFunctions(), runMachineArn, dreamMachineArn });
});

const schedules = /* @__PURE__ */ once((): Schedules => {
  const env = environment(Wakes);
  return eventbridgeScheduler({
    client: new SchedulerClient(clientConfig()),
    group: env.SCHEDULE_GROUP,
    patrolMachineArn: env.PATROL_MACHINE_ARN,
    roleArn: env.SCHEDULE_ROLE_ARN,
    deadLetterArn: env.SCHEDULE_DLQ_ARN,
  });
});

const runtime = /* @__PURE__ */ once(() => bedrockClient(clientConfig()));

/** Off unless the stack names a model for it. */
const embedder = /* @__PURE__ */ once((): Embedder | undefined => {
  const { MODEL_EMBEDDING: model } = environment(Embedding);
  return model === undefined ? undefined : titanEmbedder({ client: runtime(), model });
});

const models = /* @__PURE__ */ once((): ModelGateway => {
  const env = environment(Models);
  return bedrockGateway({
    client: runtime(),
    models: { primary: env.MODEL_PRIMARY, escalation: env.MODEL_ESCALATION, cheap: env.MODEL_CHEAP },
  });
});

const skills = /* @__PURE__ */ once(() => bundledSkills(`${environment(Code).LAMBDA_TASK_ROOT}/skills`));

const secrets = /* @__PURE__ */ once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));
const push = /* @__PURE__ */ once(() => snsPush({ client: new SNSClient(clientConfig()) }));

/** crs: raw health in, scores out. No agent, no model, no channel (R7, R8). */
export function crsPorts(): Pick<Ports, "store" | "clock"> {
  return { store: healthStore(), clock };
}

export type IngestPorts = Pick<Ports, "store" | "clock"> & {
  readonly startWake: (name: string, input: WakeInput) => Promise<void>;
};

/** ingest: the same, and it may wake a person's agent. */
export function ingestPorts(): IngestPorts {
  const { PATROL_MACHINE_ARN: patrolMachineArn } = environment(Ingest);
  return { store: healthStore(), clock, startWake: wakeStarter({ client: stepFunctions(), patrolMachineArn }) };
}

/** The agent step: one person's rows and files, a model, and no channel: what it decides to say leaves by the outbox. */
export function agentStepPorts(userId: UserId, log: Log): Ports {
  const meaning = embedder();
  return {
    clock,
    ...people()(userId),
    model: models(),
    ...(meaning ? { embedder: meaning } : {}),
    channels: {},
    machines: agentMachines(),
    schedules: schedules(),
    log,
    skills: skills(),
  };
}

/** Delivery: one person's rows, and every channel. It calls no model (R8) and starts no run. */
export async function deliveryPorts(userId: UserId, log: Log): Promise<Ports> {
  const { TELEGRAM_SECRET_ARN, TELEGRAM_API_ROOT } = environment(Channels);
  const token = botToken(await secrets()(TELEGRAM_SECRET_ARN));
  if (token === undefined) log("warn", "telegram.no-token");
  const telegram =
    token === undefined
      ? undefined
      : telegramChannel({ token, ...(TELEGRAM_API_ROOT === undefined ? {} : { apiRoot: TELEGRAM_API_ROOT }) });
  const channels = { push: push(), ...(telegram === undefined ? {} : { telegram }) };
  const machines: Machines = { startRun: () => Promise.reject(forbidden("starts no run")) };
  return { clock, ...people()(userId), model: noModel, channels, machines, log };
}

/** The Scribe: one person's rows and memory, and the next waiting run. No model, no channel. */
export function scribePorts(userId: UserId, log: Log): Ports {
  return { clock, ...people()(userId), model: noModel, channels: {}, machines: runMachine(), log };
}

const noModel: ModelGateway = {
  shape: () => "literal",
  converse: () => Promise.reject(forbidden("calls no model")),
};

function forbidden(what: string): WaldoError {
  return new WaldoError("IllegalTransition", `this process ${what}`);
}

function environment<T>(schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const missing = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new WaldoError("InvalidInput", `the environment lacks ${missing}: the stack sets it`);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
