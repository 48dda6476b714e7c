/** The memory of one person on this machine, for all `waldo memory` commands, and ids that may be shortened. */
import { type PatternId, UserId, WaldoError } from "@waldo/contracts";
import { allHistory } from "@waldo/core/memory/claims/history";
import { findProfile } from "@waldo/core/person/profile";
import type { Archive, Clock, Store } from "@waldo/core/ports";
import { openExisting, type Use } from "../home.ts";
import { homeClock } from "../home-clock.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export type MemoryOptions = { readonly user: string; readonly home: string; readonly json: boolean };

export type OpenMemory = {
  readonly store: Store;
  readonly archive: Archive;
  readonly userId: UserId;
  readonly name?: string;
  /** Returns the clock of this home. */
  readonly clock: () => Promise<Clock>;
  /** Checks typed words for danger, and prints the answer to grave ones. */
  readonly heed: (text: string) => Promise<void>;
  /** Dates are in this time zone. */
  readonly timeZone: string;
};

/** Opens the memory, passes it to the work, and closes it. Throws `InvalidInput` when there is no memory to open. */
export async function withMemory(
  options: MemoryOptions,
  terminal: Terminal,
  act: (memory: OpenMemory) => Promise<void>,
  use: Use = {},
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal, use);
  const { store, archive } = home;
  try {
    const profile = await findProfile(store, userId);
    await act({
      store,
      archive,
      userId,
      clock: () => homeClock({ store, userId }),
      heed: async (text) => (await import("../chat/heed.ts")).heed(home, userId, text, terminal),
      timeZone: profile?.timeZone ?? terminal.timeZone,
      ...(profile?.name === undefined ? {} : { name: profile.name }),
    });
  } finally {
    store.close();
  }
}

/** At least this many hex digits of an id must be given. */
const LEAST_DIGITS = 4;

/** Returns the full id for an id or its beginning. Throws `InvalidInput` when no id or several ids have it. */
export async function resolvePattern(memory: OpenMemory, given: string): Promise<PatternId> {
  const start = given.toLowerCase();
  const known = [...(await allHistory(memory, memory.userId)).keys()];
  const found =
    start.length >= LEAST_DIGITS && /^[0-9a-f]+$/.test(start) ? known.filter((id) => id.startsWith(start)) : [];
  const [only, another] = found.sort();
  if (only === undefined)
    throw new WaldoError("InvalidInput", "no memory with that id; `waldo memory show` lists them");
  if (another !== undefined)
    throw new WaldoError(
      "InvalidInput",
      `${found.length} memories begin with ${start}, such as ${only} and ${another}: give more of it`,
    );
  return only;
}
