import { describe, expect, it } from "vitest";
import {
  ChannelMessage,
  CrsResult,
  DISABLED_TOOLS,
  keys,
  OUTBOX_STATES,
  OUTBOX_TRANSITIONS,
  RUN_STATES,
  RUN_TRANSITIONS,
  RunInput,
  TOOL_EFFECT,
  TOOL_NAMES,
  TOOL_PERMISSIONS,
  ToolName,
  TRIGGERS,
  type Trigger,
  TriggerEvent,
  ZONE_FLOOR,
} from "./index.ts";

const reachable = <S extends string>(start: S, edges: Record<S, readonly S[]>): Set<S> => {
  const seen = new Set<S>([start]);
  for (const state of seen) for (const next of edges[state]) seen.add(next);
  return seen;
};

describe("state machines as data", () => {
  it("reach every run state, and every run state can end", () => {
    expect([...reachable("PENDING", RUN_TRANSITIONS)].sort()).toEqual([...RUN_STATES].sort());
    for (const state of RUN_STATES) {
      const ends = reachable(state, RUN_TRANSITIONS);
      expect(ends.has("DONE") || ends.has("FAILED")).toBe(true);
    }
  });

  it("have no way back from a delivered run", () => {
    for (const state of ["GATED", "DELIVERED", "DONE"] as const)
      expect([...reachable(state, RUN_TRANSITIONS)]).not.toContain("LLM_CALLED");
  });

  it("reach every outbox state, and sent is final", () => {
    expect([...reachable("pending", OUTBOX_TRANSITIONS)].sort()).toEqual([...OUTBOX_STATES].sort());
    expect(OUTBOX_TRANSITIONS.sent).toEqual([]);
  });
});

describe("the tool matrix", () => {
  it("has a row for every trigger, and each row names existing tools, each once", () => {
    expect(Object.keys(TOOL_PERMISSIONS).sort()).toEqual([...TRIGGERS].sort());
    for (const tools of Object.values(TOOL_PERMISSIONS)) {
      expect(new Set(tools).size).toBe(tools.length);
      for (const tool of tools) expect(TOOL_NAMES).toContain(tool);
    }
  });

  /** The matrix of the source, cell by cell: brief, fetch_alert, patrol, Handoff (E, P, A), user_message, dreaming. */
  const SOURCE: readonly (readonly [tools: string, cells: string])[] = [
    ["get_crs get_health", "y y y EP y y"],
    ["query_calendar", "y - y EP y -"],
    ["get_communication get_tasks", "- - - E y -"],
    ["get_master_metrics", "y - - - y -"],
    ["get_context", "y y - - y -"],
    ["read_memory", "y y y EP y y"],
    ["update_memory", "- - - - y y"],
    ["search_episodes", "y - y - y y"],
    ["propose_action", "y - - P y -"],
    ["execute_action", "- - - A y -"],
    ["send_message", "y y y PA y -"],
    ["web_search read_document", "- - - E y -"],
    ["call_mcp_tool", "- - - - y -"],
    ["execute_code browser_use analyze_image", "- - - - - -"],
  ];

  it.each(SOURCE)("%s: as the source has it", (tools, cells) => {
    const [brief, fetch, patrol, handoff = "", chat, dreaming] = cells.split(" ");
    const expected: Partial<Record<Trigger, boolean>> = {
      brief: brief === "y",
      fetch_alert: fetch === "y",
      patrol: patrol === "y",
      handoff_explore: handoff.includes("E"),
      handoff_plan: handoff.includes("P"),
      handoff_act: handoff.includes("A"),
      user_message: chat === "y",
      dreaming_mode: dreaming === "y",
    };
    for (const tool of tools.split(" ").map((name) => ToolName.parse(name)))
      for (const trigger of TRIGGERS)
        if (expected[trigger] !== undefined)
          expect([tool, trigger, TOOL_PERMISSIONS[trigger].includes(tool)]).toEqual([tool, trigger, expected[trigger]]);
    expect(TOOL_PERMISSIONS.handoff_replan).toEqual(TOOL_PERMISSIONS.handoff_plan);
  });

  it("lists disabled tools nowhere", () => {
    for (const tools of Object.values(TOOL_PERMISSIONS))
      for (const tool of DISABLED_TOOLS) expect(tools).not.toContain(tool);
  });

  it("lets an intervention never send, an explorer never write, and only the act phase and chat execute", () => {
    expect(TOOL_PERMISSIONS.intervention).not.toContain("send_message");
    for (const tool of TOOL_PERMISSIONS.handoff_explore) expect(TOOL_EFFECT[tool]).toBe("read");
    const executors = TRIGGERS.filter((trigger) => TOOL_PERMISSIONS[trigger].includes("execute_action"));
    expect(executors).toEqual(["handoff_act", "user_message"]);
  });

  it("gives no tool that changes the outside world to a trigger that reads it", () => {
    for (const trigger of TRIGGERS) {
      const tools = TOOL_PERMISSIONS[trigger];
      if (trigger === "user_message" || !tools.includes("web_search")) continue;
      expect(tools.filter((tool) => TOOL_EFFECT[tool] === "connector_write")).toEqual([]);
    }
  });
});

describe("boundaries", () => {
  it("body zones cover the scale without a gap", () => {
    expect(Object.values(ZONE_FLOOR).sort((a, b) => a - b)[0]).toBe(0);
  });

  it("R6: refuses a machine payload that holds anything but ids", () => {
    expect(RunInput.safeParse({ userId: "me", runId: "run-x" }).success).toBe(true);
    expect(RunInput.safeParse({ userId: "me", runId: "run-x", text: "hello" }).success).toBe(false);
    expect(RunInput.safeParse({ userId: "me", runId: "run-x", hrv: 44 }).success).toBe(false);
  });

  it("R7: a score has no field for a raw value", () => {
    const score = {
      date: "2026-01-01",
      version: 1,
      status: "final",
      computedAt: 0,
      confidence: 1,
      pillars: {},
      missing: [],
      sources: [],
    };
    expect(CrsResult.safeParse(score).success).toBe(true);
    expect(CrsResult.safeParse({ ...score, hrvRmssdMs: 44 }).success).toBe(false);
    expect(
      CrsResult.safeParse({ ...score, pillars: { cass: { score: 50, band: "usual", confidence: 1, ms: 44 } } }).success,
    ).toBe(false);
  });

  it("only a brief names a variant, and every brief does", () => {
    const event = { userId: "me", nonce: "n", occurredAt: 0 };
    expect(TriggerEvent.safeParse({ ...event, trigger: "brief" }).success).toBe(false);
    expect(TriggerEvent.safeParse({ ...event, trigger: "brief", variant: "morning" }).success).toBe(true);
    expect(TriggerEvent.safeParse({ ...event, trigger: "patrol", variant: "morning" }).success).toBe(false);
  });

  it("measures callback data in bytes", () => {
    const message = (data: string) => ({ channel: "telegram", text: "x", buttons: [{ label: "ok", data }] });
    expect(ChannelMessage.safeParse(message("a".repeat(64))).success).toBe(true);
    expect(ChannelMessage.safeParse(message("é".repeat(33))).success).toBe(false);
  });

  it("sort keys of one kind sort by time, and the range of one kind holds no row of another", () => {
    expect(keys.episode("me", 9, "r").sk < keys.episode("me", 10, "r").sk).toBe(true);
    expect(keys.crsVersion("me", "2026-01-01", 1).sk.startsWith(keys.crs("me", "").sk)).toBe(false);
    expect(keys.outboxDue("me", "r", 0).sk.startsWith("OUTBOX#")).toBe(false);
  });
});
