/** A small MCP server for tests. It speaks stdio when it is run, and HTTP when it is imported. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as z from "zod";

export function notesServer(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const said = (text: string, isError = false) => ({ content: [{ type: "text" as const, text }], isError });
  server.registerTool("add", { inputSchema: { text: z.string() } }, ({ text }) => said(`added ${text}`));
  server.registerTool("refuse", {}, () => said("the notebook is full", true));
  server.registerTool("secrets", {}, () => said(Object.keys(process.env).sort().join(",")));
  server.registerTool("die", {}, () => process.exit(1));
  server.registerTool("stall", {}, async () => said(`late ${await sleep(60_000, "", { ref: false })}`));
  const long = { words: "a".repeat(1_000_000) };
  server.registerTool("long", {}, () => ({ content: [], structuredContent: long }));
  server.registerTool("promise", { outputSchema: { count: z.number() } }, () => said("done"));
  // The library checks what a tool answers against what it promises. Other servers do not.
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params: { name } }) => said(name));
  return server;
}

/** Serves it by HTTP on loopback. `seen` gets the tokens; `redirect` sends every request to another host. */
export async function notesOverHttp(
  seen: string[] = [],
  redirect?: string,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(async (request, response) => {
    seen.push(String(request.headers["authorization"]));
    if (redirect) return void response.writeHead(307, { location: redirect }).end();
    const transport = new StreamableHTTPServerTransport({});
    await notesServer().connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

if (process.argv[1] === import.meta.filename) await notesServer().connect(new StdioServerTransport());
