/** A small MCP server for tests. It speaks stdio when it is run, and HTTP when it is imported. */
import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
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

if (process.argv[1] === import.meta.filename) await notesServer().connect(new StdioServerTransport());
