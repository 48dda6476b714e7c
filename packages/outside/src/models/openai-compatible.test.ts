/** Tests against a server on loopback that answers in the wire format, with faults. */

import type { ModelMessage, ModelRequest } from "@waldo/core/ports";
import { casesOf } from "@waldo/testkit/data";
import { failureOf, GET_CRS, request, said } from "@waldo/testkit/model-requests";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { completion } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_PAUSE_MS } from "./model-http.ts";
import { type OpenAiCompatibleOptions, openAiCompatible } from "./openai-compatible.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const gateway = (options: Partial<OpenAiCompatibleOptions> = {}) =>
  openAiCompatible({ baseUrl: `${server.endpoint}/v1/`, model: "llama3.2", fetch, timeoutMs: 5_000, ...options });

const sent = (i = 0) => JSON.parse(server.asked[i]?.body ?? "{}");

async function failure(answer: Answer, options: Partial<OpenAiCompatibleOptions> = {}) {
  server.script.push(answer);
  return failureOf(gateway(options));
}

describe("the request", () => {
  it("goes to chat completions with one system message, the tools and the token limit", async () => {
    server.script.push(completion({ text: "Good morning." }));
    await gateway({ key: "sk-1" }).converse(request());
    expect(server.asked[0]).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(server.asked[0]?.headers).toMatchObject({
      authorization: "Bearer sk-1",
      "content-type": "application/json",
    });
    expect(sent()).toEqual({
      model: "llama3.2",
      messages: [
        { role: "system", content: "Who you are.\n\nWhat today is." },
        { role: "user", content: "Write the Brief." },
      ],
      tools: [
        {
          type: "function",
          function: { name: "get_crs", description: "Form of the day.", parameters: GET_CRS.schema },
        },
      ],
      max_tokens: 700,
      stream: false,
    });
  });

  it("has no key, no tools and no system message when there are none", async () => {
    server.script.push(completion({ text: "Good morning." }));
    await gateway().converse(request({ tools: [], system: [{ text: " ", cacheable: true }] }));
    expect(server.asked[0]?.headers).not.toHaveProperty("authorization");
    expect(sent()).not.toHaveProperty("tools");
    expect(sent().messages).toEqual([{ role: "user", content: "Write the Brief." }]);
  });

  it("has a batch of calls in one message, each result in its own, and no blank text", async () => {
    server.script.push(completion({ text: "Done." }));
    const messages: ModelMessage[] = [
      said("Write."),
      {
        role: "assistant",
        content: [
          { type: "tool_call", call: { id: "a", name: "get_crs", args: { date: "2026-10-30" } } },
          { type: "tool_call", call: { id: "b", name: "get_health", args: "{not json" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", callId: "a", text: '{"ok":true}', isError: false },
          { type: "tool_result", callId: "b", text: " ", isError: true },
        ],
      },
    ];
    await gateway().converse(request({ messages }));
    expect(sent().messages.slice(2)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "a", type: "function", function: { name: "get_crs", arguments: '{"date":"2026-10-30"}' } },
          // A server that parses arguments into an object refuses anything else, and then the whole conversation.
          { id: "b", type: "function", function: { name: "get_health", arguments: '{"value":"{not json"}' } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: '{"ok":true}' },
      { role: "tool", tool_call_id: "b", content: "(empty)" },
    ]);
  });

  it("never repeats an id: a call made without the earlier ones in view may repeat theirs", async () => {
    server.script.push(completion({ text: "Done." }));
    const turn = (text: string): ModelMessage[] => [
      { role: "assistant", content: [{ type: "tool_call", call: { id: "a", name: "get_crs", args: {} } }] },
      { role: "user", content: [{ type: "tool_result", callId: "a", text, isError: false }] },
    ];
    await gateway().converse(request({ messages: [said("Write."), ...turn("1"), ...turn("2"), ...turn("3")] }));
    const messages: { tool_calls?: { id: string }[]; tool_call_id?: string; content: string }[] = sent().messages;
    expect(messages.flatMap((one) => one.tool_calls?.map((call) => call.id) ?? [])).toEqual(["a", "a-2", "a-3"]);
    expect(messages.filter((one) => one.tool_call_id).map((one) => [one.tool_call_id, one.content])).toEqual([
      ["a", "1"],
      ["a-2", "2"],
      ["a-3", "3"],
    ]);
  });

  it("has the open conversation before the message, then two calls at once, with the fixed part of the prompt first", async () => {
    server.script.push(completion({ text: "For four, then." }));
    const turn = (text: string): ModelMessage => ({ role: "assistant", content: [{ type: "text", text }] });
    const calls = ["a", "b"].map((id) => ({ type: "tool_call", call: { id, name: "get_crs", args: {} } }) as const);
    const results = ["a", "b"].map((callId) => ({ type: "tool_result", callId, text: "{}", isError: false }) as const);
    const messages: ModelMessage[] = [
      said("Italian, for two"),
      turn("Pasta for two."),
      said("make it four instead"),
      { role: "assistant", content: calls },
      { role: "user", content: results },
    ];
    await gateway().converse(request({ messages }));
    const roles = sent().messages.map(({ role, content }: { role: string; content: string }) => [role, content]);
    // A server caches by the beginning of the prompt, so what stays the same comes first.
    expect(roles).toEqual([
      ["system", "Who you are.\n\nWhat today is."],
      ["user", "Italian, for two"],
      ["assistant", "Pasta for two."],
      ["user", "make it four instead"],
      ["assistant", null],
      ["tool", "{}"],
      ["tool", "{}"],
    ]);
  });

  it("names the token limit as OpenAI's reasoning models demand", async () => {
    server.script.push(completion({ text: "Hm." }));
    await gateway({ model: "gpt-5-mini" }).converse(request());
    expect(sent()).toMatchObject({ max_completion_tokens: 700 });
    expect(sent()).not.toHaveProperty("max_tokens");
  });

  it("asks the model of the tier, in the prompt form of its family", async () => {
    server.script.push(completion({ text: "Hm." }));
    const model = { primary: "gemma3:12b", escalation: "anthropic/claude-sonnet-4.5", cheap: "claude-haiku-4-5" };
    const many = gateway({ model });
    await many.converse(request({ tier: "escalation" }));
    expect(sent().model).toBe("anthropic/claude-sonnet-4.5");
    expect([many.shape("primary"), many.shape("escalation"), many.shape("cheap")]).toEqual([
      "literal",
      "terse",
      "narrative",
    ]);
  });

  it.each(["not a url", "ftp://example.com/v1", "http://user:secret@example.com/v1"])(
    "an address like %j is refused before anything is sent, and not repeated in the message",
    (baseUrl) => {
      const make = () => gateway({ baseUrl });
      expect(make).toThrow(/plain http or https URL/);
      expect(make).not.toThrow(baseUrl);
    },
  );
});

