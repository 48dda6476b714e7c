/**
 * The deployed stack that the tests of this folder share: test/local-cloud.ts says which parts are real. The stack is
 * started once, because a synthesis with all bundles takes longer than the tests.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamoStore } from "@waldo/aws/dynamo-store";
import { createTables } from "@waldo/aws/dynamo-tables";
import { keyTable } from "@waldo/aws/key-table";
import {
  API_ROOT,
  keys,
  OutboxRow,
  type Profile,
  ROUTES,
  type Route,
  RunHeader,
  type SourceDay,
  StepRecord,
  VENDORS,
} from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { readable } from "@waldo/core/store/readable";
import { sealed } from "@waldo/core/store/sealed";
import { addDays, instantAt, localDate, MINUTE_MS } from "@waldo/core/time";
import { agreeing } from "@waldo/testkit/agreeing";
import { oneEngine } from "@waldo/testkit/dynamo-engines";
import type { LocalServer } from "@waldo/testkit/local-server";
import { startWearableClouds, type WearableClouds } from "@waldo/testkit/wearable-clouds";
import { ENGINE_KEY } from "../test/dynamo-wire.ts";
import { type ApiAnswer, eventOf } from "../test/http-api.ts";
import { type LocalCloud, startLocalCloud } from "../test/local-cloud.ts";
import { type JsonObject, REGION, type Resource, type Synthesised, synthesise } from "../test/template.ts";

export const TOKEN = "123456789:AAFakeTokenOfTheRightShape_0123456789";
export const CHAT = "5550001112";
export const BOT = "waldo_test_bot";
/** A time zone in which it is about noon now. The night is over, and no date changes while the test runs. */
export const ZONE = zoneAtNoon();
export const EAST_MINUTES = 60 * Number.parseInt(ZONE, 10);
export const TODAY = localDate(Date.now(), ZONE);
export const SAID = "You are steady after a usual night. Give the first hour to the thing you keep putting off.";

/** The hosts that the deployment reaches outside. Nothing answers there: RFC 2606 reserves the name. */
const OUTSIDE = {
  connections: { search: { api: "searxng", url: "https://search.invalid/search" } },
  voiceLanguages: ["en-GB"],
  agents: { editor: ["http://localhost:6274/oauth/callback"], other: ["https://other.example/callback"] },
  wearables: {
    ...{
      whoop: { clientId: "whoop-client" },
      oura: { clientId: "oura-client" },
      google: { clientId: "google-client" },
    },
  },
};

/** The event of API Gateway for the request with which a vendor checks that an address is ours. */
export const CHALLENGE = { requestId: "challenge-1", http: { method: "GET" } };

export const engine = oneEngine();
let dynamo: LocalServer;
export let stack: Synthesised;
export let cloud: LocalCloud;
/** The clouds of the vendors of wearables. */
export let vendors: WearableClouds;
/** The tables, reached without any policy. */
export let store: Store;

/** Every file that a function is deployed with. */
export const filesOf = (fn: Resource): string[] =>
  readdirSync(stack.codeOf(fn), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(stack.codeOf(fn), join(parentPath, name)));
export const tableOf = (name: string) => stack.deployed.find(({ id }) => id.startsWith(`Data${name}`))?.id ?? "";

/** Synthesises the stack and starts everything. */
export async function raise(): Promise<void> {
  [dynamo, stack] = await Promise.all([
    engine.start(),
    synthesise({ bundle: true, waldo: { telegramBots: [BOT], ...OUTSIDE } }),
  ]);
  const tables = { agent: tableOf("AgentTable"), health: tableOf("HealthTable") };
  const credentials = { accessKeyId: ENGINE_KEY, secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region: REGION, credentials });
  await createTables(client, tables);
  const ring = keyTable({ store: await keyStore(client), clock: { now: () => Date.now() } });
  store = readable(sealed(dynamoStore({ client, tables }), ring), () => {});
  vendors = await startWearableClouds({
    ...{ now: Date.now, offsetMinutes: EAST_MINUTES },
    knock: async ({ pathname, searchParams }) => {
      const asked = { queryStringParameters: Object.fromEntries(searchParams), requestContext: CHALLENGE };
      const pathParameters = { vendor: pathname.split("/").at(-1) };
      return JSON.parse(((await cloud.invoke("hook", { ...asked, pathParameters })) as ApiAnswer).body);
    },
  });
  cloud = await startLocalCloud(stack, dynamo.endpoint, { WEARABLE_ROOT: vendors.endpoint });
  const clients = VENDORS.map((name) => [name, vendors[name].client.secret]);
  cloud.world.clientSecrets = JSON.stringify(Object.fromEntries(clients));
  cloud.world.telegramToken = TOKEN;
  cloud.world.converse = modelThatLooksFirst();
}

/** The table of data keys, which the engine makes as one of a pair. */
async function keyStore(client: DynamoDBClient): Promise<Store> {
  const tables = { agent: tableOf("KeyTable"), health: "unused" };
  await createTables(client, tables);
  return dynamoStore({ client, tables });
}

export async function lower(): Promise<void> {
  await cloud?.stop();
  await vendors?.stop();
  await dynamo?.stop();
}

function zoneAtNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `${east < 0 ? "-" : "+"}${String(Math.abs(east)).padStart(2, "0")}:00`;
}

