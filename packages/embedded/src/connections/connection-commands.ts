/** `waldo web` and `waldo mcp`: the connections of a chat to the outside. */
import type { Command } from "commander";
import { WALDO } from "../agents/program-line.ts";
import type { StdioOptions } from "../agents/stdio.ts";
import type { Terminal } from "../terminal.ts";
import type { ConnectOptions, McpOptions, SearchOptions } from "./connections.ts";

type Shared = (command: Command) => Command;

export function addConnectionCommands(
  program: Command,
  shared: Shared,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): void {
  addWeb(program, shared, env, terminal);
  const mcp = program
    .command("mcp")
    .description("The Model Context Protocol, both ways: Waldo as a server, and servers that Waldo may call.")
    .addHelpText(
      "after",
      `
Without a command it is the server, on standard input and output, for an agent that starts it:
  { "mcpServers": { "waldo": { "command": ${JSON.stringify(WALDO)}, "args": ["mcp"] } } }
waldo agents says what an agent may do. On a terminal, where no agent can be, it shows the servers.

Examples:
  waldo mcp tools -- npx -y @modelcontextprotocol/server-memory       what a server offers
  waldo mcp add memory --tools search_nodes,add_observations -- npx -y @modelcontextprotocol/server-memory
  waldo mcp add notes --url https://notes.example.com/mcp --key-env NOTES_TOKEN --tools search
  waldo mcp remove notes`,
    );
  shared(mcp.command("serve", { isDefault: true }))
    .description("Be the server for an agent that has started this program.")
    .option("--as <name>", "how the agent is called; without it, as it calls itself")
    .action(async (options: StdioOptions) =>
      process.stdin.isTTY
        ? (await import("./connections.ts")).showMcp(options, terminal)
        : (await import("../agents/stdio.ts")).mcpStdio(options, env, terminal),
    );
  shared(mcp.command("show"))
    .description("The servers that Waldo may call, and the tools of each.")
    .action(async (options: ConnectOptions) => (await import("./connections.ts")).showMcp(options, terminal));
  const server = (command: Command) =>
    shared(command)
      .argument("[command...]", "after --: the program that is the server, with its arguments")
      .option("--url <address>", "the address of a server elsewhere, by https")
      .option("--key-env <variable>", "for an address: the variable that holds its bearer token")
      .option("--env <variables>", "for a program: the variables of this machine that it gets, with commas between");
  server(mcp.command("tools"))
    .description("What a server offers. Nothing is saved.")
    .action(async (command: string[], options: McpOptions) =>
      (await import("./connections.ts")).offeredTools(command, options, env, terminal),
    );
  server(mcp.command("add").argument("<name>", "what to call it"))
    .description("Connect a server, with the tools that may be called. It is asked for them once.")
    .requiredOption("--tools <names>", "the tools that may be called, with commas between")
    .action(async (name: string, command: string[], options: McpOptions) =>
      (await import("./connections.ts")).addServer(name, command, options, env, terminal),
    );
  shared(mcp.command("remove").argument("<name>", "as waldo mcp shows it"))
    .description("Disconnect a server.")
    .action(async (name: string, options: ConnectOptions) =>
      (await import("./connections.ts")).removeServer(name, options, terminal),
    );
}

function addWeb(program: Command, shared: Shared, env: NodeJS.ProcessEnv, terminal: Terminal): void {
  const web = program
    .command("web")
    .description("Searching the web, and the hosts whose pages may be read. Nothing is connected at first.")
    .addHelpText(
      "after",
      `
Examples:
  waldo web use brave --key-env BRAVE_API_KEY
  waldo web use http://127.0.0.1:8888/search        a SearXNG of your own, with JSON among its formats
  waldo web allow en.wikipedia.org
  waldo web none`,
    );
  shared(web.command("show", { isDefault: true }))
    .description("What is connected.")
    .action(async (options: ConnectOptions) => (await import("./connections.ts")).showWeb(options, terminal));
  shared(web.command("use").argument("<service>", "brave, or the address of a SearXNG"))
    .description("Choose what searches. It is asked one question as a test.")
    .option("--key-env <variable>", "the variable that holds the key; the key itself is never saved")
    .action(async (service: string, options: SearchOptions) =>
      (await import("./connections.ts")).useSearch(service, options, env, terminal),
    );
  for (const [name, does] of [
    ["allow", "Let pages of a host be read."],
    ["forbid", "Let pages of a host not be read any more."],
  ] as const)
    shared(web.command(name).argument("<host>", "such as en.wikipedia.org"))
      .description(does)
      .action(async (host: string, options: ConnectOptions) =>
        (await import("./connections.ts")).changeHost(name, host, options, terminal),
      );
  shared(web.command("none"))
    .description("Search nothing any more.")
    .action(async (options: ConnectOptions) => (await import("./connections.ts")).noSearch(options, terminal));
}
