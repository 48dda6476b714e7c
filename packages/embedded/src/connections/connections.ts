/** What `waldo web …` and `waldo mcp …` do and print. */

import { plainText, ServerName, WaldoError } from "@waldo/contracts";
import { external } from "@waldo/core/tools/outgoing";
import { isLoopback } from "@waldo/outside/loopback";
import { offeredBy } from "@waldo/outside/mcp-client";
import * as z from "zod";
import type { Terminal } from "../terminal.ts";
import { connect, serverOf } from "./connect.ts";
import { type Connections, McpEntry, readConnections, saveConnections } from "./saved.ts";

export type ConnectOptions = { readonly home: string; readonly json: boolean };
export type SearchOptions = ConnectOptions & { readonly keyEnv?: string };
export type McpOptions = ConnectOptions & {
  readonly url?: string;
  readonly keyEnv?: string;
  readonly env?: string;
  readonly tools?: string;
};

export async function showWeb({ home, json }: ConnectOptions, { print }: Terminal): Promise<void> {
  const { search, pages } = readConnections(home);
  if (json) return print(JSON.stringify({ search: search ?? null, pages }, null, 2));
  if (!search) return print("Nothing searches the web. Choose something with: waldo web use --help");
  print(`${search.api} at ${search.url}${search.keyEnv === undefined ? "" : `, its key is in ${search.keyEnv}`}`);
  print(pages.length === 0 ? "no page may be read: waldo web allow <host>" : `pages of ${pages.join(", ")}`);
}

const BRAVE = "https://api.search.brave.com/res/v1/web/search";

/** Asks one test question, and saves the service if it answers. Otherwise throws `InvalidInput`. */
export async function useSearch(
  service: string,
  { home, json, keyEnv }: SearchOptions,
  env: NodeJS.ProcessEnv,
  { print, note }: Terminal,
): Promise<void> {
  const search = searchOf(service, keyEnv, env);
  note(`asking ${new URL(search.url).hostname} …`);
  const { web } = connect({ search, pages: [], mcp: {} }, env);
  const found = await web?.search(external("weather"), 1).catch((cause: Error) => {
    throw new WaldoError(
      "InvalidInput",
      `${new URL(search.url).hostname} did not answer as expected (${plainText(cause.message).slice(0, 200)}). Nothing is saved`,
      { cause },
    );
  });
  await change(home, (before) => ({ ...before, search }));
  print(json ? JSON.stringify({ search, results: found?.length ?? 0 }) : `${search.api} searches from now on.`);
}

function searchOf(service: string, keyEnv: string | undefined, env: NodeJS.ProcessEnv) {
  if (keyEnv !== undefined && !env[keyEnv]?.trim())
    throw new WaldoError("InvalidInput", "--key-env takes the name of a variable that is set, never the key itself");
  const key = keyEnv === undefined ? {} : { keyEnv };
  if (service === "brave") {
    if (keyEnv === undefined)
      throw new WaldoError("InvalidInput", "brave wants a key: name its variable with --key-env");
    return { api: "brave" as const, url: BRAVE, ...key };
  }
  const url = URL.parse(service);
  const isHere = url !== null && isLoopback(url);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isHere))
    return { api: "searxng" as const, url: url.href, ...key };
  throw new WaldoError(
    "InvalidInput",
    `${service} is neither brave nor the address of a SearXNG (https, or http on this machine)`,
  );
}

export async function noSearch({ home, json }: ConnectOptions, { print }: Terminal): Promise<void> {
  await change(home, ({ search: _, ...rest }) => rest);
  print(json ? JSON.stringify({ search: null }) : "Nothing searches the web any more.");
}

