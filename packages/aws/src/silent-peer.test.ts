/**
 * A peer may accept a connection and never say a word, or stop in the middle of an answer. Each client gives up by its
 * own limit, long before Lambda would end the function. Every call here would hang for ever without one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SFNClient } from "@aws-sdk/client-sfn";
import { SNSClient } from "@aws-sdk/client-sns";
import { STSClient } from "@aws-sdk/client-sts";
import { keys } from "@waldo/contracts";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import type { ModelRequest } from "@waldo/core/ports";
import { openAiCompatible } from "@waldo/outside/models/openai-compatible";
import { telegramChannel } from "@waldo/outside/telegram";
import { type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bedrockGateway } from "./bedrock.ts";
import { bedrockClient } from "./bedrock-client.ts";
import { boundedRequests, DATA_TIMEOUTS, MODEL_TIMEOUTS } from "./bounded-requests.ts";
import { dynamoStore } from "./dynamo-store.ts";
import { eventbridgeScheduler } from "./eventbridge-scheduler.ts";
import { s3Archive } from "./s3-archive.ts";
import { secretReader } from "./secrets.ts";
import { snsPush } from "./sns-push.ts";
import { startExecution } from "./start-execution.ts";
import { titanEmbedder } from "./titan.ts";
import { userScope } from "./user-scope.ts";

// Short for a test, and long enough for a request to arrive on a busy machine.
const SHORT = { connectMs: 2000, answerMs: 400 };
const ARN = "arn:aws:states:us-east-1:111122223333:stateMachine:Waldo-run";
const clock = { now: () => Date.now() };
const ZONE_KEY = keys.timeZone("ana");
const tables = { agent: "agent", health: "health" };
const request: ModelRequest = {
  tier: "primary",
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "Hm." }] }],
  tools: [],
  maxOutputTokens: 50,
};

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const config = () => ({
  endpoint: server.endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
  forcePathStyle: true,
  requestHandler: boundedRequests(SHORT),
});
const models = { primary: "us.amazon.nova-lite-v1:0", escalation: "x", cheap: "x" };

/** Every client of `compose/`, and what its caller sees. */
const calls: Record<string, { readonly call: () => Promise<unknown>; readonly sees: object }> = {
  DynamoDB: {
    call: () => dynamoStore({ client: new DynamoDBClient(config()), tables }).get(ZONE_KEY),
    sees: { name: "StoreUnavailable" },
  },
  S3: {
    call: () => s3Archive({ client: new S3Client(config()), bucket: "b" }).read("archive/ana/x"),
    sees: { name: "StoreUnavailable" },
  },
  STS: {
    call: () =>
      userScope({
        sts: new STSClient(config()),
        roleArn: "r",
        tables,
        keyTable: "k",
        bucket: "b",
        clock,
        clientConfig: config(),
      })("ana").store.get(ZONE_KEY),
    sees: { name: "StoreUnavailable" },
  },
  "Step Functions": {
    call: () => startExecution(new SFNClient(config()), ARN, "n", {}),
    sees: { name: "StoreUnavailable" },
  },
  Scheduler: {
    call: () =>
      eventbridgeScheduler({
        client: () => new SchedulerClient(config()),
        group: "g",
        wakeMachineArn: ARN,
        roleArn: "r",
        deadLetterArn: "d",
      }).apply("ana", scheduleOf({ userId: "ana", timeZone: "UTC", wakeTime: "07:00", sleepTime: "23:00" })),
    sees: { name: "StoreUnavailable" },
  },
  "Secrets Manager": {
    call: () => secretReader({ client: new SecretsManagerClient(config()), clock })("arn"),
    sees: { name: "StoreUnavailable" },
  },
  Bedrock: {
    call: () => bedrockGateway({ client: bedrockClient(config()), models }).converse(request),
    sees: { name: expect.stringMatching(/^Model(Timeout|Unavailable)$/) },
  },
  "Bedrock's embeddings": {
    call: () => titanEmbedder({ client: bedrockClient(config()), model: "amazon.titan-embed-text-v2:0" }).embed(["x"]),
    sees: { name: expect.stringMatching(/^Model(Timeout|Unavailable)$/) },
  },
  "an OpenAI-compatible server": {
    call: () =>
      openAiCompatible({ baseUrl: server.endpoint, model: "m", fetch, timeoutMs: SHORT.answerMs }).converse(request),
    sees: { name: "ModelTimeout" },
  },
};

/** Channels answer with an outcome: the message may have gone out. */
const sends: Record<string, () => Promise<unknown>> = {
  SNS: () =>
    snsPush({ client: new SNSClient(config()) }).send(
      "arn:aws:sns:us-east-1:111122223333:endpoint/GCM/waldo/1",
      { channel: "push", title: "Waldo", body: "You're steady.", collapseId: "c" },
      "k",
    ),
  Telegram: () =>
    telegramChannel({ token: "1:x", apiRoot: server.endpoint, timeoutMs: SHORT.answerMs }).send(
      "1",
      { channel: "telegram", text: "You're steady." },
      "k",
    ),
};

describe.each([
  ["says nothing", { kind: "silence" }],
  ["stops in the middle", { kind: "stall", body: { half: "x".repeat(400) } }],
] as const)("a peer that %s", (_what, answer) => {
  const script = () => server.script.push(...Array.from({ length: 12 }, () => answer));
  it.each(Object.keys(calls))("does not hold a call to %s", async (name) => {
    script();
    await expect(calls[name]?.call()).rejects.toMatchObject(calls[name]?.sees ?? {});
    expect(server.asked.length).toBeGreaterThan(0);
  });
  it.each(Object.keys(sends))("leaves a send through %s unknown", async (name) => {
    script();
    expect(await sends[name]?.()).toMatchObject({ outcome: "unknown" });
  });
});

describe("the limits of the functions", () => {
  const folder = fileURLToPath(new URL("./compose", import.meta.url));
  const compose = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));

  it("bound every client that compose makes", () => {
    const made = compose.flatMap((source) => [...source.matchAll(/new \w+Client\((.*)\)|bedrockClient\((.*)\)/g)]);
    expect(made.length).toBeGreaterThanOrEqual(6);
    for (const [all, plain, bedrock] of made) expect(plain ?? bedrock, all).toMatch(/clientConfig\(\)/);
    expect(compose.join("\n")).toMatch(/requestHandler: boundedRequests\(DATA_TIMEOUTS\)/);
  });

  it("let the SDK's four attempts end before the shortest function does, and two calls of a model within a task", () => {
    const [shortestMs, taskMs] = [29_000, 300_000];
    expect(4 * (DATA_TIMEOUTS.connectMs + DATA_TIMEOUTS.answerMs)).toBeLessThan(shortestMs);
    // bedrockClient makes two attempts, and the ladder asks twice.
    expect(4 * (MODEL_TIMEOUTS.connectMs + MODEL_TIMEOUTS.answerMs)).toBeLessThan(taskMs);
  });
});
