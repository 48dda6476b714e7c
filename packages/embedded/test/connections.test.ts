/** `waldo web` and `waldo mcp`, and what a chat can then reach: a search service and an MCP server on this machine. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keys } from "@waldo/contracts";
import { ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { completion } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldoWith } from "./command.ts";

const SERVER = fileURLToPath(new URL("./mcp-server.ts", import.meta.url));
const NOTES = ["--", process.execPath, "--disable-warning=ExperimentalWarning", SERVER];
const root = mkdtempSync(join(tmpdir(), "waldo-connections-"));
let home: string;
let search: ScriptedServer;
let model: ScriptedServer;

beforeAll(async () => {
  [search, model] = await Promise.all([startScriptedServer(), startScriptedServer()]);
});
afterAll(async () => {
  await Promise.all([search.stop(), model.stop()]);
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  home = mkdtempSync(join(root, "home-"));
  search.reset();
  model.reset();
});

const env = () => ({ WALDO_MODEL_URL: `${model.endpoint}/v1`, WALDO_MODEL: "gemma3:12b", SEARCH_KEY: "k-1" });
const waldo = (...args: string[]) => waldoWith(env(), ...args, "--home", home);
/** Arguments after `--` are the server's, so the home comes before them. */
const mcp = (args: readonly string[], server: readonly string[] = NOTES) =>
  waldoWith(env(), "mcp", ...args, "--home", home, ...server);
const FOUND = ok({
  results: [{ title: "The <b>weather</b>", url: "https://weather.test/", content: "Sunny &amp; dry" }],
});

async function withPerson() {
  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  store.close();
}

describe("waldo web", () => {
  it("tests a SearXNG, keeps it for its owner, and a chat searches with it", async () => {
    await withPerson();
    search.script.push(FOUND);
    expect((await waldo("web", "use", `${search.endpoint}/search`)).stdout).toBe("searxng searches from now on.\n");
    expect(search.asked[0]?.path).toBe("/search?q=weather&format=json");
    expect(statSync(join(home, "connections.json")).mode & 0o777).toBe(0o600);
    expect((await waldo("web")).stdout).toContain("no page may be read: waldo web allow <host>");

    search.script.push(FOUND);
    const call = { id: "c", name: "web_search", args: { query: "weather in Lisbon" } };
    model.script.push(completion({ calls: [call] }), completion({ text: "The web says: sunny and dry." }));
    const { stdout } = await waldo("say", "search the web for the weather in Lisbon");
    expect(stdout).toBe("The web says: sunny and dry.\n");
    expect(search.asked[1]?.path).toBe("/search?q=weather+in+Lisbon&format=json");
    const [first, second] = model.asked.map(({ body }) => JSON.parse(body));
    expect(JSON.stringify(first.tools)).toContain("web_search");
    expect(JSON.stringify(second.messages)).toContain("Sunny & dry");

    expect((await waldo("web", "none")).status).toBe(0);
    model.reset();
    model.script.push(completion({ text: "I cannot search." }));
    await waldo("say", "search the web for tea");
    expect(model.asked[0]?.body).not.toContain("web_search");
  });

  it("sends the key of Brave to Brave alone, and saves its name only", async () => {
    const kept = JSON.stringify({
      search: { api: "brave", url: `${search.endpoint}/res`, keyEnv: "SEARCH_KEY" },
      ...{ pages: [], mcp: {} },
    });
    writeFileSync(join(home, "connections.json"), kept);
    await withPerson();
    search.script.push(ok({ web: { results: [{ title: "T", url: "https://a.test/", description: "D" }] } }));
    const call = { id: "c", name: "web_search", args: { query: "tea" } };
    model.script.push(completion({ calls: [call] }), completion({ text: "Tea is a drink." }));
    await waldo("say", "search the web for tea");
    expect(search.asked.map(({ path, headers }) => [path, headers["x-subscription-token"]])).toEqual([
      ["/res?q=tea&count=5", "k-1"],
    ]);
    expect(JSON.stringify(model.asked)).not.toContain("k-1");
  });

  it.each([
    [["use", "brave"], /name its variable with --key-env/],
    [["use", "brave", "--key-env", "NOT_SET"], /variable that is set/],
    [["use", "http://example.com/search"], /https, or http on this machine/],
    [["use", "ftp://x"], /neither brave nor/],
    [["allow", "not a host"], /is no host/],
  ])("%j is refused with what to do", async (args, says) => {
    const { status, stderr } = await waldo("web", ...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(says)]);
  });

  it("a service that does not answer as it should is not saved", async () => {
    search.script.push({ kind: "reply", status: 403, body: "" }, ok("<html>"));
    for (let i = 0; i < 2; i++)
      expect((await waldo("web", "use", search.endpoint)).stderr).toMatch(
        /did not answer as expected.*Nothing is saved/,
      );
    expect((await waldo("web", "--json")).stdout).toContain('"search": null');
  });

  it("allows and forbids hosts, and says when its file is damaged", async () => {
    await waldo("web", "allow", "en.wikipedia.org");
    expect(JSON.parse((await waldo("web", "allow", "Example.org", "--json")).stdout).pages).toEqual([
      "en.wikipedia.org",
      "example.org",
    ]);
    expect((await waldo("web", "forbid", "example.org")).stdout).toContain("pages of en.wikipedia.org");
    writeFileSync(join(home, "connections.json"), "{");
    const { status, stderr } = await waldo("web");
    expect([status, stderr]).toEqual([1, expect.stringContaining("connections.json cannot be read")]);
  });
});

