/** Tests against a server on loopback that answers in the format of Anthropic's Messages API, with faults. */

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
import { anthropicMessage } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AnthropicOptions, anthropic } from "./anthropic.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const gateway = (options: Partial<AnthropicOptions> = {}) =>
  anthropic({ baseUrl: `${server.endpoint}/v1`, model: "claude-haiku-4-5", fetch, timeoutMs: 5_000, ...options });

const sent = (i = 0) => JSON.parse(server.asked[i]?.body ?? "{}");

async function bodyOf(over: Partial<ModelRequest>) {
  server.script.push(anthropicMessage({ text: "Good morning." }));
  await gateway().converse(request(over));
  return sent();
}

async function failure(answer: Answer, options: Partial<AnthropicOptions> = {}) {
  server.script.push(answer);
  return failureOf(gateway(options));
}

describe("the request", () => {
  it("goes to messages with the key, the version, the system blocks and their cache mark, and the tools", async () => {
    server.script.push(anthropicMessage({ text: "Good morning." }));
    await gateway({ key: "sk-1" }).converse(request());
    expect(server.asked[0]).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(server.asked[0]?.headers).toMatchObject({
      "x-api-key": "sk-1",
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
    });
    expect(sent()).toEqual({
      model: "claude-haiku-4-5",
      max_tokens: 700,
      system: [
        { type: "text", text: "Who you are.", cache_control: { type: "ephemeral" } },
        { type: "text", text: "What today is." },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: "Write the Brief." }] }],
      tools: [{ name: "get_crs", description: "Form of the day.", input_schema: GET_CRS.schema }],
    });
  });

  it("has no key, no tools and no system when there are none", async () => {
    const body = await bodyOf({ tools: [], system: [{ text: " ", cacheable: true }] });
    expect(server.asked[0]?.headers).not.toHaveProperty("x-api-key");
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("system");
  });

  it("marks the last of several cacheable blocks, and none when none is cacheable", async () => {
    const block = (text: string, cacheable: boolean) => ({ text, cacheable });
    const marked = async (system: ModelRequest["system"]) => {
      server.reset();
      const body: { system: { text: string; cache_control?: object }[] } = await bodyOf({ system });
      return body.system.filter((part) => part.cache_control).map((part) => part.text);
    };
    expect(await marked([block("a", true), block("b", true), block(" ", true), block("c", false)])).toEqual(["b"]);
    expect(await marked([block("a", false)])).toEqual([]);
  });

  it("has the results of a batch in the next turn, before the text of that turn, and no blank text", async () => {
    const { messages } = await bodyOf({
      messages: [
        said(""),
        called("a", "get_crs"),
        called("b", "get_health"),
        said("Hurry."),
        answered("a", " "),
        answered("b", "no", true),
      ],
    });
    expect(messages).toEqual([
      { role: "user", content: [{ type: "text", text: "(empty)" }] },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a", name: "get_crs", input: {} },
          { type: "tool_use", id: "b", name: "get_health", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "(empty)" },
          { type: "tool_result", tool_use_id: "b", content: "no", is_error: true },
          { type: "text", text: "Hurry." },
        ],
      },
    ]);
  });

  it("writes ids in the API's alphabet and never repeats one; a call and its result share it", async () => {
    const { messages } = await bodyOf({
      messages: [
        said("Write."),
        called("call 1/á", "functions.get_crs"),
        answered("call 1/á", "1"),
        called("call 1/é", "get_crs"),
        answered("call 1/é", "2"),
        called("call 1/é", "get_crs"),
        answered("call 1/é", "3"),
      ],
    });
    const blocks: { id?: string; tool_use_id?: string; name?: string }[] = messages.flatMap(
      (turn: { content: object[] }) => turn.content,
    );
    const ids = blocks.flatMap(({ id }) => (id === undefined ? [] : [id]));
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(new Set(ids).size).toBe(3);
    expect(blocks.flatMap((block) => block.tool_use_id ?? [])).toEqual(ids);
    expect(blocks.find(({ name }) => name)?.name).toBe("functions_get_crs");
  });
});

