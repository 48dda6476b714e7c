import {
  type CrsResult,
  DISABLED_TOOLS,
  keys,
  TOOL_NAMES,
  TOOL_PERMISSIONS,
  ToolResult,
  TRIGGERS,
  WaldoError,
} from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, Store } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { dispatchBatch, dispatchTool, RESULT_TOKEN_CAP } from "./dispatch.ts";
import { REGISTRY, toolsFor } from "./registry.ts";
import type { ToolContext } from "./tool.ts";

const DATE = "2026-10-30";
const score = (date: string, form: number): CrsResult => ({
  date,
  version: 1,
  status: "final",
  computedAt: 0,
  form,
  recovery: form,
  bodyZone: "steady",
  confidence: 1,
  pillars: {},
  missing: [],
  sources: [],
});

async function context(trigger: ToolContext["trigger"] = "brief", userId = "me"): Promise<ToolContext> {
  const store = openSqliteStore(":memory:");
  for (const [user, form] of [
    ["me", 70],
    ["other", 10],
  ] as const)
    await store.transact([{ op: "put", key: keys.crs(user, DATE), body: score(DATE, form) }]);
  return {
    userId,
    runId: "run-x",
    trigger,
    date: DATE,
    now: 0,
    autonomy: "L2",
    heard: { owner: [], outside: false, recalled: [] },
    egress: [],
    store,
    archive: memoryArchive(),
    registry: REGISTRY,
  };
}

it("a tool is offered where it can work, and only there", () => {
  const offered = (ports: Parameters<typeof toolsFor>[1]) => toolsFor("user_message", ports).map(({ name }) => name);
  const web = { host: "web.example", search: async () => [], read: async () => ({ text: "" }) };
  expect(offered({})).not.toContain("web_search");
  expect(offered({})).not.toContain("call_mcp_tool");
  expect(offered({ web })).toContain("web_search");
  expect(offered({ mcp: { tools: {}, call: async () => ({}) } })).toContain("call_mcp_tool");
});