describe("the reply", () => {
  const reply = async (answer: Answer, over: Partial<ModelRequest> = {}) => {
    server.script.push(answer);
    return gateway().converse(request(over));
  };
  const choice = (message: object, finish_reason: string | null = "stop") =>
    ok({ choices: [{ message, finish_reason }] });

  it("has text, usage with the cached part apart, and the model's name from the server", async () => {
    expect(await reply(completion({ text: " You're steady. \n" }))).toEqual({
      text: "You're steady.",
      calls: [],
      stop: "end",
      usage: { inputTokens: 20, outputTokens: 30, cacheReadTokens: 100, cacheWriteTokens: 0 },
      model: "wire-model-2026",
    });
  });

  it("a batch of calls", async () => {
    const calls = [
      { id: "call_1", name: "get_crs", args: {} },
      { id: "call_2", name: "get_health", args: { date: "2026-10-30" } },
    ];
    expect(await reply(completion({ text: "Let me look.", calls }))).toMatchObject({
      text: "Let me look.",
      calls,
      stop: "tool_use",
    });
  });

  it("calls count with any stop reason from the server", async () => {
    const call = { id: "c", type: "function", function: { name: "get_crs", arguments: "" } };
    expect(await reply(choice({ content: null, tool_calls: [call] }, "stop"))).toMatchObject({
      calls: [{ id: "c", name: "get_crs", args: {} }],
      stop: "tool_use",
    });
  });

  it("arguments that do not parse reach the dispatcher unchanged, so that the model is told", async () => {
    const calls = [{ id: "c", name: "get_crs", args: '{"date": "2026-' }];
    expect((await reply(completion({ calls }))).calls).toEqual(calls);
  });

  it.each([
    ["no id", undefined],
    ["an empty id", ""],
    ["the id of an earlier call", "old"],
  ])("a call with %s gets an id of its own", async (_, id) => {
    const messages: ModelMessage[] = [
      said("Write."),
      { role: "assistant", content: [{ type: "tool_call", call: { id: "old", name: "get_crs", args: {} } }] },
      { role: "user", content: [{ type: "tool_result", callId: "old", text: "{}", isError: false }] },
    ];
    const call = { ...(id === undefined ? {} : { id }), function: { name: "get_crs", arguments: "{}" } };
    const { calls } = await reply(choice({ tool_calls: [call, call] }), { messages });
    expect(calls.map((own) => own.id)).toEqual(["call-3-1", "call-3-2"]);
  });

  it.each([
    ["<think>Form is 58.</think>You're flagging.", "You're flagging."],
    ["Form is 58.</think>\nYou're flagging.", "You're flagging."],
    ["<thinking>a</thinking>You're <think>b</think>flagging.", "You're flagging."],
  ])("thinking is not part of the reply: %j", async (content, text) => {
    expect((await reply(choice({ content, reasoning_content: "Form is 58." }))).text).toBe(text);
  });

  it("missing usage counts as zero, and parts of a text are joined", async () => {
    const parts = [
      { type: "text", text: "You're " },
      { type: "text", text: "steady." },
    ];
    const { text, usage, model } = await reply(choice({ content: parts }, null));
    expect(text).toBe("You're steady.");
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 });
    expect(model).toBe("llama3.2");
  });

  it("a text that was cut off is marked", async () => {
    expect(await reply(completion({ text: "You're st", stop: "length" }))).toMatchObject({ stop: "max_tokens" });
  });

  it.each([
    ["a content filter", choice({ content: "I" }, "content_filter")],
    ["a refusal", choice({ content: null, refusal: "I cannot help with that." })],
  ])("%s is a refusal, and none of its words are kept", async (_, answer) => {
    expect(await reply(answer)).toMatchObject({ stop: "refused", text: "", calls: [] });
  });
});

