/** Reads a message as a command. It never throws, and a message without a slash in front is none. */
import { COMMAND_NAMES, type CommandName } from "@waldo/contracts";

export type Parsed =
  | { readonly is: "command"; readonly name: CommandName; readonly words: string }
  /** It looks like a command, and there is none of that name. */
  | { readonly is: "unknown"; readonly name: string };

/** A slash and a word, on Telegram also with the name of a bot behind it, then the end or a space. */
const COMMAND = /^\/([a-z][a-z0-9_]{0,31})(?:@\w{1,64})?(?=\s|$)/i;

/** Returns the command of a message, or undefined for one that is none: "/tmp/notes is full". */
export function parseCommand(text: string): Parsed | undefined {
  const line = text.trimStart();
  const found = COMMAND.exec(line);
  if (!found) return undefined;
  const [whole, typed = ""] = found;
  const name = COMMAND_NAMES.find((one) => one === typed.toLowerCase());
  return name
    ? { is: "command", name, words: line.slice(whole.length).trim() }
    : { is: "unknown", name: typed.toLowerCase() };
}
