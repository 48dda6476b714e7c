/** The web and MCP servers as the functions of a deployment see them: through the one function that reaches out. */
import type { Server } from "node:http";
import { type Outside, reach } from "@waldo/aws/reach";
import { remoteConnections } from "@waldo/aws/remote-connections";
import { ReachAsked, RemoteConnections } from "@waldo/contracts";
import { external, externalJson, externalUrl } from "@waldo/core/tools/outgoing";
import { publicFetcher } from "@waldo/outside/fetcher";
import { ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notesOverHttp } from "./mcp-server.ts";

let search: ScriptedServer;
let notes: Server;
let notesUrl: string;
const tokens: string[] = [];

beforeAll(async () => {
  [search, { server: notes, url: notesUrl }] = await Promise.all([startScriptedServer(), notesOverHttp(tokens)]);
});
afterAll(async () => {
  await search.stop();
  await new Promise((done) => notes.close(done).closeAllConnections());
});
beforeEach(() => search.reset());

/** A name for the server, because no address of a machine may leave. */
const HOST = "pages.test";
const LOOPBACK = { schemes: ["http:"], mayUsePort: () => true, isPublic: () => true };

/** The ports, with the function behind them. Its message and its answer are JSON, as Lambda carries them. */
function connected({ hosts = [HOST], tools = ["add", "refuse", "die"] } = {}) {
  const connections: RemoteConnections = {
    search: { api: "brave", url: `${search.endpoint}/res` },
    pages: hosts,
    mcp: { notes: { url: notesUrl, tools } },
  };
  const outside: Outside = {
    connections,
    keys: { "web.search": "key-of-search", notes: "key-of-notes" },
    pages: publicFetcher({ reach: LOOPBACK, hosts, lookup: async () => [{ address: "127.0.0.1", family: 4 }] }),
    fetch,
  };
  const carried = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  return remoteConnections(connections, async (asked) =>
    carried(await reach(outside, ReachAsked.parse(carried(asked)))),
  );
}

describe("the web through the function", () => {
  it("is searched with the key of the service, and its results come back", async () => {
    search.script.push(ok({ web: { results: [{ title: "Tea", url: "https://tea.test/", description: "Green" }] } }));
    expect(await connected().web?.search(external("tea"), 3)).toEqual([
      { title: "Tea", url: "https://tea.test/", snippet: "Green" },
    ]);
    expect(search.asked[0]?.path).toBe("/res?q=tea&count=3");
    expect(search.asked[0]?.headers["x-subscription-token"]).toBe("key-of-search");
  });

  it("is read, of the hosts that are named and no other", async () => {
    search.script.push(ok("<html><head><title>Tea</title></head><body><p>Steep it.</p></body></html>"));
    const address = externalUrl(`http://${HOST}:${new URL(search.endpoint).port}/page`);
    expect(await connected().web?.read(address)).toEqual({ title: "Tea", text: "Steep it." });
    await expect(connected({ hosts: ["tea.test"] }).web?.read(address)).rejects.toMatchObject({ error: "unavailable" });
  });

  it("that answers with an error is unavailable, and nothing of its words is told", async () => {
    search.script.push({ kind: "reply", status: 500, body: "the key key-of-search is wrong" });
    const refused = await connected()
      .web?.search(external("tea"), 3)
      .catch((error: Error) => error);
    expect(refused).toMatchObject({ name: "ToolFailure", error: "unavailable" });
    expect(String(refused)).not.toContain("key");
  });
});

describe("an MCP server through the function", () => {
  it("is called with its key, with the tools that are named", async () => {
    const { mcp, egress } = connected();
    expect([mcp?.tools, egress]).toEqual([{ notes: ["add", "refuse", "die"] }, ["127.0.0.1", HOST, "notes"]]);
    expect(await mcp?.call("notes", "add", externalJson({ text: "milk" }))).toEqual({ text: "added milk" });
    expect(new Set(tokens)).toEqual(new Set(["Bearer key-of-notes"]));
    await expect(mcp?.call("notes", "secrets", externalJson({}))).rejects.toMatchObject({ error: "not_found" });
    await expect(mcp?.call("others", "add", externalJson({}))).rejects.toMatchObject({ error: "unavailable" });
  });

  it("of any name is called without a key where none is stored", async () => {
    const mcp = { constructor: { url: notesUrl, tools: ["add"] } };
    const connections: RemoteConnections = { pages: [], mcp };
    const outside: Outside = { connections, keys: {}, pages: publicFetcher({ hosts: [] }), fetch };
    const asked = ReachAsked.parse({ ask: "call", server: "constructor", tool: "add", args: { text: "tea" } });
    tokens.length = 0;
    expect(await reach(outside, asked)).toEqual({ outcome: "answered", value: { text: "added tea" } });
    expect(new Set(tokens)).toEqual(new Set(["undefined"]));
  });

  it("whose call breaks off leaves it open whether it took effect", async () => {
    const connections: RemoteConnections = { pages: [], mcp: { notes: { url: notesUrl, tools: ["add"] } } };
    for (const answer of [{ outcome: "unclear", message: "the call broke off" }, { strange: true }]) {
      const { mcp } = remoteConnections(connections, async () => answer);
      const broken = await mcp?.call("notes", "add", externalJson({})).catch((error: Error) => error);
      expect(broken).toBeInstanceOf(Error);
      expect(broken).not.toMatchObject({ name: "ToolFailure" });
    }
  });
});

describe("the connections of a deployment", () => {
  it("are https alone, and name their tools", () => {
    const of = (mcp: object) => RemoteConnections.safeParse({ mcp }).success;
    expect(of({ notes: { url: "https://notes.test/mcp", tools: ["add"] } })).toBe(true);
    expect(of({ notes: { url: "http://notes.test/mcp", tools: ["add"] } })).toBe(false);
    expect(of({ notes: { url: "https://notes.test/mcp", tools: [] } })).toBe(false);
    expect(of({ "web.search": { url: "https://notes.test/mcp", tools: ["add"] } })).toBe(false);
  });

  it("without any leave the ports out, so that no tool is offered", () => {
    expect(remoteConnections({ pages: [], mcp: {} }, async () => ({}))).toEqual({ egress: [] });
  });
});