export async function changeHost(
  what: "allow" | "forbid",
  given: string,
  { home, json }: ConnectOptions,
  { print }: Terminal,
): Promise<void> {
  const host = z.hostname().safeParse(given.toLowerCase());
  if (!host.success || !given.includes("."))
    throw new WaldoError("InvalidInput", `${given} is no host, such as en.wikipedia.org`);
  const { pages } = await change(home, (before) => {
    const others = before.pages.filter((one) => one !== host.data);
    return { ...before, pages: what === "allow" ? [...others, host.data] : others };
  });
  print(json ? JSON.stringify({ pages }) : `pages of ${pages.length === 0 ? "no host" : pages.join(", ")} may be read`);
}

export async function showMcp({ home, json }: ConnectOptions, { print }: Terminal): Promise<void> {
  const { mcp } = readConnections(home);
  if (json) return print(JSON.stringify(mcp, null, 2));
  for (const [name, entry] of Object.entries(mcp))
    print(
      `${name}: ${entry.tools.join(", ")}  (${"url" in entry ? entry.url : [entry.command, ...entry.args].join(" ")})`,
    );
  if (Object.keys(mcp).length === 0) print("No server is connected. Add one with: waldo mcp add --help");
}

export async function offeredTools(
  command: readonly string[],
  options: McpOptions,
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  const offered = await asked(entryOf(command, { ...options, tools: "any" }), env);
  if (options.json) return print(JSON.stringify(offered, null, 2));
  for (const { name, description } of offered)
    print(`${plainText(name)}  ${plainText(description).split("\n")[0] ?? ""}`);
}

/** Saves a server that offers all named tools. Otherwise throws `InvalidInput`. */
export async function addServer(
  name: string,
  command: readonly string[],
  options: McpOptions,
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  if (!ServerName.safeParse(name).success)
    throw new WaldoError(
      "InvalidInput",
      `${name} cannot be its name: a name is of letters, digits, - and _, at most 40`,
    );
  const entry = entryOf(command, options);
  const offered = (await asked(entry, env)).map((tool) => tool.name);
  const absent = entry.tools.filter((tool) => !offered.includes(tool));
  if (absent.length > 0)
    throw new WaldoError(
      "InvalidInput",
      `${absent.join(", ")} is not among its tools: ${offered.map(plainText).join(", ")}`,
    );
  await change(options.home, (before) => ({ ...before, mcp: { ...before.mcp, [name]: entry } }));
  print(options.json ? JSON.stringify({ name, ...entry }) : `${name} is connected, with ${entry.tools.join(", ")}.`);
}

export async function removeServer(name: string, { home, json }: ConnectOptions, { print }: Terminal): Promise<void> {
  await change(home, (before) => {
    const { [name]: _, ...mcp } = before.mcp;
    if (!Object.hasOwn(before.mcp, name))
      throw new WaldoError("InvalidInput", `no server has the name ${name}: waldo mcp shows them`);
    return { ...before, mcp };
  });
  print(json ? JSON.stringify({ name }) : `${name} is disconnected.`);
}

function entryOf([command, ...args]: readonly string[], { url, keyEnv, env, tools }: McpOptions): McpEntry {
  const list = (names: string | undefined) =>
    (names ?? "")
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
  if ((command === undefined) === (url === undefined))
    throw new WaldoError("InvalidInput", "name a program after --, or an address with --url");
  const entry = McpEntry.safeParse(
    url === undefined
      ? { command, args, env: list(env), tools: list(tools) }
      : { url, ...(keyEnv === undefined ? {} : { keyEnv }), tools: list(tools) },
  );
  if (entry.success) return entry.data;
  throw new WaldoError(
    "InvalidInput",
    "--tools takes names with commas between, and --env and --key-env names of variables",
  );
}

async function asked(entry: McpEntry, env: NodeJS.ProcessEnv) {
  try {
    return await offeredBy(serverOf(entry, env));
  } catch (cause) {
    if (cause instanceof WaldoError) throw cause;
    throw new WaldoError("InvalidInput", "the server does not answer as an MCP server. Nothing is saved", { cause });
  }
}

async function change(home: string, of: (before: Connections) => Connections): Promise<Connections> {
  const next = of(readConnections(home));
  await saveConnections(home, next);
  return next;
}
