/**
 * Tests what a turn sends to the model and what it does with the calls: the journal answers repeats, denials are typed.
 */
import {
  keys,
  type Metered,
  type ModelStep,
  type PromptContext,
  type RunHeader,
  type ToolCall,
  type ToolResult,
  WaldoError,
} from "@waldo/contracts";
import { ok } from "@waldo/testkit/brief-day";
import { runHeader } from "@waldo/testkit/run-header";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { DAY_CAP_USD } from "../models/spend.ts";
import { canaryOf } from "../safety/injection/canary.ts";
import { gatherContext } from "./gather.ts";
import type { Transcript } from "./transcript.ts";
import { askModel, MAX_OUTPUT_TOKENS, runCalls } from "./turn.ts";

const header = (more: Partial<RunHeader> = {}) => runHeader({ state: "CONTEXT_BUILT", step: 1, ...more });
const call = (id: string, name: string, args: ToolCall["args"] = {}): ToolCall => ({ id, name, args });
const turn = (calls: readonly ToolCall[], results: readonly ToolResult[]): Transcript["turns"][number] => ({
  model: replied(calls),
  results: [...results],
});
const replied = (calls: readonly ToolCall[]): ModelStep => ({
  outcome: "replied",
  rung: "L1",
  model: "m",
  text: "",
  calls: [...calls],
  stop: "tool_use",
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
});
const failure = (callId: string, name: string): ToolResult => ({
  callId,
  name,
  ok: false,
  error: "failed",
  message: "no",
});
const down = new WaldoError("ModelUnavailable", "down");

async function ask(
  lines: readonly Line[],
  turns: Transcript["turns"] = [],
  more: Partial<PromptContext> = {},
  of = header(),
  fill?: (world: TestWorld) => Promise<unknown>,
) {
  const model = scriptedModel(lines);
  const world = await testWorld({ model });
  await fill?.(world);
  const gathered = await gatherContext(world, of, undefined);
  const context: PromptContext = { ...gathered, userText: "how am I?", memory: ["likes tea"], ...more };
  const step = await askModel(world, of, context, { context, turns });
  return { step, asked: model.asked };
}

