/** The ports that a home's connections open. What is not connected is absent, and no tool for it is offered. */
import type { Mcp, Ports, Web } from "@waldo/core/ports";
import type { Connections } from "./saved.ts";

export type Connected = Pick<Ports, "web" | "mcp"> & { readonly egress: readonly string[] };

/** Returns the ports. The code behind them is loaded with the first call. */
export function connect({ search, pages, mcp }: Connections, env: NodeJS.ProcessEnv): Connected {
  const servers = Object.keys(mcp);
  return {
    ...(search ? { web: webOf(search, pages, env) } : {}),
    ...(servers.length > 0 ? { mcp: mcpOf(mcp, env) } : {}),
    egress: [...(search ? [new URL(search.url).hostname, ...pages] : []), ...servers],
  };
}

function webOf(
  { api, url, keyEnv }: NonNullable<Connections["search"]>,
  pages: Connections["pages"],
  env: NodeJS.ProcessEnv,
): Web {
  const open = async () => {
    const [{ webThrough }, { publicFetcher }] = await Promise.all([
      import("@waldo/aws/web"),
      import("@waldo/aws/fetcher"),
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
    tools: Object.fromEntries(Object.entries(servers).map(([name, { tools }]) => [name, tools])),
    async call(...given) {
      const { mcpClient, serverOf } = await import("./mcp-client.ts");
      const all = Object.entries(servers).map(([name, entry]) => [name, serverOf(entry, env)] as const);
      return mcpClient(Object.fromEntries(all)).call(...given);
    },
  };
}
