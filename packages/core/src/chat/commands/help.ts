/** The list of commands, and what is said of a word that is none. */
import { COMMAND_NAMES, type CommandName, commandOf } from "@waldo/contracts";
import type { Obey, Outcome } from "./ports.ts";

export const help: Obey = async () => ({ text: COMMAND_NAMES.map(line).join("\n") });

function line(name: CommandName): string {
  return `/${name}: ${commandOf(name).does}.`;
}

/** The name is what somebody typed, so it is not repeated. */
export function unknown(name: string): Outcome {
  const near = COMMAND_NAMES.find((one) => one.startsWith(name.slice(0, 3)));
  return { text: `I know no such command. ${near ? `Did you mean /${near}? ` : ""}/help shows all of them.` };
}