describe("a question to the model", () => {
  it("holds the prompt, the tools of the trigger and the history, and is answered with its route", async () => {
    const { step, asked } = await ask(
      [{ text: "Fine.", calls: [call("2", "get_tasks")] }],
      [turn([call("1", "get_crs")], [ok("get_crs", {})])],
    );
    expect(step).toEqual({
      outcome: "replied",
      rung: "L1",
      model: "scripted",
      text: "Fine.",
      calls: [call("2", "get_tasks")],
      stop: "tool_use",
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
      route: expect.objectContaining({ tier: "primary" }),
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ tier: "primary", maxOutputTokens: MAX_OUTPUT_TOKENS });
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(asked[0]?.tools.map(({ name }) => name)).toContain("write_task");
    expect(JSON.stringify(asked[0])).toContain("likes tea");
  });

  it("may write its call as text, and the call is kept as one, under an id of its own", async () => {
    const text = '<tool_call>{"name": "get_crs", "arguments": {}}</tool_call>';
    const { step } = await ask([{ text }], [turn([call("call-3-1", "get_tasks")], [ok("call-3-1", [])])]);
    expect(step).toMatchObject({ text: "", stop: "tool_use", calls: [{ id: "call-3-1x", name: "get_crs", args: {} }] });
  });

  it.each([
    ["arguments that the tool does not take", '<tool_call>{"name": "watch", "arguments": {"when": 7}}</tool_call>'],
    ["a tool that this trigger may not use", '{"name": "execute_action", "arguments": {"proposalId": "p1"}}'],
  ])("makes no call of %s, and keeps why it said nothing", async (_, text) => {
    const { step } = await ask([{ text }]);
    expect(step).toMatchObject({ outcome: "replied", text: "", calls: [], shape: "tool_text" });
  });

  it("is asked again in fewer words: no history, memory, pages or recipes, and what was done as a list", async () => {
    const { step, asked } = await ask(
      [{ error: down }, { text: "Fine." }],
      [turn([call("get_crs", "get_crs")], [ok("get_crs", {})])],
      {
        skills: [{ name: "a-recipe", recipe: "DO-IT", provenance: "system" }],
        files: [{ name: "today.md", text: "A-PAGE" }],
      },
    );
    expect(step).toMatchObject({ outcome: "replied", rung: "L2", route: { tier: "primary" } });
    const [first, second] = asked.map((request) => JSON.stringify(request));
    for (const part of ["likes tea", "DO-IT", "A-PAGE"]) {
      expect(first).toContain(part);
      expect(second).not.toContain(part);
    }
    expect(asked[1]?.messages).toHaveLength(1);
    expect(second).toContain("get_crs {} → ok");
    expect(first).not.toContain("get_crs {} → ok");
  });

  it("has no list of what was done when nothing was", async () => {
    const { asked } = await ask([{ error: down }, { text: "Fine." }]);
    expect(JSON.stringify(asked[1])).not.toContain("Done so far");
    expect(JSON.stringify(asked[1])).not.toContain("findings");
  });

  it("that no model answers names the errors and the route", async () => {
    const { step } = await ask([{ error: down }]);
    expect(step).toEqual({
      outcome: "unavailable",
      errors: ["ModelUnavailable", "ModelUnavailable"],
      route: expect.objectContaining({ tier: "primary" }),
    });
  });

  it("is not asked past the budget, and its answer is not taken when it carries the canary", async () => {
    const { step, asked } = await ask([{ text: "Fine." }], [], {}, header({ iterations: 7 }));
    expect(step).toMatchObject({ outcome: "unavailable", errors: ["over_budget"], route: { tier: "primary" } });
    expect(asked).toEqual([]);
    const leak = await ask([{ text: canaryOf(header()) }]);
    expect(leak.step).toMatchObject({ outcome: "unavailable", errors: ["canary_leak"], route: { tier: "primary" } });
  });
});

