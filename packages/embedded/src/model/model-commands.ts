/** `waldo model …`: which language model writes. */
import { type Command, Option } from "commander";
import type { Terminal } from "../terminal.ts";
import type { ModelOptions } from "./show-model.ts";
import type { UseOptions } from "./use-model.ts";

/** Adds the commands to `program`. `shared` gives each one --user, --home and --json. */
export function addModelCommands(
  program: Command,
  shared: (command: Command) => Command,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): void {
  const withHome = <T extends Omit<ModelOptions, "isHomeNamed">>(options: T, command: Command) => ({
    ...options,
    isHomeNamed: command.getOptionValueSource("home") === "cli",
  });

  const model = program
    .command("model")
    .description("Which language model writes, and what this machine offers; use chooses one, none goes without.")
    .addHelpText(
      "after",
      `
Examples:
  waldo model                                      what is in use, and what Ollama and LM Studio have here
  waldo model use qwen3:8b
  waldo model none

OLLAMA_HOST and LMSTUDIO_HOST name other places for the two. A model that the environment names (WALDO_MODEL_URL or
WALDO_BEDROCK_MODEL) wins over the saved one.`,
    );

  shared(model.command("show", { isDefault: true }))
    .description("Say which model is in use, and list what this machine offers. waldo model alone does the same.")
    .addHelpText("after", "\nExamples:\n  waldo model\n  waldo model show --json")
    .action(async (options: ModelOptions, command: Command) => {
      const { showModel } = await import("./show-model.ts");
      await showModel(withHome(options, command), env, terminal);
    });

  shared(model.command("use").argument("<what>", "an address, ollama, lmstudio, anthropic, bedrock, or a local model"))
    .description("Test a model (an answer, a tool call, JSON) and save it. One that calls no tools is refused.")
    .option("--model <name>", "the model to ask there; needed where there are several")
    .option("--key-env <variable>", "the environment variable that holds the key; the key itself is never saved")
    .addOption(
      new Option("--tier <tier>", "what it answers; the primary serves the others too, until they have their own")
        .choices(["primary", "escalation", "cheap"])
        .default("primary"),
    )
    .addOption(new Option("--anyway", "save it although it calls no tools").default(false))
    .addOption(new Option("--verbose", "show what was sent and what came back, without the key").default(false))
    .addHelpText(
      "after",
      `
Examples:
  waldo model use qwen3:8b                         a model of Ollama or LM Studio on this machine
  waldo model use ollama --model qwen3:8b
  waldo model use https://openrouter.ai/api/v1 --model qwen/qwen3-32b --key-env OPENROUTER_API_KEY
  waldo model use anthropic --model claude-haiku-4-5          its key is in ANTHROPIC_API_KEY
  waldo model use anthropic --model claude-sonnet-4-5 --tier escalation
  waldo model use bedrock --model eu.amazon.nova-2-lite-v1:0  with the AWS credentials of this machine

An address that ends in /messages, or is on api.anthropic.com, is asked as Anthropic's Messages API; any other is
OpenAI-compatible. The test asks three short questions. Ctrl-C ends it, and then nothing is saved.`,
    )
    .action(async (what: string, options: UseOptions, command: Command) => {
      const { useModel } = await import("./use-model.ts");
      await useModel(what, withHome(options, command), env, terminal);
    });

  shared(model.command("none"))
    .description("Forget the saved models. The offline composer writes.")
    .addHelpText("after", "\nExample:\n  waldo model none")
    .action(async (options: ModelOptions, command: Command) => {
      const { noModel } = await import("./show-model.ts");
      await noModel(withHome(options, command), env, terminal);
    });
}
