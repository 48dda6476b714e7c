/** `waldo pause` and `waldo resume`: stop everything for a person, and go on. */
import { existsSync } from "node:fs";
import { UserId, WaldoError } from "@waldo/contracts";
import { pause, resume } from "@waldo/core/run/pause";
import { localDate, localTime } from "@waldo/core/time";
import { composeWorld } from "./compose.ts";
import { homePaths, openHome } from "./home.ts";
import { clockAfter, machineClock } from "./memory/open-memory.ts";
import { chooseModel } from "./models.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

export type PauseOptions = { readonly user: string; readonly home: string; readonly json: boolean };

function open({ home }: PauseOptions) {
  if (!existsSync(homePaths(home).database))
    throw new WaldoError("InvalidInput", `there is no state in ${home} yet, so there is nothing to pause`);
  return openHome(home);
}

/** Pauses the person and says since when. */
export async function pauseAgent(options: PauseOptions, { print, timeZone }: Terminal): Promise<void> {
  const home = open(options);
  try {
    const pausedSince = await pause({ store: home.store, clock: machineClock }, UserId.parse(options.user));
    if (options.json) return print(JSON.stringify({ pausedSince }));
    print(
      `Paused since ${localDate(pausedSince, timeZone)} ${localTime(pausedSince, timeZone)}. Run waldo resume to lift the pause.`,
    );
  } finally {
    home.store.close();
  }
}

/** Lifts the pause, and lets the runs that waited come to their end. */
export async function resumeAgent(options: PauseOptions, settings: Settings, { print }: Terminal): Promise<void> {
  const home = open(options);
  try {
    const userId = UserId.parse(options.user);
    const now = (await clockAfter({ store: home.store, userId }, machineClock)).now();
    const world = composeWorld(home, now, await chooseModel(settings), settings);
    const wasPaused = await resume(world, userId);
    await world.machines.idle();
    if (options.json) return print(JSON.stringify({ wasPaused }));
    print(wasPaused ? "The pause is lifted. waldo runs shows what was done since." : "It was not paused.");
  } finally {
    home.store.close();
  }
}