describe("a chat with an earlier conversation, from the prompt to the last word", () => {
  const thread = [
    { from: "waldo", text: "You're steady today." },
    { from: "owner", text: "Thank you." },
    { from: "waldo", text: "Any time." },
  ] as const;

  it("alternates, begins with the person, and has both calls of a batch and both results", async () => {
    server.script.push(
      anthropicMessage({ text: "Let me look.", calls: CALLS }),
      anthropicMessage({ text: "Steady too." }),
    );
    const chat = { trigger: "user_message", thread, userText: "And tomorrow?" } as const;
    const { first, second } = await turnWithTools(gateway(), chat);
    expect(first).toEqual({
      text: "Let me look.",
      calls: CALLS,
      stop: "tool_use",
      usage: { inputTokens: 20, outputTokens: 30, cacheReadTokens: 100, cacheWriteTokens: 7 },
      model: "wire-claude-2026",
    });
    expect(second).toMatchObject({ text: "Steady too.", stop: "end" });

    const { system, messages } = sent(1);
    expect(system.map((block: object) => "cache_control" in block)).toEqual([true, false]);
    expect(messages.map((turn: { role: string }) => turn.role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(messages[1].content[0].text).toContain("You're steady today.");
    expect(messages[3].content[0].text).toContain("Any time.");
    expect(messages[4].content[0].text).toContain("And tomorrow?");
    expect(messages.slice(5)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "call_1", name: "get_crs", input: {} },
          { type: "tool_use", id: "call_2", name: "get_health", input: { date: "2026-10-30" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_1",
            content: RESULT_TEXTS[0],
          },
          {
            type: "tool_result",
            tool_use_id: "call_2",
            content: RESULT_TEXTS[1],
            is_error: true,
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
  const message = (content: unknown, stop_reason = "end_turn") => ok({ type: "message", content, stop_reason });

  it("a refusal keeps no words", async () => {
    expect(await reply(anthropicMessage({ text: "I cannot.", stop: "refusal" }))).toMatchObject({
      stop: "refused",
      text: "",
      calls: [],
    });
  });

  it.each(["max_tokens", "model_context_window_exceeded"])("%s says that the text was cut", async (stop) => {
    expect(await reply(anthropicMessage({ text: "You're st", stop }))).toMatchObject({ stop: "max_tokens" });
  });

  it("ignores thinking, and counts zero tokens without usage", async () => {
    const blocks = [
      { type: "thinking", thinking: "Form is 58.", signature: "x" },
      { type: "redacted_thinking", data: "x" },
      { type: "text", text: "You're flagging." },
    ];
    expect(await reply(message(blocks))).toMatchObject({
      text: "You're flagging.",
      model: "claude-haiku-4-5",
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
  });

  it.each([
    ["an HTML page", ok("<html>hello</html>")],
    ["an error with status 200", ok({ type: "error", error: { type: "overloaded_error", message: "7654321" } })],
    ["no content", message(undefined)],
    ["no words and no calls", message([])],
    ["an unknown block", message([{ type: "hologram", form: 7654321 }])],
    [
      "arguments that are a text",
      message([{ type: "tool_use", id: "a", name: "get_crs", input: "7654321" }], "tool_use"),
    ],
    ["a call that was cut", anthropicMessage({ calls: [{ id: "a", name: "get_crs", args: {} }], stop: "max_tokens" })],
  ])("%s is ModelMalformed", async (_, answer) => {
    const error = await failure(answer);
    expect(error).toMatchObject({ name: "ModelMalformed", next: "retry" });
    expect(error.message).not.toContain("7654321");
  });
});

describe("what goes wrong", () => {
  it.each(
    casesOf<[status: number, type: string, name: string, next: string]>("model-errors", "what Anthropic refuses"),
  )("%i %s is %s", async (status, type, name, next) => {
    const body = { type: "error", error: { type, message: "the prompt said: HRV 41" }, request_id: "req_1" };
    const error = await failure({ kind: "reply", status, body }, { key: "sk-1" });
    expect(error).toMatchObject({ name, next });
    expect(error.message).toContain(`${status} (${type})`);
    expect(error.message).not.toMatch(/HRV|sk-1/);
  });

  it("no answer in time is ModelTimeout, and a reply cut in half is ModelUnavailable", async () => {
    expect(await failure({ kind: "silence" }, { timeoutMs: 50 })).toMatchObject({ name: "ModelTimeout" });
    expect(await failure({ kind: "cut", body: { type: "message" } })).toMatchObject({ name: "ModelUnavailable" });
  });
});
