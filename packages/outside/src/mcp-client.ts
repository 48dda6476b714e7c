/**
 * Calls Model Context Protocol servers through the official SDK: a server is a started process or an HTTP address. Only
 * configured servers exist, with only the configured tools.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { WaldoError } from "@waldo/contracts";
import type { Json, Mcp } from "@waldo/core/ports";
import { ToolFailure } from "@waldo/core/tools/tool";
import { isLoopback } from "./loopback.ts";

export type McpServer = {
  /** The tools that may be called. */
  readonly tools: readonly string[];
} & (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Variables added to an otherwise bare environment. The server gets none of this process's own variables. */
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
);

const MCP_TIMEOUT_MS = 30_000;
/** How many UTF-16 units of an answer are kept. */
const ANSWER_CHARS = 20_000;
const MOST_TOOL_PAGES = 20;

/**
 * Returns a client for the servers named here and no others. Each call has its own connection, so nothing must be
 * closed. `call` throws a `ToolFailure` when certainly nothing happened on the server (no such server or tool, not
 * reached, arguments refused), and any other error otherwise. Throws `InvalidInput` for an unencrypted address on
 * another machine.
 */
export function mcpClient(servers: Readonly<Record<string, McpServer>>, callTimeoutMs = MCP_TIMEOUT_MS): Mcp {
  for (const server of Object.values(servers)) if ("url" in server) checkUrl(server.url);
  const known = new Map(Object.entries(servers));
  return {
    tools: Object.fromEntries(Object.entries(servers).map(([name, { tools }]) => [name, tools])),
    async call(name, tool, args) {
      const server = known.get(name);
      if (!server) throw new ToolFailure("unavailable", "there is no MCP server of that name here");
      if (!server.tools.includes(tool)) throw new ToolFailure("not_found", `${tool} of ${name} may not be called`);
      const client = await connect(server).catch((cause) => {
        throw new ToolFailure("unavailable", `the MCP server ${name} cannot be reached`, { cause });
      });
      try {
        const tools = await toolsOf(client).catch((cause) => {
          throw new ToolFailure("unavailable", `the MCP server ${name} does not say what tools it has`, { cause });
        });
        if (!tools.some((one) => one.name === tool))
          throw new ToolFailure("not_found", `the MCP server ${name} has no such tool`);
        return await callTool(client, tool, args, callTimeoutMs);
      } finally {
        await client.close();
      }
    },
  };
}

/** Lists the tools of a server, so that the person can choose. */
export async function offeredBy(server: McpServer): Promise<{ readonly name: string; readonly description: string }[]> {
  if ("url" in server) checkUrl(server.url);
  const client = await connect(server);
  try {
    return (await toolsOf(client)).map(({ name, description = "" }) => ({ name, description }));
  } finally {
    await client.close();
  }
}

function checkUrl(address: string): void {
  const url = URL.parse(address);
  const here = url !== null && isLoopback(url);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && here))
    throw new WaldoError("InvalidInput", "an MCP server is reached by https, or by http on this machine");
}

async function connect(server: McpServer): Promise<Client> {
  const client = new Client({ name: "waldo", version: "0.2.0" });
  try {
    await client.connect(await transportTo(server), { timeout: MCP_TIMEOUT_MS });
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Uses plain requests, here and for calls. The SDK's own methods check the announced form of an answer. For another
 * form they throw the same error as for refused arguments, although the call took effect.
 */
async function toolsOf(client: Client): Promise<Tool[]> {
  const found: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page === 0 || (cursor !== undefined && page < MOST_TOOL_PAGES); page++) {
    const request = { method: "tools/list", params: cursor === undefined ? {} : { cursor } } as const;
    const listed = await client.request(request, ListToolsResultSchema, { timeout: MCP_TIMEOUT_MS });
    found.push(...listed.tools);
    cursor = listed.nextCursor;
  }
  return found;
}

async function transportTo(server: McpServer): Promise<Transport> {
  if ("url" in server) {
    // A redirect could lead to a host that is not configured.
    const requestInit: RequestInit = { headers: { ...server.headers }, redirect: "error" };
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit }) as Transport;
  }
  const { command, args = [], env = {} } = server;
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  return new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "ignore" });
}

async function callTool(client: Client, name: string, args: Json, timeout: number): Promise<Json> {
  const given = args !== null && typeof args === "object" && !Array.isArray(args) ? args : {};
  try {
    const request = { method: "tools/call", params: { name, arguments: given } } as const;
    const { content, structuredContent, isError } = await client.request(request, CallToolResultSchema, { timeout });
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [`(${block.type})`])).join("\n");
    const structured = structuredContent && text === "" ? JSON.stringify(structuredContent) : "";
    return {
      // A structured answer that is too long is cut as text.
      text: (structured.length > ANSWER_CHARS ? structured : text).slice(0, ANSWER_CHARS),
      ...(structured === "" || structured.length > ANSWER_CHARS ? {} : { structured: JSON.parse(structured) as Json }),
      ...(isError ? { isError } : {}),
    };
  } catch (error) {
    const refused: readonly number[] = [ErrorCode.InvalidParams, ErrorCode.MethodNotFound, ErrorCode.InvalidRequest];
    if (error instanceof McpError && refused.includes(error.code))
      throw new ToolFailure("failed", "the MCP server did not accept this call", { cause: error });
    throw error;
  }
}