describe("what goes wrong", () => {
  const status = (code: number, body: object | string = "", headers = {}): Answer => ({
    kind: "reply",
    status: code,
    body,
    headers,
  });

  it.each([
    ["an HTML page", ok("<html><title>Ollama is running</title></html>")],
    ["nothing", ok("")],
    ["JSON cut in half", ok('{"choices":[{"message":{"content":"You')],
    ["an error with status 200", ok({ error: { message: "overloaded", code: 502 } })],
    ["no choices", ok({ choices: [] })],
    ["a list", ok([])],
    ["a call without a name", ok({ choices: [{ message: { tool_calls: [{ function: {} }] } }] })],
    ["blank words", completion({ text: " \n" })],
    ["thinking and no words", completion({ text: "<think>Form is 7654321 and", stop: "length" })],
    ["a call that was cut", completion({ calls: [{ id: "c", name: "get_crs", args: '{"da' }], stop: "length" })],
  ])("%s is ModelMalformed", async (_, answer) => {
    const error = await failure(answer);
    expect(error).toMatchObject({ name: "ModelMalformed", next: "retry" });
    // An error names the address, and no port has this number.
    expect(error.message).not.toContain("7654321");
  });

  it.each(casesOf<[code: number, name: string, next: string]>("model-errors", "what a compatible server refuses"))(
    "%i is %s",
    async (code, name, next) => {
      const secret = "the prompt said: HRV 41";
      const error = await failure(status(code, { error: { message: secret, type: "some_error" } }), { key: "sk-1" });
      expect(error).toMatchObject({ name, next });
      expect(error.message).toContain(`${code} (some_error)`);
      expect(error.message).not.toMatch(/HRV|sk-1/);
      expect(server.asked).toHaveLength(1);
    },
  );

  it("an error page is reported by its status alone", async () => {
    expect(await failure(status(502, "<html>Bad Gateway</html>"))).toMatchObject({ name: "ModelUnavailable" });
  });

  it("a used-up quota is ModelRefused and not ModelThrottled", async () => {
    const error = await failure(status(429, { error: { code: "insufficient_quota" } }, { "retry-after": "1" }));
    expect(error).toMatchObject({ name: "ModelRefused", next: "stop" });
  });

  it("a missing model gives an error that explains it", async () => {
    const error = await failure(status(404, { error: { message: "model not found", type: "not_found_error" } }));
    expect(error.message).toMatch(/ends in \/v1.*has this model \(model llama3\.2\)/);
  });

  it("an address without a server says what to do", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const error = await failure(ok(""), { baseUrl: `${gone.endpoint}/v1?key=sk-1` });
    expect(error).toMatchObject({ name: "ModelUnavailable", next: "retry" });
    expect(error.message).toBe(
      `no answer at ${gone.endpoint} (ECONNREFUSED): is Ollama, or whatever serves the model, running there?`,
    );
  });

  it.each([
    ["a reply cut in half", { kind: "cut", body: JSON.stringify({ choices: [] }) }],
    ["a lost answer", { kind: "lose-answer" }],
  ] as const)("%s is ModelUnavailable", async (_, answer) => {
    expect(await failure(answer)).toMatchObject({ name: "ModelUnavailable", next: "retry" });
  });

  it("no answer in time is ModelTimeout", async () => {
    const error = await failure({ kind: "silence" }, { timeoutMs: 50 });
    expect(error).toMatchObject({ name: "ModelTimeout", next: "retry" });
  });
});

