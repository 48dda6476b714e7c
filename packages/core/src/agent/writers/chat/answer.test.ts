/**
 * Tests the way from an understood message to the calls and the words: the phrasing, the question back, and the actions
 * that wait for a tap.
 */
import type { Intent, Slots, ToolCall, ToolResult } from "@waldo/contracts";
import { ok } from "@waldo/testkit/brief-day";
import { asking } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { quoted } from "../../../safety/quote.ts";
import type { Told } from "../writer.ts";
import { stepOf } from "./answer.ts";
import { phrased } from "./chat-writer.ts";

const intent = (name: string, says: Intent["says"] = {}): Intent => ({
  name,
  means: `do ${name}`,
  slots: [],
  tools: [],
  acts: false,
  says,
  examples: [],
});
const TOLD: Told = { trigger: "user_message", date: "2026-10-30", time: "10:20", message: "abc", skills: [] };
const made = (calls: readonly ToolCall[] = [], results: readonly ToolResult[] = []) => ({ calls, results });
const clear = (of: Intent, slots: Slots = {}) => ({ is: "clear", intent: of, slots: [slots], message: "abc" }) as const;

describe("a message that is understood", () => {
  const add = intent("add-task", {
    done: ["noted {task}."],
    failed: ["it did not work."],
    tap: ["tap to add {task}."],
    askText: ["what shall I add?"],
  });
  const call = { id: "c1", name: "write_task", args: { title: "Milk" } } as const;

  it("is asked for in calls first, then said in words of its file", () => {
    expect(stepOf(clear(add, { text: "Milk" }), TOLD, made(), quoted)).toEqual({
      ask: [{ name: "write_task", args: { title: "Milk" } }],
    });
    const done = made([call], [{ ...ok("write_task", {}), callId: "c1" }]);
    expect(stepOf(clear(add, { text: "Milk" }), TOLD, done, quoted)).toEqual({ text: "Noted “Milk”." });
    expect(stepOf(clear(add), TOLD, made(), quoted)).toEqual({ text: "What shall I add?" });
  });

  it("a result belongs to the call with the same arguments", () => {
    const other = made([{ ...call, args: { title: "Tea" } }], [{ ...ok("write_task", {}), callId: "c1" }]);
    expect(stepOf(clear(add, { text: "Milk" }), TOLD, other, quoted)).toMatchObject({
      ask: [{ args: { title: "Milk" } }],
    });
    const pending = made([call], [{ ...ok("write_task", {}), callId: "c2" }]);
    expect(stepOf(clear(add, { text: "Milk" }), TOLD, pending, quoted)).toMatchObject({ ask: [{}] });
  });

  it("and that waits for a tap is said to wait, in its own words or in common ones", () => {
    const refused: ToolResult = { callId: "c1", name: "write_task", ok: false, error: "needs_approval", message: "" };
    const step = (of: Intent, results: readonly ToolResult[]) =>
      stepOf(clear(of, { text: "Milk" }), TOLD, made([call], results), quoted);
    expect(step(add, [{ ...refused, ...pick(asking()) }])).toEqual({ text: "Tap to add “Milk”." });
    const { tap: _, ...without } = add.says;
    expect(step(intent("add-task", without), [{ ...refused, ...pick(asking()) }])).toEqual({
      text: "I can do that. It waits for your tap.",
    });
    expect(step(add, [refused])).toEqual({ text: "It did not work." });
  });

  it("has no words where nobody answers it, or where its file has none", () => {
    expect(stepOf(clear(intent("no-such-thing")), TOLD, made(), quoted)).toEqual({ text: undefined });
    expect(stepOf(clear(intent("thanks")), TOLD, made(), quoted)).toEqual({ text: undefined });
  });

  it("has the time of day, or noon where it is not known", () => {
    const time = intent("time-date", { found: ["it is {time}."] });
    expect(stepOf(clear(time), TOLD, made(), quoted)).toEqual({ text: "It is 10:20." });
    const { time: _, ...timeless } = TOLD;
    expect(stepOf(clear(time), timeless, made(), quoted)).toEqual({ text: "It is 12:00." });
  });
});

it("a message that may mean two things is asked back", () => {
  const between = [intent("a"), intent("b")] as const;
  expect(stepOf({ is: "unclear", between }, TOLD, made(), quoted)).toEqual({ text: "Did you mean: do a – or do b?" });
});

describe("a phrasing", () => {
  const of = intent("x", { found: ["one {a}.", "two {a}.", "three {a} {bee}."], none: [] });

  it("is one whose places can all be filled, by the date and the message", () => {
    const on = (date: string, message = "abc") =>
      phrased(of, { say: "found", words: { a: "A" } }, { ...TOLD, date, message });
    expect(new Set(["2026-10-30", "2026-10-31"].map((date) => on(date)))).toEqual(new Set(["One A.", "Two A."]));
    expect(on("2026-10-30")).toBe(on("2026-10-30"));
    expect(on("2026-10-30", "ab")).not.toBe(on("2026-10-30"));
    const all = phrased(of, { say: "found", words: { a: "A", bee: "B" } }, { ...TOLD, date: "2026-10-31" });
    expect(all).toMatch(/^(?:One A|Two A|Three A B)\.$/);
  });

  it("is none where none fits", () => {
    expect(phrased(of, { say: "found" }, TOLD)).toBeUndefined();
    expect(phrased(of, { say: "none" }, TOLD)).toBeUndefined();
    expect(phrased(of, { say: "unknown" }, TOLD)).toBeUndefined();
  });
});

function pick({ proposed }: ToolResult): Pick<ToolResult, "proposed"> {
  return proposed === undefined ? {} : { proposed };
}
