/** Whole mornings over the wire. The model and Telegram are HTTP servers on loopback; everything else is real. */
import type { OutboxRow } from "@waldo/contracts";
import { OFFLINE_MODEL } from "@waldo/core/agent/transcript";
import { outboxOf } from "@waldo/core/channels/outbox";
import type { ModelGateway } from "@waldo/core/ports";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { startRun } from "@waldo/core/run/start";
import { type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { completion } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chooseModel, followModel } from "../src/models.ts";
import { modelLabel, settingsFrom } from "../src/settings.ts";
import { DATE, MORNING, testWorld } from "./world.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const notes: string[] = [];
const terminal = { note: (line: string) => void notes.push(line) };

const wired = (endpoint = server.endpoint) =>
  chooseModel(settingsFrom({ WALDO_MODEL_URL: `${endpoint}/v1`, WALDO_MODEL: "gemma3:12b" }), terminal);

async function morning(model: ModelGateway) {
  const world = await testWorld({ model });
  const runId = await startRun(world, MORNING, DATE);
  await world.machines.idle();
  const { header } = await loadRun(world.store, "me", runId);
  const steps = await loadSteps(world.store, "me", runId);
  const gated = steps.find((step) => step.to === "GATED");
  const outbox = (await outboxOf(world, "me", runId)).map((row: OutboxRow) => [row.channel, row.state]);
  return { header, steps, gated: gated?.data, outbox, telegram: world.telegram };
}

const LOOK = {
  calls: [
    { id: "call_a", name: "get_crs", args: {} },
    { id: "call_b", name: "get_health", args: {} },
  ],
};
const WORDS =
  "You are energized, and your heart's recovery is above your usual. Take the morning as it comes, and keep one gap between meetings.";
const DELIVERED = [
  ["in_app", "sent"],
  ["telegram", "sent"],
];

it("a process that follows the choice of a model knows whether plain code stands for one", async () => {
  const wire = settingsFrom({ WALDO_MODEL_URL: `${server.endpoint}/v1`, WALDO_MODEL: "gemma3:12b" });
  const model = await followModel(settingsFrom({}), async () => wire, terminal);
  expect(model.plain).toBe(true);
  await model.reread();
  expect(model.plain).toBeUndefined();
});