describe("the dispatcher", () => {
  it("R9: denies every tool that a trigger's row does not name, with any arguments", async () => {
    for (const trigger of TRIGGERS) {
      const ctx = await context(trigger);
      for (const name of TOOL_NAMES) {
        if (TOOL_PERMISSIONS[trigger].includes(name)) continue;
        expect(await dispatchTool({ id: "1", name, args: {} }, ctx)).toMatchObject({ ok: false, error: "denied" });
      }
    }
  });

  it("R14: an allowed batch gives the next wake no permission", async () => {
    const chat = await context("user_message");
    expect(toolsFor("user_message", {}).length).toBeGreaterThan(0);
    await dispatchBatch([{ id: "1", name: "get_crs", args: {} }], chat);
    const patrol = { ...chat, trigger: "patrol" } as const;
    expect(await dispatchTool({ id: "2", name: "get_master_metrics", args: {} }, patrol)).toMatchObject({
      ok: false,
      error: "denied",
    });
  });

  it("refuses disabled tools to every trigger and offers them to none", async () => {
    for (const trigger of TRIGGERS) {
      const ctx = await context(trigger);
      for (const name of DISABLED_TOOLS)
        expect(await dispatchTool({ id: "1", name, args: {} }, ctx)).toMatchObject({ ok: false });
      expect(toolsFor(trigger, {}).map((tool) => tool.name)).not.toContain(DISABLED_TOOLS[0]);
    }
  });

  it("lets no call name another person", async () => {
    const ctx = await context();
    for (const args of [{ userId: "other" }, { user: "other" }, { date: DATE, userId: "other" }]) {
      expect(await dispatchTool({ id: "1", name: "get_crs", args }, ctx)).toMatchObject({
        ok: false,
        error: "invalid_arguments",
      });
    }
    expect(await dispatchTool({ id: "1", name: "get_crs", args: {} }, ctx)).toMatchObject({
      ok: true,
      value: { form: 70 },
    });
  });

  it("R10: takes the origin from the tool; no argument sets it", async () => {
    const ctx = await context();
    const result = await dispatchTool({ id: "1", name: "get_crs", args: {} }, ctx);
    expect(result).toMatchObject({ ok: true, origin: "system" });
    expect(await dispatchTool({ id: "1", name: "get_crs", args: { origin: "owner" } }, ctx)).toMatchObject({
      ok: false,
      error: "invalid_arguments",
    });
  });

  it("gives any call a well-formed answer", async () => {
    const ctx = await context("user_message");
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constantFrom(...TOOL_NAMES), fc.string()), fc.jsonValue(), async (name, args) => {
        const result = await dispatchTool({ id: "x", name, args: args as null }, ctx);
        expect(ToolResult.safeParse(result).success).toBe(true);
        expect(result.callId).toBe("x");
      }),
      { numRuns: 500 },
    );
  });

  it("reads a row once for all the reads of a batch, and again for the next", async () => {
    const seen = await context();
    const asked: string[] = [];
    const store: Store = {
      ...seen.store,
      get(key) {
        asked.push(key.sk);
        return seen.store.get(key);
      },
    };
    const batch = [
      { id: "a", name: "get_crs", args: {} },
      { id: "b", name: "get_crs", args: { daysBack: 0 } },
    ];
    for (const form of [70, 60]) {
      await store.transact([{ op: "put", key: keys.crs("me", DATE), body: score(DATE, form) }]);
      const results = await dispatchBatch(batch, { ...seen, store });
      expect(results).toMatchObject([{ value: { form } }, { value: { form } }]);
    }
    // A score is read together with the nights that the person took out.
    expect(asked).toEqual([`CRS#${DATE}`, "UNWORN", `CRS#${DATE}`, "UNWORN"]);
  });

  it("runs identical calls of one batch once and answers each", async () => {
    const calls = ["a", "b", "c"].map((id) => ({ id, name: "get_crs", args: {} }));
    const other = { id: "d", name: "get_crs", args: { daysBack: 1 } };
    const ran: string[] = [];
    const results = await dispatchBatch([...calls, other], await context(), (call, run) => {
      ran.push(call.id);
      return run(call);
    });
    expect(results.map((result) => [result.callId, result.ok])).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
      ["d", false],
    ]);
    expect(ran).toEqual(["a", "d"]);
  });

  const half = "\ud800";
  const nested = (depth: number): Json => (depth === 0 ? "x" : [nested(depth - 1)]);
  it.each<[string, Json, boolean]>([
    ["half a character", { claim: half }, false],
    ["half a character in a name", { [half]: "x" }, false],
    ["half a character deep inside", { claim: ["x", { y: half }] }, false],
    ["half a character as the whole", half, false],
    ["thirty-one levels", nested(31), false],
    ["thirty levels", nested(30), true],
    ["whole characters, numbers and nothing", { a: "😀", b: 1, c: null, d: true }, true],
  ])("looks at arguments before any tool does: %s", async (_, args, fine) => {
    const result = await dispatchTool({ id: "1", name: "get_crs", args }, await context());
    // `get_crs` takes none of these, and says so.
    expect(result).toMatchObject({ ok: false, error: "invalid_arguments" });
    expect(!result.ok && result.message.includes("It takes:")).toBe(fine);
  });

  it("says which argument is wrong", async () => {
    const wrong = async (name: string, args: Json) => {
      const result = await dispatchTool({ id: "1", name, args }, await context("user_message"));
      return result.ok ? "" : result.message.split(":")[0];
    };
    expect(await wrong("get_crs", { date: "x" })).toBe("date");
    expect(await wrong("get_crs", { other: 1 })).toBe("arguments");
    expect(await wrong("propose_action", { actions: [{ tool: "write_task" }] })).toBe("actions.0.args");
  });

  it("passes on what the store throws", async () => {
    const ctx = await context();
    const gone = new WaldoError("StoreUnavailable", "gone");
    const store: Store = { ...ctx.store, get: () => Promise.reject(gone) };
    await expect(dispatchTool({ id: "1", name: "get_crs", args: {} }, { ...ctx, store })).rejects.toBe(gone);
  });

  it("has nothing to offer where a tool is not part of the build", async () => {
    const bare = { ...(await context()), registry: {} };
    expect(await dispatchTool({ id: "1", name: "get_crs", args: {} }, bare)).toMatchObject({ error: "unavailable" });
  });

  it("gives a page that is too large for the conversation in parts", async () => {
    const ctx = await context();
    const words = Array.from({ length: RESULT_TOKEN_CAP }, (_, i) => `word${i}`);
    await ctx.archive.write("workspace/me/baselines.md", new TextEncoder().encode(words.join(" ")));
    const read = (part: number) =>
      dispatchTool({ id: "1", name: "get_context", args: { file: "baselines.md", part } }, ctx);
    const texts: string[] = [];
    for (let part = 1; ; part++) {
      const result = await read(part);
      if (!result.ok) break;
      expect(countTokens(JSON.stringify(result.value))).toBeLessThanOrEqual(RESULT_TOKEN_CAP);
      texts.push((result.value as { text: string }).text);
    }
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join(" ").split(/\s+/)).toEqual(words);
  });

  it("says what a tool takes when its arguments are wrong", async () => {
    const result = await dispatchTool({ id: "1", name: "get_context", args: { file: "notes.md" } }, await context());
    expect(result).toMatchObject({ ok: false, error: "invalid_arguments" });
    expect(result.ok === false && result.message).toContain(
      "file: today.md | baselines.md | patterns.md | memory.md | goals.md",
    );
    expect(result.ok === false && result.message).toContain("part?: integer");
  });

  it("a path in a file name reaches no other file", async () => {
    const ctx = await context();
    for (const file of ["../other/today.md", "/etc/passwd", "today.md/../../x"])
      expect(await dispatchTool({ id: "1", name: "get_context", args: { file } }, ctx)).toMatchObject({
        ok: false,
        error: "invalid_arguments",
      });
  });
});
