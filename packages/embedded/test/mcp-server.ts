/** A small MCP server for tests. It speaks stdio when it is run, and HTTP when it is imported. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

export function notesServer(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const said = (text: string, isError = false) => ({ content: [{ type: "text" as const, text }], isError });
  server.registerTool("add", { inputSchema: { text: z.string() } }, ({ text }) => said(`added ${text}`));
  server.registerTool("refuse", {}, () => said("the notebook is full", true));
  server.registerTool("secrets", {}, () => said(Object.keys(process.env).sort().join(",")));
  server.registerTool("die", {}, () => process.exit(1));
  server.registerTool("stall", {}, async () => said(`late ${await sleep(60_000, "", { ref: false })}`));
  return server;
}

/** A server that promises another answer than it gives, and one without end. The library's own servers do not. */
export function oddServer(): Server {
  const server = new Server({ name: "odd", version: "1.0.0" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object" as const };
  const outputSchema = { type: "object" as const, properties: { count: { type: "number" } }, required: ["count"] };
  const tools = [
    { name: "promise", inputSchema, outputSchema },
    { name: "mistake", inputSchema, outputSchema },
    { name: "long", inputSchema },
  ];
  const words = "a".repeat(1_000_000);
  const answers: Readonly<Record<string, CallToolResult>> = {
    promise: { content: [{ type: "text", text: "done" }] },
    mistake: { content: [], structuredContent: { count: "three" } },
    long: { content: [], structuredContent: { words } },
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name } }) => answers[name] ?? {});
  return server;
}

/** Serves it by HTTP on loopback. `seen` gets the tokens; `redirect` sends every request to another host. */
export async function notesOverHttp(
  seen: string[] = [],
  redirect?: string,
  serve: () => { connect(transport: Transport): Promise<void> } = notesServer,
): Promise<{ readonly server: HttpServer; readonly url: string }> {
  const server = createServer(async (request, response) => {
    seen.push(String(request.headers["authorization"]));
    if (redirect) return void response.writeHead(307, { location: redirect }).end();
    const transport = new StreamableHTTPServerTransport({});
    await serve().connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

if (process.argv[1] === import.meta.filename) await notesServer().connect(new StdioServerTransport());
