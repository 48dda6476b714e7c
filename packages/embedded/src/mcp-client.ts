/**
 * Calls Model Context Protocol servers through the official SDK: a server is a started process, or it is reached over
 * HTTP. Only servers that were set up by name exist. Each is connected at its first call.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolResultSchema, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { WaldoError } from "@waldo/contracts";
import type { Json, Mcp } from "@waldo/core/ports";
import { ToolFailure } from "@waldo/core/tools/tool";

export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Variables added to an otherwise bare environment. The server gets none of this process's own variables. */
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export type McpClient = Mcp & { close(): Promise<void> };

export const MCP_TIMEOUT_MS = 30_000;
/** How many UTF-16 units of an answer are kept. */
const ANSWER_CHARS = 20_000;
const MOST_TOOL_PAGES = 20;

type Connection = { readonly client: Client; readonly tools: ReadonlySet<string> };

/**
 * Returns a client for the servers named here and no others. `call` throws a `ToolFailure` when it is certain that
 * nothing happened on the server (no such server or tool, not reached, arguments not accepted), and any other error
 * when that is not certain. Throws `InvalidInput` for a server on another machine with an address that is not
 * encrypted.
 */
export function mcpClient(servers: Readonly<Record<string, McpServer>>, callTimeoutMs = MCP_TIMEOUT_MS): McpClient {
  for (const server of Object.values(servers)) if ("url" in server) checkUrl(server.url);
  const known = new Map(Object.entries(servers));
  const open = new Map<string, Promise<Connection>>();

  async function connected(name: string, server: McpServer): Promise<Connection> {
    const current = open.get(name) ?? connect(server, () => open.delete(name));
    open.set(name, current);
    try {
      return await current;
    } catch (cause) {
      open.delete(name);
      throw new ToolFailure("unavailable", `the MCP server ${name} cannot be reached`, { cause });
    }
  }

  return {
    async call(name, tool, args) {
      const server = known.get(name);
      if (!server) throw new ToolFailure("unavailable", "there is no MCP server of that name here");
      const { client, tools } = await connected(name, server);
      if (!tools.has(tool)) throw new ToolFailure("not_found", `the MCP server ${name} has no such tool`);
      return callTool(client, tool, args, callTimeoutMs);
    },
    async close() {
      const closing = [...open.values()];
      open.clear();
      await Promise.allSettled(closing.map(async (connection) => (await connection).client.close()));
    },
  };
}

function checkUrl(address: string): void {
  const url = URL.parse(address);
  const here = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && here))
    throw new WaldoError("InvalidInput", "an MCP server is reached by https, or by http on this machine");
}

async function connect(server: McpServer, closed: () => void): Promise<Connection> {
  const timeout = MCP_TIMEOUT_MS;
  const client = new Client({ name: "waldo", version: "0.1.0" });
  client.onclose = closed;
  try {
    await client.connect(transportTo(server), { timeout });
    const tools = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page === 0 || (cursor !== undefined && page < MOST_TOOL_PAGES); page++) {
      const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
      for (const { name } of listed.tools) tools.add(name);
      cursor = listed.nextCursor;
    }
    return { client, tools };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function transportTo(server: McpServer): Transport {
  if ("url" in server) {
    // A redirect would lead to a host that is not on the list.
    const requestInit: RequestInit = { headers: { ...server.headers }, redirect: "error" };
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit }) as Transport;
  }
  const { command, args = [], env = {} } = server;
  return new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "ignore" });
}

async function callTool(client: Client, name: string, args: Json, timeout: number): Promise<Json> {
  const given = args !== null && typeof args === "object" && !Array.isArray(args) ? args : {};
  try {
    const result = await client.callTool({ name, arguments: given }, CallToolResultSchema, { timeout });
    const { content, structuredContent, isError } = CallToolResultSchema.parse(result);
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [`(${block.type})`])).join("\n");
    return {
      text: text.slice(0, ANSWER_CHARS),
      ...(structuredContent && text === "" ? { structured: structuredContent as Json } : {}),
      ...(isError ? { isError } : {}),
    };
  } catch (error) {
    const refused: readonly number[] = [ErrorCode.InvalidParams, ErrorCode.MethodNotFound, ErrorCode.InvalidRequest];
    if (error instanceof McpError && refused.includes(error.code))
      throw new ToolFailure("failed", "the MCP server did not accept this call", { cause: error });
    throw error;
  }
}