describe("a morning Brief over an OpenAI-compatible endpoint", () => {
  it("reads with tools, speaks, and is delivered once", async () => {
    server.script.push(completion(LOOK), completion({ text: WORDS }));
    const { header, gated, outbox, telegram, steps } = await morning(await wired());
    expect(header).toMatchObject({ state: "DONE", rung: "L1", iterations: 2 });
    expect(gated).toMatchObject({ source: "model", text: WORDS });
    expect(outbox).toEqual(DELIVERED);
    expect(telegram.map((message) => message.text)).toEqual([WORDS]);

    const [first, second] = server.asked.map((asked) => JSON.parse(asked.body));
    expect(first.tools.map((tool: { function: { name: string } }) => tool.function.name)).toContain("get_crs");
    expect(first.messages.map((message: { role: string }) => message.role)).toEqual(["system", "user"]);
    expect(second.messages.slice(0, 2)).toEqual(first.messages);
    expect(second.messages.slice(2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_a" }, { id: "call_b" }] },
      { role: "tool", tool_call_id: "call_a", content: expect.stringContaining('"bodyZone"') },
      { role: "tool", tool_call_id: "call_b" },
    ]);
    expect(steps.find((step) => step.to === "LLM_CALLED")?.data).toMatchObject({
      model: "wire-model-2026",
      usage: { inputTokens: 20, outputTokens: 30, cacheReadTokens: 100, cacheWriteTokens: 0 },
    });
  });

  it("a prompt on which the server fails is asked again, shorter: L2", async () => {
    server.script.push({ kind: "reply", status: 500, body: "" }, completion(LOOK), completion({ text: WORDS }));
    const { header, gated, outbox } = await morning(await wired());
    expect(server.asked[1]?.body.length).toBeLessThan(server.asked[0]?.body.length ?? 0);
    expect(header).toMatchObject({ state: "DONE" });
    expect(gated).toMatchObject({ source: "model", text: WORDS });
    expect(outbox).toEqual(DELIVERED);
  });

  it("arguments that do not parse are reported to the model and cost a turn, not the run", async () => {
    const broken = completion({ calls: [{ id: "call_a", name: "get_crs", args: '{"date": ' }] });
    server.script.push(broken, completion(LOOK), completion({ text: WORDS }));
    const { header, gated } = await morning(await wired());
    expect(header).toMatchObject({ state: "DONE", rung: "L1", iterations: 3 });
    expect(gated).toMatchObject({ source: "model" });
    expect(server.asked[1]?.body).toContain("invalid_arguments");
  });

  it("a provider that refuses the key is asked once, and the Brief is written from real data: L3", async () => {
    server.script.push({ kind: "reply", status: 401, body: { error: { code: "invalid_api_key" } } });
    const { header, gated, outbox } = await morning(await wired());
    expect(server.asked).toHaveLength(1);
    expect(header).toMatchObject({ state: "DONE", rung: "L3" });
    expect(gated).toMatchObject({ source: "template", reason: "model_unavailable" });
    expect(outbox).toEqual(DELIVERED);
  });

  it("a provider that is down all day: L3, delivered once", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    notes.length = 0;
    const { header, gated, outbox, telegram, steps } = await morning(await wired(gone.endpoint));
    expect(notes).toEqual([
      `The language model did not answer: no answer at ${gone.endpoint} (ECONNREFUSED): is Ollama, or whatever serves the model, running there?`,
      "Until it does, Waldo writes without it.",
    ]);
    expect(header).toMatchObject({ state: "DONE", rung: "L3" });
    expect(steps.find((step) => step.to === "LLM_CALLED")?.data).toMatchObject({
      outcome: "unavailable",
      errors: ["ModelUnavailable", "ModelUnavailable"],
    });
    expect(gated).toMatchObject({ source: "template" });
    expect(outbox).toEqual(DELIVERED);
    expect(telegram).toHaveLength(1);
  });
});

describe("the settings", () => {
  it("without any, the offline composer speaks and the label says so", async () => {
    server.script.push(completion({ text: WORDS }));
    const settings = settingsFrom({});
    const { steps } = await morning(await chooseModel(settings, terminal));
    expect(steps.find((step) => step.to === "LLM_CALLED")?.data).toMatchObject({ model: OFFLINE_MODEL });
    expect(modelLabel(settings)).toContain("no language model");
    expect(server.asked).toEqual([]);
  });

  it("name a Bedrock model by its family's shape, without calling it", async () => {
    const settings = settingsFrom({ WALDO_BEDROCK_MODEL: "eu.anthropic.claude-haiku-4-5-20251001-v1:0" });
    expect((await chooseModel(settings, terminal)).shape("primary")).toBe("narrative");
    expect(modelLabel(settings)).toContain("on Bedrock");
  });

  it("sends a key only to the endpoint", async () => {
    const env = { WALDO_MODEL_URL: `${server.endpoint}/v1`, WALDO_MODEL: "gpt-4.1", WALDO_MODEL_KEY: "sk-1" };
    server.script.push(completion({ text: WORDS }));
    await morning(await chooseModel(settingsFrom(env), terminal));
    expect(server.asked[0]?.headers.authorization).toBe("Bearer sk-1");
    expect(modelLabel(settingsFrom(env))).toBe(`gpt-4.1 at ${server.endpoint}/v1`);
  });

  it.each([
    [{ WALDO_MODEL_URL: "http://127.0.0.1:1/v1" }, /WALDO_MODEL is not/],
    [{ WALDO_MODEL: "gemma3" }, /WALDO_MODEL_URL is not/],
    [{ WALDO_TELEGRAM_CHAT: "42" }, /WALDO_TELEGRAM_TOKEN is not/],
    [{ WALDO_MODEL_URL: "a", WALDO_MODEL: "b", WALDO_BEDROCK_MODEL: "c" }, /not both/],
  ])("%j is refused with what is missing", (env, message) => {
    expect(() => settingsFrom(env)).toThrow(message);
    expect(() => settingsFrom(env)).not.toThrow(/secret/);
  });
});
