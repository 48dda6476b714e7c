/** Agents of other makers on the page: what the person grants and takes back there is what an agent gets. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { agentsKnown, contextsKept } from "./agents-known.ts";
import { stageOfEach } from "./each-stage.ts";
import { button, seen } from "./journey-steps.ts";

const set = stageOfEach({ days: 0 });
let clients: Client[] = [];
afterEach(async () => {
  for (const client of clients) await client.close();
  clients = [];
});

const part = (page: Page) => page.getByRole("region", { name: "Agents of other makers" });
const folded = (page: Page, name: string | RegExp) => part(page).locator("summary").filter({ hasText: name });
const mayDo = (page: Page, name: string, right: string | RegExp) =>
  part(page)
    .getByRole("group", { name: `What ${name} may do` })
    .getByRole("checkbox", { name: right });
const rowsOfCalls = (page: Page) => part(page).getByRole("row");

async function press(at: Locator, key: string): Promise<void> {
  await at.focus();
  await at.press(key);
}

/** An agent of another maker, with the official client. */
async function agent(url: string, key: string): Promise<Client> {
  const client = new Client({ name: "an editor", version: "1" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  clients.push(client);
  return client;
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe("an agent with a key", () => {
  it("gets what the person grants on the page, and no more once it is taken back", async () => {
    const { open, origin } = await set();
    const page = await open("/settings", { permissions: ["clipboard-read", "clipboard-write"] });
    await part(page).getByText("No agent has asked yet.").waitFor();
    await part(page).getByLabel("How to call the agent").fill("My editor");
    await part(page)
      .getByRole("group", { name: "What it may do" })
      .getByLabel(/^Memory/)
      .check();
    await button(page, "Make the key").click();
    await part(page).getByText("it is not shown again").waitFor();
    await part(page).getByRole("button", { name: "Copy the key" }).click();
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
    await expect.poll(copied).toMatch(/^my-editor-\w{6}\.[\w-]{43}$/);
    const key = await copied();
    const entry = await part(page).locator("pre").filter({ hasText: "Bearer" }).innerText();
    const url = `${origin}/mcp`;
    const headers = { Authorization: `Bearer ${key}` };
    expect(JSON.parse(entry)).toEqual({ mcpServers: { waldo: { type: "http", url, headers } } });
    await part(page).getByText("My editor may: Contexts, Memory · not here yet · with a key").waitFor();

    const editor = await agent(url, key);
    expect(await toolsOf(editor)).toEqual(expect.arrayContaining(["save_context", "recall"]));
    await editor.callTool({ name: "save_context", arguments: { project: "boat", content: "The mast is up." } });
    // The page is told, and shows when it was here and what it did.
    await part(page)
      .getByText(/last here 30 Oct/)
      .waitFor();
    await folded(page, "The latest calls").click();
    await expect.poll(() => rowsOfCalls(page).last().innerText()).toMatch(/My editor\s+save_context\s+answered/);

    await press(button(page, "I have copied it"), "Enter");
    await expect.poll(async () => (await part(page).innerText()).includes(key)).toBe(false);
    // The focused element is gone. The focus is on the part around it, and not on the whole page.
    await expect.poll(() => page.evaluate("document.activeElement.localName")).toBe("form");
    await press(folded(page, "My editor"), "Enter");
    await press(mayDo(page, "My editor", /^Memory/), "Space");
    await part(page).getByText("Saved.").waitFor();
    expect(await toolsOf(editor)).not.toContain("recall");
    expect(await toolsOf(editor)).toContain("save_context");

    await part(page).getByLabel("Only contexts of these projects").fill(" boat, garden ,boat");
    await page.keyboard.press("Enter");
    await expect.poll(() => part(page).getByLabel("Only contexts of these projects").inputValue()).toBe("boat, garden");
    const answer = await editor.callTool({ name: "load_context", arguments: { project: "house" } });
    expect(JSON.stringify(answer)).toContain("may not use the project");

    await button(page, "Shut out: My editor").click();
    await button(page, "Let in again: My editor").waitFor();
    expect(await toolsOf(editor)).toEqual([]);
    expect((await editor.listResources()).resources).toEqual([]);
    expect((await editor.listPrompts()).prompts).toEqual([]);
    await page.reload();
    await part(page)
      .getByText(/My editor shut out/)
      .waitFor();
    expect(await part(page).innerText()).not.toContain(key);
    await folded(page, "My editor").click();
    await button(page, "Let in again: My editor").click();
    await button(page, "Shut out: My editor").waitFor();
    expect(await toolsOf(editor)).toContain("save_context");
  });
});

describe("what is changed", () => {
  it("in quick taps is kept in their order", async () => {
    const house = await set();
    await agentsKnown(house);
    const page = await house.open("/settings");
    await folded(page, "Some Editor").click();
    // The first request takes long. The second one must not overtake it.
    let [begun, done] = [0, 0];
    await page.route("**/v1/agents/*", async (route) => {
      if (begun++ === 0) await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    page.on("response", (answer) => {
      if (answer.request().method() === "PUT") done++;
    });
    await mayDo(page, "Some Editor", /^Goals/).uncheck();
    await mayDo(page, "Some Editor", /^Proposals/).uncheck();
    await part(page).getByText("Some Editor may: Contexts ·").waitFor();
    await part(page).getByText("Saved.").waitFor();
    await expect.poll(() => done).toBe(2);
    await page.reload();
    await part(page).getByText("Some Editor may: Contexts ·").waitFor();
  });

  it("is as it was, with the reason, when the server did not take it", async () => {
    const house = await set();
    await agentsKnown(house);
    const page = await house.open("/settings");
    await folded(page, "Some Editor").click();
    const json = { error: "TooMany", message: "that is too much: wait a little" };
    await page.route("**/v1/agents/*", (route) => route.fulfill({ status: 429, json }));
    await mayDo(page, "Some Editor", /^Body/).click();
    await part(page).getByRole("alert").filter({ hasText: "wait a little" }).waitFor();
    expect(await mayDo(page, "Some Editor", /^Body/).isChecked()).toBe(false);
  });
});

describe("what agents keep", () => {
  it("is read by project, explained, and forgotten one at a time", async () => {
    const house = await set();
    await agentsKnown(house);
    await contextsKept(house);
    const page = await house.open("/settings");
    await part(page).getByRole("link", { name: "What agents keep" }).click();
    await page.getByText("1 context ·").waitFor();
    await page.getByRole("link", { name: "boat" }).click();
    await page.getByText("saved by a Wake database").waitFor();
    await page.getByRole("link", { name: "We glue the crack" }).click();
    await page.getByText("saved by Some Editor").first().waitFor();
    await seen(page, "An agent wrote this.");
    await seen(page, "A new mast would take until June.");
    await seen(page, "It began with a forgotten context.");
    await seen(page, "a guess: it was saved less than an hour before");
    // What it follows from is forgotten, and it says so.
    await page.getByRole("link", { name: "The mast is of oak" }).first().click();
    await seen(page, "Something was looked into.");
    await button(page, "Forget it").click();
    await button(page, "Yes, forget it").click();
    await seen(page, "It is forgotten.");
    expect(await page.getByText("The mast is of oak").count()).toBe(0);
    await page.getByRole("link", { name: "boat" }).click();
    await page.getByRole("link", { name: "We glue the crack" }).click();
    await seen(page, "a forgotten context");
  });

  it("is nothing at first, and what is gone says so", async () => {
    const house = await set();
    const page = await house.open("/contexts");
    await seen(page, "No agent has saved anything yet.");
    await page.getByRole("link", { name: "Connect an agent in the settings" }).click();
    await part(page).getByText("No agent has asked yet.").waitFor();
    await page.goto("/contexts/ctx-unknown");
    await page.getByRole("alert").filter({ hasText: "there is no such context" }).waitFor();
  });
});

describe("where no agent can connect", () => {
  it("nothing is offered", async () => {
    const page = await (await set({ connect: { keys: false } })).open("/settings");
    await seen(page, "No agent can connect to this Waldo.");
    expect(await part(page).locator("button, input, summary, pre").count()).toBe(0);
  });

  it("where agents sign in, there is the address and no key, and one that is known can be shut out", async () => {
    const house = await set({ connect: { url: "https://waldo.example/mcp", keys: false } });
    await agentsKnown(house);
    const page = await house.open("/settings");
    await folded(page, "How to connect an agent").click();
    await part(page).getByText("opens a page where you sign in").waitFor();
    await part(page).getByText("https://waldo.example/mcp", { exact: true }).waitFor();
    expect(await part(page).getByLabel("How to call the agent").count()).toBe(0);
    expect(await part(page).getByText("waldo mcp").count()).toBe(0);
    await folded(page, "Some Editor").click();
    await button(page, "Shut out: Some Editor").click();
    await button(page, "Let in again: Some Editor").waitFor();
  });
});
