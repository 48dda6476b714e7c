/**
 * Tests what reaches beyond the store: a page of the workspace, the web, a tool of an MCP server, an approved proposal.
 */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { DATE, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import type { Execution, ToolContext } from "../tool.ts";
import { callMcpTool } from "./outside.ts";

async function world(more: Partial<ToolContext> = {}) {
  const { context, calls } = await toolWorld(openSqliteStore(":memory:"), more);
  const call = (
    name: "get_context" | "execute_action" | "call_mcp_tool" | "web_search",
    args: Json,
    told: Partial<ToolContext> = {},
  ) => dispatchTool({ id: "1", name, args }, { ...context, ...told });
  const page = (name: string, text: string) =>
    context.archive.write(`workspace/me/${name}`, new TextEncoder().encode(text));
  return { context, calls, call, page };
}

describe("a page", () => {
  it("is read whole, or by parts when it is long", async () => {
    const { call, page } = await world({ trigger: "brief" });
    expect(await call("get_context", { file: "today.md" })).toMatchObject({
      value: { file: "today.md", text: `# ${DATE}\n\nMINE` },
    });
    expect(await call("get_context", { file: "today.md" })).not.toHaveProperty("value.parts");
    await page("baselines.md", `${"first ".repeat(240)}${"second ".repeat(200)}`);
    const first = await call("get_context", { file: "baselines.md" });
    expect(first).toMatchObject({ value: { part: 1, parts: 2, text: expect.stringMatching(/^first first/) } });
    const second = await call("get_context", { file: "baselines.md", part: 2 });
    expect(second).toMatchObject({ value: { part: 2, parts: 2, text: expect.stringMatching(/second second$/) } });
    expect(await call("get_context", { file: "baselines.md", part: 3 })).toMatchObject({ error: "not_found" });
  });

  it("that does not exist yet is not found, and other names are no pages", async () => {
    const { call } = await world({ trigger: "brief" });
    expect(await call("get_context", { file: "baselines.md" })).toMatchObject({ error: "not_found" });
    expect(await call("get_context", { file: "secrets.md" })).toMatchObject({ error: "invalid_arguments" });
  });

  it("is closed to a run that may not read what it is made of", async () => {
    const { call, page } = await world();
    await page("memory.md", "likes tea");
    await page("patterns.md", "sleeps less on Sundays");
    const read = async (file: string, trigger: ToolContext["trigger"]) => {
      const result = await call("get_context", { file }, { trigger });
      return result.ok || result.error;
    };
    expect(await read("memory.md", "intervention")).toBe(true);
    expect(await read("memory.md", "brief")).toBe("failed");
    expect(await read("memory.md", "fetch_alert")).toBe("failed");
    expect(await read("patterns.md", "fetch_alert")).toBe(true);
  });
});

describe("a search of the web", () => {
  const page = (n: number, more: object = {}) => ({
    title: `Page ${n}`,
    url: `https://a.example/${n}`,
    snippet: "Every hour",
    ...more,
  });
  const search = async (results: readonly ReturnType<typeof page>[], more: Partial<ToolContext> = {}) => {
    const asked: Json[] = [];
    const web = {
      host: "search.example",
      search: async (query: string, limit: number) => {
        asked.push([query, limit]);
        return results;
      },
      read: async () => ({ text: "" }),
    };
    const { call } = await world({ web, ...more });
    return { asked, result: await call("web_search", { query: "trains for jo@example.com" }) };
  };

  it("gives the first five results, clipped, as text from outside; a long address is left out", async () => {
    const short = `https://a.example/${"x".repeat(60)}`;
    const pages = [
      page(1, { url: `https://a.example/${"x".repeat(300)}` }),
      page(2, { url: short, title: "word ".repeat(40), snippet: "word ".repeat(60) }),
      ...[3, 4, 5, 6, 7].map((n) => page(n)),
    ];
    const { asked, result } = await search(pages);
    expect(asked).toEqual([[expect.stringMatching(/^trains for (?!jo@)/), 5]]);
    expect(result).toMatchObject({ ok: true, origin: "untrusted" });
    const { results } = (result.ok ? result.value : {}) as {
      results: { url: string; title: string; snippet: string }[];
    };
    expect(results.map(({ url }) => url)).toEqual([short, ...[3, 4, 5, 6].map((n) => page(n).url)]);
    expect(results[0]?.title.length).toBeLessThanOrEqual(81);
    expect(results[0]?.snippet.length).toBeLessThanOrEqual(121);
    expect(results[1]).toEqual(page(3));
  });

  it("needs a provider that is connected and allowed", async () => {
    expect((await search([], { egress: [] })).result).toMatchObject({ error: "unavailable" });
    const { context } = await world();
    const { web: _, ...alone } = context;
    const call = { id: "1", name: "web_search", args: { query: "trains" } };
    expect(await dispatchTool(call, alone)).toMatchObject({ error: "unavailable" });
  });

  it.each(["search", "search for", "search the web for", "look up", "look for", "find", "google", "check"])(
    "is made after text from outside when the person says “%s” and its words",
    async (verb) => {
      const made = async (words: string) => {
        const heard = { owner: [words], outside: true, recalled: [] };
        const result = await (await world({ heard })).call("web_search", { query: "trains" });
        return result.ok || result.error;
      };
      expect(await made(`${verb} trains`)).toBe(true);
      expect(await made(`${verb} buses`)).toBe("needs_approval");
      expect(await made("I like trains")).toBe("needs_approval");
    },
  );

  it.each<[string, boolean]>([
    ["", false],
    ["x".repeat(200), true],
    ["x".repeat(201), false],
  ])("takes words of a length that a search can have", async (query, taken) => {
    expect((await (await world()).call("web_search", { query })).ok).toBe(taken);
  });
});

describe("a tool of an MCP server", () => {
  const args = { server: "notes", tool: "add", args: { text: "x" } };

  it.each<[string, object, boolean]>([
    ["a name of letters, digits and marks", { server: "my_Notes-2.0" }, true],
    ["a name with a blank", { server: "my notes" }, false],
    ["a name that begins with a blank", { server: " notes" }, false],
    ["a name of 64 letters", { tool: "x".repeat(64) }, true],
    ["a name of 65 letters", { tool: "x".repeat(65) }, false],
    ["no name", { tool: "" }, false],
    ["arguments of 2,000 characters", { args: { text: "x".repeat(1989) } }, true],
    ["arguments of one more", { args: { text: "x".repeat(1990) } }, false],
  ])("takes or refuses %s", (_, more, taken) => {
    expect(callMcpTool.args.safeParse({ ...args, ...more }).success).toBe(taken);
  });

  it("answers in words, cut, or as JSON", async () => {
    const { context } = await world();
    const answerOf = async (answer: Json) =>
      callMcpTool.perform?.(args, { ...context, mcp: { tools: { notes: ["add"] }, call: async () => answer } });
    expect(await answerOf("done")).toEqual({ answer: "done" });
    expect(await answerOf({ a: 1 })).toEqual({ answer: '{"a":1}' });
    expect(JSON.stringify(await answerOf("word ".repeat(400))).length).toBeLessThan(620);
  });

  it("needs a server that is connected, and one that the person allowed", async () => {
    const { context } = await world();
    const { mcp: _, ...alone } = context;
    await expect(callMcpTool.plan(args, alone)).rejects.toMatchObject({ error: "unavailable" });
    await expect(callMcpTool.perform?.(args, alone)).rejects.toMatchObject({ error: "unavailable" });
    expect(callMcpTool.egress?.(args, context)).toBe("notes");
    expect(callMcpTool.leaves).toEqual(["args"]);
  });
});

describe("an approved proposal", () => {
  const proposalId = `p-${"0".repeat(16)}`;
  const ends = async (execution: Execution, id = proposalId) =>
    (await world()).call("execute_action", { proposalId: id }, { execute: async () => execution });

  it("tells what was done, or why not", async () => {
    const effects = ["Add the task", "Move the call"].map((title) => ({ effectId: title, title, value: {} }));
    expect(await ends({ outcome: "executed", effects })).toMatchObject({
      ok: true,
      value: { done: ["Add the task", "Move the call"] },
    });
    expect(await ends({ outcome: "refused", reason: "it has expired", effects: [] })).toMatchObject({
      error: "failed",
      message: "it has expired",
    });
  });

  it("is carried out only where proposals are, and under its whole id", async () => {
    expect(await (await world()).call("execute_action", { proposalId })).toMatchObject({ error: "unavailable" });
    for (const id of [`${proposalId}0`, ` ${proposalId}`, "p-1"])
      expect(await ends({ outcome: "executed", effects: [] }, id)).toMatchObject({
        error: "invalid_arguments",
      });
  });
});
