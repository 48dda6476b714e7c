/** Odd replies, and what becomes of them. Each recorded kind is a line of data/reply-shapes.jsonl, made by hand. */
import { dataLines, ReplyShape } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { ModelReply } from "../../ports.ts";
import { SHAPE_FAULTS, type ShapeAsk, type Shaped, shaped, shapeOf } from "./reply-shape.ts";

const TAKES: Record<string, readonly string[]> = {
  get_crs: [],
  watch: ["text", "time"],
  query_calendar: ["from", "days"],
};
const ask: ShapeAsk = {
  tools: Object.keys(TAKES),
  accepts: (name, args) => Object.keys(args).every((key) => TAKES[name]?.includes(key)),
  asked: "how did I sleep?",
  instructions:
    "You are Waldo, a calm companion who knows the person's day and says what matters.\nNever give a reading of the body as a number; say in words how it compares with the usual.",
};

const recorded = dataLines("reply-shapes.jsonl", ReplyShape);

function readOf(shape: Shaped): string {
  if (shape.is === "answer") return shape.text;
  if (shape.is === "nothing") return shape.reason;
  return shape.calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).join("; ");
}

describe("a recorded kind", () => {
  it("is one of at least forty, each with another name, and each reason is there", () => {
    expect(new Set(recorded.map(({ kind }) => kind)).size).toBe(recorded.length);
    expect(recorded.length).toBeGreaterThanOrEqual(40);
    const reasons = recorded.filter(({ becomes }) => becomes === "nothing").map(({ reads }) => reads);
    expect(new Set(reasons)).toEqual(new Set(SHAPE_FAULTS));
  });

  it.each(recorded.map((one) => [one.kind, one]))("%s", (_, { text, asked, cut, becomes, reads }) => {
    const shape = shapeOf(text, { ...ask, ...(asked ? { asked } : {}) }, cut ?? false);
    expect([shape.is, readOf(shape)]).toEqual([becomes, reads]);
  });

  it.each(recorded.filter(({ becomes }) => becomes === "answer").map(({ reads, asked }) => [reads, asked]))(
    "reads the same a second time: %s",
    (reads, asked) => {
      expect(shapeOf(reads, { ...ask, ...(asked ? { asked } : {}) })).toEqual({ is: "answer", text: reads });
    },
  );
});

describe("words", () => {
  it.each([
    ["Use `df.sort_values(by='x')` for that.", "how do I sort a table in pandas?"],
    ["```python\nprint(sorted(x, key=len))\n```", "write python code that sorts by length"],
    ['{"name": "Ada", "arguments": {"a": 1}}', "an example of JSON, please"],
    ["User: hi\nAgent: hello", "write a dialogue between a user and an agent"],
    ["Plan (see below):\n1. Walk\n2. Rest", "a plan for today"],
    ["Yes, a 20-minute walk is fine (or two).", "may I walk?"],
    ["👍", "ok"],
    ["The answer: it depends on [your plan] and the hour.", "which?"],
    ["A | B is a logical or.", "what does the bar mean?"],
  ])("stay as they are: %s", (text, asked) => {
    expect(shapeOf(text, { ...ask, asked })).toEqual({ is: "answer", text });
  });

  it("of a run that is asked for JSON stay JSON", () => {
    const beat = '{"action": "message", "message": "Time for a walk."}';
    expect(shapeOf(`<think>hm</think>${beat}`, { ...ask, typed: true })).toEqual({ is: "answer", text: beat });
  });
});

describe("a reply", () => {
  const reply: ModelReply = {
    ...{ text: '<tool_call>{"name": "get_crs", "arguments": {}}</tool_call>', calls: [], stop: "end" as const },
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    model: "m",
  };

  it("with a call in its text asks for tools, under an id that no other call has", () => {
    const call = { id: "call-1-1", name: "get_crs", args: {} };
    const messages = [{ role: "assistant" as const, content: [{ type: "tool_call" as const, call }] }];
    const { calls, text, stop } = shaped(reply, ask, messages);
    expect({ calls, text, stop }).toEqual({
      calls: [{ id: "call-1-1x", name: "get_crs", args: {} }],
      text: "",
      stop: "tool_use",
    });
  });

  it("that says nothing keeps the reason and no words", () => {
    expect(shaped({ ...reply, text: "<think>so" }, ask, [])).toMatchObject({ text: "", calls: [], shape: "thinking" });
  });

  it("of any length and nesting is read in little time", () => {
    const hostile = ["{", "[", '["', "(", "<tool_call>", '{"a":', "```", "<think>", "a(b=", "| ", "User: \n"];
    const started = performance.now();
    for (const part of hostile) shapeOf(part.repeat(Math.ceil(40_000 / part.length)), ask);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
