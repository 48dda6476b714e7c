/** The real SDK client against a server on loopback that speaks Converse over HTTP/2, which is the client's default. */

import type { BedrockRuntimeClient, BedrockRuntimeClientConfig } from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { ModelRequest } from "@waldo/core/ports";
import { casesOf } from "@waldo/testkit/data";
import {
  answered,
  CALLS,
  called,
  failureOf,
  GET_CRS,
  RESULT_TEXTS,
  request,
  said,
  turnWithTools,
} from "@waldo/testkit/model-requests";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { awsJsonError, converseOutput } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bedrockGateway } from "./bedrock.ts";
import { bedrockClient } from "./bedrock-client.ts";

const SONNET = "eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
const HAIKU = "eu.anthropic.claude-haiku-4-5-20251001-v1:0";
const GEMMA = "google.gemma-3-12b-it";

let server: ScriptedServer;
let client: BedrockRuntimeClient;
beforeAll(async () => {
  server = await startScriptedServer("http2");
  client = connect(server.endpoint);
});
afterAll(() => Promise.all([client.destroy(), server.stop()]));
beforeEach(() => server.reset());

function connect(endpoint: string, handler: Pick<BedrockRuntimeClientConfig, "requestHandler"> = {}) {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  return bedrockClient({ endpoint, credentials, region: "eu-west-1", maxAttempts: 1, ...handler });
}

const gateway = (primary = SONNET) =>
  bedrockGateway({ client, models: { primary, escalation: SONNET, cheap: HAIKU }, timeoutMs: 5_000 });

/** Returns the body that arrived for a request, as JSON. */
async function bodyOf(over: Partial<ModelRequest>, model = SONNET) {
  server.script.push(converseOutput({ text: "Good morning." }));
  await gateway(model).converse(request(over));
  return JSON.parse(server.asked[0]?.body ?? "{}");
}

async function failure(answer: Answer) {
  server.script.push(answer);
  return failureOf(gateway());
}

