/**
 * Reaches out for all other functions: asks the search service, reads a page, calls a tool of an MCP server. It reaches
 * only the connections of the deployment. This code does not know for which person it works.
 */
import {
  type ConnectionKeys,
  isError,
  type ReachAnswer,
  type ReachAsked,
  type RemoteConnections,
  SEARCH_KEY,
} from "@waldo/contracts";
import type { Fetcher } from "@waldo/core/ports";
import { external, externalJson, externalUrl } from "@waldo/core/tools/outgoing";
import { ToolFailure } from "@waldo/core/tools/tool";
import { mcpClient } from "@waldo/outside/mcp-client";
import { WebFault, webThrough } from "@waldo/outside/web";
import type * as z from "zod";

export type Outside = {
  readonly connections: RemoteConnections;
  readonly keys: z.infer<typeof ConnectionKeys>;
  /** Reads pages of these hosts only. */
  readonly pages: Fetcher;
  readonly fetch: typeof globalThis.fetch;
};

/** Returns the answer, or the reason why there is no answer. Never throws. */
export async function reach(outside: Outside, asked: ReachAsked): Promise<ReachAnswer> {
  try {
    return { outcome: "answered", value: await answer(outside, asked) };
  } catch (error) {
    if (error instanceof ToolFailure) return { outcome: "failed", kind: error.error, message: error.message };
    if (asked.ask !== "call" || error instanceof WebFault || isError(error, "InvalidInput"))
      return { outcome: "failed", kind: "unavailable", message: "it did not answer" };
    // A call that broke off may have taken effect. The answer of the other side is not passed on.
    return { outcome: "unclear", message: "the call broke off" };
  }
}

/** The caller has sanitised the request. This code sanitises it again, because here the request leaves the system. */
async function answer({ connections, keys: stored, pages, fetch }: Outside, asked: ReachAsked) {
  // An MCP server may have a name such as `constructor`, which every object has as a member. A Map has no such members.
  const keys = new Map(Object.entries(stored));
  if (asked.ask === "call") {
    const servers = Object.entries(connections.mcp).map(([name, { url, tools }]) => {
      const key = keys.get(name);
      return [name, { url, tools, ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }) }];
    });
    return mcpClient(Object.fromEntries(servers)).call(asked.server, asked.tool, externalJson(asked.args));
  }
  const { search } = connections;
  if (!search) throw new ToolFailure("unavailable", "the web is not connected here");
  const key = keys.get(SEARCH_KEY);
  const web = webThrough({ ...search, ...(key === undefined ? {} : { key }) }, pages, fetch);
  return asked.ask === "search"
    ? [...(await web.search(external(asked.query), asked.limit))]
    : { ...(await web.read(externalUrl(asked.url))) };
}
