/** The ports for a home's connections. A port without a connection is absent, and its tools are not offered. */

import { egressOf, toolsOfServers } from "@waldo/contracts";
import type { Mcp, Ports, Web } from "@waldo/core/ports";
import type { McpServer } from "@waldo/outside/mcp-client";
import type { Connections, McpEntry } from "./saved.ts";

export type Connected = Pick<Ports, "web" | "mcp"> & { readonly egress: readonly string[] };

/** Returns the ports. Their code is loaded at the first call. */
export function connect({ search, pages, mcp }: Connections, env: NodeJS.ProcessEnv): Connected {
  return {
    ...(search ? { web: webOf(search, pages, env) } : {}),
    ...(Object.keys(mcp).length > 0 ? { mcp: mcpOf(mcp, env) } : {}),
    egress: egressOf({ search, pages, mcp }),
  };
}

function webOf(
  { api, url, keyEnv }: NonNullable<Connections["search"]>,
  pages: Connections["pages"],
  env: NodeJS.ProcessEnv,
): Web {
  const open = async () => {
    const [{ webThrough }, { publicFetcher }] = await Promise.all([
      import("@waldo/outside/web"),
      import("@waldo/outside/fetcher"),
    ]);
    const key = keyEnv === undefined ? undefined : env[keyEnv];
    return webThrough({ api, url, ...(key === undefined ? {} : { key }) }, publicFetcher({ hosts: pages }), fetch);
  };
  return {
    host: new URL(url).hostname,
    search: async (query, limit) => (await open()).search(query, limit),
    read: async (address) => (await open()).read(address),
  };
}

function mcpOf(servers: Connections["mcp"], env: NodeJS.ProcessEnv): Mcp {
  return {
    tools: toolsOfServers({ mcp: servers }),
    async call(...given) {
      const { mcpClient } = await import("@waldo/outside/mcp-client");
      const all = Object.entries(servers).map(([name, entry]) => [name, serverOf(entry, env)] as const);
      return mcpClient(Object.fromEntries(all)).call(...given);
    },
  };
}

/** Returns a server with the secrets that its entry names. */
export function serverOf(entry: McpEntry, env: NodeJS.ProcessEnv): McpServer {
  if ("url" in entry) {
    const key = entry.keyEnv === undefined ? undefined : env[entry.keyEnv];
    return { ...entry, ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }) };
  }
  const given = entry.env.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...entry, env: Object.fromEntries(given) };
}