describe("the request", () => {
  it("is a Converse call of the tier's model", async () => {
    const body = await bodyOf({});
    expect(server.asked[0]).toMatchObject({
      method: "POST",
      path: `/model/${encodeURIComponent(SONNET)}/converse`,
    });
    expect(body).toEqual({
      system: [{ text: "Who you are." }, { cachePoint: { type: "default" } }, { text: "What today is." }],
      messages: [{ role: "user", content: [{ text: "Write the Brief." }] }],
      inferenceConfig: { maxTokens: 700 },
      toolConfig: {
        tools: [
          { toolSpec: { name: "get_crs", description: "Form of the day.", inputSchema: { json: GET_CRS.schema } } },
        ],
      },
    });
  });

  it("has the open conversation before the message, two calls at once, and the cache point after what stays the same", async () => {
    const call = (id: string) => ({ type: "tool_call", call: { id, name: "get_crs", args: {} } }) as const;
    const result = (callId: string) => ({ type: "tool_result", callId, text: "{}", isError: false }) as const;
    const { system, messages } = await bodyOf({
      messages: [
        said("Italian, for two"),
        said("Pasta for two.", "assistant"),
        said("make it four instead"),
        { role: "assistant", content: [call("a"), call("b")] },
        { role: "user", content: [result("a"), result("b")] },
      ],
    });
    expect(system).toEqual([{ text: "Who you are." }, { cachePoint: { type: "default" } }, { text: "What today is." }]);
    const kinds = messages.map(({ role, content }: { role: string; content: object[] }) => [
      role,
      ...content.map((block) => Object.keys(block)[0]),
    ]);
    expect(kinds).toEqual([
      ["user", "text"],
      ["assistant", "text"],
      ["user", "text"],
      ["assistant", "toolUse", "toolUse"],
      ["user", "toolResult", "toolResult"],
    ]);
  });

  it("uses the prompt shape of each family", () => {
    const models = { primary: GEMMA, escalation: SONNET, cheap: HAIKU };
    const { shape } = bedrockGateway({ client, models });
    expect([shape("primary"), shape("escalation"), shape("cheap")]).toEqual(["literal", "terse", "narrative"]);
  });

  it.each([
    [SONNET, true],
    ["arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-sonnet-4-20250514-v1:0", true],
    ["amazon.nova-lite-v1:0", true],
    ["anthropic.claude-3-5-haiku-20241022-v1:0", true],
    ["anthropic.claude-3-haiku-20240307-v1:0", false],
    ["anthropic.claude-3-5-sonnet-20240620-v1:0", false],
    [GEMMA, false],
    ["meta.llama3-3-70b-instruct-v1:0", false],
    ["arn:aws:bedrock:eu-west-1:1:application-inference-profile/abc123", false],
  ])("%s: cache point %s", async (model, cached) => {
    const { system } = await bodyOf({}, model);
    expect(system.some((block: object) => "cachePoint" in block)).toBe(cached);
  });

  it("declares the tools of a history, even when none is offered any more", async () => {
    const messages = [said("Write."), called("a", "get_crs"), answered("a", "{}")];
    const { toolConfig } = await bodyOf({ messages, tools: [] });
    expect(toolConfig.tools).toEqual([
      {
        toolSpec: {
          name: "get_crs",
          description: "Not available any more.",
          inputSchema: { json: { type: "object", properties: {} } },
        },
      },
    ]);
  });

  it("declares no tools when there are none", async () => {
    expect(await bodyOf({ tools: [] })).not.toHaveProperty("toolConfig");
  });

  it("never sends blank text: not in a message, a result, a description or the system prompt", async () => {
    const { messages, system, toolConfig } = await bodyOf({
      system: [
        { text: " ", cacheable: true },
        { text: "Who you are.", cacheable: true },
      ],
      tools: [{ ...GET_CRS, description: "" }],
      messages: [said(""), called("a", "get_crs"), answered("a", "\n")],
    });
    expect(system).toEqual([{ text: "Who you are." }, { cachePoint: { type: "default" } }]);
    expect(toolConfig.tools[0].toolSpec.description).toBe("(empty)");
    expect(messages[0].content).toEqual([{ text: "(empty)" }]);
    expect(messages[2].content[0].toolResult.content).toEqual([{ text: "(empty)" }]);
  });

  it("keeps all results of a batch in the next user turn, without text beside them", async () => {
    const { messages } = await bodyOf({
      messages: [
        said("Write."),
        called("a", "get_crs"),
        called("b", "get_health"),
        answered("a", "{}"),
        { role: "user", content: [{ type: "text", text: "Hurry." }, ...answered("b", "{}").content] },
      ],
    });
    expect(messages.map((turn: { role: string }) => turn.role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(messages[1].content.map((block: object) => Object.keys(block))).toEqual([["toolUse"], ["toolUse"]]);
    expect(messages[2].content.map((block: object) => Object.keys(block))).toEqual([["toolResult"], ["toolResult"]]);
    expect(messages[4].content).toEqual([{ text: "Hurry." }]);
  });

  it("writes names and ids in the API's alphabets: a call and its result share one, and no two are alike", async () => {
    const long = "get_".padEnd(100, "x");
    const { messages, toolConfig } = await bodyOf({
      messages: [
        said("Write."),
        called("call 1/á", "functions.get_crs"),
        called("call 1/é", "functions get_crs"),
        called("", long),
        answered("call 1/á", "1"),
        answered("call 1/é", "2"),
        answered("", "3"),
      ],
    });
    const uses = messages[1].content.map((block: { toolUse: object }) => block.toolUse);
    const results = messages[2].content.map((block: { toolResult: object }) => block.toolResult);
    expect(uses.map((use: { name: string }) => use.name)).toEqual([
      "functions_get_crs",
      "functions_get_crs_2",
      long.slice(0, 64),
    ]);
    const ids = uses.map((use: { toolUseId: string }) => use.toolUseId);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_.:-]{1,64}$/);
    expect(new Set(ids).size).toBe(3);
    expect(results.map((result: { toolUseId: string }) => result.toolUseId)).toEqual(ids);
    expect(toolConfig.tools[0].toolSpec.name).toBe("get_crs");
  });

  it("never repeats an id, and keeps each result with its call", async () => {
    const { messages } = await bodyOf({
      messages: [
        said("Write."),
        called("a", "get_crs"),
        answered("a", "1"),
        called("a", "get_crs"),
        answered("a", "2"),
      ],
    });
    expect(messages[3].content[0].toolUse.toolUseId).toBe("a-2");
    expect(messages[4].content[0].toolResult).toMatchObject({ toolUseId: "a-2", content: [{ text: "2" }] });
  });

  it("sends arguments as an object, whatever form a model gave", async () => {
    const { messages } = await bodyOf({
      messages: [said("Write."), called("a", "get_crs", "{broken"), answered("a", "no", true)],
    });
    expect(messages[1].content[0].toolUse.input).toEqual({ value: "{broken" });
  });

  it.each([
    [SONNET, "error"],
    [GEMMA, undefined],
  ])("%s: an error's status is %s", async (model, status) => {
    const messages = [said("Write."), called("a", "get_crs"), answered("a", "no", true)];
    const body = await bodyOf({ messages }, model);
    expect(body.messages[2].content[0].toolResult.status).toBe(status);
  });
});

