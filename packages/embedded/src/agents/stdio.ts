/**
 * `waldo mcp`: the MCP server on standard input and output, for an agent that starts it as a program. The agent runs as
 * the person's own user on their own machine, so it needs no key. It is identified by the name that it gives itself,
 * and has the rights that the person gave to that name.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { agentIdOf, knownAgent } from "@waldo/contexts/mcp/agents";
import { MCP_BYTES, mcpServer } from "@waldo/contexts/mcp/server";
import { UserId } from "@waldo/contracts";
import { composeWorld } from "../compose.ts";
import { openExisting } from "../home.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import { commandPorts } from "../own/own-door.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { afterwards, askingOf } from "./asking.ts";
import { boundedLines } from "./bounded-lines.ts";

export type StdioOptions = MemoryOptions & { readonly as?: string };

/** Answers until the agent closes the input, or the process gets a signal to stop. */
export async function mcpStdio(options: StdioOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  // Standard output is only for the protocol.
  const quiet: Terminal = { ...terminal, print: terminal.note };
  const home = openExisting(options.home, quiet);
  try {
    const settings = await settingsOf(env, home.paths.root);
    const world = composeWorld(home, { now: Date.now, set: () => {} }, await chooseModel(settings, quiet), settings);
    const ports = commandPorts(world, home);
    const after = afterwards((error) => quiet.note(`A read was not counted: ${nameOf(error)}.`));
    const server = mcpServer(async (client) => {
      const name = options.as ?? client ?? "";
      const agent = await knownAgent(ports, userId, { agentId: agentIdOf(name), name });
      return askingOf(ports, userId, { agent, summarises: settings.models !== undefined, after });
    });
    const lines = process.stdin.pipe(boundedLines(MCP_BYTES, () => process.stdout.write(TOO_LONG)));
    const transport: Transport = new StdioServerTransport(lines);
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
    });
    await server.connect(transport);
    const answered = underWay(transport);
    await Promise.race([closed, once(lines, "end").then(answered), stopped()]);
    await server.close();
    await after.idle();
  } finally {
    // An input that is still being read would keep the process alive.
    process.stdin.unpipe();
    process.stdin.pause();
    home.store.close();
  }
}

/** The answer to a line that is too long. It has no id, because the line was not read. */
const TOO_LONG = `${JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_600, message: `a message may have ${MCP_BYTES} bytes: this one was not read` },
})}\n`;

/** After the agent closes the input, the process waits at most this long for open answers. */
const LAST_ANSWERS_MS = 10_000;

/** Returns a function that waits until each request has its answer or was cancelled. */
function underWay(transport: Transport): () => Promise<void> {
  const open = new Set<unknown>();
  const { onmessage: hear, send } = transport;
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message) open.add(message.id);
    if ("method" in message && message.method === "notifications/cancelled") open.delete(message.params?.["requestId"]);
    hear?.(message, extra);
  };
  transport.send = async (message, options) => {
    await send.call(transport, message, options);
    if (!("method" in message)) open.delete(message.id);
  };
  return async () => {
    for (let waited = 0; open.size > 0 && waited < LAST_ANSWERS_MS; waited += 20) await sleep(20);
  };
}

/** Resolves at the first signal to stop. */
function stopped(): Promise<unknown> {
  return Promise.race((["SIGINT", "SIGTERM"] as const).map((signal) => once(process, signal)));
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");