describe("waldo mcp", () => {
  it("shows what a server offers, adds it with the tools that were named, and removes it", async () => {
    expect((await mcp(["tools"])).stdout).toMatch(/^add {2}/m);
    expect((await mcp(["add", "notes", "--tools", "add,refuse"])).stdout).toContain("notes is connected");
    expect((await waldo("mcp", "show")).stdout).toMatch(/^notes: add, refuse {2}\(/);
    expect(JSON.parse(readFileSync(join(home, "connections.json"), "utf8")).mcp.notes.tools).toEqual(["add", "refuse"]);
    expect((await waldo("mcp", "remove", "notes")).status).toBe(0);
    expect((await waldo("mcp", "remove", "notes")).stderr).toMatch(/no server has the name/);
  });

  it("a chat proposes a call, and the tap makes it", async () => {
    await withPerson();
    await mcp(["add", "notes", "--tools", "add"]);
    const args = { server: "notes", tool: "add", args: { text: "milk" } };
    model.script.push(
      completion({ calls: [{ id: "c", name: "call_mcp_tool", args }] }),
      completion({ text: "Shall I add milk to your notes?" }),
    );
    await waldo("say", "add milk to my notes");
    expect(model.asked[0]?.body).toContain("Servers and their tools: notes (add).");
    const [card] = JSON.parse((await waldo("taps", "--json")).stdout);
    const details = ["args.text: milk", "server: notes", "tool: add"];
    expect(card.actions).toEqual([{ title: "Call add on notes", details, fromOutside: false }]);
    const done = await waldo("taps", "do", card.proposalId.replace("p-", "").slice(0, 8), "--yes");
    expect([done.status, done.stdout]).toEqual([0, expect.stringMatching(/done/i)]);
    expect((await waldo("log")).stdout).toContain("Call add on notes");
  });

  it.each([
    [["add", "notes", "--tools", "add"], [], /name a program after --, or an address/],
    [["add", "notes", "--tools", "launch"], NOTES, /launch is not among its tools: add, refuse/],
    [["add", "notes", "--tools", ","], NOTES, /--tools takes names/],
    [["add", "my notes", "--tools", "add"], NOTES, /a name is of letters, digits, - and _/],
    [["add", "__proto__", "--tools", "add"], NOTES, /a name is of letters, digits, - and _/],
    [["remove", "constructor"], [], /no server has the name/],
    [["add", "notes", "--tools", "add"], ["--", "/nowhere/at-all"], /does not answer as an MCP server/],
    [["add", "notes", "--tools", "add", "--url", "http://example.com/mcp"], [], /reached by https/],
  ])("%j %# is refused with what to do, and what is saved can still be read", async (args, server, says) => {
    const { status, stderr } = await mcp(args, server);
    expect([status, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect((await waldo("mcp", "show")).stdout).toMatch(/^No server is connected/);
  });
});