describe("a pause the server asks for", () => {
  const busy = (headers: Record<string, string>): Answer => ({ kind: "reply", status: 429, body: "", headers });
  const slept: number[] = [];
  beforeEach(() => {
    slept.length = 0;
  });
  const sleep = async (ms: number) => {
    slept.push(ms);
  };

  it.each([
    ["seconds", { "retry-after": "2" }, 2_000],
    [
      "a date, by the server's own clock",
      { "retry-after": "Fri, 30 Oct 2026 07:00:09 GMT", date: "Fri, 30 Oct 2026 07:00:04 GMT" },
      5_000,
    ],
  ])("in %s is waited for once", async (_, headers, ms) => {
    server.script.push(busy(headers), completion({ text: "Good morning." }));
    const reply = await gateway({ sleep }).converse(request());
    expect(reply.text).toBe("Good morning.");
    expect(slept).toEqual([ms]);
  });

  it("is not waited for twice", async () => {
    server.script.push(busy({ "retry-after": "1" }));
    const error = await failure(busy({ "retry-after": "1" }), { sleep });
    expect(error.name).toBe("ModelThrottled");
    expect(slept).toHaveLength(1);
  });

  it.each([{ "retry-after": String(MAX_PAUSE_MS / 1000 + 1) }, { "retry-after": "soon" }, {}])(
    "%j is not waited for",
    async (headers) => {
      expect((await failure(busy(headers), { sleep })).name).toBe("ModelThrottled");
      expect(slept).toEqual([]);
      expect(server.asked).toHaveLength(1);
    },
  );
});
