/** The whole AWS side on loopback; test/local-cloud.ts says which parts are real. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { STSClient } from "@aws-sdk/client-sts";
import { learnedFile } from "@waldo/aws/bundled-intents";
import { dynamoStore } from "@waldo/aws/dynamo-store";
import { createTables } from "@waldo/aws/dynamo-tables";
import { userScope } from "@waldo/aws/user-scope";
import {
  AGENT_ROWS,
  API_ROOT,
  BUNDLED_SKILLS,
  CrsResult,
  DREAM_PHASES,
  Dream,
  HEALTH_ROWS,
  INGEST_PER_DAY,
  keys,
  MemoryHead,
  MeterRow,
  OutboxRow,
  type Profile,
  ROUTES,
  type Route,
  RunHeader,
  SCHEDULE_NAMES,
  type SourceDay,
  StepRecord,
} from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import type { Store } from "@waldo/core/ports";
import { readable } from "@waldo/core/store/readable";
import { addDays, instantAt, localDate, localTime, MINUTE_MS } from "@waldo/core/time";
import { proposedAction } from "@waldo/core/tools/approval";
import { oneEngine } from "@waldo/testkit/dynamo-engines";
import type { LocalServer } from "@waldo/testkit/local-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINE_KEY } from "./test/dynamo-wire.ts";
import type { FunctionError } from "./test/function-process.ts";
import { type LocalCloud, startLocalCloud } from "./test/local-cloud.ts";
import { type JsonObject, REGION, type Resource, type Synthesised, synthesise } from "./test/template.ts";

const TOKEN = "123456789:AAFakeTokenOfTheRightShape_0123456789";
const CHAT = "5550001112";
const BOT = "waldo_test_bot";
/** A time zone in which it is about noon now. The night is over, and no date changes while the test runs. */
const ZONE = zoneAtNoon();
const TODAY = localDate(Date.now(), ZONE);
const SAID = "You are steady after a usual night. Give the first hour to the thing you keep putting off.";

const engine = oneEngine();
let dynamo: LocalServer;
let stack: Synthesised;
let cloud: LocalCloud;
/** The tables, without any policy in between. */
let store: Store;

const functionsOf = (of: Synthesised): Resource[] => of.deployed.filter(({ type }) => type === "AWS::Lambda::Function");
/** Every file that a function is deployed with. */
const filesOf = (fn: Resource): string[] =>
  readdirSync(stack.codeOf(fn), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(stack.codeOf(fn), join(parentPath, name)));
const tableOf = (name: string) => stack.deployed.find(({ id }) => id.startsWith(`Data${name}`))?.id ?? "";

beforeAll(async () => {
  [dynamo, stack] = await Promise.all([engine.start(), synthesise({ bundle: true, waldo: { telegramBots: [BOT] } })]);
  const tables = { agent: tableOf("AgentTable"), health: tableOf("HealthTable") };
  const credentials = { accessKeyId: ENGINE_KEY, secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region: REGION, credentials });
  await createTables(client, tables);
  store = readable(dynamoStore({ client, tables }), { ...AGENT_ROWS, ...HEALTH_ROWS }, () => {});
  cloud = await startLocalCloud(stack, dynamo.endpoint);
  cloud.world.telegramToken = TOKEN;
  cloud.world.converse = modelThatLooksFirst();
}, 120_000);

afterAll(async () => {
  await cloud?.stop();
  await dynamo?.stop();
  stack?.dispose();
});

describe("bundles", engine.options, () => {
  test("each loads and exports its handler, and is deployed without source maps", () => {
    for (const fn of functionsOf(stack)) {
      expect(fn.properties["Handler"]).toBe("index.handler");
      expect(filesOf(fn).filter((file) => !/\.(mjs|md)$|^intents\/learned-[0-9a-f]+\.bin$/.test(file))).toEqual([]);
    }
    expect([...cloud.functions.keys()].sort()).toEqual([
      ...["agent-step", "calendar", "crs", "delivery", "door", "ingest", "scribe", "telegram"],
    ]);
    for (const { loaded } of cloud.functions.values()) expect(loaded.handler).toBe("function");
  });

  test("the agent step's carries the fifteen recipes, and no other does", () => {
    const carried = functionsOf(stack).flatMap((fn) => {
      const folder = join(stack.codeOf(fn), "skills");
      return existsSync(folder) ? [[String(fn.properties["Description"]), readdirSync(folder).sort()]] : [];
    });
    expect(carried).toEqual([["Waldo: agent-step", BUNDLED_SKILLS.map((name) => `${name}.md`).sort()]]);
  });

  test("the agent step's carries what was learned from the intents, so that no function learns", () => {
    const step = functionsOf(stack).find((fn) => fn.properties["Description"] === "Waldo: agent-step");
    const intents = step && join(stack.codeOf(step), "intents");
    expect(intents && readdirSync(intents)).toContain(intents && basename(learnedFile(intents, intents)));
  });

  test("R8: only the agent step's bundle holds a model client, only delivery's and the webhook's a channel", () => {
    const code = new Map(
      functionsOf(stack).map((fn) => [
        String(fn.properties["Description"]),
        filesOf(fn)
          .map((file) => readFileSync(join(stack.codeOf(fn), file), "utf8"))
          .join("\n"),
      ]),
    );
    const holding = (mark: string) => [...code].filter(([, text]) => text.includes(mark)).map(([name]) => name);
    expect(holding("AmazonBedrockFrontendService")).toEqual(["Waldo: agent-step"]);
    expect(holding("api.telegram.org").sort()).toEqual(["Waldo: delivery", "Waldo: telegram"]);
  });
});