describe("a turn with tools, from the prompt to the last word", () => {
  it("goes out as the agent keeps it and comes back as the journal stores it", async () => {
    server.script.push(
      converseOutput({ text: "Let me look.", calls: CALLS }),
      converseOutput({ text: "You're steady." }),
    );
    const { prompt, first, second } = await turnWithTools(gateway(), { trigger: "brief", variant: "morning" });
    expect(first).toEqual({
      text: "Let me look.",
      calls: CALLS,
      stop: "tool_use",
      usage: { inputTokens: 20, outputTokens: 30, cacheReadTokens: 100, cacheWriteTokens: 7 },
      model: SONNET,
    });

    expect(second).toMatchObject({ text: "You're steady.", stop: "end" });

    const { messages, system } = JSON.parse(server.asked[1]?.body ?? "{}");
    expect(system[1]).toEqual({ cachePoint: { type: "default" } });
    expect(messages).toEqual([
      { role: "user", content: [{ text: prompt.user }] },
      {
        role: "assistant",
        content: [
          { text: "Let me look." },
          { toolUse: { toolUseId: "call_1", name: "get_crs", input: {} } },
          { toolUse: { toolUseId: "call_2", name: "get_health", input: { date: "2026-10-30" } } },
        ],
      },
      {
        role: "user",
        content: [
          {
            toolResult: {
              toolUseId: "call_1",
              content: [{ text: RESULT_TEXTS[0] }],
            },
          },
          {
            toolResult: {
              toolUseId: "call_2",
              content: [{ text: RESULT_TEXTS[1] }],
              status: "error",
            },
          },
        ],
      },
    ]);
  });
});

describe("the reply", () => {
  const reply = async (answer: Answer) => {
    server.script.push(answer);
    return gateway().converse(request());
  };
  const content = (blocks: unknown, stopReason = "end_turn") =>
    ok({ output: { message: { role: "assistant", content: blocks } }, stopReason });

  it.each(["guardrail_intervened", "content_filtered"])(
    "%s is a refusal, and no words of it are kept",
    async (stop) => {
      expect(await reply(converseOutput({ text: "I cannot.", stop }))).toMatchObject({
        stop: "refused",
        text: "",
        calls: [],
      });
    },
  );

  it.each(["max_tokens", "model_context_window_exceeded"])("%s says that the text was cut", async (stop) => {
    expect(await reply(converseOutput({ text: "You're st", stop }))).toMatchObject({ stop: "max_tokens" });
  });

  it("ignores reasoning", async () => {
    const blocks = [
      { reasoningContent: { reasoningText: { text: "Form is 58." } } },
      { text: "<thinking>Form is 58.</thinking>You're flagging." },
    ];
    expect((await reply(content(blocks))).text).toBe("You're flagging.");
  });

  it("counts zero tokens when the reply has no usage", async () => {
    expect((await reply(content([{ text: "You're steady." }]))).usage).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
  });

  it.each([
    ["no output", ok({ stopReason: "end_turn" })],
    ["no content", ok({ output: { message: { role: "assistant" } }, stopReason: "end_turn" })],
    ["an empty object", ok({})],
    ["a page that is not JSON", ok("<html>hello</html>")],
    ["arguments that are a text", content([{ toolUse: { toolUseId: "a", name: "get_crs", input: "{" } }], "tool_use")],
    ["arguments that are a list", content([{ toolUse: { toolUseId: "a", name: "get_crs", input: [] } }], "tool_use")],
    ["a call without arguments", content([{ toolUse: { toolUseId: "a", name: "get_crs" } }], "tool_use")],
    ["an unknown block", content([{ text: "You're steady." }, { hologram: { form: 7654321 } }])],
    ["a picture", content([{ image: { format: "png", source: { bytes: "aGk=" } } }])],
    ["no words and no calls", content([])],
    ["blank words", content([{ text: " " }])],
    ["a broken call", converseOutput({ text: "Let", stop: "malformed_tool_use" })],
    ["a call that was cut", converseOutput({ calls: [{ id: "a", name: "get_crs", args: {} }], stop: "max_tokens" })],
  ])("%s is ModelMalformed", async (_, answer) => {
    const error = await failure(answer);
    expect(error).toMatchObject({ name: "ModelMalformed", next: "retry" });
    expect(error.message).not.toContain("7654321");
  });
});

