/** Summaries that a model writes for agents: how much of a day they may cost, and what takes their place. */
import { keys } from "@waldo/contracts";
import { meteredOf, meterWrite } from "@waldo/core/meter/rows";
import { DAY_CAP_USD, spentToday } from "@waldo/core/models/spend";
import type { ModelGateway, Ports } from "@waldo/core/ports";
import { DAY_MS } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { modelSummary, summarise } from "./summary.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const DATE = "2026-03-01";
const LONG = "We chose steel for the rigging. ".repeat(10);
const MODEL = "anthropic.claude-haiku-4-5";
/** Tokens that cost a little more than half of the cap: a million of this model cost a dollar. */
const HALF = DAY_CAP_USD * 500_000 + 1;

/** Each answer of its model costs half of the cap. */
function house() {
  let now = NOW;
  const usage = { inputTokens: HALF, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const scripted = scriptedModel([{ text: '{"summary":"Steel it is.","tags":["steel"]}' }]);
  const model: ModelGateway = {
    ...scripted,
    converse: async (request) => ({ ...(await scripted.converse(request)), usage, model: MODEL }),
  };
  const ports: Ports = {
    ...{ clock: { now: () => now++ }, store: openSqliteStore(":memory:"), archive: memoryArchive(), model },
    ...{ channels: {}, features: [], machines: { start: async () => {} } as never, log: () => {} },
  };
  const isByModel = async (userId = "me") =>
    (await summarise(LONG, modelSummary(ports, userId))).summary === "Steel it is.";
  const pass = (ms: number) => {
    now += ms;
  };
  return { ports, asked: scripted.asked, isByModel, pass };
}

it("are written by the model until the day's cap is used up, then from the text, and by the model the next day", async () => {
  const { ports, asked, isByModel, pass } = house();
  expect([await isByModel(), await isByModel(), await isByModel()]).toEqual([true, true, false]);
  expect(asked.length).toBe(2);
  expect(await isByModel("another")).toBe(true);
  const rows = [];
  for await (const row of meteredOf(ports.store, "me", DATE, "agent-")) rows.push(row);
  expect(rows).toMatchObject(
    [1, 2].map(() => ({ kind: "agent", models: [{ model: MODEL, tier: "cheap", calls: 1 }] })),
  );
  pass(DAY_MS);
  expect(await isByModel()).toBe(true);
});

it("have what the person's runs leave of the cap, and take nothing from the runs", async () => {
  const { ports, isByModel } = house();
  await isByModel();
  expect(await spentToday(ports.store, "me", DATE, undefined)).toBe(0);
  const tokens = { input: HALF, output: 0, cacheRead: 0, cacheWrite: 0 };
  const models = [{ tier: "primary" as const, model: MODEL, calls: 1, failed: 0, ...tokens }];
  const run = { userId: "me", date: DATE, kind: "run" as const, of: "run-1" };
  await ports.store.transact([meterWrite(run, NOW, { counts: {}, models })]);
  expect(await isByModel()).toBe(false);
});

it("cost nothing where the person has chosen that models cost nothing", async () => {
  const { ports, asked, isByModel } = house();
  await ports.store.transact([{ op: "put", key: keys.profile("me"), body: { ...PERSON, modelCentsADay: 0 } }]);
  expect([await isByModel(), asked.length]).toEqual([false, 0]);
});
