/** What every `waldo memory` command stands on: one person's memory on this machine, and the ids they may shorten. */
import { existsSync } from "node:fs";
import { type PatternId, UserId, WaldoError } from "@waldo/contracts";
import { allBlocks } from "@waldo/core/memory/blocks";
import { allHistory } from "@waldo/core/memory/history";
import type { Archive, Clock, Store } from "@waldo/core/ports";
import { homePaths, openHome } from "../home.ts";
import { loadProfile } from "../profile.ts";
import type { Terminal } from "../terminal.ts";

export type MemoryOptions = { readonly user: string; readonly home: string; readonly json: boolean };

export type OpenMemory = {
  readonly store: Store;
  readonly archive: Archive;
  readonly userId: UserId;
  readonly name?: string;
  /** Dates are this zone's. */
  readonly zone: string;
};

/** The clock of a command a person types. */
export const machineClock: Clock = { now: () => Date.now() };

/** Opens what is there, hands it over, and closes it. Throws `InvalidInput` where there is nothing to open. */
export async function withMemory(
  options: MemoryOptions,
  terminal: Terminal,
  act: (memory: OpenMemory) => Promise<void>,
): Promise<void> {
  const user = UserId.safeParse(options.user);
  if (!user.success) throw new WaldoError("InvalidInput", `--user ${options.user}: ${user.error.issues[0]?.message}`);
  if (!existsSync(homePaths(options.home).database))
    throw new WaldoError(
      "InvalidInput",
      `there is no state in ${options.home} yet: run waldo day first, or name another place with --home`,
    );
  const { store, archive } = openHome(options.home);
  try {
    const profile = await loadProfile(store, user.data);
    await act({
      store,
      archive,
      userId: user.data,
      zone: profile?.zone ?? terminal.zone,
      ...(profile?.name === undefined ? {} : { name: profile.name }),
    });
  } finally {
    store.close();
  }
}

/**
 * A clock that is never behind what was written last: a played day may lie ahead of the machine's time, and what is
 * written after it must not seem to have come before.
 */
export async function clockAfter({ store, userId }: OpenMemory, clock: Clock): Promise<Clock> {
  let latest = 0;
  for (const { recordedAt } of await allBlocks(store, userId)) latest = Math.max(latest, recordedAt);
  return { now: () => Math.max(clock.now(), latest) };
}

/** Hex digits of an id that have to be given. */
const LEAST_DIGITS = 4;

/** The id meant by an id or by its beginning. Throws `InvalidInput` for one that is unknown or fits several. */
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