/** A model that asks for the score before it writes, as a model should. */
export function modelThatLooksFirst(): LocalCloud["world"]["converse"] {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return (request) => {
    const looked = JSON.stringify(request["messages"]).includes("toolResult");
    const content = looked ? [{ text: SAID }] : [{ toolUse: { toolUseId: "look-1", name: "get_crs", input: {} } }];
    const message = { role: "assistant", content };
    return { output: { message }, stopReason: looked ? "end_turn" : "tool_use", usage, metrics: { latencyMs: 1 } };
  };
}

type Request = Parameters<LocalCloud["world"]["converse"]>[0];

/** A model that makes one call if it may, and then writes one sentence. */
export function modelThatCalls(name: string, input: JsonObject, said = "I will."): LocalCloud["world"]["converse"] {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return (request) => {
    const calls = offers(request, name) && !JSON.stringify(request["messages"]).includes("toolResult");
    const content = calls ? [{ toolUse: { toolUseId: "call-1", name, input } }] : [{ text: said }];
    const message = { role: "assistant", content };
    return { output: { message }, stopReason: calls ? "tool_use" : "end_turn", usage, metrics: { latencyMs: 1 } };
  };
}

const offers = (request: Request, name: string) => JSON.stringify(request["toolConfig"] ?? {}).includes(`"${name}"`);

/** A model that hands over a message, and plans one task. */
export function modelThatPlans(): LocalCloud["world"]["converse"] {
  const actions = [{ tool: "write_task", args: { title: "call the dentist" } }];
  const [hands, plans] = [
    modelThatCalls("hand_over", {}),
    modelThatCalls("propose_action", { actions }, "Here it is."),
  ];
  return (request) => (offers(request, "hand_over") ? hands : plans)(request);
}

export async function introduce(
  userId: string,
  channels: Profile["channels"] = { telegramChatId: CHAT, telegramHealth: true },
): Promise<void> {
  const profile: Profile = {
    userId,
    name: "Philippa",
    timeZone: ZONE,
    wakeTime: "07:00",
    sleepTime: "23:00",
    autonomy: "L2",
    channels,
  };
  await store.transact([{ op: "put", key: keys.profile(userId), body: profile }, agreeing(userId)]);
}

/** Numbers that do not appear anywhere else, not even as the seconds of a time. */
export function nights(count: number): SourceDay[] {
  return Array.from({ length: count }, (_, i) => {
    const date = addDays(TODAY, i - count + 1);
    const end = instantAt(date, "06:40", ZONE) + i * MINUTE_MS;
    const asleepMinutes = 431.2575 + (i % 5);
    return {
      date,
      source: "whoop",
      metrics: { hrvRmssdMs: 61.3377 + (i % 7), restingHrBpm: 52.4242 + (i % 3), respiratoryRateRpm: 14.1919 },
      sleeps: [
        {
          start: end - 480 * MINUTE_MS,
          end,
          offsetMinutes: EAST_MINUTES,
          asleepMinutes,
          awakeMinutes: 30,
          nap: false,
        },
      ],
    };
  });
}

let requests = 0;

function isPathOf({ path: template }: Route, path: string): boolean {
  const [parts, given] = [`${API_ROOT}${template}`.split("/"), path.split("/")];
  return parts.length === given.length && parts.every((part, i) => part.startsWith("{") || part === given[i]);
}

/** Does what API Gateway does with a request whose token names `sub`. */
export async function api(request: string, sub: string, body?: unknown, more: object = {}): Promise<ApiAnswer> {
  requests += 1;
  const [method = "", url = ""] = request.split(" ");
  const [path = "", query = ""] = url.split("?");
  const { by = "door" } =
    Object.values<Route>(ROUTES).find((route) => route.method === method && isPathOf(route, path)) ?? {};
  const headers = {
    ...{ "x-device-timezone": ZONE, "content-type": "application/json", host: "waldo.test" },
    "idempotency-key": `request-${requests}`,
  };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const claims = sub === "" ? undefined : { sub, token_use: "access" };
  const event = {
    ...eventOf({
      method,
      path,
      query,
      headers,
      ...(claims ? { claims } : {}),
      ...(body === undefined ? {} : { body: text }),
    }),
    ...more,
  };
  return (await cloud.invoke(by, event)) as ApiAnswer;
}

/** Does what EventBridge Scheduler does at the person's time. */
export function wake(userId: string, job: string, variant?: string): void {
  const scheduledAt = new Date().toISOString();
  cloud.start("Waldo-wake", `wake-${userId}-${scheduledAt}`, {
    userId,
    job,
    scheduledAt,
    ...(variant && { variant }),
  });
}

export async function journal(userId: string, runId: string) {
  const header = RunHeader.parse((await store.get(keys.run(userId, runId)))?.body);
  const { table, pk } = keys.run(userId, runId);
  const rows = async (prefix: string) => (await store.query({ table, pk, prefix })).rows.map(({ body }) => body);
  return {
    header,
    path: (await rows(`STEP#${runId}#`)).map((body) => StepRecord.parse(body).to).join(" "),
    outbox: (await rows(`OUTBOX#${runId}#`)).map((body) => OutboxRow.parse(body)),
  };
}
