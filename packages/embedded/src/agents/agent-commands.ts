/** `waldo agents` and `waldo contexts`: agents of other makers, and the contexts that they store here. */
import type { Command } from "commander";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentOptions } from "./agents.ts";

type Shared = (command: Command) => Command;

export function addAgentCommands(program: Command, shared: Shared, terminal: Terminal): void {
  const agents = program
    .command("agents")
    .description("Agents of other makers that ask Waldo by MCP, and what each may do.")
    .addHelpText(
      "after",
      `
Rights:
  contexts   keep and read contexts of their work (every new agent may)
  memory     read what Waldo remembers of you, and the wiki
  body       hear how you are, as a zone and in words
  brief      read today's Brief
  goals      read your goals
  remember   leave a note for memory, as words from outside
  propose    propose an action, which lands as a card for your tap

Examples:
  waldo agents
  waldo agents key "My editor" --rights contexts,goals
  waldo agents allow claude-code memory,brief
  waldo agents allow claude-code contexts --projects boat,garden
  waldo agents forbid claude-code memory
  waldo agents out claude-code`,
    );
  shared(agents.command("show", { isDefault: true }))
    .description("Each agent with what it may do, and the latest calls.")
    .action(async (options: MemoryOptions) => (await import("./agents.ts")).listAgents(options, terminal));
  shared(agents.command("key").argument("<name>", "how to call the agent"))
    .description("Make a key for an agent that speaks HTTP with waldo serve. It is shown once.")
    .option("--rights <rights>", "what it may do, with commas between", "contexts")
    .action(async (name: string, options: AgentOptions) =>
      (await import("./agents.ts")).makeKey(name, options, terminal),
    );
  shared(
    agents.command("allow").argument("<id>", "as waldo agents shows it").argument("<rights>", "with commas between"),
  )
    .description("Allow an agent more.")
    .option("--projects <names>", "the only projects whose contexts it may use, with commas between; all: every one")
    .action(async (id: string, give: string, options: AgentOptions) =>
      (await import("./agents.ts")).changeAgent(id, { give }, options, terminal),
    );
  shared(
    agents.command("forbid").argument("<id>", "as waldo agents shows it").argument("<rights>", "with commas between"),
  )
    .description("Take rights back. They end with the agent's next call.")
    .action(async (id: string, take: string, options: AgentOptions) =>
      (await import("./agents.ts")).changeAgent(id, { take }, options, terminal),
    );
  for (const [name, revoked, does] of [
    ["out", true, "Shut an agent out."],
    ["back", false, "Let an agent in again, with the rights it had."],
  ] as const)
    shared(agents.command(name).argument("<id>", "as waldo agents shows it"))
      .description(does)
      .action(async (id: string, options: AgentOptions) =>
        (await import("./agents.ts")).changeAgent(id, { revoked }, options, terminal),
      );
  const contexts = program
    .command("contexts")
    .description("What agents keep of their work with you, by project.")
    .addHelpText(
      "after",
      "\nExamples:\n  waldo contexts\n  waldo contexts import wake.sqlite\n  waldo contexts export boat.sqlite --project boat",
    );
  shared(contexts.command("show", { isDefault: true }))
    .description("The projects, and how many contexts each has.")
    .action(async (options: MemoryOptions) =>
      (await import("./wake-database.ts")).listContextProjects(options, terminal),
    );
  shared(contexts.command("import").argument("<file>", "a Wake database: SQLite, or an export of D1"))
    .description("Take contexts in from a Wake database. What is known stays as it is.")
    .action(async (file: string, options: MemoryOptions) =>
      (await import("./wake-database.ts")).importWake(file, options, terminal),
    );
  shared(contexts.command("export").argument("<file>", "a new file"))
    .description("Write contexts into a Wake database. Of each it holds the summary, and not the text.")
    .option("--project <name>", "only this project")
    .action(async (file: string, options: MemoryOptions & { project?: string }) =>
      (await import("./wake-database.ts")).exportWake(file, options, terminal),
    );
}