describe("the tier of a question", () => {
  const good = turn([call("get_crs", "get_crs")], [ok("get_crs", {})]);
  const bad = turn([call("1", "get_crs")], [failure("1", "get_crs")]);
  const silent: Transcript["turns"][number] = { model: { outcome: "unavailable", errors: [] }, results: [] };
  it.each<[string, Transcript["turns"], string]>([
    ["three turns with tools, one of them in trouble", [good, bad, good], "escalation"],
    ["three turns that went well", [good, good, good], "primary"],
    ["two turns in trouble", [bad, bad], "primary"],
    ["turns without tools", [bad, bad, turn([], []), silent], "primary"],
  ])("after %s", async (_, turns, tier) => {
    const { step, asked } = await ask([{ text: "Fine." }], turns);
    expect([step.route?.tier, asked[0]?.tier]).toEqual([tier, tier]);
  });

  const plan = { userText: "please plan my whole week" };
  it("is the stronger one for a plan, unless it rests", async () => {
    const breaker = (until: number) => ({ state: "open", failures: 3, successes: 0, until, holdMs: 1, changedAt: 0 });
    const rest = (until: number) => (world: TestWorld) =>
      world.store.transact([{ op: "put", key: keys.breaker("me", "escalation"), body: breaker(until) }]);
    const tier = async (fill?: (world: TestWorld) => Promise<unknown>) =>
      (await ask([{ text: "Fine." }], [], plan, header(), fill)).step.route;
    expect(await tier()).toMatchObject({ tier: "escalation" });
    expect(await tier(rest(WAKE + 1))).toEqual({ tier: "primary", reason: "escalation_resting" });
    expect(await tier(rest(WAKE))).toMatchObject({ tier: "escalation" });
  });

  it("that the second try asks is the usual one", async () => {
    const { asked } = await ask([{ error: down }, { text: "Fine." }], [], plan);
    expect(asked.map(({ tier }) => tier)).toEqual(["escalation", "primary"]);
  });

  it("is the cheap one above the cap of the day", async () => {
    const usage = { calls: 1, failed: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const spent = (input: number): Metered => ({
      counts: {},
      models: [{ tier: "primary", model: "anthropic.claude-haiku-4-5", input, ...usage }],
    });
    const tier = async (tokens: number) =>
      (await ask([{ text: "Fine." }], [], plan, header({ spent: spent(tokens) }))).step.route?.tier;
    // A million tokens of this model cost a dollar.
    const cap = DAY_CAP_USD * 1_000_000;
    expect([await tier(cap - 1), await tier(cap + 1)]).toEqual(["escalation", "cheap"]);
  });
});

describe("the calls of a turn", () => {
  async function run(calls: readonly ToolCall[], turns: Transcript["turns"] = [], more: Partial<PromptContext> = {}) {
    const world = await testWorld();
    const gathered = await gatherContext(world, header(), undefined);
    return runCalls(world, header(), calls, { context: { ...gathered, ...more }, turns });
  }
  const before = ok("get_tasks", { tasks: ["from the journal"] });
  const asked = call("get_tasks", "get_tasks", { limit: 5 });

  it("that were made before are answered from the journal, under the new id", async () => {
    const again = { ...asked, id: "again" };
    expect(await run([again], [turn([asked], [before])])).toEqual([{ ...before, callId: "again" }]);
  });

  it.each<[string, ToolCall, Transcript["turns"]]>([
    ["has other arguments", call("2", "get_tasks", { limit: 6 }), [turn([asked], [before])]],
    ["failed before", { ...asked, id: "2" }, [turn([asked], [failure("get_tasks", "get_tasks")])]],
    ["has no result yet", { ...asked, id: "2" }, [turn([asked], [])]],
    ["is new", { ...asked, id: "2" }, []],
  ])("are made when the call %s", async (_, one, turns) => {
    expect(await run([one], turns)).toMatchObject([{ callId: "2", ok: true, value: { tasks: [] } }]);
  });

  it("that write are not answered from the journal", async () => {
    const write = call("w", "update_memory", { hall: "facts", claim: "likes tea" });
    const done = ok("update_memory", { old: true });
    const [result] = await run([{ ...write, id: "w2" }], [turn([write], [{ ...done, callId: "w" }])]);
    expect(result).toMatchObject({ callId: "w2" });
    expect(JSON.stringify(result)).not.toContain("old");
  });

  it("of a tool that does not exist are refused each time", async () => {
    const odd = call("1", "no_such_tool");
    expect(await run([{ ...odd, id: "2" }], [turn([odd], [{ ...ok("no_such_tool", {}), callId: "1" }])])).toMatchObject(
      [{ callId: "2", ok: false }],
    );
  });

  it("remember nothing of words that may be about danger", async () => {
    const over = call("3", "hand_over");
    const calls = [call("1", "update_memory", { hall: "facts", claim: "x y z" }), call("2", "get_tasks"), over];
    const results = await run(calls, [], { danger: "possible" });
    expect(results[0]).toEqual({
      callId: "1",
      name: "update_memory",
      ok: false,
      error: "denied",
      message: "this exchange is not remembered",
    });
    expect(results[1]).toMatchObject({ ok: true });
    expect(results[2]).toMatchObject({ name: "hand_over", message: "this exchange is not remembered" });
    expect((await run(calls))[0]).toMatchObject({ ok: true });
  });

  it("that a hook denies are results, and the others are made", async () => {
    const results = await run([call("1", "write_task", { title: canaryOf(header()) }), call("2", "get_tasks")]);
    expect(results).toMatchObject([
      { callId: "1", name: "write_task", ok: false, error: "denied", message: "canary_leak" },
      { callId: "2", ok: true },
    ]);
  });

  it("are none when none were asked for", async () => {
    expect(await run([])).toEqual([]);
  });
});
