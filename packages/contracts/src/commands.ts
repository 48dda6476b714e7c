/** The commands of a chat: words that begin with a slash, the same on Telegram, in the app and for `waldo say`. */
import * as z from "zod";
import { EpochMs, type RunId } from "./ids.ts";
import { type ANNOUNCERS, announcementId } from "./outbox.ts";

type Command = {
  /** The argument after the name of the command. If this is absent, the command has none. */
  readonly takes?: string;
  /** What the command does, in one line. */
  readonly does: string;
};

/** Every command, in the order of the list that a person sees. */
export const COMMANDS = {
  status: { does: "What I sent, asked and kept quiet today, and how things stand" },
  goals: { takes: "mine", does: "Your goals, in short. /goals mine: what git brought is yours" },
  remind: { takes: "what, and when", does: "Reminds you: /remind call the garage by Friday" },
  quiet: { takes: "how long", does: "Leaves you alone: /quiet 2h, /quiet until 17:00, /quiet off" },
  thinking: {
    takes: "on, off or leave",
    does: "What I think about between our talks: /thinking off, /thinking leave taxes",
  },
  redact: { takes: "how many", does: "Deletes the last messages everywhere: /redact 2" },
  sync: { does: "Brings your folder up to date" },
  ping: { does: "Tells me that your phone is in use. I do not answer" },
  help: { does: "This list" },
} as const satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as [CommandName, ...CommandName[]];

export const commandOf = (name: CommandName): Command => COMMANDS[name];

/** The kind of a person's message that is a command. */
export const COMMAND_KIND = "command";

/** The announcer for answers to commands. */
const BY = "command" satisfies (typeof ANNOUNCERS)[number];

/** True for the answer to a command. It does not belong to a conversation with a model. */
export function isCommandAnswer(runId: RunId): boolean {
  return runId.startsWith(announcementId(BY, ""));
}

/** For how many days the store keeps a sign that the phone was in use. */
export const PING_DAYS = 7;

/** The most messages that one command can delete. The messages that they answer are deleted too. */
export const MOST_REDACTED = 50;

/** The parts that a redaction counts: messages, and other places with their words. */
export const REDACTED_PARTS = [
  "messages",
  "journal",
  "outbox",
  "diary",
  "memory",
  "actions",
  "contexts",
  "other",
  "archive",
  "pages",
] as const;
export type RedactedPart = (typeof REDACTED_PARTS)[number];

/**
 * One `/redact` from the moment of the request. It names messages and runs and holds none of their words. It is also
 * the receipt.
 */
export const Redaction = z.strictObject({
  at: EpochMs,
  state: z.enum(["asked", "done"]),
  /** The messages that are deleted, as the rest of their keys. */
  messages: z.array(z.strictObject({ threadId: z.string(), at: EpochMs, key: z.string() })).max(3 * MOST_REDACTED),
  /** The runs and announcements that said or answered these messages. */
  runIds: z.array(z.string()),
  /**
   * Those of the runs that read deleted words of the person. Claims that were learned from these runs are deleted too.
   */
  heard: z.array(z.string()),
  /** The channel of the request. */
  via: z.enum(["app", "telegram"]),
  /** How many rows and objects lost words. */
  removed: z.partialRecord(z.enum(REDACTED_PARTS), z.number().int().nonnegative()),
  /** How many rows and objects still held a deleted text in the final search. */
  left: z.number().int().nonnegative().optional(),
  doneAt: EpochMs.optional(),
});
export type Redaction = z.infer<typeof Redaction>;
