/** Tests when a run gets no further turn: its budget, the same call again and again, turns that bring nothing. */
import { ITERATION_BUDGET, type ModelStep, type RunHeader, type ToolCall, TRIGGERS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import type { Transcript } from "./transcript.ts";
import { MAX_REPEATS, mayAskAgain, stuck } from "./turn.ts";

const LONG = "I am still looking into this.";
const call = (name: string, args: ToolCall["args"] = {}): ToolCall => ({ id: `${Math.random()}`, name, args });
const replied = (text: string, ...calls: ToolCall[]): ModelStep => ({
  outcome: "replied",
  rung: "L1",
  model: "m",
  text,
  calls,
  stop: "tool_use",
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  route: { tier: "primary", rule: "usual" } as never,
});
const down = { outcome: "unavailable", errors: ["ModelTimeout"], route: {} } as never as ModelStep;
const after = (...models: ModelStep[]) =>
  stuck({ context: undefined, turns: models.map((model) => ({ model, results: [] })) } satisfies Transcript);
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));

describe("a run", () => {
  it("may be asked as often as its trigger allows", () => {
    for (const trigger of TRIGGERS) {
      const may = (iterations: number) => mayAskAgain({ trigger, iterations } as RunHeader);
      expect([may(ITERATION_BUDGET[trigger] - 1), may(ITERATION_BUDGET[trigger])]).toEqual([true, false]);
    }
  });

  it.each<[string, ModelStep[], ReturnType<typeof stuck>]>([
    ["nothing", [], undefined],
    ["the same call as often as allowed", times(MAX_REPEATS, () => replied(LONG, call("get_crs"))), undefined],
    ["the same call once more", times(MAX_REPEATS + 1, () => replied(LONG, call("get_crs"))), "repeating"],
    ["the same call many times in one turn", [replied(LONG, ...times(4, () => call("get_crs")))], "repeating"],
    ["the same tool with other arguments", times(9, (i) => replied(LONG, call("get_crs", { i }))), undefined],
    ["other tools with the same arguments", times(9, (i) => replied(LONG, call(`t${i}`))), undefined],
    ["two turns of few words", times(2, () => replied("Hm.")), undefined],
    ["three turns of few words", times(3, () => replied("Hm.")), "diminishing_returns"],
    ["three turns of 19 characters", times(3, () => replied(` ${"x".repeat(19)} `)), "diminishing_returns"],
    ["three turns of 20 characters", times(3, () => replied("x".repeat(20))), undefined],
    ["few words, then many, then few", [replied("Hm."), replied("Hm."), replied(LONG), replied("Hm.")], undefined],
    ["few words with new calls", times(3, (i) => replied("", call("get_crs", { i }))), undefined],
    [
      "few words with old calls",
      [replied("", call("get_crs")), ...times(3, (i) => replied("", call(i < 2 ? "get_crs" : "get_tasks")))],
      undefined,
    ],
    ["few words between failures", [replied("Hm."), down, replied("Hm."), down, replied("Hm.")], "diminishing_returns"],
    ["failures alone", times(5, () => down), undefined],
  ])("after %s is stuck: %#", (_, models, why) => {
    expect(after(...models)).toBe(why);
  });
});
