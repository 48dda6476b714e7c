/** Composes the ports of the agent step from the environment of its function. */

import { STSClient } from "@aws-sdk/client-sts";
import { contexts } from "@waldo/contexts/routes";
import type { UserId } from "@waldo/contracts";
import { coach } from "@waldo/core/coach/feature";
import { limitedMachines } from "@waldo/core/machines";
import { shapeFor } from "@waldo/core/models/routing";
import type { Embedder, Log, ModelGateway, Ports, Schedules } from "@waldo/core/ports";
import { evaluation } from "@waldo/eval/feature";
import * as z from "zod";
import { boundedRequests, MODEL_TIMEOUTS } from "../bounded-requests.ts";
import { once } from "../once.ts";
import { perPerson } from "../person-session.ts";
import { connections } from "./connections.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { people } from "./people.ts";
import { completes, starts } from "./step-functions.ts";

const AgentStep = z.object({
  /** The folder into which the service put the function's code, with the recipes beside it. */
  LAMBDA_TASK_ROOT: text,
  RUN_MACHINE_ARN: text,
  HANDOFF_MACHINE_ARN: text,
  REVIEW_MACHINE_ARN: text,
  DREAM_MACHINE_ARN: text,
  WAKE_MACHINE_ARN: text,
  SCHEDULE_GROUP: text,
  SCHEDULE_ROLE_ARN: text,
  SCHEDULE_SCOPE_ARN: text,
  SCHEDULE_DLQ_ARN: text,
  MODEL_PRIMARY: text,
  MODEL_ESCALATION: text,
  MODEL_CHEAP: text,
  MODEL_EMBEDDING: text.optional(),
  REAPER_PAUSE_SECONDS: z
    .string()
    .regex(/^\d{1,3}(,\d{1,3}){0,9}$/)
    .transform((list) => list.split(",").map(Number)),
});
const env = once(() => environment(AgentStep));

const runtime = once(async () => {
  const requestHandler = boundedRequests(MODEL_TIMEOUTS);
  return (await import("../bedrock-client.ts")).bedrockClient({ ...clientConfig(), requestHandler });
});

const model = once((): ModelGateway => {
  const models = { primary: env().MODEL_PRIMARY, escalation: env().MODEL_ESCALATION, cheap: env().MODEL_CHEAP };
  const bedrock = once(async () => (await import("../bedrock.ts")).bedrockGateway({ client: await runtime(), models }));
  return {
    outside: {},
    shape: (tier) => shapeFor(models[tier]),
    nameOf: (tier) => models[tier],
    converse: async (request) => (await bedrock()).converse(request),
  };
});

/** Embeddings are off unless the stack configures a model for them. */
const embedder = once(async (): Promise<{ embedder?: Embedder }> => {
  const { MODEL_EMBEDDING: model } = env();
  if (model === undefined) return {};
  const { titanEmbedder } = await import("../titan.ts");
  return { embedder: titanEmbedder({ client: await runtime(), model }) };
});

const schedules = once((): Schedules => {
  const scheduler = once(async () => {
    const { SchedulerClient, eventbridgeScheduler } = await import("../eventbridge-scheduler.ts");
    const session = { sts: new STSClient(clientConfig()), roleArn: env().SCHEDULE_SCOPE_ARN, clock };
    return eventbridgeScheduler({
      client: perPerson(session, (credentials) => new SchedulerClient({ ...clientConfig(), credentials })),
      group: env().SCHEDULE_GROUP,
      wakeMachineArn: env().WAKE_MACHINE_ARN,
      roleArn: env().SCHEDULE_ROLE_ARN,
      deadLetterArn: env().SCHEDULE_DLQ_ARN,
    });
  });
  return {
    spread: true,
    apply: async (userId, rows) => (await scheduler()).apply(userId, rows),
    remove: async (userId) => (await scheduler()).remove(userId),
    reminders: {
      set: async (userId, watchId, at) => (await scheduler()).reminders.set(userId, watchId, at),
      drop: async (userId, watchId) => (await scheduler()).reminders.drop(userId, watchId),
    },
  };
});

const skills = once(async () =>
  (await import("@waldo/outside/bundled-skills")).bundledSkills(`${env().LAMBDA_TASK_ROOT}/skills`),
);

const understanding = once(async () => {
  const folder = `${env().LAMBDA_TASK_ROOT}/intents`;
  return (await import("@waldo/outside/bundled-intents")).bundledUnderstanding(folder, folder);
});

/** How long the reaper waits before each new execution of a run, in seconds. */
export const reaperPauses = (): readonly number[] => env().REAPER_PAUSE_SECONDS;

/**
 * Returns the ports of the agent step: the rows and files of one person and a model, but no channel. What the agent
 * says leaves through the outbox.
 */
export async function agentStepPorts(userId: UserId, log: Log): Promise<Ports> {
  return {
    clock,
    ...people()(userId, log),
    model: model(),
    ...(await embedder()),
    ...connections(),
    channels: {},
    features: [contexts, evaluation, coach],
    machines: limitedMachines({
      startRun: starts(env().RUN_MACHINE_ARN),
      startHandoff: starts(env().HANDOFF_MACHINE_ARN),
      startReview: starts(env().REVIEW_MACHINE_ARN),
      completeTask: completes,
      startDream: starts(env().DREAM_MACHINE_ARN),
    }),
    schedules: schedules(),
    log,
    skills,
    understanding,
  };
}