describe("from a sync to a Brief", engine.options, () => {
  const person = "0f8fad5b-d9cb-469f-a165-70867728950e";
  let first: Awaited<ReturnType<typeof cloud.idle>> = [];

  test("a sync is taken in, scored, and can be read back", async () => {
    await introduce(person);
    const answer = await api("POST /v1/sync", person, { days: nights(20), settled: true });
    expect(answer).toMatchObject({ statusCode: 202, body: JSON.stringify({ dates: 20 }) });
    // The tests run at noon. No word was said today, so the night that has arrived begins the morning Brief.
    first = await cloud.idle();
    expect(first).toMatchObject([
      { machine: "Waldo-wake", status: "SUCCEEDED", output: { userId: person, outcome: "run" } },
      { machine: "Waldo-run", status: "SUCCEEDED", output: { next: "DONE" } },
    ]);
    // The first sync tells where the person is. From then on EventBridge Scheduler wakes them.
    expect([...cloud.schedules.keys()].sort()).toEqual(SCHEDULE_NAMES.map((name) => `${person}.${name}`).sort());
    const form = await api("GET /v1/form", person);
    expect(form).toMatchObject({ statusCode: 200, headers: { "cache-control": "no-store" } });
    const score = CrsResult.parse(JSON.parse(form.body));
    expect(score).toMatchObject({ date: TODAY, status: "final" });
    expect(score.form).toBeGreaterThan(0);
  });

  test("what the sync used is in the person's ledger, and a day that is full is answered 429", async () => {
    const { rows } = await store.query(keys.meter.all(person));
    const sync = rows.map(({ body }) => MeterRow.parse(body)).find(({ counts }) => counts.ingests === 1);
    expect(sync?.counts).toMatchObject({ sourceDays: 20, ingestBytes: expect.any(Number) });
    const date = new Date().toISOString().slice(0, 10);
    const count = await store.get(keys.ingested(person, date));
    expect(count?.body).toMatchObject({ requests: 1, entries: 20 });
    const full = { ...count?.body, requests: INGEST_PER_DAY.requests };
    await store.transact([{ op: "put", key: keys.ingested(person, date), body: full }]);
    const refused = await api("POST /v1/sync", person, { days: nights(1), settled: true });
    await store.transact([{ op: "put", key: keys.ingested(person, date), body: { ...count?.body } }]);
    expect(refused).toMatchObject({ statusCode: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
    expect(await cloud.idle()).toEqual([]);
  });

  test("a wake becomes a run, is ticked through to DONE, and is said once, also when its schedule fires later", async () => {
    const [, run] = first;
    wake(person, "brief", "morning");
    expect((await cloud.idle()).map(({ machine }) => machine)).toEqual(["Waldo-wake"]);
    expect(Object.keys(run?.input ?? {}).sort()).toEqual(["runId", "userId"]);
    expect(Object.keys(run?.output ?? {}).sort()).toEqual(["next", "runId", "userId"]);

    const { header, path, outbox } = await journal(person, String(run?.input["runId"]));
    expect(header).toMatchObject({ state: "DONE", rung: "L1", iterations: 2 });
    expect(path).toBe("CONTEXT_BUILT LLM_CALLED TOOLS_DONE LLM_CALLED TOOLS_DONE GATED DELIVERED DONE");
    expect(outbox).toMatchObject([
      { channel: "in_app", state: "sent" },
      { channel: "telegram", state: "sent", receipt: "1" },
    ]);
    expect(cloud.telegrams).toEqual([{ chat: CHAT, text: SAID }]);
  });

  test("R6: a wake carries ids and small enums only, and so do its results", async () => {
    wake(person, "patrol");
    const [woken] = await cloud.idle();
    expect(Object.keys(woken?.input ?? {}).sort()).toEqual(["job", "scheduledAt", "userId"]);
    expect(woken?.output).toEqual({ userId: person, outcome: "nothing" });
  });

  test("a night consolidates, settles what was noted, and leaves pages and an index behind", async () => {
    const note = { kind: "note", hall: "facts", claim: "Has a boat", conditions: "", origin: "agent" } as const;
    const body = { ...note, trust: "provisional", at: Date.now(), source: "run-x" };
    await store.transact([{ op: "put", key: keys.inbox(person, body.at, "0123456789ab"), body }]);
    wake(person, "upkeep");
    const [woken, dream] = await cloud.idle();
    expect(woken).toMatchObject({ machine: "Waldo-wake", output: { outcome: "dream" } });
    expect(dream).toMatchObject({ machine: "Waldo-dream", status: "SUCCEEDED" });
    expect(Object.keys(dream?.input ?? {}).sort()).toEqual(["dreamId", "userId"]);
    const { phases } = Dream.parse((await store.get(keys.dream(person, String(dream?.input["dreamId"]))))?.body);
    expect(DREAM_PHASES.map((phase) => [phase, phases[phase]?.outcome])).toEqual(
      DREAM_PHASES.map((phase) => [phase, "done"]),
    );
    const { segment, live } = MemoryHead.parse((await store.get(keys.memory(person)))?.body);
    expect({ segment, live }).toEqual({ segment: expect.stringMatching(`^index/${person}/`), live: 1 });
  });

  test("R7, R12: only ingest and crs touched raw rows, and only the person's session touched agent rows", () => {
    const roles = (partition: RegExp) =>
      [
        ...new Set(cloud.touched.filter((one) => partition.test(one.partition)).map(({ role }) => role.slice(0, -8))),
      ].sort();
    expect(roles(/^RAW#/)).toEqual(["ApiIngestRole", "FunctionsCrsRole"]);
    expect(roles(/^USER#/)).toEqual(["FunctionsUserScopeRole"]);
    expect(cloud.refused).toEqual([]);
  });
});

describe("when things break", engine.options, () => {
  const person = "broken-model";

  test("no model: the template speaks from the same tools (L3)", async () => {
    await introduce(person);
    cloud.world.converse = () => ({ refuse: "ThrottlingException" });
    const before = cloud.telegrams.length;
    await api("POST /v1/sync", person, { days: nights(20), settled: true });
    const run = (await cloud.idle()).find(({ machine }) => machine === "Waldo-run");
    cloud.world.converse = modelThatLooksFirst();
    expect((await journal(person, String(run?.input["runId"]))).header).toMatchObject({ state: "DONE", rung: "L3" });
    expect(cloud.telegrams.slice(before).map(({ text }) => text)).toEqual([
      expect.stringMatching(/steady|energized|flagging|depleted/),
    ]);
  });

  test("the reaper gives a dead execution a new one a few times; then the sweep goes on, and the person hears once", async () => {
    const other = "reaped";
    await introduce(other);
    const before = cloud.telegrams.length;
    // A warm process remembers the token for a while.
    await cloud.restart("delivery");
    cloud.world.secretsDown = true;
    await api("POST /v1/sync", other, { days: nights(20), settled: true });
    const dead = (await cloud.idle()).filter(({ machine }) => machine === "Waldo-run");
    const runId = String(dead[0]?.input["runId"]);
    expect(dead.map(({ name }) => name)).toEqual([
      runId,
      ...["r2", "r3", "r4", "r5", "r6"].map((n) => `${runId}-${n}`),
    ]);
    expect(new Set(dead.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(["FAILED InvalidInput"]));
    expect((await journal(other, runId)).header.state).toBe("GATED");

    // The lease expires, the cause is repaired, and the person's next wake comes.
    cloud.world.secretsDown = false;
    const { body } = (await store.get(keys.lease(other))) ?? { body: {} };
    await store.transact([{ op: "put", key: keys.lease(other), body: { ...body, expiresAt: 0 } }]);
    wake(other, "patrol");
    expect(await cloud.idle()).toMatchObject([
      { status: "SUCCEEDED" },
      { name: `${runId}-r7`, output: { next: "DONE" } },
    ]);
    expect(cloud.telegrams.slice(before)).toHaveLength(1);
  });

  test("the agent step leaves an unsent row to delivery, which sends it at the next wake", async () => {
    const other = "late-row";
    await introduce(other);
    cloud.world.telegramDown = true;
    await api("POST /v1/sync", other, { days: nights(20), settled: true });
    const run = (await cloud.idle()).find(({ machine }) => machine === "Waldo-run");
    const runId = String(run?.input["runId"]);
    const telegramRow = async () => (await journal(other, runId)).outbox.find(({ channel }) => channel === "telegram");
    expect(await telegramRow()).toMatchObject({ state: "failed", attempt: 1 });

    // The pause of the row is over. The agent step has no channel and must not settle the row; the machine gives it to
    // delivery.
    cloud.world.telegramDown = false;
    const key = keys.outbox(other, runId, 1);
    await store.transact([{ op: "put", key, body: { ...(await telegramRow()), notBefore: 0 } }]);
    wake(other, "patrol");
    await cloud.idle();
    expect(await telegramRow()).toMatchObject({ state: "sent", attempt: 2 });
  });

  test("an operator pauses a person: a Brief does not come, and afterwards one text lists what came due", async () => {
    const other = "paused";
    await introduce(other);
    await api("POST /v1/sync", other, { days: nights(20), settled: true });
    await cloud.idle();
    await cloud.invoke("agent-step", { userId: other, operate: "pause" });
    const at = Date.now() - 3 * 24 * 3_600_000;
    const lease = (await store.get(keys.lease(other)))?.body ?? {};
    const watch = {
      watchId: "0123456789ab",
      text: "call the dentist",
      when: { on: "time", at: at + 60_000 },
      state: "active",
      firesLeft: 1,
      fired: 0,
      cooldownMs: 0,
      createdAt: at,
      expiresAt: at + 60_000,
    };
    await store.transact([
      { op: "put", key: keys.lease(other), body: { ...lease, pausedAt: at } },
      { op: "put", key: keys.watch(other, watch.watchId), body: watch },
    ]);
    const before = cloud.telegrams.length;
    wake(other, "brief", "morning");
    expect(await cloud.idle()).toMatchObject([{ status: "SUCCEEDED", output: { outcome: "paused" } }]);
    expect(await cloud.invoke("agent-step", { userId: other, operate: "resume" })).toEqual({ wasPaused: true });
    wake(other, "patrol");
    await cloud.idle();
    // By the hour of this test, a Brief of today may come as well.
    const told = cloud.telegrams.slice(before).filter(({ text }) => text.includes("dentist"));
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^I was paused from .*You had asked me to remind you:\n• .*: call the dentist$/s),
    ]);
  });

  test("an error leaves a function under its literal name, and an unforeseen one without its message", async () => {
    const fails = async (folder: string, event: unknown) => {
      const error = (await cloud.invoke(folder, event).catch((thrown: unknown) => thrown)) as FunctionError;
      return [error.name, error.message];
    };
    expect(await fails("agent-step", { userId: "nobody", runId: "run-none" })).toEqual([
      "UnknownRun",
      "there is no run run-none",
    ]);
    expect(
      await fails("crs", { userId: "never-synced", job: "patrol", scheduledAt: new Date().toISOString() }),
    ).toEqual(["InvalidInput", expect.stringContaining("no time zone yet")]);
    const [name, message] = await fails("scribe", { userId: "A secret name", runId: "run-1" });
    expect(name).toBe("InvalidInput");
    expect(message).toMatch(/^not what this function takes: .*\((invalid_union|invalid_format)\)$/);
    expect(message).not.toContain("secret");

    // The schema takes this time zone and no calendar knows it, so an error comes that no code foresaw.
    await store.transact([
      { op: "put", key: keys.profile("odd"), body: { ...ODD, userId: "odd", timeZone: "words of a person" } },
    ]);
    const [odd, withheld] = await fails("agent-step", { ...PATROL, userId: "odd" });
    expect([odd, withheld]).toEqual(["RangeError", expect.stringContaining("withheld")]);
  });
});

const ODD = { wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2", channels: {} };
const PATROL = { job: "patrol", scheduledAt: "2026-10-30T12:00:00Z", date: "2026-10-30" };

describe("the API", engine.options, () => {
  const person = "at-the-door";

  test.each([
    ["no time zone", { days: nights(1), settled: true }, { headers: {} }],
    [
      "a zone that does not exist",
      { days: nights(1), settled: true },
      { headers: { "x-device-timezone": "Mars/Base" } },
    ],
    ["a body that is not JSON", "{", {}],
    ["no days", { days: [], settled: true }, {}],
    ["an unknown member", { days: nights(1), settled: true, admin: true }, {}],
  ])("%s is 400, and nothing is written", async (_, body, more) => {
    expect(await api("POST /v1/sync", person, body, more)).toMatchObject({ statusCode: 400 });
    expect((await store.query({ table: "health", pk: keys.timeZone(person).pk })).rows).toEqual([]);
  });

  test("values that no body has are set aside and not averaged in; a body in base64 is read too", async () => {
    const [night] = nights(1);
    const days = [{ ...night, metrics: { ...night?.metrics, restingHrBpm: 400 } }];
    const body = Buffer.from(JSON.stringify({ days, settled: false })).toString("base64");
    expect(await api("POST /v1/sync", person, body, { isBase64Encoded: true })).toMatchObject({ statusCode: 202 });
    await cloud.idle();
    const row = await store.get(keys.sourceDay(person, TODAY, "whoop"));
    expect(row?.body["metrics"]).not.toHaveProperty("restingHrBpm");
    expect(row?.body["rejected"]).toMatchObject([{ metric: "restingHrBpm", value: "400" }]);
  });

  test("there is no score for a stranger, for a date without one, or for a text that is not a date", async () => {
    expect(await api("GET /v1/form", "stranger")).toMatchObject({ statusCode: 409 });
    expect(await api("GET /v1/form?date=2020-01-01", "stranger")).toMatchObject({ statusCode: 404 });
    const at = (date: string) => api(`GET /v1/form?date=${date}`, person);
    expect(await at("2020-01-01")).toMatchObject({ statusCode: 404 });
    expect(await at("2020-02-30")).toMatchObject({ statusCode: 400 });
  });

  test("a subject that is not a user id is refused", async () => {
    expect(await api("GET /v1/form", "USER#x")).toMatchObject({
      statusCode: 500,
      body: expect.stringMatching(/^\{"error":"Unexpected","message":"[^"#]+"\}$/),
    });
  });
});

describe("the door", engine.options, () => {
  const person = "8d3c5f7a-1b2c-4d5e-9f60-718293a4b5c6";
  const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);

  test("a stranger makes a profile, and the wake that it starts makes the schedules", async () => {
    expect(await api("GET /v1/me", person)).toMatchObject({ statusCode: 409 });
    const zone = { timeZone: "Europe/Lisbon" };
    expect(await api("PUT /v1/zone", person, zone)).toMatchObject({ statusCode: 200, body: JSON.stringify(zone) });
    const profile = { ...zone, wakeTime: "06:30", sleepTime: "22:30" };
    expect(await api("PUT /v1/me", person, profile)).toMatchObject({ statusCode: 200 });
    expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-wake", status: "SUCCEEDED" }]);
    const mine = [...cloud.schedules.keys()].filter((name) => name.startsWith(person));
    expect(mine.sort()).toEqual(SCHEDULE_NAMES.map((name) => `${person}.${name}`).sort());
    expect(await read("GET /v1/me")).toMatchObject({ ...profile, userId: person, autonomy: "L2" });
  });

  test("a message is a run that answers it, and a task is the person's own", async () => {
    const { runId } = await read("POST /v1/messages", { text: "how am I doing?" });
    expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED", output: { runId } }]);
    const answer = await read(`GET /v1/runs/${runId}`);
    expect(answer).toMatchObject({ runId, state: "DONE", isOver: true });
    expect(answer.said).toHaveLength(1);
    const { items } = await read("GET /v1/messages");
    expect(items.map(({ from }: { from: string }) => from)).toEqual(["waldo", "owner"]);
    await read("POST /v1/tasks", { title: "pay the rent" });
    expect(await read("GET /v1/tasks")).toMatchObject({ items: [{ title: "pay the rent", status: "open" }] });
  });

  test("a tap reads the key behind its token, and does what the card showed", async () => {
    const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
    const proposal = newProposal(person, "run-x", [action], Date.now());
    await store.transact([proposalWrite(proposal)]);
    const screen = await read("POST /v1/taps", { data: `do:${proposal.proposalId}` });
    expect(screen.kind).toBe("screen");
    expect(await read("POST /v1/taps", { data: screen.buttons[0].data })).toMatchObject({ kind: "done" });
    expect((await read("GET /v1/tasks")).items).toHaveLength(2);
  });

  test("a browser is registered for pushes, and what only the operator chooses is shown", async () => {
    const { webKey, platforms } = await read("GET /v1/devices");
    expect([Buffer.from(webKey, "base64url").length, platforms]).toEqual([65, []]);
    const subscription = {
      endpoint: "https://updates.push.services.mozilla.com/wpush/v2/x",
      keys: { p256dh: webKey, auth: "A".repeat(22) },
    };
    const added = await read("POST /v1/devices", { kind: "web", name: "Firefox", subscription });
    expect(await read("GET /v1/devices")).toMatchObject({ items: [added] });
    expect(await read("GET /v1/me")).toMatchObject({ channels: { push: true } });
    expect(await read("GET /v1/model")).toMatchObject({ from: "deployment", changeable: false });
    expect(await api("PUT /v1/model", person, { what: "ollama" })).toMatchObject({ statusCode: 403 });
  });

  test("another person sees nothing of it, and an open route needs nobody", async () => {
    for (const path of ["/messages", "/tasks", "/proposals"])
      expect(JSON.parse((await api(`GET /v1${path}`, "somebody-else")).body)).toEqual({ items: [] });
    expect(await api("GET /v1/health", "somebody-else")).toMatchObject({ statusCode: 200 });
    expect(await api("GET /v1/nowhere", person)).toMatchObject({ statusCode: 404 });
  });
});

describe("a Telegram chat", engine.options, () => {
  const person = "3b1f8c52-6f0e-4a59-8a55-2d0d6a1c9e77";
  const chat = 5550003334;
  let updates = 0;
  const from = (id: number) => ({ from: { id, is_bot: false }, chat: { id, type: "private" } });
  const words = (text: string, id = chat) => ({ update_id: ++updates, message: { ...from(id), text } });
  const tap = (data: string, id = chat) => ({
    update_id: ++updates,
    callback_query: { id: `tap-${updates}`, ...from(id), message: from(id), data },
  });
  /** Does what Telegram does with an update. */
  const hook = async (update: unknown, { secret = cloud.world.hookSecret, bot = BOT } = {}) => {
    const body = typeof update === "string" ? update : JSON.stringify(update);
    const headers = { "x-telegram-bot-api-secret-token": secret, "content-type": "application/json" };
    const event = { pathParameters: { bot }, headers, body, requestContext: { requestId: `hook-${updates}` } };
    return ((await cloud.invoke("telegram", event)) as ApiAnswer).statusCode;
  };
  const told = (id = chat) => cloud.telegrams.filter((one) => one.chat === String(id)).map(({ text }) => text);
  const button = (label: string): string => {
    const rows = cloud.telegrams.at(-1)?.markup?.["inline_keyboard"] as { text: string; callback_data: string }[][];
    return rows.flat().find(({ text }) => text === label)?.callback_data ?? "";
  };
  const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);

  test("is linked by a link of the door, once", async () => {
    await api("PUT /v1/zone", person, { timeZone: "Europe/Lisbon" });
    await api("PUT /v1/me", person, { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30" });
    await cloud.idle();
    const { url } = await read("POST /v1/telegram/link", {});
    expect(url).toMatch(new RegExp(`^https://t\\.me/${BOT}\\?start=[A-Za-z0-9_-]{22}${person}$`));
    const start = words(`/start ${new URL(url).searchParams.get("start")}`);
    expect(await hook(start)).toBe(200);
    expect(told()).toEqual([expect.stringContaining("linked")]);
    expect(await read("GET /v1/me")).toMatchObject({ channels: { telegram: true } });
    expect(await hook({ ...start, update_id: ++updates, message: { ...start.message, ...from(666) } })).toBe(200);
    expect(told(666)).toEqual([expect.stringContaining("was used")]);
  });

  test("is heard and answered, once, however often an update comes", async () => {
    const before = told().length;
    const hello = words("how am I doing?");
    expect(await Promise.all([hook(hello), hook(hello), hook(hello)])).toEqual([200, 200, 200]);
    const runs = await cloud.idle();
    expect(runs).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
    expect(told()).toHaveLength(before + 1);
    expect(await hook(hello)).toBe(200);
    expect(await cloud.idle()).toEqual([]);
    // How the person is, stays in the app until they agree.
    expect(told().at(-1)).toMatch(/in the app/);
    expect(await hook(tap(button("Write such things here")))).toBe(200);
    expect(await read("GET /v1/me")).toMatchObject({ channels: { telegram: true, telegramHealth: true } });
    const { items } = await read("GET /v1/messages");
    expect(items.map(({ from: who }: { from: string }) => who)).toEqual(["waldo", "owner"]);
  });

  test("does what is tapped there", async () => {
    const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
    const proposal = newProposal(person, "run-x", [action], Date.now());
    await store.transact([proposalWrite(proposal)]);
    expect(await hook(tap(`do:${proposal.proposalId}`))).toBe(200);
    expect(told().at(-1)).toMatch(/exactly what I will do/);
    const confirm = button("Confirm");
    expect(await hook(tap(confirm, 666))).toBe(200);
    expect((await read("GET /v1/tasks")).items).toEqual([]);
    expect(await hook(tap(confirm))).toBe(200);
    expect(told().at(-1)).toBe("Done: Add a task.");
    expect(await read("GET /v1/tasks")).toMatchObject({ items: [{ title: "call the bank" }] });
  });

  test("an update that is forged, of no bot, or not readable changes nothing", async () => {
    const count = async () => (await store.query({ table: "agent", pk: `BOT#${BOT}` })).rows.length;
    const [rows, said] = [await count(), cloud.telegrams.length];
    for (const secret of ["", "x", `${cloud.world.hookSecret}x`, TOKEN])
      expect(await hook(words("remind me to pay"), { secret })).toBe(403);
    expect(await hook(words("remind me to pay"), { bot: "other_bot" })).toBe(404);
    for (const update of ["{", "[]", "null", "5", `"${"x".repeat(300_000)}"`, {}, { update_id: "x" }, words("hi", 777)])
      expect(await hook(update)).toBe(200);
    expect([await count(), cloud.telegrams.length, await cloud.idle()]).toEqual([rows, said, []]);
  });

  test("a store that is down is answered with 503, so Telegram gives the update again", async () => {
    cloud.world.secretsDown = true;
    await cloud.restart("telegram");
    const late = words("add stamps to my list");
    expect(await hook(late)).toBe(503);
    cloud.world.secretsDown = false;
    expect(await hook(late)).toBe(200);
    expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
  });

  test("is left by one write, and is a stranger's from then on", async () => {
    expect(await read("DELETE /v1/telegram/link")).toMatchObject({ channels: { telegram: false } });
    const said = told().length;
    expect(await hook(words("hello"))).toBe(200);
    expect([told().length, await cloud.idle()]).toEqual([said, []]);
  });
});

describe("a task that is handed over", engine.options, () => {
  const person = "5b1f0c9e-6a7d-4e2b-8c3f-a4b5c6d7e8f9";
  const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);
  const GOAL = "plan my week: remind me of the dentist";
  const states = async () => (await read("GET /v1/handoffs")).items.map(({ state }: { state: string }) => state);

  test("is a machine that a message begins: explored, planned, tapped, done, said, and taken back", async () => {
    await introduce(person);
    cloud.world.converse = modelThatPlans();
    const before = cloud.telegrams.length;
    await read("POST /v1/messages", { text: GOAL });
    const runs = await cloud.idle();
    // The message, the exploration and the plan. The exploration waited for the message's run.
    expect(new Set(runs.map(({ machine, status }) => `${machine} ${status}`))).toEqual(
      new Set(["Waldo-run SUCCEEDED"]),
    );
    expect(new Set(runs.map(({ input }) => input["runId"])).size).toBe(3);
    const [handoff] = (await read("GET /v1/handoffs")).items;
    expect(handoff).toMatchObject({ goal: GOAL, state: "WAIT", waitsFor: expect.stringMatching(/^p-/) });
    expect((await read("GET /v1/tasks")).items).toEqual([]);

    const screen = await read("POST /v1/taps", { data: `do:${handoff.waitsFor}` });
    expect(await read("POST /v1/taps", { data: screen.buttons[0].data })).toMatchObject({ text: "On it." });
    const [ended] = await cloud.idle();
    // R6: ids and small enums only.
    expect(ended).toMatchObject({ machine: "Waldo-handoff", status: "SUCCEEDED", name: handoff.handoffId });
    expect(ended?.input).toEqual({ userId: person, handoffId: handoff.handoffId });
    expect(ended?.output).toEqual({ userId: person, handoffId: handoff.handoffId, next: "DONE" });
    expect((await read("GET /v1/tasks")).items).toMatchObject([{ title: "call the dentist" }]);
    const done = "Done: Add the task “call the dentist”.";
    expect(cloud.telegrams.slice(before).filter(({ text }) => text === done)).toHaveLength(1);
    const now = Date.now();
    const { items } = await read(`GET /v1/log?from=${now - 3_600_000}&to=${now + 1000}`);
    expect(await read("POST /v1/taps", { data: items[0].undo[0].data })).toMatchObject({ text: "Undone." });
    expect(await states()).toEqual(["DONE"]);
  });

  test("is left alone after a no, and also when nothing answers a second tap", async () => {
    await read("POST /v1/handoffs", { goal: GOAL });
    await cloud.idle();
    const [{ waitsFor }] = (await read("GET /v1/handoffs")).items;
    await read("POST /v1/taps", { data: `no:${waitsFor}` });
    expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-handoff", output: { next: "DECLINED" } }]);
    expect(await read("POST /v1/taps", { data: `do:${waitsFor}` })).toMatchObject({ kind: "notice" });
    expect(await states()).toEqual(["DECLINED", "DONE"]);
  });

  test("without a model ends and says once what it takes", async () => {
    cloud.world.converse = () => ({ refuse: "AccessDeniedException" });
    const before = cloud.telegrams.length;
    await read("POST /v1/handoffs", { goal: GOAL });
    expect((await cloud.idle()).at(-1)).toMatchObject({ machine: "Waldo-handoff", output: { next: "FAILED" } });
    cloud.world.converse = modelThatLooksFirst();
    expect(cloud.telegrams.slice(before).map(({ text }) => text)).toEqual([
      expect.stringContaining("takes a language model"),
    ]);
    expect(await states()).toEqual(["FAILED", "DECLINED", "DONE"]);
    expect(cloud.refused).toEqual([]);
  });
});

describe("a reminder that is asked for", engine.options, () => {
  const person = "1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f";

  test("has a one-time schedule from then on, fires by it, and a cancelled one has none after the door's wake", async () => {
    await introduce(person);
    await api("PUT /v1/zone", person, { timeZone: ZONE });
    const at = Date.now() + 90 * MINUTE_MS;
    const [date, time] = [localDate(at, ZONE), localTime(at, ZONE)];
    cloud.world.converse = modelThatCalls("watch", { text: "stretch", date, time });
    await api("POST /v1/messages", person, { text: `remind me at ${time} to stretch` });
    await cloud.idle();
    cloud.world.converse = modelThatLooksFirst();
    const { items } = JSON.parse((await api("GET /v1/reminders", person)).body);
    expect(items).toHaveLength(1);
    const name = `${person}.r-${items[0].watchId}`;
    expect(cloud.schedules.get(name)).toMatchObject({
      ScheduleExpression: `at(${new Date(items[0].at).toISOString().slice(0, 19)})`,
      ActionAfterCompletion: "DELETE",
    });
    expect((await api(`DELETE /v1/reminders/${items[0].watchId}`, person)).statusCode).toBe(200);
    const woken = await cloud.idle();
    expect(woken).toMatchObject([{ machine: "Waldo-wake", input: { job: "remind" }, status: "SUCCEEDED" }]);
    expect(cloud.schedules.has(name)).toBe(false);
  });
});

test(
  "R12: the session of one person gets AccessDenied for another's rows and files, whatever the code asks for",
  engine.options,
  async () => {
    const credentials = { accessKeyId: cloud.keyOf("agent-step"), secretAccessKey: "secret" };
    for (const [name, value] of Object.entries({ ...cloud.endpoints, AWS_REGION: REGION })) vi.stubEnv(name, value);
    try {
      const scope = userScope({
        sts: new STSClient({ credentials }),
        roleArn: String(
          functionsOf(stack)
            .map(
              (fn) =>
                (fn.properties["Environment"] as { Variables: Record<string, string> }).Variables["USER_ROLE_ARN"],
            )
            .find((arn) => arn !== undefined),
        ),
        tables: { agent: tableOf("AgentTable"), health: tableOf("HealthTable") },
        bucket: tableOf("Archive").toLowerCase(),
        clock: { now: () => Date.now() },
        clientConfig: {},
      });
      const mine = scope("broken-model");
      expect((await mine.store.get(keys.profile("broken-model")))?.body["name"]).toBe("Philippa");
      expect(await mine.archive.read("workspace/broken-model/no-such-file.md")).toBeUndefined();
      const denied = { name: "InvalidInput", message: expect.stringContaining("was denied") };
      await expect(mine.store.get(keys.profile("reaped"))).rejects.toMatchObject(denied);
      await expect(mine.store.get(keys.sourceDay("broken-model", TODAY, "whoop"))).rejects.toMatchObject(denied);
      await expect(
        mine.store.transact([{ op: "put", key: keys.crs("broken-model", TODAY), body: {} }]),
      ).rejects.toMatchObject(denied);
      await expect(mine.archive.read("workspace/reaped/today.md")).rejects.toMatchObject(denied);
      await expect(mine.archive.write("workspace/reaped/today.md", Buffer.from("x"))).rejects.toMatchObject(denied);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

describe("what is left behind", engine.options, () => {
  /**
   * Values of the sync, words of the model and the template, the person's name, chat and time zone, and the bot's
   * token.
   */
  const PRIVATE = [
    ...["61.3377", "62.3377", "52.4242", "53.4242", "14.1919", "431.2575", "asleepMinutes", "hrvRmssdMs"],
    ...[SAID, "putting off", "this morning", "flagging", "depleted", "energized", "steady", "pillars"],
    ...["Philippa", CHAT, "AAFakeToken", "words of a person", "secret name"],
  ];

  test("no log line holds a reading, a word that was said, a name, a chat or the token", () => {
    const logs = cloud.logs();
    for (const text of PRIVATE) expect(logs).not.toContain(text);
    const lines = logs.split("\n").filter((line) => line.startsWith("{"));
    const messages = new Set(lines.map((line) => (JSON.parse(line) as { message?: string }).message));
    expect([...messages]).toEqual(expect.arrayContaining(["run.transition", "outbox.row", "invocation.failed"]));
    const failures = lines.filter((line) => line.includes("invocation.failed")).map((line) => JSON.parse(line).data);
    for (const data of failures) expect(Object.keys(data).sort()).toEqual(["error", "next"]);
  });

  test("log lines of a run carry its id and the person's", () => {
    const line = cloud
      .logs()
      .split("\n")
      .find((one) => one.includes('"run.transition"'));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      correlation_id: expect.stringMatching(/^run-brief-/),
      userId: expect.any(String),
      data: { from: expect.any(String), to: expect.any(String) },
    });
  });

  test("dead and unknown rows and resumed runs are counted where the alarms look", () => {
    const counted = cloud
      .logs()
      .split("\n")
      .filter((line) => line.includes('"RunResumed"'));
    expect(JSON.parse(counted[0] ?? "{}")).toMatchObject({
      service: "agent-step",
      RunResumed: 1,
      _aws: { CloudWatchMetrics: [{ Namespace: "Waldo", Dimensions: [["service"]] }] },
    });
  });
});

function zoneAtNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `${east < 0 ? "-" : "+"}${String(Math.abs(east)).padStart(2, "0")}:00`;
}

/** A model that asks for the score before it says anything, as a model should. */
function modelThatLooksFirst(): LocalCloud["world"]["converse"] {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return (request) => {
    const looked = JSON.stringify(request["messages"]).includes("toolResult");
    const content = looked ? [{ text: SAID }] : [{ toolUse: { toolUseId: "look-1", name: "get_crs", input: {} } }];
    const message = { role: "assistant", content };
    return { output: { message }, stopReason: looked ? "end_turn" : "tool_use", usage, metrics: { latencyMs: 1 } };
  };
}

type Request = Parameters<LocalCloud["world"]["converse"]>[0];

/** A model that makes one call where it may, and then says one sentence. */
function modelThatCalls(name: string, input: JsonObject, said = "I will."): LocalCloud["world"]["converse"] {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return (request) => {
    const calls = offers(request, name) && !JSON.stringify(request["messages"]).includes("toolResult");
    const content = calls ? [{ toolUse: { toolUseId: "call-1", name, input } }] : [{ text: said }];
    const message = { role: "assistant", content };
    return { output: { message }, stopReason: calls ? "tool_use" : "end_turn", usage, metrics: { latencyMs: 1 } };
  };
}

const offers = (request: Request, name: string) => JSON.stringify(request["toolConfig"] ?? {}).includes(`"${name}"`);

/** A model that hands a message over, and plans one task. */
function modelThatPlans(): LocalCloud["world"]["converse"] {
  const actions = [{ tool: "write_task", args: { title: "call the dentist" } }];
  const [hands, plans] = [
    modelThatCalls("hand_over", {}),
    modelThatCalls("propose_action", { actions }, "Here it is."),
  ];
  return (request) => (offers(request, "hand_over") ? hands : plans)(request);
}

async function introduce(userId: string): Promise<void> {
  const profile: Profile = {
    userId,
    name: "Philippa",
    timeZone: ZONE,
    wakeTime: "07:00",
    sleepTime: "23:00",
    autonomy: "L2",
    channels: { telegramChatId: CHAT, telegramHealth: true },
  };
  await store.transact([{ op: "put", key: keys.profile(userId), body: profile }]);
}

/** Numbers that appear nowhere by chance, not even as the seconds of a time. */
function nights(count: number): SourceDay[] {
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
          offsetMinutes: 60 * Number.parseInt(ZONE, 10),
          asleepMinutes,
          awakeMinutes: 30,
          nap: false,
        },
      ],
    };
  });
}

type ApiAnswer = { statusCode: number; headers: Record<string, string>; body: string };
let requests = 0;

/** Does what API Gateway does with a request whose token names `sub`. */
async function api(request: string, sub: string, body?: unknown, more: object = {}): Promise<ApiAnswer> {
  requests += 1;
  const [method = "", url = ""] = request.split(" ");
  const [path = "", query = ""] = url.split("?");
  const { by = "door" } =
    Object.values<Route>(ROUTES).find((route) => route.method === method && `${API_ROOT}${route.path}` === path) ?? {};
  const event = {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers: {
      ...{ "x-device-timezone": ZONE, "content-type": "application/json", host: "waldo.test" },
      "idempotency-key": `request-${requests}`,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: `request=${requests}`,
      timeEpoch: Date.now(),
      domainName: "waldo.test",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      authorizer: { jwt: { claims: { sub, token_use: "access" }, scopes: null } },
    },
    ...more,
  };
  return (await cloud.invoke(by, event)) as ApiAnswer;
}

/** Does what EventBridge Scheduler does at the person's time. */
function wake(userId: string, job: string, variant?: string): void {
  const scheduledAt = new Date().toISOString();
  cloud.start("Waldo-wake", `wake-${userId}-${scheduledAt}`, {
    userId,
    job,
    scheduledAt,
    ...(variant && { variant }),
  });
}

async function journal(userId: string, runId: string) {
  const header = RunHeader.parse((await store.get(keys.run(userId, runId)))?.body);
  const { table, pk } = keys.run(userId, runId);
  const rows = async (prefix: string) => (await store.query({ table, pk, prefix })).rows.map(({ body }) => body);
  return {
    header,
    path: (await rows(`STEP#${runId}#`)).map((body) => StepRecord.parse(body).to).join(" "),
    outbox: (await rows(`OUTBOX#${runId}#`)).map((body) => OutboxRow.parse(body)),
  };
}
