import { describe, expect, it } from "vitest";
import { readTranscript, type Transcript } from "./transcript.ts";
import { renderWorkingMemory, workingMemory } from "./working-memory.ts";

const turn = (id: string, name: string, args: object, ok = true): Transcript["turns"][number] => ({
  model: {
    outcome: "replied",
    rung: "L1",
    model: "m",
    text: "",
    calls: [{ id, name, args: args as never }],
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
