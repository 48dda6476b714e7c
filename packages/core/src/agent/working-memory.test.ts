import type { ToolCall } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { readTranscript, type Transcript } from "./transcript.ts";
import { renderWorkingMemory, workingMemory } from "./turn.ts";

const turn = (id: string, name: string, args: ToolCall["args"], ok = true): Transcript["turns"][number] => ({
  model: {
    outcome: "replied",
    rung: "L1",
    model: "m",
    text: "",
    calls: [{ id, name, args }],
    stop: "tool_use",
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  },
  results: [
    ok
      ? { callId: id, name, ok: true, value: {}, origin: "system" }
      : { callId: id, name, ok: false, error: "denied", message: "no" },
  ],
});

describe("the scratchpad of a run", () => {
  it("keeps what was done, what was confirmed, and what was read; each list is capped and drops the oldest first", () => {
    const turns = [
      ...Array.from({ length: 20 }, (_, i) => turn(`r${i}`, "get_context", { file: i % 2 ? "today.md" : "goals.md" })),
      turn("w", "write_task", { title: "milk" }),
      turn("d", "execute_action", {}, false),
    ];
    const memory = workingMemory({ context: undefined, turns });
    expect(memory.recentWorkLog).toHaveLength(12);
    expect(memory.recentWorkLog.at(-1)).toBe("execute_action {} → denied");
    expect(memory.recentVerifiedWork).toEqual(['write_task {"title":"milk"} → ok']);
    expect(memory.readFileState).toEqual(["goals.md", "today.md"]);
  });

  it("counts calls with a result only, changes that were made only, and pages that were read only", () => {
    const write = (i: number) => turn(`w${i}`, "write_task", { title: `t${i}` });
    const page = (i: number, ok = true) => turn(`p${i}`, "get_context", { file: `${i}.md` }, ok);
    const lost = { ...turn("l", "write_task", { title: "lost" }), results: undefined };
    const other = { ...turn("o", "write_task", { title: "other" }), results: turn("x", "write_task", {}).results };
    const down = { model: { outcome: "unavailable" as const, errors: [] }, results: [] };
    const no = turn("no", "write_task", { title: "no" }, false);
    const odd = [turn("a", "no_such_tool", {}), turn("b", "get_tasks", { file: 3 }), turn("c", "get_tasks", null)];
    const small = workingMemory({ context: undefined, turns: [lost, other, down, no, ...odd, page(0, false)] });
    expect(small).toEqual({
      recentWorkLog: [
        'write_task {"title":"no"} → denied',
        "no_such_tool {} → ok",
        'get_tasks {"file":3} → ok',
        "get_tasks null → ok",
        'get_context {"file":"0.md"} → denied',
      ],
      recentVerifiedWork: [],
      readFileState: [],
    });
    const nine = Array.from({ length: 9 }, (_, i) => i);
    const many = workingMemory({
      context: undefined,
      turns: [...nine.map(write), ...nine.map((i) => page(i)), page(4)],
    });
    expect(many.recentVerifiedWork).toEqual(nine.slice(1).map((i) => `write_task {"title":"t${i}"} → ok`));
    expect(many.readFileState).toEqual([3, 5, 6, 7, 8, 4].map((i) => `${i}.md`));
    expect(renderWorkingMemory({ recentWorkLog: ["a"], recentVerifiedWork: ["b", "c"], readFileState: ["d"] })).toBe(
      "Done so far in this run:\n- a\nConfirmed changes:\n- b\n- c\nPages already read:\n- d",
    );
  });

  it("is the same after a resume, because it is read from the journal", () => {
    const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const step = (n: number, to: "LLM_CALLED" | "TOOLS_DONE", data: object) => ({
      runId: "run-x",
      step: n,
      from: "CONTEXT_BUILT" as const,
      to,
      at: 0,
      tookMs: 0,
      data: data as never,
    });
    const steps = [
      step(1, "LLM_CALLED", {
        outcome: "replied",
        rung: "L1",
        model: "m",
        text: "",
        calls: [{ id: "1", name: "get_crs", args: {} }],
        stop: "tool_use",
        usage,
      }),
      step(2, "TOOLS_DONE", { results: [{ callId: "1", name: "get_crs", ok: true, value: {}, origin: "system" }] }),
    ];
    const text = renderWorkingMemory(workingMemory(readTranscript(steps)));
    expect(text).toBe("Done so far in this run:\n- get_crs {} → ok");
    expect(renderWorkingMemory(workingMemory(readTranscript(JSON.parse(JSON.stringify(steps)))))).toBe(text);
  });

  it("says nothing when nothing was done", () => {
    expect(renderWorkingMemory(workingMemory({ context: undefined, turns: [] }))).toBe("");
  });
});
