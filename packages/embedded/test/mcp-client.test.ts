import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { externalJson } from "@waldo/core/tools/outgoing";
import { ToolFailure } from "@waldo/core/tools/tool";
import { type McpServer, mcpClient } from "@waldo/outside/mcp-client";
import { afterEach, describe, expect, it } from "vitest";
import { notesOverHttp, oddServer } from "./mcp-server.ts";

const script = fileURLToPath(new URL("./mcp-server.ts", import.meta.url));
const tools = ["add", "refuse", "secrets", "die", "stall", "launch"];
const stdio: McpServer = { tools, command: process.execPath, args: ["--disable-warning=ExperimentalWarning", script] };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done).closeAllConnections());
});

/** The same server behind HTTP on loopback. `redirect` sends every request to another host. */
async function overHttp(seen: string[] = [], redirect?: string, serve?: typeof oddServer): Promise<string> {
  const { server, url } = await notesOverHttp(seen, redirect, serve);
  servers.push(server);
  return url;
}

describe("an MCP server as a process", () => {
  it("answers, and reports its failures", async () => {
    const notes = mcpClient({ notes: stdio });
    expect(await notes.call("notes", "add", externalJson({ text: "milk" }))).toEqual({ text: "added milk" });
    expect(await notes.call("notes", "add", externalJson({ text: "tea" }))).toEqual({ text: "added tea" });
    expect(await notes.call("notes", "refuse", externalJson({}))).toEqual({
      text: "the notebook is full",
      isError: true,
    });
  });

  it("gets no variable of our environment", async () => {
    process.env["A_SECRET_OF_OURS"] = "x";
    try {
      const answer = await mcpClient({ notes: { ...stdio, env: { GIVEN: "1" } } }).call(
        "notes",
        "secrets",
        externalJson({}),
      );
      expect(JSON.stringify(answer)).toContain("GIVEN");
      expect(JSON.stringify(answer)).not.toContain("A_SECRET_OF_OURS");
    } finally {
      delete process.env["A_SECRET_OF_OURS"];
    }
  });

  it("that was not set up, cannot be started or has no such tool certainly did nothing", async () => {
    const notes = mcpClient({ notes: stdio, gone: { tools, command: "/nowhere/at-all" } });
    for (const [server, tool, args] of [
      ["other", "add", {}],
      ["toString", "add", {}],
      ["gone", "add", {}],
      ["notes", "launch", {}],
      ["notes", "forget", {}],
    ] as const)
      await expect(notes.call(server, tool, externalJson(args))).rejects.toThrow(ToolFailure);
  });

  it.each([
    ["dies", "die", undefined],
    ["stalls", "stall", 300],
  ] as const)("that %s in the middle of a call leaves it unknown", async (_what, tool, timeoutMs) => {
    const failure = await mcpClient({ notes: stdio }, timeoutMs)
      .call("notes", tool, externalJson({}))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ToolFailure);
  });

  it("has only the tools that were named for it", async () => {
    const notes = mcpClient({ notes: { ...stdio, tools: ["refuse"] } });
    await expect(notes.call("notes", "add", externalJson({ text: "x" }))).rejects.toThrow("may not be called");
  });

  it("is started again for the next call when it died", async () => {
    const notes = mcpClient({ notes: stdio });
    await expect(notes.call("notes", "die", externalJson({}))).rejects.toThrow();
    expect(await notes.call("notes", "add", externalJson({ text: "milk" }))).toEqual({ text: "added milk" });
  });
});

describe("an MCP server over HTTP", () => {
  it("answers, with the headers it was set up with", async () => {
    const seen: string[] = [];
    const url = await overHttp(seen);
    const notes = mcpClient({ notes: { tools, url, headers: { authorization: "Bearer t" } } });
    expect(await notes.call("notes", "add", externalJson({ text: "milk" }))).toEqual({ text: "added milk" });
    expect(new Set(seen)).toEqual(new Set(["Bearer t"]));
  });

  it("is not followed to another host", async () => {
    const seen: string[] = [];
    const elsewhere = await overHttp(seen);
    const url = await overHttp([], elsewhere);
    await expect(
      mcpClient({ notes: { tools, url } }).call("notes", "add", externalJson({ text: "x" })),
    ).rejects.toThrow(ToolFailure);
    expect(seen).toEqual([]);
  });

  it("that answers otherwise than it promised was called all the same", async () => {
    const url = await overHttp([], undefined, oddServer);
    const odd = mcpClient({ odd: { tools: ["promise", "mistake"], url } });
    expect(await odd.call("odd", "promise", externalJson({}))).toEqual({ text: "done" });
    expect(await odd.call("odd", "mistake", externalJson({}))).toEqual({ text: "", structured: { count: "three" } });
  });

  it("that answers without end is cut, whatever the form of its answer", async () => {
    const url = await overHttp([], undefined, oddServer);
    const answer = await mcpClient({ odd: { tools: ["long"], url } }).call("odd", "long", externalJson({}));
    expect(JSON.stringify(answer).length).toBeLessThan(25_000);
    expect(answer).toEqual({ text: expect.stringMatching(/^\{"words":"aaa/) });
  });

  it("is not called over an unencrypted connection", () => {
    for (const url of ["http://example.com/mcp", "ftp://example.com", "not a url"])
      expect(() => mcpClient({ notes: { tools, url } })).toThrow("https");
    expect(() => mcpClient({ notes: { tools, url: "https://example.com/mcp" } })).not.toThrow();
  });
});
