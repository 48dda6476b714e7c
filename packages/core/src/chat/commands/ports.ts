/** What a command works with, and what it leaves to be done. */
import type { LocalDate, Profile, UserId } from "@waldo/contracts";
import type { Ports, StartWake, Store, Write } from "../../ports.ts";

/** Where a command came from. Its answer goes there, and into the thread. */
export type Via = "app" | "telegram";

export type CommandPorts = Ports & {
  /** Absent: the process that wakes people looks by itself. */
  readonly startWake?: StartWake;
  /** Says in a few words where a review stands. Undefined, or absent: none is open. */
  readonly reviewStanding?: (store: Store, userId: UserId) => Promise<string | undefined>;
};

/** One command, named by the message that it came with. */
export type Order = {
  readonly profile: Profile;
  readonly via: Via;
  /** Unique for the message: the same message again is the same command (R5). */
  readonly name: string;
  readonly date: LocalDate;
  readonly now: number;
};

/** What a command comes to. `writes` commit together with the answer (R2). */
export type Outcome = {
  /** Absent: the command is not answered, or `after` answers it. */
  readonly text?: string;
  readonly writes?: readonly Write[];
  /** The command is under way already, and stands in the thread. */
  readonly again?: true;
  /** Work that goes on after the commit. It may be done again. */
  readonly after?: () => Promise<void>;
};

export type Obey = (ports: CommandPorts, order: Order, words: string) => Promise<Outcome>;
