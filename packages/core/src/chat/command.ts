// The types of a command, the parser that recognises a command, and the rows of its answer.
import { COMMAND_NAMES, type CommandName, type LocalDate, type Profile, type UserId } from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import type { Candidate } from "../channels/persona.ts";
import type { Ports, StartWake, Store, Write } from "../ports.ts";

/** The place where a command came from. Its answer goes there, and into the thread. */
export type Via = "app" | "telegram";

export type CommandPorts = Ports & {
  /** Starts a wake. If it is absent, the process that wakes people looks for work by itself. */
  readonly startWake?: StartWake;
  /** Returns in a few words how far a review is. If it is absent or returns undefined, no review is open. */
  readonly reviewStanding?: (store: Store, userId: UserId) => Promise<string | undefined>;
};

/** One command, named by the message that it came with. */
export type Order = {
  readonly profile: Profile;
  readonly via: Via;
  /** An id that is unique for the message. The same message again is the same command (R5). */
  readonly name: string;
  readonly date: LocalDate;
  readonly now: number;
};

/** The result of a command. `writes` commit together with the answer (R2). */
export type Outcome = {
  /** The answer to the command. If it is absent, there is no answer, or `after` gives it. */
  readonly text?: string;
  readonly writes?: readonly Write[];
  /** Set when the command is being carried out already and is in the thread. */
  readonly again?: true;
  /** Work that is done after the commit. It may run a second time. */
  readonly after?: () => Promise<void>;
};

export type Obey = (ports: CommandPorts, order: Order, words: string) => Promise<Outcome>;

/** The result of reading a message as a command. */
export type Parsed =
  | { readonly is: "command"; readonly name: CommandName; readonly words: string }
  /** The message looks like a command, but no command has that name. */
  | { readonly is: "unknown"; readonly name: string };

/** Matches a slash and a word, followed by the end or a space. On Telegram the name of a bot may stand after the word. */
const COMMAND = /^\/([a-z][a-z0-9_]{0,31})(?:@\w{1,64})?(?=\s|$)/i;

/** Returns the command of a message. Returns undefined for other words, such as "/tmp/notes is full". */
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

/**
 * Returns the rows of an answer. The answer to a question in the app stays in the app. `part` distinguishes two answers
 * of one command.
 */
export function answerWrites({ profile, via, name, date, now }: Order, text: string, part = ""): Write[] {
  const said: Omit<Candidate, "threadId"> = {
    kind: "reply",
    text,
    origin: "agent",
    ...(via === "app" ? { only: "in_app" } : {}),
  };
  return announcement(profile, { by: "command", name: `${name}${part}`, trigger: "user_message", date, now }, said);
}