describe("what the service refuses", () => {
  it.each(
    casesOf<[status: number, code: string, message: string, name: string, next: string]>(
      "model-errors",
      "what Bedrock refuses",
    ),
  )("%i %s %j is %s (%s)", async (status, code, message, name, next) => {
    const error = await failure(awsJsonError(status, code, message));
    expect(error).toMatchObject({ name, next });
    expect(error.message).toContain(`${code}, HTTP ${status}, request request-1`);
    expect(error.message).not.toContain(message);
  });

  it("no region is ModelRefused, and says what to set", async () => {
    const nowhere = bedrockClient({ region: () => Promise.reject<string>(new Error("Region is missing")) });
    const models = { primary: SONNET, escalation: SONNET, cheap: HAIKU };
    const asked = bedrockGateway({ client: nowhere, models }).converse(request());
    await expect(asked).rejects.toMatchObject({ name: "ModelRefused", message: expect.stringMatching(/AWS_REGION/) });
    nowhere.destroy();
  });

  it("no credentials is ModelRefused, and says where to look", async () => {
    const anonymous = bedrockClient({
      endpoint: server.endpoint,
      region: "eu-west-1",
      credentials: () => Promise.reject(Object.assign(new Error("none"), { name: "CredentialsProviderError" })),
    });
    const models = { primary: SONNET, escalation: SONNET, cheap: HAIKU };
    await expect(bedrockGateway({ client: anonymous, models }).converse(request())).rejects.toThrow(
      /CredentialsProviderError.*policy of the role/,
    );
    anonymous.destroy();
  });
});

describe.each([
  ["http2", {}],
  ["http1", { requestHandler: new NodeHttpHandler() }],
] as const)("what goes wrong on the way, over %s", (version, handler) => {
  let flaky: ScriptedServer;
  let caller: BedrockRuntimeClient;
  beforeAll(async () => {
    flaky = await startScriptedServer(version);
    caller = connect(flaky.endpoint, handler);
  });
  afterAll(async () => {
    caller.destroy();
    await flaky.stop();
  });

  const models = { primary: SONNET, escalation: SONNET, cheap: HAIKU };
  const ask = (to: BedrockRuntimeClient, timeoutMs = 5_000) =>
    bedrockGateway({ client: to, models, timeoutMs }).converse(request());

  it("a good answer is understood", async () => {
    flaky.script.push(converseOutput({ text: "You're steady." }));
    expect((await ask(caller)).text).toBe("You're steady.");
  });

  it("a lost answer is ModelUnavailable", async () => {
    flaky.script.push({ kind: "lose-answer" });
    await expect(ask(caller)).rejects.toMatchObject({ name: "ModelUnavailable", next: "retry" });
  });

  it("a reply cut in half may be tried again", async () => {
    flaky.script.push({ kind: "cut", body: { stopReason: "end_turn" } });
    await expect(ask(caller)).rejects.toMatchObject({ name: expect.stringMatching(/^Model/), next: "retry" });
  });

  it("a gateway's error page is ModelUnavailable", async () => {
    flaky.script.push({ kind: "reply", status: 502, body: "<html>Bad Gateway</html>" });
    await expect(ask(caller)).rejects.toMatchObject({ name: "ModelUnavailable", next: "retry" });
  });

  it("no answer in time is ModelTimeout", async () => {
    flaky.script.push({ kind: "silence" });
    await expect(ask(caller, 50)).rejects.toMatchObject({ name: "ModelTimeout", next: "retry" });
  });

  it("no server at the address is ModelUnavailable", async () => {
    const gone = await startScriptedServer(version);
    await gone.stop();
    const lost = connect(gone.endpoint, handler);
    await expect(ask(lost)).rejects.toMatchObject({ name: "ModelUnavailable", next: "retry" });
    lost.destroy();
  });
});
