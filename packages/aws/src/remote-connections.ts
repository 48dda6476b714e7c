/** The web and MCP servers as ports, through the one function that reaches them. */
import { egressOf, ReachAnswer, type ReachAsked, type RemoteConnections, toolsOfServers } from "@waldo/contracts";
import type { Json, Ports } from "@waldo/core/ports";
import { ToolFailure } from "@waldo/core/tools/tool";
import * as z from "zod";

const Results = z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() }));
const Page = z.object({ title: z.string().exactOptional(), text: z.string() });

/**
 * Sends a message to the function once and returns its answer. Throws when it is not certain whether the function took
 * effect.
 */
type Invoke = (asked: ReachAsked) => Promise<unknown>;

/** Returns the ports of the connections. A connection that is absent gives no port, so no tool for it is offered. */
export function remoteConnections(
  connections: RemoteConnections,
  invoke: Invoke,
): Pick<Ports, "web" | "mcp"> & { readonly egress: readonly string[] } {
  const { search, mcp } = connections;
  const ask = async (asked: ReachAsked): Promise<Json> => {
    const answer = ReachAnswer.parse(await invoke(asked));
    if (answer.outcome === "answered") return answer.value;
    if (answer.outcome === "failed") throw new ToolFailure(answer.kind, answer.message);
    throw new Error(answer.message);
  };
  return {
    ...(search
      ? {
          web: {
            host: new URL(search.url).hostname,
            search: async (query, limit) => Results.parse(await ask({ ask: "search", query, limit })),
            read: async (url) => Page.parse(await ask({ ask: "read", url })),
          },
        }
      : {}),
    ...(Object.keys(mcp).length > 0
      ? {
          mcp: {
            tools: toolsOfServers(connections),
            call: (server, tool, args) => ask({ ask: "call", server, tool, args }),
          },
        }
      : {}),
    egress: egressOf(connections),
  };
}
